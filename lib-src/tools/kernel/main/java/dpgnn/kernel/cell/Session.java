package dpgnn.kernel.cell;

import dpgnn.report.CellCode;
import dpgnn.report.Comms;
import dpgnn.report.Display;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.tools.StandardJavaFileManager;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;

/** The state of a notebook: the declarations of its cells, and the means to run, complete, explain and stop cells. */
public final class Session implements AutoCloseable {
    /** What may replace the text from {@code start} to {@code end}. */
    public record Completions(List<String> matches, int start, int end) {}

    /** What a cell came to: a value, or none, or why it failed; and what a front end shows of the value. */
    public record Outcome(Object value, Map<String, String> shown, Failure failure) {
        static final Outcome NOTHING = Outcome.of(null);

        static Outcome of(Object value) {
            return new Outcome(value, Map.of(), null);
        }

        public static Outcome failed(Failure failure) {
            return new Outcome(null, Map.of(), failure);
        }
    }

    /** Where a snippet stands in the notebook. */
    record Place(Cell cell, Cell.Part part) {}

    private final CellExecution execution = new CellExecution();
    private final JShell shell;
    private final JShell parser;
    private final SourceCodeAnalysis analysis;
    private final NotebookClasses classes = new NotebookClasses();
    private final Staleness staleness;
    private final CodePrints prints;
    private final DeclaredNow declaredNow;
    private final Origins origins;
    private final DefaultImports imports;
    private final Magics magics;
    private final Explanations explanations;
    private final Interruption interruption;
    private final Map<String, Place> places = new ConcurrentHashMap<>();
    private volatile Throwable lastThrown;
    /** Held by what runs code: a cell, or a form beside it. */
    private final ReentrantLock turn = new ReentrantLock();

    private volatile boolean declared;
    /** What the running cell declared, and what was compiled again for it. */
    private final Set<Snippet> touched = new LinkedHashSet<>();

    public Session(Path sources) {
        shell = JShell.builder().executionEngine(execution.provider(), Map.of()).build();
        // A shell's analysis begins by listing every class of its class path and of the JDK, which costs more than a
        // second of the first cell's time. To see where a statement ends no class is needed, and no plug-in of the
        // compiler; the full analysis is made when help is first asked for.
        parser = JShell.builder()
                .executionEngine("local")
                .fileManager(Session::withoutPaths)
                .compilerOptions("-processorpath", "")
                .build();
        analysis = parser.sourceCodeAnalysis();
        staleness = new Staleness(shell, execution.classes);
        declaredNow = new DeclaredNow(shell, execution.classes);
        origins = new Origins(declaredNow);
        prints = new CodePrints(shell, execution.classes, origins);
        imports = new DefaultImports(shell, classes::find, staleness::settle);
        magics = new Magics(this);
        interruption = new Interruption(execution, shell);
        explanations = new Explanations(shell, analysis, imports, Javadoc.of(sources), magics.names());
        Notebook.onEval(this::eval);
        CellCode.from(prints);
        Notebook.onMagic(magics::own);
    }

    /** These files, without a path on which classes could be listed. */
    private static StandardJavaFileManager withoutPaths(StandardJavaFileManager files) {
        InvocationHandler handler = (proxy, method, arguments) ->
                method.getName().equals("getLocationAsPaths") ? List.of() : method.invoke(files, arguments);
        Class<?>[] type = {StandardJavaFileManager.class};
        return (StandardJavaFileManager) Proxy.newProxyInstance(Session.class.getClassLoader(), type, handler);
    }

    /** Runs the cell with this label; the label shows in the traces of errors. */
    public Outcome run(String label, String source) {
        turn.lock();
        interruption.begin();
        touched.clear();
        origins.begin(label);
        try {
            Cell cell = Cell.of(label, source, analysis);
            Outcome outcome = include(cell);
            if (outcome.failure() == null && Comms.hasWidgets())
                ParameterForm.of(cell, this::declare).ifPresent(Display::show);
            // The handle of something displayed, and the stream that printf returns, are for the code, not for the
            // eyes.
            Object value = outcome.value();
            boolean hidden = value == null || value instanceof Display.Handle || value instanceof PrintStream;
            return outcome.failure() != null || hidden ? outcome : show(outcome.value());
        } finally {
            interruption.end();
            turn.unlock();
        }
    }

    /** Runs a declaration for a form, when no cell runs. */
    private Optional<Failure> declare(String line) {
        turn.lock();
        try {
            origins.begin("the form");
            declared = true;
            return Optional.ofNullable(include("the form", line).failure());
        } finally {
            turn.unlock();
        }
    }

    /** Whether a form has declared something since this was last asked. */
    public boolean takeDeclared() {
        boolean taken = declared;
        declared = false;
        return taken;
    }

    /**
     * The notes that have changed on what outputs were made with, by the labels of their cells: which values have changed since, and
     * which cells to run. Empty where an output is true again.
     */
    public Map<String, String> notes() {
        return origins.notes();
    }

    /** The output of this cell is shown no more. */
    public void forget(String label) {
        origins.forget(label);
    }

    /** Runs other source, such as a loaded file, as part of the running cell. */
    Outcome include(String label, String source) {
        return include(Cell.of(label, source, analysis));
    }

    private Outcome include(Cell cell) {
        Optional<Failure> broken = cell.wrong();
        if (broken.isPresent()) return Outcome.failed(broken.get());
        Outcome outcome = Outcome.NOTHING;
        List<Cell.Part> parts = Declarations.arrange(cell.parts());
        for (int i = 0; i < parts.size(); i++) {
            Cell.Part part = parts.get(i);
            Place place = new Place(cell, part);
            outcome = switch (part.kind()) {
                case MAGIC, ASSIGNED, CELL_MAGIC -> magics.run(place);
                case QUESTION -> explanations.answer(part.text());
                default -> snippet(place);
            };
            boolean java = part.isJava() && outcome.failure() != null; // then it has said where it was stopped
            if (interruption.isAsked() && !java) outcome = Outcome.failed(Failures.interrupted(null));
            if (outcome.failure() != null) return outcome;
            Optional<Failure> wrong = part.kind() == Cell.Kind.JAVA ? wrong(cell) : Optional.empty();
            // What stands below may declare what is missing here.
            if (wrong.isPresent() && parts.subList(i + 1, parts.size()).stream().noneMatch(Session::declaresCode))
                return Outcome.failed(wrong.get());
        }
        noteWhatWaits();
        return outcome;
    }

    private static boolean declaresCode(Cell.Part part) {
        return part.kind() == Cell.Kind.JAVA && part.syntax().declaresCode;
    }

    /**
     * What is wrong in the methods and types of this cell. JShell accepts one that calls what is there with wrong
     * arguments, in case the right declaration is still to come.
     */
    private Optional<Failure> wrong(Cell cell) {
        return shell.snippets()
                .filter(s ->
                        places.containsKey(s.id()) && places.get(s.id()).cell().equals(cell))
                .flatMap(s -> wrong(s).stream())
                .reduce(Failure::and);
    }

    /** The errors of a declaration beside names that are not there yet. */
    private Optional<Failure> wrong(Snippet snippet) {
        List<Diag> errors = shell.diagnostics(snippet).filter(Diag::isError).toList();
        Place place = places.get(snippet.id());
        if (!waits(snippet) || errors.isEmpty() || place == null) return Optional.empty();
        return Optional.of(Failures.compile(errors, place, inScope()));
    }

    private boolean waits(Snippet snippet) {
        Status status = shell.status(snippet);
        return status == Status.RECOVERABLE_DEFINED || status == Status.RECOVERABLE_NOT_DEFINED;
    }

    /** Runs the snippet at this place. */
    Outcome snippet(Place place) {
        String text = place.part().text();
        Syntax syntax = place.part().syntax();
        staleness.at(place);
        imports.runs(text, place.cell().types());
        String around = prints.begin(text);
        origins.before(text);
        Staleness.Result result = staleness.eval(place);
        List<SnippetEvent> events = result.events();
        declaredNow.ran(text);
        boolean ran = events.stream().noneMatch(e -> e.causeSnippet() == null && isCode(e.snippet()));
        origins.after(text, prints.end(around, events), ran);
        for (SnippetEvent event : events) {
            touched.add(event.snippet());
            // What depends on a change is compiled again, and stands where it stood.
            if (event.causeSnippet() == null) places.put(event.snippet().id(), place);
        }
        for (SnippetEvent event : events) {
            if (event.causeSnippet() != null) continue;
            Snippet snippet = event.snippet();
            if (event.status() == Status.REJECTED) {
                List<Diag> diagnostics = shell.diagnostics(snippet).toList();
                return Outcome.failed(staleness
                        .reads(diagnostics, result.place().part().text())
                        .orElseGet(() -> Failures.compile(diagnostics, result.place(), inScope())));
            }
            if (event.exception() != null) return Outcome.failed(failure(event.exception()));
            if (interruption.isAsked()) return Outcome.failed(Failures.interrupted(null));
            Object value = execution.takeValue();
            boolean quiet = place.part().closed() && syntax.isStatement;
            if (shows(snippet.subKind()) && !quiet) return Outcome.of(value);
        }
        return Outcome.NOTHING;
    }

    private static boolean isCode(Snippet snippet) {
        return snippet.kind() == Snippet.Kind.METHOD || snippet.kind() == Snippet.Kind.TYPE_DECL;
    }

    /** All simple names that a cell may use. */
    private List<String> inScope() {
        List<String> names = new ArrayList<>(imports.startingWith(""));
        shell.variables().map(VarSnippet::name).forEach(names::add);
        shell.methods().map(MethodSnippet::name).forEach(names::add);
        return names;
    }

    private Failure failure(JShellException exception) {
        if (interruption.isAsked() && exception instanceof EvalException thrown) {
            showWhatIsLeft();
            return Failures.interrupted(thrown);
        }
        if (exception instanceof UnresolvedReferenceException waiting) {
            Optional<Failure> why = staleness.reads(waiting.getSnippet()).or(() -> wrong(waiting.getSnippet()));
            if (why.isPresent()) return why.get();
        }
        if (execution.thrown() != null) lastThrown = execution.thrown();
        return Failures.runtime(exception, shell, places);
    }

    /** All calls behind the exception that ended a cell last. */
    Outcome trace() {
        if (lastThrown == null) return Outcome.failed(Failure.of("NoException", "no cell has ended in an exception"));
        lastThrown.printStackTrace();
        return Outcome.NOTHING;
    }

    /** What a stopped training has so far, say: what was thrown, or a cause of it, if it has more to show than its message. */
    private void showWhatIsLeft() {
        for (Throwable each = execution.thrown(); each != null; each = each.getCause())
            if (Display.render(each).size() > 1) {
                Display.show(each);
                return;
            }
    }

    /** What a value shows as is code of its class: it may fail, or never end. */
    private Outcome show(Object value) {
        return computed(() -> new Outcome(value, Display.present(value), null));
    }

    /** Runs code that is not of JShell where cells run, so that it can be stopped. */
    Outcome computed(Callable<Outcome> body) {
        try {
            return execution.call(body);
        } catch (Exception e) {
            Throwable thrown = e instanceof InvocationTargetException ? e.getCause() : e;
            lastThrown = thrown;
            return Outcome.failed(
                    interruption.isAsked() ? Failures.interrupted(null) : Failures.thrown(thrown, places));
        }
    }

    /** Runs what no cell asks for, such as the answer to a widget, as a cell is run: it can be stopped. Null unless it fails. */
    public Failure answer(Runnable body) {
        interruption.begin();
        try {
            return computed(() -> {
                        body.run();
                        return Outcome.NOTHING;
                    })
                    .failure();
        } finally {
            interruption.end();
        }
    }

    /** Runs the same beside a running cell, on this thread, which may be asked to stop. Null unless it fails. */
    public Failure beside(Runnable body) {
        try {
            execution.enter();
            body.run();
            return null;
        } catch (RuntimeException | Error e) {
            return Failures.thrown(e, places);
        }
    }

    /** Runs source from within a cell and gives its last value. */
    private Object eval(String source) {
        Outcome outcome = include("eval", source);
        if (outcome.failure() == null) return outcome.value();
        throw new IllegalStateException(
                "eval: " + outcome.failure().name() + ": " + outcome.failure().message());
    }

    private static boolean shows(SubKind kind) {
        return switch (kind) {
            case TEMP_VAR_EXPRESSION_SUBKIND, VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND -> true;
            default -> false;
        };
    }

    /** JShell accepts a declaration that uses what is not there yet. The author should know, in case it is a slip. */
    private void noteWhatWaits() {
        for (Snippet snippet : touched) if (waits(snippet)) System.err.println(Failures.waits(snippet, shell));
        touched.clear();
    }

    /** Asks what runs to stop at its next safe point, and makes it stop if it does not listen; false if nothing runs. */
    public boolean interrupt() {
        if (!interruption.ask()) return false;
        magics.interrupt();
        return true;
    }

    public String status(String source) {
        return Cell.of("", source, analysis).status();
    }

    /** What Tab offers here. */
    public Completions complete(String code, int cursor) {
        return explanations.complete(code, cursor);
    }

    /** What Shift-Tab shows here, by MIME type. */
    public Map<String, String> explain(String code, int cursor) {
        return explanations.explain(code, cursor);
    }

    Explanations explanations() {
        return explanations;
    }

    JShell shell() {
        return shell;
    }

    void addToClassPath(String path) {
        shell.addToClasspath(path);
        classes.add(path);
    }

    @Override
    public void close() {
        shell.close();
        parser.close();
    }
}
