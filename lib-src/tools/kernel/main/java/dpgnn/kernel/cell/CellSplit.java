package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/** A cell cut into what JShell takes one by one, and into magics, each with its place in the cell. */
record CellSplit(List<Part> parts) {
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

        boolean isJava() {
            return kind == Kind.JAVA || kind == Kind.INCOMPLETE || kind == Kind.INVALID;
        }
    }

    private static final Pattern MAGIC = Pattern.compile(
            "^[ \\t]*((?:[\\w.<>\\[\\], ?]+=[ \\t]*)?%{1,2}[A-Za-z]\\w*(?:[ \\t].*)?)$", Pattern.MULTILINE);
    private static final Pattern CELL_MAGIC = Pattern.compile("^\\s*(%%[A-Za-z]\\w*.*)$", Pattern.DOTALL);
    private static final Pattern QUESTION =
            Pattern.compile("^\\s*(?:\\?{1,2}([\\w.$]+)(?:\\(\\))?|([\\w.$]+)(?:\\(\\))?\\?{1,2})\\s*$");

    static CellSplit of(String cell, SourceCodeAnalysis analysis) {
        Matcher whole = CELL_MAGIC.matcher(cell);
        if (whole.matches())
            return new CellSplit(List.of(new Part(Kind.CELL_MAGIC, whole.group(1), whole.start(1), true)));
        Matcher question = QUESTION.matcher(cell);
        if (question.matches()) {
            int group = question.group(1) != null ? 1 : 2;
            return new CellSplit(List.of(new Part(Kind.QUESTION, question.group(group), question.start(group), true)));
        }
        List<Part> parts = new ArrayList<>();
        Matcher magic = MAGIC.matcher(cell);
        int from = 0;
        while (magic.find()) {
            String before = cell.substring(from, magic.start());
            if (!closed(before, analysis)) continue;
            java(before, from, analysis, parts);
            Kind kind = magic.group(1).startsWith("%") ? Kind.MAGIC : Kind.ASSIGNED;
            parts.add(new Part(kind, magic.group(1).strip(), magic.start(1), true));
            from = magic.end();
        }
        java(cell.substring(from), from, analysis, parts);
        return new CellSplit(parts);
    }

    /** "complete", "incomplete" or "invalid", in the protocol's words. */
    String status() {
        String status = "complete";
        for (Part part : parts) {
            if (part.kind() == Kind.INVALID) return "invalid";
            if (part.kind() == Kind.INCOMPLETE) status = "incomplete";
        }
        return status;
    }

    /** The part in which the cursor stands or that ends last before it; null if there is none. */
    Part at(int cursor) {
        Part found = null;
        for (Part part : parts) if (part.start() <= cursor) found = part;
        return found;
    }

    /** A line that looks like a magic inside a text block, a comment or a formula is none. */
    private static boolean closed(String before, SourceCodeAnalysis analysis) {
        List<Part> parts = new ArrayList<>();
        java(before, 0, analysis, parts);
        return parts.isEmpty() || parts.get(parts.size() - 1).kind() == Kind.JAVA && !openFormula(parts);
    }

    private static boolean openFormula(List<Part> parts) {
        Part last = parts.get(parts.size() - 1);
        return !last.closed()
                && !last.text().strip().endsWith("}")
                && last.text().contains("=");
    }

    private static void java(String text, int offset, SourceCodeAnalysis analysis, List<Part> into) {
        String rest = text;
        int start = offset;
        while (true) {
            int blank = rest.length() - rest.stripLeading().length();
            rest = rest.substring(blank);
            start += blank;
            CompletionInfo info = analysis.analyzeCompletion(rest);
            if (info.completeness() == Completeness.EMPTY) return;
            if (!takes(info.completeness())) {
                Kind kind = info.completeness() == Completeness.UNKNOWN ? Kind.INVALID : Kind.INCOMPLETE;
                into.add(new Part(kind, rest, start, false));
                return;
            }
            String remaining = info.remaining() == null ? "" : info.remaining();
            String raw = rest.substring(0, rest.length() - remaining.length());
            boolean closed = raw.stripTrailing().endsWith(";");
            String source = info.source() == null ? raw : info.source();
            Kind kind = Syntax.fault(source).isEmpty() ? Kind.JAVA : Kind.INVALID;
            into.add(new Part(kind, source, start, closed));
            start += raw.length();
            rest = remaining;
        }
    }

    private static boolean takes(Completeness completeness) {
        return switch (completeness) {
            case COMPLETE, COMPLETE_WITH_SEMI, CONSIDERED_INCOMPLETE -> true;
            default -> false;
        };
    }
}
