package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.nn.kernel.ThreadShare;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A grid of runs over parameters and seeds. Every finished run is one file, named by the hashes of its setting and its data.
 * A sweep that was killed therefore continues where it stopped, and a sweep that is widened computes only the new runs. Runs
 * that came with the notebooks ({@link KeptRuns}) are not computed again either.
 *
 * <pre>{@code
 * SweepResults<Walk> results = Sweep.of(walk).vary(Walk::layers, 1, 2).vary(Walk::rate, 0.01, 0.1).seeds(1, 2, 3).into(folder).run(study);
 * }</pre>
 *
 * @param <E> the parameters of a run
 */
public final class Sweep<E extends Experiment<E>> {
    private final Set<String> varied = new HashSet<>();
    private List<E> grid;
    private Path directory;
    private int workers = Runtime.getRuntime().availableProcessors();
    private KeptRuns kept;

    private Sweep(List<E> grid) {
        this.grid = grid;
    }

    /** Starts with one run; {@link #vary} makes a grid of it. */
    public static <E extends Experiment<E>> Sweep<E> of(E base) {
        return new Sweep<>(List.of(Check.given("base", base)));
    }

    /** The sweep of these runs. */
    public static <E extends Experiment<E>> Sweep<E> of(List<E> grid) {
        return new Sweep<>(List.copyOf(Check.given("grid", grid)));
    }

    /** Lets a parameter take each of these values. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <V extends Comparable<V>> Sweep<E> vary(RecordFields.Field<E, V> field, V... values) {
        return vary(field, Arrays.asList(values));
    }

    public <V extends Comparable<V>> Sweep<E> vary(RecordFields.Field<E, V> field, Collection<V> values) {
        String parameter = field.component();
        if (values.isEmpty())
            throw new IllegalArgumentException("parameter \"" + parameter + "\" needs at least one value");
        if (!varied.add(parameter))
            throw new IllegalArgumentException("parameter \"" + parameter + "\" is given twice");
        grid = grid.stream()
                .flatMap(experiment -> values.stream().map(value -> experiment.with(field, value)))
                .distinct()
                .toList();
        return this;
    }

    public Sweep<E> seeds(long... seeds) {
        return vary(E::seed, Arrays.stream(seeds).boxed().toList());
    }

    /** Sets parameters that follow from others in every run of the grid; equal runs become one. */
    public Sweep<E> each(UnaryOperator<E> change) {
        grid = grid.stream().map(change).distinct().toList();
        return this;
    }

    /** Keeps only the runs of the grid that meet a condition. */
    public Sweep<E> where(Predicate<E> condition) {
        grid = grid.stream().filter(condition).toList();
        return this;
    }

    /** Sets the folder of the runs' files. */
    public Sweep<E> into(Path folder) {
        directory = folder;
        return this;
    }

    /** Looks for finished runs here first, in place of those that came with the notebooks. */
    public Sweep<E> kept(KeptRuns runs) {
        kept = runs;
        return this;
    }

    /** Sets how many runs go on at a time, by default one per processor. They share the processors. */
    public Sweep<E> workers(int count) {
        if (count < 1) throw new IllegalArgumentException("workers must be at least 1, was " + count);
        workers = count;
        return this;
    }

    /** Every run of the grid, in the order of the grid. */
    public List<E> experiments() {
        return grid;
    }

    /**
     * Makes the missing runs on this machine's processors. A run that fails does not stop the others; all failures are then
     * reported in one error, and finished runs stay. An interrupt ends the sweep at the runs' next safe points.
     */
    public SweepResults<E> run(Study<E> study) throws InterruptedException, IOException {
        Path folder = folder();
        RunOrigins line = RunOrigins.ofCell();
        Map<E, Run> done = finished(study, line);
        List<E> open = open(done);
        Map<String, Throwable> failures = new LinkedHashMap<>();
        int atATime = Math.max(1, Math.min(workers, open.size()));
        ExecutorService pool = Executors.newFixedThreadPool(atATime);
        try {
            ExecutorCompletionService<Run> completion = new ExecutorCompletionService<>(pool);
            Map<Future<Run>, E> running = new LinkedHashMap<>();
            for (E experiment : open)
                running.put(
                        completion.submit(
                                () -> ThreadShare.among(atATime, () -> RunFolder.make(study, experiment, folder))),
                        experiment);
            for (int i = 0; i < open.size(); i++) {
                Future<Run> future = completion.take();
                E experiment = running.get(future);
                try {
                    Run run = future.get();
                    done.put(experiment, run);
                    line.made(run);
                } catch (ExecutionException e) {
                    failures.put(Setting.of(experiment).parameters().toString(), e.getCause());
                }
            }
        } finally {
            pool.shutdownNow();
            line.end(!open.isEmpty());
        }
        if (!failures.isEmpty()) throw new SweepFailure(failures, grid.size());
        return results(done);
    }

    /**
     * Makes the missing runs elsewhere, such as on a cluster. A failure there ends the sweep; finished runs stay.
     *
     * @param elsewhere takes the missing runs, and what makes one and its file; that may travel to machines that have the folder, too
     */
    public SweepResults<E> run(Study<E> study, BiConsumer<List<E>, Study.Body<E>> elsewhere) throws IOException {
        Check.given("elsewhere", elsewhere);
        Path folder = folder();
        RunOrigins line = RunOrigins.ofCell();
        Map<E, Run> done = finished(study, line);
        List<E> open = open(done);
        File shared = folder.toAbsolutePath().toFile();
        if (!open.isEmpty()) elsewhere.accept(open, experiment -> RunFolder.make(study, experiment, shared.toPath()));
        RunFolder<E> made = new RunFolder<>(folder, KeptRuns.none(), study);
        for (E experiment : open) {
            Run run = made.find(experiment).orElseThrow().run();
            done.put(experiment, run);
            line.made(run);
        }
        line.end(!open.isEmpty());
        return results(done);
    }

    private SweepResults<E> results(Map<E, Run> done) throws IOException {
        Map<E, Run> inOrder = new LinkedHashMap<>();
        for (E experiment : grid) inOrder.put(experiment, done.get(experiment));
        SweepResults<E> results = new SweepResults<>(inOrder);
        results.requireSameData();
        KeptRuns.note(results.runs());
        return results;
    }

    private List<E> open(Map<E, Run> done) {
        return grid.stream().filter(e -> !done.containsKey(e)).toList();
    }

    Path folder() throws IOException {
        if (directory == null) throw new IllegalStateException("say where the runs' files go: into(folder)");
        Files.createDirectories(directory);
        return directory;
    }

    /** What is there of a sweep. */
    record Here<E extends Experiment<E>>(Map<E, RunFolder.Found> found, KeptRuns kept, int outdated) {
        Map<E, Run> runs() {
            Map<E, Run> runs = new LinkedHashMap<>();
            found.forEach((experiment, f) -> runs.put(experiment, f.run()));
            return runs;
        }
    }

    Here<E> here(Study<E> study) throws IOException {
        KeptRuns from = kept == null ? KeptRuns.shipped() : kept;
        RunFolder<E> place = new RunFolder<>(folder(), from, study);
        Map<E, RunFolder.Found> found = new LinkedHashMap<>();
        for (E experiment : grid) place.find(experiment).ifPresent(f -> found.put(experiment, f));
        return new Here<>(found, from, place.outdated());
    }

    /** About how long each run takes that is not there, as kept ones took; not a number where none tells it. */
    Map<Setting, Double> seconds(Study<E> study, Here<E> here) throws IOException {
        Map<Setting, Double> seconds = new LinkedHashMap<>();
        for (E experiment : open(here.runs())) {
            Setting setting = Setting.of(experiment);
            seconds.put(setting, here.kept.seconds(setting.experiment(), RunFolder.data(study, experiment)));
        }
        return seconds;
    }

    /** The runs that need not be made. */
    Map<E, Run> finished(Study<E> study, RunOrigins line) throws IOException {
        Here<E> here = here(study);
        Map<Setting, Double> open = seconds(study, here);
        RunPlan.look(open);
        RunsAgain again = RunsAgain.asked();
        for (Map.Entry<E, RunFolder.Found> each : here.found.entrySet())
            if (each.getValue().shipped())
                again.make(study, each.getKey(), each.getValue().run());
        line.begin(List.copyOf(here.found.values()), here.outdated, open);
        return here.runs();
    }

    /** Thrown when some runs of a sweep failed; the message names the first ones and the reasons. */
    public static final class SweepFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        SweepFailure(Map<String, Throwable> failures, int total) {
            super(describe(failures, total), failures.values().iterator().next());
        }

        private static String describe(Map<String, Throwable> failures, int total) {
            StringBuilder text =
                    new StringBuilder(failures.size() + " of " + total + " runs failed, the others are kept.");
            failures.entrySet().stream()
                    .limit(5)
                    .forEach(f ->
                            text.append("\n  ").append(f.getKey()).append(": ").append(f.getValue()));
            return text.toString();
        }
    }
}
