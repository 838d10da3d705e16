package dpgnn.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;

/** Tells an author what went wrong in terms of the cell, not of what JShell made of it. */
final class Failures {
    private static final int MAX_FRAMES = 24;
    private static final int MAX_CAUSES = 8;

    private Failures() {}

    /** What the compiler says, each with its line and the span marked below it. */
    static Failure compile(List<Diag> diagnostics, Snippet snippet, Session.Place place) {
        List<Diag> errors = diagnostics.stream().filter(Diag::isError).toList();
        List<String> lines = new ArrayList<>();
        for (Diag error : errors) mark(error, place, lines);
        String first = errors.isEmpty()
                ? "rejected: " + snippet.source()
                : errors.get(0).getMessage(null).lines().findFirst().orElse("");
        if (lines.isEmpty()) lines.add(Failure.red("CompileError") + ": " + first);
        return new Failure("CompileError", first, lines);
    }

    private static void mark(Diag error, Session.Place place, List<String> lines) {
        String source = place.source();
        int start = clamp(place.start() + (int) error.getStartPosition(), source.length());
        int end = clamp(place.start() + (int) error.getEndPosition(), source.length());
        int lineStart = source.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
        if (start == 0) lineStart = 0;
        int lineEnd = source.indexOf('\n', start);
        if (lineEnd < 0) lineEnd = source.length();
        int until = Math.max(start + 1, Math.min(end, lineEnd));
        String before = source.substring(lineStart, start);
        String span = source.substring(start, Math.min(until, Math.max(start, lineEnd)));
        String after = source.substring(Math.min(until, lineEnd), lineEnd);
        String label = place.cell() + ", line " + line(source, start);
        lines.add(label + ": " + Failure.red("error") + ": "
                + error.getMessage(null).lines().collect(Collectors.joining("\n  ")));
        lines.add("    " + before + Failure.red(span) + after);
        lines.add("    " + before.replaceAll("[^\\t]", " ") + Failure.red("^".repeat(until - start)));
    }

    private static int clamp(int position, int length) {
        return Math.max(0, Math.min(position, length));
    }

    /** The line, from 1, on which this position stands. */
    static int line(String source, int position) {
        return 1
                + (int) source.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** The exception, its causes and the frames that are the author's or a library's, none of JShell's. */
    static Failure runtime(JShellException exception, JShell shell, Map<String, Session.Place> places) {
        if (exception instanceof UnresolvedReferenceException unresolved) {
            String message = waits(unresolved.getSnippet(), shell);
            return Failure.of("UnresolvedReference", message);
        }
        List<String> lines = new ArrayList<>();
        Throwable current = exception;
        for (int i = 0; current != null && i < MAX_CAUSES; i++, current = current.getCause()) {
            String head = Failure.red(name(current)) + text(current.getMessage());
            lines.add(i == 0 ? head : "caused by " + head);
            frames(current.getStackTrace(), places, lines);
        }
        String message = exception.getMessage();
        return new Failure(name(exception), message == null ? "" : message, lines);
    }

    private static String name(Throwable exception) {
        return exception instanceof EvalException thrown
                ? thrown.getExceptionClassName()
                : exception.getClass().getName();
    }

    private static String text(String message) {
        return message == null ? "" : ": " + message;
    }

    private static void frames(StackTraceElement[] trace, Map<String, Session.Place> places, List<String> lines) {
        int last = -1;
        for (int i = 0; i < trace.length; i++) if (place(trace[i], places) != null) last = i;
        int end = last < 0 ? trace.length : last + 1;
        int shown = 0;
        for (int i = 0; i < end && shown < MAX_FRAMES; i++) {
            Session.Place place = place(trace[i], places);
            if (place == null && hidden(trace[i])) continue;
            lines.add("    at " + (place == null ? trace[i].toString() : inCell(trace[i], place)));
            shown++;
        }
    }

    private static String inCell(StackTraceElement frame, Session.Place place) {
        int line = line(place.source(), place.start()) + frame.getLineNumber() - 1;
        String[] source = place.source().split("\n", -1);
        String code = line >= 1 && line <= source.length ? source[line - 1].strip() : "";
        String type = frame.getClassName().isEmpty() ? "" : frame.getClassName() + ".";
        String method = frame.getMethodName().isEmpty() ? "" : type + frame.getMethodName() + ", ";
        return method + place.cell() + ", line " + line + Failure.dim("    " + code);
    }

    /** JShell names the file of a frame in a snippet after the snippet's id, "#12". */
    private static Session.Place place(StackTraceElement frame, Map<String, Session.Place> places) {
        String file = frame.getFileName();
        return file != null && file.startsWith("#") ? places.get(file.substring(1)) : null;
    }

    private static boolean hidden(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.startsWith("dpgnn.kernel.")
                || type.startsWith("jdk.jshell.")
                || type.startsWith("REPL.")
                || type.startsWith("jdk.internal.reflect.")
                || type.startsWith("java.lang.reflect.")
                || type.startsWith("java.lang.invoke.");
    }

    /** The author pressed stop. What the training said about where it stopped is worth more than its class. */
    static Failure interrupted(EvalException thrown) {
        String said = thrown == null || thrown.getMessage() == null ? "" : thrown.getMessage();
        String message = said.isEmpty() ? "the cell was stopped" : said;
        return Failure.of("Interrupted", message);
    }

    /** Which declaration waits for what. */
    static String waits(Snippet snippet, JShell shell) {
        if (!(snippet instanceof DeclarationSnippet declaration)) return snippet.source();
        String missing = shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "));
        return "'" + declaration.name() + "' waits for: " + missing;
    }
}
