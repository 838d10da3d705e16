package dpgnn.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/** A cell cut into what JShell takes one by one, and into magics, each with its place in the cell. */
record Split(List<Part> parts) {
    enum Kind {
        JAVA,
        MAGIC,
        INCOMPLETE,
        INVALID
    }

    /** A piece of the cell: its text as JShell wants it, where it starts, and whether the author closed it with a semicolon. */
    record Part(Kind kind, String text, int start, boolean closed) {}

    private static final Pattern MAGIC =
            Pattern.compile("^[ \\t]*(%{1,2}[A-Za-z]\\w*(?:[ \\t].*)?)$", Pattern.MULTILINE);

    static Split of(String cell, SourceCodeAnalysis analysis) {
        List<Part> parts = new ArrayList<>();
        Matcher magic = MAGIC.matcher(cell);
        int from = 0;
        while (magic.find()) {
            String before = cell.substring(from, magic.start());
            if (!closed(before, analysis)) continue;
            java(before, from, analysis, parts);
            parts.add(new Part(Kind.MAGIC, magic.group(1).strip(), magic.start(1), true));
            from = magic.end();
        }
        java(cell.substring(from), from, analysis, parts);
        return new Split(parts);
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
