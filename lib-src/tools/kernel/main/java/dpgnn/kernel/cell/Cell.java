package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/**
 * A cell as it was given, read once: cut into what JShell takes one by one and into magics, each with its place in the cell, with its
 * parameters where it has nothing else. A message calls the cell by its label.
 */
record Cell(String label, String source, List<Part> parts, List<AllowedValues.Parameter> parameters) {
    /** Java; a magic of one line; one whose value is assigned; one that takes the cell; a question for documentation; no Java. */
    enum Kind {
        JAVA,
        MAGIC,
        ASSIGNED,
        CELL_MAGIC,
        QUESTION,
        INCOMPLETE,
        INVALID
    }

    /**
     * A piece of the cell: its text as JShell wants it, where it starts, whether the author closed it with a semicolon, and how
     * many characters were put in where, counted in the author's text.
     */
    record Part(Kind kind, String text, int start, boolean closed, NavigableMap<Integer, Integer> inserted) {
        Part(Kind kind, String text, int start, boolean closed) {
            this(kind, text, start, closed, Collections.emptyNavigableMap());
        }

        /** The part with these words put in at these positions. */
        Part with(NavigableMap<Integer, String> words) {
            StringBuilder changed = new StringBuilder(text);
            NavigableMap<Integer, Integer> lengths = new TreeMap<>();
            words.forEach((at, word) -> lengths.put(at, word.length()));
            words.descendingMap().forEach(changed::insert);
            return new Part(kind, changed.toString(), start, closed, lengths);
        }

        /** Where in the cell a position of the text stands. */
        int position(int inText) {
            int shift = 0;
            for (Map.Entry<Integer, Integer> each : inserted.entrySet()) {
                int at = each.getKey() + shift;
                if (inText <= at) break;
                if (inText < at + each.getValue()) return start + each.getKey();
                shift += each.getValue();
            }
            return start + inText - shift;
        }

        /** The part with other Java in its place. */
        Part with(String java) {
            return new Part(Kind.JAVA, java, start, true);
        }

        boolean isJava() {
            return kind == Kind.JAVA || kind == Kind.INCOMPLETE || kind == Kind.INVALID;
        }

        Syntax syntax() {
            return Syntax.of(text);
        }

        /** The type that this declares. */
        Optional<Declarations.Type> type() {
            return kind == Kind.JAVA ? syntax().type : Optional.empty();
        }
    }

    private static final Set<Completeness> TAKEN =
            EnumSet.of(Completeness.COMPLETE, Completeness.COMPLETE_WITH_SEMI, Completeness.CONSIDERED_INCOMPLETE);
    private static final Pattern MAGIC = Pattern.compile(
            "^[ \\t]*((?:[\\w.<>\\[\\], ?]+=[ \\t]*)?%{1,2}[A-Za-z]\\w*(?:[ \\t].*)?)$", Pattern.MULTILINE);
    private static final Pattern CELL_MAGIC = Pattern.compile("^\\s*(%%[A-Za-z]\\w*.*)$", Pattern.DOTALL);
    private static final Pattern QUESTION =
            Pattern.compile("^\\s*(?:\\?{1,2}([\\w.$]+)(?:\\(\\))?|([\\w.$]+)(?:\\(\\))?\\?{1,2})\\s*$");

    static Cell of(String label, String source, SourceCodeAnalysis analysis) {
        return new Cell(label, source, split(source, analysis), AllowedValues.parameters(source));
    }

    private static List<Part> split(String cell, SourceCodeAnalysis analysis) {
        Matcher whole = CELL_MAGIC.matcher(cell);
        if (whole.matches()) return List.of(new Part(Kind.CELL_MAGIC, whole.group(1), whole.start(1), true));
        Matcher question = QUESTION.matcher(cell);
        if (question.matches()) {
            int group = question.group(1) != null ? 1 : 2;
            return List.of(new Part(Kind.QUESTION, question.group(group), question.start(group), true));
        }
        List<Part> parts = new ArrayList<>();
        Matcher magic = MAGIC.matcher(cell);
        int from = 0;
        while (magic.find()) {
            List<Part> before = java(cell.substring(from, magic.start()), from, analysis);
            if (!closed(before)) continue;
            parts.addAll(before);
            Kind kind = magic.group(1).startsWith("%") ? Kind.MAGIC : Kind.ASSIGNED;
            parts.add(new Part(kind, magic.group(1).strip(), magic.start(1), true));
            from = magic.end();
        }
        parts.addAll(java(cell.substring(from), from, analysis));
        return parts;
    }

    /** The names of the types that it declares. */
    Set<String> types() {
        return parts.stream()
                .flatMap(p -> p.type().stream())
                .map(Declarations.Type::name)
                .collect(Collectors.toSet());
    }

    /** What is wrong with its parts or with the values of its parameters. */
    Optional<Failure> wrong() {
        for (Part part : parts)
            if (part.kind() == Kind.INVALID || part.kind() == Kind.INCOMPLETE)
                return Optional.of(Failures.syntax(new Session.Place(this, part)));
        return AllowedValues.broken(this);
    }

    /** "complete", "incomplete" or "invalid", in the protocol's words. */
    String status() {
        List<Kind> kinds = parts.stream().map(Part::kind).toList();
        return kinds.contains(Kind.INVALID) ? "invalid" : kinds.contains(Kind.INCOMPLETE) ? "incomplete" : "complete";
    }

    /** The part in which the cursor stands or that ends last before it; null if there is none. */
    Part at(int cursor) {
        Part found = null;
        for (Part part : parts) if (part.start() <= cursor) found = part;
        return found;
    }

    /** A line that looks like a magic inside a text block, a comment or a formula is none. */
    private static boolean closed(List<Part> before) {
        return before.isEmpty() || before.get(before.size() - 1).kind() == Kind.JAVA && !openFormula(before);
    }

    private static boolean openFormula(List<Part> parts) {
        Part last = parts.get(parts.size() - 1);
        return !last.closed()
                && !last.text().strip().endsWith("}")
                && last.text().contains("=");
    }

    private static List<Part> java(String text, int offset, SourceCodeAnalysis analysis) {
        List<Part> into = new ArrayList<>();
        String rest = text;
        int start = offset;
        while (true) {
            int blank = rest.length() - rest.stripLeading().length();
            rest = rest.substring(blank);
            start += blank;
            CompletionInfo info = analysis.analyzeCompletion(rest);
            if (info.completeness() == Completeness.EMPTY) return into;
            if (!TAKEN.contains(info.completeness())) {
                Kind kind = info.completeness() == Completeness.UNKNOWN ? Kind.INVALID : Kind.INCOMPLETE;
                into.add(new Part(kind, rest, start, false));
                return into;
            }
            String remaining = info.remaining() == null ? "" : info.remaining();
            if (remaining.length() >= rest.length()) { // a label without a statement, such as that of an address
                into.add(new Part(Kind.INVALID, rest, start, false));
                return into;
            }
            String raw = rest.substring(0, rest.length() - remaining.length());
            boolean closed = raw.stripTrailing().endsWith(";");
            String source = info.source() == null ? raw : info.source();
            Kind kind = Syntax.of(source).fault.isEmpty() ? Kind.JAVA : Kind.INVALID;
            into.add(new Part(kind, source, start, closed));
            start += raw.length();
            rest = remaining;
        }
    }
}
