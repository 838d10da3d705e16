package dpgnn.train;

import dpgnn.nn.Cores;
import dpgnn.report.Progress;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * A grid of runs over parameters and seeds. Every finished run is one file named by the hashes of its setting and its data, so
 * a sweep that was killed continues where it was, and a sweep that is widened computes only what is new. What came with the notebooks
 * ({@link KeptRuns}) is not computed either.
 *
 * <pre>{@code
 * Results results = Sweep.of("drw").vary("layers", 1, 2).vary("lr", 0.01, 0.1).seeds(1, 2, 3).into(folder).run(experiment);
 * }</pre>
 */
public final class Sweep {
    /** One run of a setting. It is serialisable so that it can travel to other machines. */
    @FunctionalInterface
    public interface Experiment extends Serializable {
        Run run(Setting setting) throws Exception;

        /** The study and its version: see {@link Study}. */
        default String edition() {
            return "version 1";
        }

        /** The data that a setting reads here and now; empty where the experiment does not tell, whose runs do not travel. */
        default Optional<Run.Data> reads(Setting setting) throws Exception {
            return Optional.empty();
        }
    }

    /** Told about every run that ends: how many of how many are done, and the last one. */
    @FunctionalInterface
    public interface Watcher {
        void done(int finished, int total, Run last);
    }

    private final String experiment;
    private final Map<String, List<Object>> grid = new LinkedHashMap<>();
    private final List<Predicate<Setting>> conditions = new ArrayList<>();
    private Path directory;
    private int workers = Runtime.getRuntime().availableProcessors();
    private KeptRuns kept;
    private Watcher watcher = (finished, total, last) -> {};

    private Sweep(String experiment) {
        this.experiment = experiment;
    }

    public static Sweep of(String experiment) {
        Objects.requireNonNull(experiment, "experiment must be given, was null");
        return new Sweep(experiment);
    }

    /** Lets a parameter take each of these values; one value fixes it. */
    public Sweep vary(String name, Object... values) {
        if (values.length == 0)
            throw new IllegalArgumentException("parameter \"" + name + "\" needs at least one value");
        if (grid.containsKey(name)) throw new IllegalArgumentException("parameter \"" + name + "\" is given twice");
        grid.put(name, List.of(values));
        return this;
    }

    public Sweep seeds(long... seeds) {
        return vary("seed", Arrays.stream(seeds).boxed().toArray());
    }

    /** Keeps only the settings of the grid that fulfil a condition. */
    public Sweep where(Predicate<Setting> condition) {
        conditions.add(condition);
        return this;
    }

    /** The folder of the runs' files. */
    public Sweep into(Path folder) {
        directory = folder;
        return this;
    }

    /** Looks for finished runs there first, in place of those that came with the notebooks. */
    public Sweep kept(KeptRuns runs) {
        kept = runs;
        return this;
    }

    /** How many runs at a time; by default as many as there are processors. They share the processors. */
    public Sweep workers(int count) {
        if (count < 1) throw new IllegalArgumentException("workers must be at least 1, was " + count);
        workers = count;
        return this;
    }

    public Sweep watch(Watcher newWatcher) {
        watcher = newWatcher;
        return this;
    }

    /** Shows how many runs are done, as a bar that moves in place, with these figures of the last one. */
    public Sweep progress(String... metrics) {
        Progress[] bar = new Progress[1];
        return watch((finished, total, last) -> {
            if (bar[0] == null) bar[0] = Progress.of(experiment, total);
            List<Object> shown = new ArrayList<>();
            for (String metric : metrics) {
                shown.add(metric);
                shown.add(last.metric(metric));
            }
            bar[0].step(finished, shown.toArray());
            if (finished == total) bar[0].close();
        });
    }

    /** Every setting of the grid, in the order of the grid. */
    public List<Setting> settings() {
        List<Map<String, Object>> all = List.of(Map.of());
        for (Map.Entry<String, List<Object>> axis : grid.entrySet()) {
            List<Map<String, Object>> wider = new ArrayList<>();
            for (Map<String, Object> partial : all)
                for (Object value : axis.getValue()) {
                    Map<String, Object> next = new TreeMap<>(partial);
                    next.put(axis.getKey(), value);
                    wider.add(next);
                }
            all = wider;
        }
        return all.stream()
                .map(parameters -> Setting.of(experiment, parameters))
                .filter(setting -> conditions.stream().allMatch(c -> c.test(setting)))
                .toList();
    }

    /**
     * Runs what is not yet done, on this machine's processors. A run that fails does not stop the others; all failures are
     * then reported in one error, and what is finished stays. An interrupt ends the sweep at the runs' next safe points.
     */
    public Results run(Experiment body) throws InterruptedException, IOException {
        List<Setting> settings = settings();
        Path folder = folder();
        Origins line = Origins.ofCell();
        Map<Setting, Run> done = finished(body, settings, line);
        List<Setting> open = settings.stream().filter(s -> !done.containsKey(s)).toList();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        int atATime = Math.max(1, Math.min(workers, open.size()));
        ExecutorService pool = Executors.newFixedThreadPool(atATime);
        try {
            ExecutorCompletionService<Run> completion = new ExecutorCompletionService<>(pool);
            Map<Future<Run>, Setting> running = new LinkedHashMap<>();
            for (Setting setting : open)
                running.put(
                        completion.submit(() -> Cores.among(atATime, () -> RunFolder.make(body, setting, folder))),
                        setting);
            for (int i = 0; i < open.size(); i++) {
                Future<Run> future = completion.take();
                try {
                    Run run = future.get();
                    done.put(running.get(future), run);
                    line.made(run);
                    watcher.done(done.size(), settings.size(), run);
                } catch (ExecutionException e) {
                    failures.put(running.get(future).parameters().toString(), e.getCause());
                }
            }
        } finally {
            pool.shutdownNow();
            line.end(!open.isEmpty());
        }
        if (!failures.isEmpty()) throw new SweepFailure(failures, settings.size());
        return results(settings, done, open.size());
    }

    Results results(List<Setting> settings, Map<Setting, Run> done, int made) throws IOException {
        Results results = new Results(settings.stream().map(done::get).toList());
        if (made < settings.size()) results.requireSameData(folder());
        KeptRuns.note(results.runs());
        return results;
    }

    Path folder() throws IOException {
        if (directory == null) throw new IllegalStateException("say where the runs' files go: into(folder)");
        Files.createDirectories(directory);
        return directory;
    }

    /** The runs that need not be made. */
    Map<Setting, Run> finished(Experiment body, List<Setting> settings, Origins line) throws IOException {
        RunFolder place = new RunFolder(folder(), kept == null ? KeptRuns.shipped() : kept, body);
        Map<Setting, RunFolder.Found> found = new LinkedHashMap<>();
        for (Setting setting : settings) place.find(setting).ifPresent(f -> found.put(setting, f));
        line.begin(found, place.outdated(), settings.size() - found.size());
        Map<Setting, Run> done = new LinkedHashMap<>();
        found.forEach((setting, f) -> done.put(setting, f.run()));
        return done;
    }

    /** Some runs of a sweep failed; the message names the first ones and why. */
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
