package dpgnn.kernel.cell;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.ImportSnippet;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;

/**
 * Lets a notebook use the default types without an import, and lets the notebook's own names win. Two packages that are imported
 * whole make a name of both ambiguous, so no default package is: a default type is imported alone, when a cell first uses its
 * name, and only if the notebook neither imports nor declares that name.
 */
final class DefaultImports {
    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])[A-Za-z_]\\w*");
    private static final Set<String> METHODS = Arrays.stream(Notebook.class.getMethods())
            .filter(m -> m.getDeclaringClass() == Notebook.class)
            .map(Member::getName)
            .collect(Collectors.toUnmodifiableSet());

    private final JShell shell;
    private final Function<String, Class<?>> classes;
    private final Consumer<List<SnippetEvent>> changed;
    private final DefaultTypes types = DefaultTypes.read();
    /** What this class imported, by simple name. */
    private final Map<String, ImportSnippet> mine = new HashMap<>();
    /** The names in cells that ran. */
    private final Set<String> named = new HashSet<>();

    /**
     * Classes of the notebook's class path are found by the function, which gives null for what is not there; what an import did
     * to other snippets is told.
     */
    DefaultImports(JShell shell, Function<String, Class<?>> classes, Consumer<List<SnippetEvent>> changed) {
        this.shell = shell;
        this.classes = classes;
        this.changed = changed;
        for (String line : DefaultTypes.lines()) if (line.startsWith("import static ")) shell.eval(line);
    }

    /** The code of a cell: what it names is shown from here on. */
    void runs(String code, Set<String> declared) {
        NAME.matcher(code).results().map(MatchResult::group).forEach(named::add);
        prepare(code, declared);
    }

    /** Makes the default types that this code names known to the shell; what its cell declares is left to the cell. */
    void prepare(String code, Set<String> declared) {
        Set<String> names = NAME.matcher(code).results().map(MatchResult::group).collect(Collectors.toSet());
        for (String name : names) {
            if (METHODS.contains(name)) settleMethod(name);
            if (types.find(name) != null) settleType(name, declared.contains(name) || isDeclared(name));
        }
    }

    /** The full name of the type that a cell means by this simple name, if it is not declared in the notebook. */
    Optional<String> find(String name) {
        if (isDeclared(name)) return Optional.empty();
        Optional<String> alone = imports(SubKind.SINGLE_TYPE_IMPORT_SUBKIND)
                .filter(i -> i.name().equals(name))
                .map(ImportSnippet::fullname)
                .findFirst();
        if (alone.isPresent()) return alone;
        return Stream.concat(offers(name).stream(), Stream.ofNullable(types.find(name)))
                .findFirst();
    }

    /** Whether a name is that of a default type that is not for everybody, and that no cell has named. */
    boolean hides(String name) {
        String type = named.contains(name) ? null : types.find(name);
        return type != null && !Exports.show(type) && !isDeclared(name) && !importedAlone(name);
    }

    /** Names of default types that start so and that a cell may use. */
    List<String> startingWith(String prefix) {
        return types.startingWith(prefix);
    }

    private void settleType(String name, boolean declared) {
        ImportSnippet held = held(name);
        List<String> theirs = declared ? List.of() : offers(name);
        if (declared || theirs.size() > 1) {
            if (held != null) changed.accept(shell.drop(held));
        } else if (held != null || theirs.isEmpty() && !importedAlone(name)) {
            // An import that is replaced leaves the variables of its type alone; one that is dropped resets them.
            String wanted = theirs.isEmpty() ? types.find(name) : theirs.get(0);
            if (held == null || !held.fullname().equals(wanted)) importAlone(name, "import " + wanted + ";");
        }
    }

    /** A method of the kernel's gives way to one that the notebook imports with a whole class. */
    private void settleMethod(String name) {
        List<String> theirs = imports(SubKind.STATIC_IMPORT_ON_DEMAND_SUBKIND)
                .map(i -> prefix(i.fullname()))
                .filter(of -> !of.equals(Notebook.class.getName()) && hasMethod(of, name))
                .toList();
        if (theirs.size() == 1 && held(name) == null)
            importAlone(name, "import static " + theirs.get(0) + "." + name + ";");
    }

    private void importAlone(String name, String line) {
        List<SnippetEvent> events = shell.eval(line);
        changed.accept(events);
        for (SnippetEvent event : events) {
            boolean active = shell.status(event.snippet()).isActive();
            if (active && event.snippet() instanceof ImportSnippet done) mine.put(name, done);
        }
    }

    /** Our import of this name, null if there is none any more. */
    private ImportSnippet held(String name) {
        ImportSnippet held = mine.get(name);
        return held != null && shell.status(held).isActive() ? held : null;
    }

    private boolean importedAlone(String name) {
        return Stream.concat(imports(SubKind.SINGLE_TYPE_IMPORT_SUBKIND), imports(SubKind.SINGLE_STATIC_IMPORT_SUBKIND))
                .anyMatch(i -> i.name().equals(name) && i != held(name));
    }

    private boolean isDeclared(String name) {
        return shell.types().anyMatch(t -> t.name().equals(name));
    }

    private Stream<ImportSnippet> imports(SubKind kind) {
        return shell.imports().filter(i -> i.subKind() == kind);
    }

    /** The types of this simple name in packages and classes that the notebook imports whole. */
    private List<String> offers(String name) {
        Set<String> found = new LinkedHashSet<>();
        for (SubKind kind : List.of(SubKind.TYPE_IMPORT_ON_DEMAND_SUBKIND, SubKind.STATIC_IMPORT_ON_DEMAND_SUBKIND))
            imports(kind).map(i -> prefix(i.fullname())).forEach(of -> {
                Class<?> type = load(of + "." + name);
                if (type != null && Modifier.isPublic(type.getModifiers())) found.add(of + "." + name);
            });
        return new ArrayList<>(found);
    }

    private boolean hasMethod(String of, String name) {
        Class<?> type = load(of);
        try {
            return type != null
                    && Arrays.stream(type.getMethods())
                            .anyMatch(m -> m.getName().equals(name));
        } catch (LinkageError e) {
            return false; // it speaks of classes that are not there; the compiler will say so
        }
    }

    /** A type by the name that Java's source has for it, in which a dot may stand before a member. */
    private Class<?> load(String name) {
        String binary = name;
        while (true) {
            Class<?> type = classes.apply(binary);
            int dot = binary.lastIndexOf('.');
            if (type != null || dot < 0 || !isTypeBefore(binary, dot)) return type;
            binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
        }
    }

    /** By custom what stands before the dot is a type if it starts with a capital letter. */
    private static boolean isTypeBefore(String name, int dot) {
        int start = Math.max(name.lastIndexOf('.', dot - 1), name.lastIndexOf('$', dot - 1)) + 1;
        return start < dot && Character.isUpperCase(name.charAt(start));
    }

    private static String prefix(String onDemand) {
        return onDemand.endsWith(".*") ? onDemand.substring(0, onDemand.length() - 2) : onDemand;
    }
}
