package dpgnn.kernel.cell;

import dpgnn.base.Sha256;
import dpgnn.report.CellCode;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/**
 * What code of a cell depends on, in one hash: its text, and all that it names as it is then. A simple value counts as it is, a
 * method or type by its text, and another value by the text that made it and what that named at that time and names now. What a later cell
 * changes inside such a value, an element of somebody's class say, is not seen; a variable that is assigned without its type is
 * no longer known, and its code has a hash that never comes again.
 */
final class CodePrints implements CellCode.Source {
    private static final int SHOWN = 16, MOST = 10_000;

    /** How a variable got its value; its text named these variables, methods and types. */
    private record Made(
            WeakReference<Object> value,
            String text,
            Set<String> names,
            String print,
            SortedMap<String, String> with) {}

    private final JShell shell;
    private final SnippetClasses classes;
    private final Origins origins;
    private final Map<String, Made> made = new ConcurrentHashMap<>();
    private volatile String running = "";

    CodePrints(JShell shell, SnippetClasses classes, Origins origins) {
        this.shell = shell;
        this.classes = classes;
        this.origins = origins;
    }

    @Override
    public boolean used(String what) {
        origins.used(what);
        return true;
    }

    @Override
    public Set<String> behind() {
        return origins.behind();
    }

    /** A snippet begins; what ran around it is returned. */
    String begin(String text) {
        String around = running;
        running = text;
        return around;
    }

    /** The snippet has ended: its variables, which are returned, have been made with what is there. */
    Set<String> end(String around, List<SnippetEvent> events) {
        String text = running;
        running = around;
        Set<String> ended = new HashSet<>();
        for (SnippetEvent event : events) {
            if (event.causeSnippet() != null || !(event.snippet() instanceof VarSnippet variable)) continue;
            String name = variable.name().replaceFirst("\\$again\\d+$", "");
            if (!classes.variables().contains(name)) continue;
            Set<String> names = known(Syntax.of(text).names);
            names.remove(name);
            ended.add(name);
            SortedMap<String, String> with = new TreeMap<>();
            names.forEach(other -> with.putAll(values(other)));
            made.put(name, new Made(new WeakReference<>(classes.value(name)), text, names, print(text, names), with));
        }
        return ended;
    }

    @Override
    public Optional<String> given(String method) {
        boolean direct = StackWalker.getInstance()
                .walk(frames -> frames.filter(f -> f.getClassName().startsWith("REPL.$JShell$"))
                        .findFirst()
                        .map(f -> f.getMethodName().startsWith("do_it$")))
                .orElse(false);
        Syntax syntax = Syntax.of(running);
        Syntax.Given given = direct ? syntax.given.get(method) : null;
        if (given == null) given = new Syntax.Given(running, syntax.names);
        return Optional.of(print(given.text(), known(given.names())));
    }

    @Override
    public SortedMap<String, String> madeWith(Object value) {
        for (Made each : made.values()) if (value != null && each.value.get() == value) return each.with;
        return new TreeMap<>();
    }

    /** The simple values behind a variable. */
    private SortedMap<String, String> values(String name) {
        Made how = made.get(name);
        if (how != null && !how.names.isEmpty()) return how.with;
        Object value = classes.variables().contains(name) ? classes.value(name) : null;
        boolean simple = value instanceof Number || value instanceof Boolean || value instanceof String;
        return simple ? new TreeMap<>(Map.of(name, value.toString())) : new TreeMap<>();
    }

    private Set<String> known(Set<String> names) {
        Set<String> here = new HashSet<>(classes.variables());
        shell.methods().map(MethodSnippet::name).forEach(here::add);
        shell.types().map(TypeDeclSnippet::name).forEach(here::add);
        Set<String> known = new TreeSet<>(names);
        known.retainAll(here);
        return known;
    }

    private String print(String text, Set<String> names) {
        return print(text, names, new HashMap<>());
    }

    private String print(String text, Set<String> names, Map<String, String> done) {
        List<String> all =
                new ArrayList<>(List.of(Syntax.withoutComments(text).strip().replaceAll("\\s+", " ")));
        for (String name : names) all.add(name + " = " + of(name, done));
        return Sha256.of(String.join("\n", all)).substring(0, SHOWN);
    }

    private String of(String name, Map<String, String> done) {
        String known = done.putIfAbsent(name, "itself");
        if (known != null) return known;
        String print = classes.variables().contains(name) ? ofValue(name, done) : ofCode(name, done);
        done.put(name, print);
        return print;
    }

    private String ofCode(String name, Map<String, String> done) {
        List<String> prints = new ArrayList<>();
        shell.snippets()
                .filter(s -> s instanceof MethodSnippet m && m.name().equals(name)
                        || s instanceof TypeDeclSnippet t && t.name().equals(name))
                .filter(s -> shell.status(s).isActive())
                .map(Snippet::source)
                .sorted()
                .forEach(source -> prints.add(print(source, known(Syntax.of(source).names), done)));
        return prints.toString();
    }

    /** What made a value, then and now: code that it holds reads its variables when it runs. */
    private String ofValue(String name, Map<String, String> done) {
        Object value = classes.value(name);
        String plain = plain(value);
        if (plain != null) return plain;
        CellCode.Name said = CellCode.name(value);
        if (said != null && said.whole()) return said.text();
        Made how = made.get(name);
        if (how == null || how.value.get() != value) return UUID.randomUUID().toString();
        boolean codeAlone = value.getClass().isHidden() && value.getClass().getDeclaredFields().length == 0;
        return (said == null ? "" : said.text()) + (codeAlone ? "" : how.print) + print(how.text, how.names, done);
    }

    /** The text of a value that is simple, or made of simple ones; null for another. */
    static String plain(Object value) {
        if (value == null) return "null";
        if (value instanceof Number || value instanceof Boolean || value instanceof Character)
            return value.getClass().getSimpleName() + " " + value;
        if (value instanceof String text) return "\"" + text + "\"";
        if (value instanceof Enum<?> constant)
            return constant.getDeclaringClass().getName() + " " + constant.name();
        if (value.getClass().isArray()) return array(value);
        boolean shipped = value.getClass().getName().startsWith("java.util.");
        if (shipped && value instanceof Collection<?> all) return all(all, isOrdered(all));
        if (shipped && value instanceof Map.Entry<?, ?> entry)
            return all(Arrays.asList(entry.getKey(), entry.getValue()), true);
        if (shipped && value instanceof Map<?, ?> map) return all(map.entrySet(), isOrdered(map));
        return null;
    }

    private static String array(Object array) {
        int length = Array.getLength(array);
        if (length > MOST) return null;
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) elements.add(Array.get(array, i));
        String all = all(elements, true);
        return all == null ? null : array.getClass().getSimpleName() + all;
    }

    private static boolean isOrdered(Object container) {
        return container instanceof List
                || container instanceof LinkedHashSet
                || container instanceof LinkedHashMap
                || container instanceof SortedSet
                || container instanceof SortedMap;
    }

    private static String all(Collection<?> values, boolean ordered) {
        if (values.size() > MOST) return null;
        List<String> texts = new ArrayList<>();
        for (Object value : values) {
            String text = plain(value);
            if (text == null) return null;
            texts.add(text);
        }
        if (!ordered) Collections.sort(texts);
        return texts.toString();
    }
}
