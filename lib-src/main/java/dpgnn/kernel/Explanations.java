package dpgnn.kernel;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.SourceCodeAnalysis.Suggestion;

/** What Tab and Shift-Tab show. */
final class Explanations {
    /** What may replace the text from {@code start} to {@code end}. */
    record Completions(List<String> matches, int start, int end) {}

    private final JShell shell;
    private final SourceCodeAnalysis parser;
    private final Javadoc javadoc;

    Explanations(JShell shell, SourceCodeAnalysis parser, Javadoc javadoc) {
        this.shell = shell;
        this.parser = parser;
        this.javadoc = javadoc;
    }

    Completions complete(String cell, int cursor) {
        Split.Part part = Split.of(cell.substring(0, cursor), parser).at(cursor);
        if (part == null || part.kind() == Split.Kind.MAGIC) return new Completions(List.of(), cursor, cursor);
        String code = cell.substring(part.start(), cursor);
        int[] anchor = {code.length()};
        List<Suggestion> suggestions = shell.sourceCodeAnalysis().completionSuggestions(code, code.length(), anchor);
        Set<String> matches = new LinkedHashSet<>();
        suggestions.stream()
                .sorted(Comparator.comparing((Suggestion s) -> !s.matchesType())
                        .thenComparing(Suggestion::continuation))
                .forEach(s -> matches.add(s.continuation()));
        return new Completions(List.copyOf(matches), part.start() + anchor[0], cursor);
    }

    /** Signatures and Javadoc of what stands at the cursor, by MIME type; empty if nothing is known. */
    Map<String, String> explain(String cell, int cursor) {
        int end = endOfName(cell, cursor);
        Split.Part part = Split.of(cell.substring(0, end), parser).at(end);
        if (part == null || part.kind() == Split.Kind.MAGIC) return Map.of();
        String code = cell.substring(part.start(), end);
        StringBuilder text = new StringBuilder();
        for (Documentation found : documentation(code, cell, end)) append(found, text);
        if (text.isEmpty()) appendType(code, text);
        return text.isEmpty()
                ? Map.of()
                : new TreeMap<>(Map.of("text/plain", text.toString().strip()));
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

    private void append(Documentation found, StringBuilder text) {
        String doc = found.javadoc() != null
                ? Javadoc.plain(found.javadoc())
                : javadoc.find(found.signature()).orElse("");
        text.append(found.signature()).append('\n');
        if (!doc.isEmpty()) text.append(doc.indent(2));
        text.append('\n');
    }

    /** Of a variable, its type and what its class is for. */
    private void appendType(String code, StringBuilder text) {
        String type = shell.sourceCodeAnalysis().analyzeType(code, code.length());
        if (type == null) return;
        text.append(type).append('\n');
        Optional<String> doc = javadoc.find(type);
        doc.ifPresent(d -> text.append(d.indent(2)));
    }

    private static int endOfName(String cell, int cursor) {
        int end = Math.max(0, Math.min(cursor, cell.length()));
        while (end < cell.length() && Character.isJavaIdentifierPart(cell.charAt(end))) end++;
        return end;
    }
}
