package dpgnn.kernel.cell;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Kind;

/** What cells of a shell have declared, as it is now. */
final class DeclaredNow implements Origins.Declared {
    /** Where papers are, which read runs when they are asked first; tables and figures, which are filled by later code; and containers. */
    private static final Set<String> KEEPERS = Set.of("dpgnn.study.", "dpgnn.report.", "java.util.");

    private final JShell shell;
    private final SnippetClasses classes;
    /** The texts that ran, by the labels of their classes. */
    private final Map<String, String> texts = new HashMap<>();

    DeclaredNow(JShell shell, SnippetClasses classes) {
        this.shell = shell;
        this.classes = classes;
    }

    /** This text ran last. */
    void ran(String text) {
        texts.put(classes.lastRun(), text);
    }

    @Override
    public Set<String> variables() {
        return classes.variables();
    }

    @Override
    public Object value(String variable) {
        return classes.value(variable);
    }

    @Override
    public String plain(Object value) {
        boolean simple = value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof String
                || value instanceof Enum<?>;
        return simple ? String.valueOf(value) : null;
    }

    @Override
    public Map<String, String> code() {
        Map<String, String> code = new HashMap<>();
        shell.snippets()
                .filter(s -> s.kind() == Kind.METHOD || s.kind() == Kind.TYPE_DECL)
                .filter(s -> shell.status(s).isActive())
                .forEach(s -> code.merge(((DeclarationSnippet) s).name(), s.source(), (a, b) -> a + "\n" + b));
        return code;
    }

    @Override
    public Set<String> held(Object value) {
        Set<String> held = new LinkedHashSet<>();
        for (String label : Contents.code(value)) {
            Set<String> types = classes.types(label);
            shell.types()
                    .filter(t -> types.contains(t.name()))
                    .map(Snippet::source)
                    .forEach(held::add);
            if (types.isEmpty() && texts.containsKey(label)) held.add(texts.get(label));
        }
        return held;
    }

    @Override
    public boolean isCode(Object value) {
        return value != null && value.getClass().isHidden() && value.getClass().getDeclaredFields().length == 0;
    }

    @Override
    public boolean keeps(String variable) {
        Object value = classes.variables().contains(variable) ? classes.value(variable) : null;
        String name = value == null ? "" : value.getClass().getName();
        return KEEPERS.stream().anyMatch(name::startsWith) && !name.contains("Immutable");
    }
}
