package dpgnn.kernel.cell;

import dpgnn.report.Display;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.SourceCodeAnalysis.Suggestion;

/** Provides the texts that Tab, Shift-Tab and a question mark show. */
final class Explanations {
    /** What every object has: nobody looks for it, so that it stands last. */
    private static final Set<String> COMMON =
            Set.of("equals(", "getClass()", "hashCode()", "notify()", "notifyAll()", "toString()", "wait(");

    private static final Pattern CELL_MAGIC = Pattern.compile("^\\s*%%time[ \\t]*\\n");
    private static final Pattern COMPONENTS = Pattern.compile("\\([^()]*\\)\\.");
    private static final Pattern SIMPLE = Pattern.compile("(?<![\\w.$])[A-Za-z_$][\\w$]*$");
    private static final Pattern PATH = Pattern.compile("(?<![\\w.$])([\\w$]+(?:\\.[\\w$]+)*)[.(]?\\)?$");
    private static final Pattern RECEIVER = Pattern.compile("(?<![\\w.$)\\]])([\\w$]+)\\s*\\.\\s*\\w*\\(?$");

    private final JShell shell;
    private final SourceCodeAnalysis parser;
    private final DefaultImports imports;
    private final Javadoc javadoc;
    private final List<String> magics;

    Explanations(
            JShell shell, SourceCodeAnalysis parser, DefaultImports imports, Javadoc javadoc, List<String> magics) {
        this.shell = shell;
        this.parser = parser;
        this.imports = imports;
        this.javadoc = javadoc;
        this.magics = magics;
    }

    Session.Completions complete(String written, int cursor) {
        String cell = java(written);
        Cell.Part part = Cell.of("", cell.substring(0, cursor), parser).at(cursor);
        if (part == null) return new Session.Completions(List.of(), cursor, cursor);
        String code = cell.substring(part.start(), cursor);
        if (!part.isJava()) return completeMagic(code, part.start(), cursor);
        imports.prepare(code, Set.of());
        int[] anchor = {code.length()};
        List<Suggestion> suggestions = shell.sourceCodeAnalysis().completionSuggestions(code, code.length(), anchor);
        Set<String> matches = new LinkedHashSet<>();
        suggestions.stream()
                .filter(s -> !hides(code.substring(0, anchor[0]) + s.continuation()))
                .sorted(Comparator.comparing((Suggestion s) -> COMMON.contains(s.continuation()))
                        .thenComparing(s -> !s.matchesType())
                        .thenComparing(Suggestion::continuation))
                .forEach(s -> matches.add(s.continuation()));
        Matcher simple = SIMPLE.matcher(code);
        if (simple.find()) {
            if (matches.isEmpty()) anchor[0] = simple.start();
            if (anchor[0] == simple.start())
                imports.startingWith(simple.group()).stream()
                        .filter(name -> !imports.hides(name))
                        .sorted()
                        .forEach(matches::add);
        }
        return new Session.Completions(List.copyOf(matches), part.start() + anchor[0], cursor);
    }

    private Session.Completions completeMagic(String code, int start, int cursor) {
        List<String> matches = code.matches("%\\S*")
                ? magics.stream().filter(m -> m.startsWith(code)).toList()
                : List.of();
        return new Session.Completions(matches, start, cursor);
    }

    /** The cell with spaces for a magic in front of Java. */
    private static String java(String cell) {
        Matcher magic = CELL_MAGIC.matcher(cell);
        if (!magic.find()) return cell;
        return cell.substring(0, magic.end()).replaceAll("[^\\n]", " ") + cell.substring(magic.end());
    }

    /** The answer to a cell that is nothing but a name and a question mark. */
    Session.Outcome answer(String name) {
        Map<String, String> found = explain(name, name.length());
        if (found.isEmpty() && name.contains(".")) { // a method of objects, which JShell explains where there is one
            String object = "((" + name.replaceFirst("\\.(\\w+)$", ") null).$1");
            found = explain(object, object.length());
        }
        String text = found.isEmpty() ? "" : found.get("text/plain");
        if (text.isEmpty()) return Session.Outcome.failed(Failure.of("NotFound", "nothing is known of '" + name + "'"));
        return Session.Outcome.of((Display.Rich) () -> Map.of("text/plain", text));
    }

    /** Signatures and Javadoc of what stands at the cursor, by MIME type; empty if nothing is known. */
    Map<String, String> explain(String written, int cursor) {
        String cell = java(written);
        int end = endOfName(cell, cursor);
        Cell.Part part = Cell.of("", cell.substring(0, end), parser).at(end);
        if (part == null || !part.isJava()) return Map.of();
        String code = cell.substring(part.start(), end);
        if (hides(code)) return Map.of();
        imports.prepare(code, Set.of());
        StringBuilder text = new StringBuilder();
        for (Documentation found : documentation(code, cell, end)) append(found, code, text);
        if (text.isEmpty()) appendType(code, text);
        return text.isEmpty()
                ? Map.of()
                : new TreeMap<>(Map.of("text/plain", text.toString().strip()));
    }

    /** Whether this ends in a name of the library that is not for everybody. */
    private boolean hides(String code) {
        Matcher path = PATH.matcher(code);
        return path.find() && (!Exports.show(path.group(1)) || imports.hides(path.group(1)));
    }

    /** JShell explains a method where its argument list is open, so the list is opened if need be. */
    private List<Documentation> documentation(String code, String cell, int end) {
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        List<Documentation> found = List.of();
        boolean call = end < cell.length() && cell.substring(end).stripLeading().startsWith("(");
        if (call || !code.isEmpty() && code.endsWith(")"))
            found = analysis.documentation(code + "(", code.length() + 1, true);
        if (found.isEmpty()) found = analysis.documentation(code, code.length(), true);
        if (found.isEmpty()) found = analysis.documentation(code + "(", code.length() + 1, true);
        return found;
    }

    private void append(Documentation found, String code, StringBuilder text) {
        // JDK 25 writes a record's components behind its name wherever it names the record.
        String signature = COMPONENTS.matcher(found.signature()).replaceAll(".");
        String doc = found.javadoc() != null
                ? Javadoc.plain(found.javadoc())
                : javadoc.find(signature, name -> fullNames(name, code)).orElse("");
        text.append(signature).append('\n');
        if (!doc.isEmpty()) text.append(doc.indent(2));
        text.append('\n');
    }

    /** The types that a simple name in a signature may mean, the likeliest first. */
    private List<String> fullNames(String simple, String code) {
        List<String> found = new ArrayList<>();
        Matcher receiver = RECEIVER.matcher(code);
        if (receiver.find())
            shell.variables()
                    .filter(v -> v.name().equals(receiver.group(1)))
                    .map(shell::varValue) // the name of its type, as our execution has it
                    .filter(type -> type.endsWith("." + simple) || type.endsWith("$" + simple))
                    .forEach(found::add);
        imports.find(simple).ifPresent(found::add);
        return found;
    }

    /** Of a variable, its type and what its class is for. */
    private void appendType(String code, StringBuilder text) {
        String type = shell.sourceCodeAnalysis().analyzeType(code, code.length());
        if (type == null) return;
        text.append(type).append('\n');
        Optional<String> doc = javadoc.find(type, name -> fullNames(name, code));
        doc.ifPresent(d -> text.append(d.indent(2)));
    }

    private static int endOfName(String cell, int cursor) {
        int end = Math.max(0, Math.min(cursor, cell.length()));
        while (end < cell.length() && Character.isJavaIdentifierPart(cell.charAt(end))) end++;
        return end;
    }
}
