package dpgnn.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;

/** The state of a notebook: what its cells declared, and the means to run, complete, explain and stop them. */
final class Session implements AutoCloseable {
    /** What a cell came to: a value to show, or none, or why it failed. */
    record Outcome(Object value, Failure failure) {
        static final Outcome NOTHING = new Outcome(null, null);
    }

    /** Where a snippet stands in the notebook. */
    record Place(String cell, String source, int start) {}

    /** A training looks at its interrupt flag at least this often; what is deaf for longer is stopped by force. */
    private static final long PATIENCE_MILLIS = 1000;

    private final CellExecution execution = new CellExecution();
    private final JShell shell;
    private final JShell parser;
    private final SourceCodeAnalysis analysis;
    private final Magics magics;
    private final Explanations explanations;
    private final Map<String, Place> places = new HashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean interrupted;
    private volatile boolean busy;

    Session(Path sources) {
        shell = JShell.builder().executionEngine(execution.provider(), Map.of()).build();
        // A shell's analysis begins by listing every class of its class path, which costs a second of the first cell's
        // time.
        // To see where a statement ends no class path is needed; the full analysis is made when help is first asked
        // for.
        parser = JShell.builder()
                .executionEngine("local")
                .compilerOptions("-classpath", "")
                .build();
        analysis = parser.sourceCodeAnalysis();
        magics = new Magics(this);
        explanations = new Explanations(shell, analysis, Javadoc.of(sources));
        for (String line : imports()) shell.eval(line);
    }

    /** Runs the cell with this label; the label shows in the traces of errors. */
    Outcome run(String label, String source) {
        interrupted = false;
        execution.reset();
        running.incrementAndGet();
        busy = true;
        try {
            return runParts(label, source);
        } finally {
            busy = false;
            // The flag of an interrupt that came too late must not stop what this thread does next.
            Thread.interrupted();
        }
    }

    private Outcome runParts(String label, String source) {
        Split split = Split.of(source, analysis);
        for (Split.Part part : split.parts())
            if (part.kind() == Split.Kind.INVALID || part.kind() == Split.Kind.INCOMPLETE)
                return new Outcome(null, Failures.syntax(part, new Place(label, source, part.start())));
        Outcome outcome = Outcome.NOTHING;
        for (Split.Part part : split.parts()) {
            outcome = part.kind() == Split.Kind.MAGIC
                    ? magics.run(part.text())
                    : snippet(part, new Place(label, source, part.start()));
            if (outcome.failure() == null && interrupted) outcome = new Outcome(null, Failures.interrupted(null));
            if (outcome.failure() != null) return outcome;
        }
        noteWhatWaits(label);
        return outcome;
    }

    /** Runs other source, such as a loaded file, as part of the running cell. */
    Outcome include(String label, String source) {
        return runParts(label, source);
    }

    private Outcome snippet(Split.Part part, Place place) {
        List<SnippetEvent> events = shell.eval(part.text());
        for (SnippetEvent event : events) places.put(event.snippet().id(), place);
        for (SnippetEvent event : events) {
            if (event.causeSnippet() != null) continue;
            Snippet snippet = event.snippet();
            if (event.status() == Status.REJECTED)
                return new Outcome(
                        null, Failures.compile(shell.diagnostics(snippet).toList(), place));
            if (event.exception() != null) return new Outcome(null, failure(event.exception()));
            if (interrupted) return new Outcome(null, Failures.interrupted(null));
            Object value = execution.takeValue();
            if (shows(snippet.subKind()) && !part.closed()) return new Outcome(value, null);
        }
        return Outcome.NOTHING;
    }

    private Failure failure(JShellException exception) {
        if (interrupted && exception instanceof EvalException thrown) return Failures.interrupted(thrown);
        return Failures.runtime(exception, shell, places);
    }

    private static boolean shows(SubKind kind) {
        return switch (kind) {
            case TEMP_VAR_EXPRESSION_SUBKIND, VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND -> true;
            default -> false;
        };
    }

    /** JShell accepts a declaration that uses what is not there yet. The author should know, in case it is a slip. */
    private void noteWhatWaits(String label) {
        shell.snippets()
                .filter(s ->
                        places.containsKey(s.id()) && places.get(s.id()).cell().equals(label))
                .filter(s -> shell.status(s) == Status.RECOVERABLE_DEFINED
                        || shell.status(s) == Status.RECOVERABLE_NOT_DEFINED)
                .forEach(s -> System.err.println(Failures.waits(s, shell)));
    }

    /** Asks what runs to stop at its next safe point, and makes it stop if it does not listen. */
    void interrupt() {
        if (!busy) return;
        interrupted = true;
        int asked = running.get();
        magics.interrupt();
        execution.interrupt();
        Thread force = new Thread(() -> force(asked), "kernel-interrupt");
        force.setDaemon(true);
        force.start();
    }

    private void force(int asked) {
        try {
            Thread.sleep(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            return;
        }
        if (running.get() == asked && execution.isRunning()) shell.stop();
    }

    boolean wasInterrupted() {
        return interrupted;
    }

    String status(String source) {
        return Split.of(source, analysis).status();
    }

    Explanations explanations() {
        return explanations;
    }

    void addToClassPath(String path) {
        shell.addToClasspath(path);
    }

    private static List<String> imports() {
        try (InputStream in = Session.class.getResourceAsStream("imports.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("import ") && exists(line))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A package of ours may be absent from a build; the JDK is not asked. */
    private static boolean exists(String line) {
        if (!line.startsWith("import dpgnn.")) return true;
        String folder =
                line.substring("import ".length(), line.lastIndexOf('.')).replace('.', '/') + "/";
        return Session.class.getClassLoader().getResource(folder) != null;
    }

    @Override
    public void close() {
        shell.close();
        parser.close();
    }
}
