package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;

/** Tells an author what went wrong, in terms of the cell and not of JShell's rewriting of it. */
final class Failures {
    private static final int MAX_FRAMES = 24;
    private static final int MAX_CAUSES = 8;

    private Failures() {}

    /** What the compiler says, each with its line and the span marked below it, and which of these names may have been meant. */
    static Failure compile(List<Diag> diagnostics, Session.Place place, Collection<String> inScope) {
        List<Diag> errors = diagnostics.stream().filter(Diag::isError).toList();
        return notRun(errors, place)
                .orElseGet(() -> faults(
                        "CompileError",
                        errors.stream()
                                .map(d -> new Syntax.Fault(
                                        (int) d.getStartPosition(),
                                        (int) d.getEndPosition(),
                                        d.getMessage(null) + Suggestions.of(d.getMessage(null), inScope)))
                                .toList(),
                        place));
    }

    /** Where all that is missing is declared by cells of the notebook that have not run, as after a restart: which these are. */
    private static Optional<Failure> notRun(List<Diag> errors, Session.Place place) {
        Map<NotebookFile.Saved, Set<String>> missing = new LinkedHashMap<>();
        NotebookFile notebook = null;
        for (Diag error : errors) {
            Optional<String> name = Suggestions.symbol(error.getMessage(null));
            if (name.isEmpty()) return Optional.empty();
            if (notebook == null) notebook = NotebookFile.own();
            var cell = notebook.declares(name.get(), place.cell().source());
            if (cell.isEmpty()) return Optional.empty();
            missing.computeIfAbsent(cell.get(), c -> new LinkedHashSet<>()).add("'" + name.get() + "'");
        }
        return missing.entrySet().stream()
                .map(e -> Failure.of(
                        "NotRun",
                        String.join(", ", e.getValue()) + (e.getValue().size() == 1 ? " is" : " are") + " declared in "
                                + e.getKey().named() + ", which has not run as it stands: run it first"))
                .reduce(Failure::and);
    }

    /** Why this part of a cell is no Java, or not yet. */
    static Failure syntax(Session.Place place) {
        Cell.Part part = place.part();
        Syntax.Fault end = new Syntax.Fault(
                part.text().stripTrailing().length(), part.text().length(), "the cell ends in the middle of this");
        return faults("CompileError", List.of(part.syntax().fault.orElse(end)), place);
    }

    static Failure faults(String name, List<Syntax.Fault> faults, Session.Place place) {
        List<String> lines = new ArrayList<>();
        for (Syntax.Fault fault : faults) mark(fault, place, lines);
        if (faults.isEmpty()) return Failure.of(name, "rejected without a reason");
        return new Failure(name, faults.get(0).message().lines().findFirst().orElse(""), lines);
    }

    private static void mark(Syntax.Fault fault, Session.Place place, List<String> lines) {
        String source = place.cell().source();
        int start = clamp(place.part().position(fault.start()), source.length());
        int end = clamp(place.part().position(fault.end()), source.length());
        // What is missing at the end of a line or cell is marked behind its last character.
        while (start > 0 && start == end && start == source.length() && source.charAt(start - 1) == '\n') start = --end;
        int lineStart = source.lastIndexOf('\n', start - 1) + 1;
        int lineEnd = source.indexOf('\n', start);
        if (lineEnd < 0) lineEnd = source.length();
        int until = Math.max(start, Math.min(end, lineEnd));
        String before = source.substring(lineStart, start);
        lines.add(place.cell().label() + ", line " + line(source, start) + ": " + Failure.red("error") + ": "
                + fault.message().lines().collect(Collectors.joining("\n  ")));
        lines.add("    " + before + Failure.red(source.substring(start, until)) + source.substring(until, lineEnd));
        lines.add("    " + before.replaceAll("[^\\t]", " ") + Failure.red("^".repeat(Math.max(1, until - start))));
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

    /** The exception, its causes and the frames that are the author's, or another library's; none of JShell's or of this library. */
    static Failure runtime(JShellException exception, JShell shell, Map<String, Session.Place> places) {
        if (exception instanceof UnresolvedReferenceException unresolved) {
            String message = waits(unresolved.getSnippet(), shell);
            return Failure.of("UnresolvedReference", message);
        }
        return thrown(exception, places);
    }

    /** The failure of what the kernel itself called, such as a value's toString(). */
    static Failure thrown(Throwable exception, Map<String, Session.Place> places) {
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
        // Where the library threw, its own calls say nothing to those who called it.
        boolean folds = last >= 0 && Arrays.stream(trace, 0, end).anyMatch(Failures::isOfTheLibrary);
        int shown = 0, folded = 0;
        for (int i = 0; i < end && shown < MAX_FRAMES; i++) {
            Session.Place place = place(trace[i], places);
            if (place == null && hidden(trace[i])) continue;
            if (place == null && folds) folded++;
            else {
                lines.add("    at " + (place == null ? trace[i].toString() : inCell(trace[i], place)));
                shown++;
            }
        }
        if (folded > 0) lines.add(Failure.dim("    " + folded + " calls within the library, which %trace shows"));
    }

    private static boolean isOfTheLibrary(StackTraceElement frame) {
        return frame.getClassName().startsWith("dpgnn.") && !hidden(frame);
    }

    private static String inCell(StackTraceElement frame, Session.Place place) {
        String text = place.cell().source();
        int line = line(text, place.part().start()) + frame.getLineNumber() - 1;
        String[] source = text.split("\n", -1);
        String code = line >= 1 && line <= source.length ? source[line - 1].strip() : "";
        String type = frame.getClassName().isEmpty() ? "" : frame.getClassName() + ".";
        String method = frame.getMethodName().isEmpty() ? "" : type + frame.getMethodName() + ", ";
        return method + place.cell().label() + ", line " + line + Failure.dim("    " + code);
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
    static Failure interrupted(Throwable thrown) {
        String said = thrown == null || thrown.getMessage() == null ? "" : thrown.getMessage();
        String message = said.isEmpty() ? "the cell was stopped" : said;
        return Failure.of("Interrupted", message);
    }

    /** Which declaration waits for what. */
    static String waits(Snippet snippet, JShell shell) {
        if (!(snippet instanceof DeclarationSnippet declaration)) return snippet.source();
        String missing = shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "));
        return missing.isEmpty()
                ? "'" + declaration.name() + "' does not compile with what it uses now"
                : "'" + declaration.name() + "' waits for: " + missing;
    }
}
