package dpgnn.kernel.cell;

import dpgnn.base.Check;
import dpgnn.base.Spelling;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The lines that start with a percent sign, with the names and forms that other Java kernels gave them. */
final class Magics {
    private static final Pattern CALL = Pattern.compile(
            "^(?<target>[^%]*)(?<name>%{1,2}\\w+)[ \\t]*(?<rest>[^\\n]*)(?:\\n(?<body>.*))?$", Pattern.DOTALL);

    /** A magic as it stands in a cell: its name with percent signs, what follows on its line, the lines below it. */
    record Call(String target, String name, String rest, String body, Session.Place place) {
        List<String> words() {
            return rest.isBlank() ? List.of() : Arrays.asList(rest.strip().split("\\s+"));
        }
    }

    /** What one magic does: the paths that it added to the class path, if that is what it does, are its value. */
    interface Action {
        Session.Outcome run(Call call) throws IOException;
    }

    private static final String OWN = "of this notebook";

    private record Magic(String usage, String purpose, Action action) {}

    private final Session session;
    private final Map<String, Magic> magics = Collections.synchronizedMap(new LinkedHashMap<>());
    private final ClassPathMagics libraries;
    private final BashScript bash = new BashScript();

    Magics(Session session) {
        this.session = session;
        libraries = new ClassPathMagics(session::addToClassPath);
        libraries.register(this::add);
        LoadedFiles files = new LoadedFiles(session);
        add(
                "%load",
                "FILE", "runs a file of Java or the code cells of a notebook; the ending may be left out", files::load);
        add("%time", "JAVA", "runs one line and says how long it took", this::time);
        add("%%time", "", "the same for the whole cell", this::time);
        add("%trace", "", "all calls behind the last exception", call -> session.trace());
        add("%%bash", "", "runs the cell in bash", call -> bash.run(call.body()), "%%sh");
        add("%jshell", "/vars | /methods | /types | /imports", "what the notebook declared", this::declared);
        add("%help", "", "this list", call -> Session.Outcome.of(help()), "%lsmagic", "%magic");
    }

    /** A magic of the notebook's own, which runs as its cells do. */
    void own(String name, Notebook.Magic body) {
        Check.that(
                Check.given("name", name).matches("%{1,2}\\w+"),
                "name of a magic",
                "%name, or %%name for whole cells",
                name);
        Check.given("magic", body);
        if (magics.containsKey(name) && !magics.get(name).purpose().equals(OWN))
            throw new IllegalArgumentException(name + " is a magic of the kernel; take another name");
        add(
                name,
                name.startsWith("%%") ? "" : "LINE",
                OWN,
                call -> session.computed(() -> Session.Outcome.of(body.run(call.rest(), call.body()))));
    }

    /** Adds a magic, by all of its names. */
    private void add(String name, String usage, String purpose, Action action, String... aliases) {
        magics.put(name, new Magic((name + " " + usage).strip(), purpose, action));
        for (String alias : aliases) magics.put(alias, new Magic("", "", action));
    }

    List<String> names() {
        return magics.keySet().stream().sorted().toList();
    }

    Session.Outcome run(Session.Place place) {
        Matcher matcher = CALL.matcher(place.part().text());
        if (!matcher.matches()) return fail("not a magic: " + place.part().text());
        String body = matcher.group("body") == null ? "" : matcher.group("body");
        Call call = new Call(matcher.group("target"), matcher.group("name"), matcher.group("rest"), body, place);
        Magic magic = magics.get(call.name());
        if (magic == null) return fail(unknown(call.name()));
        try {
            if (call.target().isEmpty() || call.name().endsWith("%time"))
                return magic.action().run(call);
            return assign(call, magic);
        } catch (IOException | IllegalArgumentException e) {
            return fail(call.name() + ": " + e.getMessage());
        }
    }

    void interrupt() {
        libraries.interrupt();
        bash.interrupt();
    }

    /** The paths that a magic gives, as the value of a variable. */
    private Session.Outcome assign(Call call, Magic magic) throws IOException {
        String rest = call.rest().replaceAll("\\s*;\\s*$", "");
        Session.Outcome outcome = magic.action().run(new Call("", call.name(), rest, call.body(), call.place()));
        if (outcome.failure() != null) return outcome;
        if (!(outcome.value() instanceof ClassPathMagics.Added added))
            return fail(call.name()
                    + " gives no value; those that add to the class path give a List<String> of what they added");
        String paths = added.paths().stream().map(Magics::literal).collect(Collectors.joining(", "));
        String java = call.target() + "java.util.List.<String>of(new String[] {" + paths + "});";
        return session.snippet(
                new Session.Place(call.place().cell(), call.place().part().with(java)));
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private Session.Outcome time(Call call) {
        String java = call.name().startsWith("%%") ? call.body() : call.target() + call.rest();
        if (java.isBlank())
            return fail(call.name() + " needs Java: behind %time on the line, below %%time in the cell");
        // Behind as many lines as stand before it, so that an error names the line of the cell.
        String source = call.place().cell().source();
        int at = source.indexOf(java, call.place().part().start());
        String before = at < 0 ? "" : source.substring(0, at).replaceAll("[^\\n]", " ");
        Stopwatch watch = Stopwatch.start();
        Session.Outcome outcome = session.include(call.place().cell().label(), before + java);
        if (outcome.failure() == null) System.out.println(watch.elapsed());
        return outcome;
    }

    private Session.Outcome declared(Call call) {
        String what = String.join(" ", call.words());
        var shell = session.shell();
        List<String> lines =
                switch (what) {
                    case "/vars" ->
                        shell.variables()
                                .map(v -> v.typeName() + " " + v.name())
                                .toList();
                    case "/methods" ->
                        shell.methods().map(m -> m.name() + m.signature()).toList();
                    case "/types" ->
                        shell.types()
                                .map(t -> t.subKind().name().split("_")[0].toLowerCase() + " " + t.name())
                                .toList();
                    case "/imports" ->
                        shell.imports().map(i -> i.source().strip()).toList();
                    default -> null;
                };
        if (lines == null) return fail("%jshell needs /vars, /methods, /types or /imports, was '" + what + "'");
        System.out.println(lines.isEmpty() ? "none" : String.join("\n", lines));
        return Session.Outcome.NOTHING;
    }

    private dpgnn.report.Display.Rich help() {
        StringBuilder text = new StringBuilder();
        Collection<Magic> all = magics.values();
        int width = all.stream().mapToInt(m -> m.usage().length()).max().orElse(0);
        for (Magic magic : all)
            if (!magic.usage().isEmpty())
                text.append(magic.usage())
                        .append(" ".repeat(width + 2 - magic.usage().length()))
                        .append(magic.purpose())
                        .append('\n');
        text.append("?NAME")
                .append(" ".repeat(width - 3))
                .append("documentation of a type or a method, as Shift-Tab shows it");
        return () -> Map.of("text/plain", text.toString());
    }

    private String unknown(String name) {
        String meant = Spelling.nearest(name, magics.keySet());
        return "unknown magic " + name + (meant.isEmpty() ? ";" : "; did you mean " + meant + "?") + " %help lists all";
    }

    static Session.Outcome fail(String message) {
        return Session.Outcome.failed(Failure.of("MagicError", message));
    }

    /** Time on the wall, and of the processors that this JVM used meanwhile. */
    private record Stopwatch(long wallNanos, long cpuNanos) {
        static Stopwatch start() {
            return new Stopwatch(System.nanoTime(), cpu());
        }

        String elapsed() {
            double wall = (System.nanoTime() - wallNanos) / 1e9, cpu = (cpu() - cpuNanos) / 1e9;
            return String.format(Locale.ROOT, "%.3f s, %.3f s of CPU", wall, cpu);
        }

        private static long cpu() {
            return ManagementFactory.getOperatingSystemMXBean()
                            instanceof com.sun.management.OperatingSystemMXBean system
                    ? system.getProcessCpuTime()
                    : 0;
        }
    }
}
