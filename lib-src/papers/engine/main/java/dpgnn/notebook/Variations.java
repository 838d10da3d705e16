package dpgnn.notebook;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.report.CellCode;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Variation;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * A grid of trainings in cells: values of parameters by names of one's own, seeds, and the body of one training.
 *
 * <pre>{@code
 * lab.vary("M", 1, 2, 4).and("epsilon", 2, 8).seeds(3).run(p -> {
 *     var plan = Plan.of(HeterPoisson.of(0.2, p.integer("M")), Clip.flat(0.5), GaussianNoise.standard())
 *             .steps(35).calibrated(p.number("epsilon"), 1e-5);
 *     return plan.experiment(Gcn.of(64), p.seed()).follow("test", 5, test).train(view).run();
 * })
 * }</pre>
 *
 * A run that was made once is found by its name, its parameters, and the text of the body with all that the body names: methods by
 * their text, simple values and data sets as they are. What an edit does not concern is therefore not trained again. Data that
 * the body reads itself are only noticed if {@link #on} tells of them.
 */
public final class Variations {
    /** Which runs of a study those of a body are, as long as its text has this hash. */
    private record Known(String study, int version, String text) {}

    private final Lab lab;
    private final List<Variation> grid;
    private final Set<String> varied;
    private final Study.Reading<Variation> reading;
    private final Known known;

    private Variations(
            Lab lab, List<Variation> grid, Set<String> varied, Study.Reading<Variation> reading, Known known) {
        this.lab = lab;
        this.grid = grid;
        this.varied = varied;
        this.reading = reading;
        this.known = known;
    }

    static Variations of(Lab lab, String name) {
        List<Variation> one = List.of(new Variation(name, new TreeMap<>(), lab.seeds(1)[0]));
        return new Variations(lab, one, Set.of(), null, null);
    }

    /** Lets a parameter take each of these values; with one value it is the same for all. */
    public Variations and(String parameter, Object... values) {
        Check.that(Check.given("values", values).length > 0, "values of " + parameter, "one at least", "none");
        Set<String> names = new LinkedHashSet<>(varied);
        Check.that(names.add(parameter), "parameter", "one that is not given yet", parameter);
        return with(
                grid.stream()
                        .flatMap(p -> Arrays.stream(values).map(value -> p.with(parameter, value)))
                        .distinct()
                        .toList(),
                names);
    }

    /** Varies a parameter over the values of a list. */
    public Variations and(String parameter, List<?> values) {
        return and(parameter, Check.given("values", values).toArray());
    }

    /** Lets a parameter follow from the others; a choice for which it is null has none of this name. */
    public Variations then(String parameter, Function<Variation, Object> value) {
        Set<String> names = new LinkedHashSet<>(varied);
        names.add(parameter);
        return with(
                grid.stream()
                        .map(p -> {
                            Object of = value.apply(p);
                            return of == null ? p.without(parameter) : p.with(parameter, of);
                        })
                        .distinct()
                        .toList(),
                names);
    }

    /** Leaves out what does not meet a condition. */
    public Variations where(Predicate<Variation> condition) {
        return with(grid.stream().filter(condition).toList(), varied);
    }

    /**
     * Of each choice of some parameters the one of the others whose mean of a figure is highest. Choose by a validation figure: no
     * epsilon covers a choice on private data.
     */
    public Variations best(VariedRuns tried, String metric, String... of) {
        return best(1, tried, metric, of);
    }

    /** So many of the best, of each choice, in place of one: they may go on with more seeds. */
    public Variations best(int count, VariedRuns tried, String metric, String... of) {
        Check.atLeast("count", count, 1);
        Map<List<Object>, List<Summary<Variation>>> each = new LinkedHashMap<>();
        for (Summary<Variation> s : tried.of(metric))
            each.computeIfAbsent(Arrays.stream(of).map(s.experiment()::value).toList(), key -> new ArrayList<>())
                    .add(s);
        return with(
                each.values().stream()
                        .flatMap(all -> all.stream()
                                .sorted(Comparator.comparingDouble(s -> -s.mean()))
                                .limit(count))
                        .map(Summary::experiment)
                        .toList(),
                varied);
    }

    /** So many seeds, from 1 on; one where all is small, at scale ci. */
    public Variations seeds(int count) {
        return seeds(p -> count);
    }

    /** Seeds whose number follows from the parameters. */
    public Variations seeds(ToIntFunction<Variation> count) {
        long first = lab.seeds(1)[0];
        List<Variation> all = new ArrayList<>();
        for (Variation p : grid) {
            int seeds = Check.atLeast("count", count.applyAsInt(p), 1);
            for (long k = 0; k < (lab.ci() ? 1 : seeds); k++)
                all.add(new Variation(p.experiment(), p.values(), first + k));
        }
        return with(all, varied);
    }

    /** Calls the runs something else than the notebook's. */
    public Variations called(String name) {
        Check.that(name != null && name.matches("[a-z0-9-]+"), "name", "small letters, digits and hyphens", name);
        return with(
                grid.stream()
                        .map(p -> new Variation(name, p.values(), p.seed()))
                        .toList(),
                varied);
    }

    /** The data of a run: it is made again where others are read. */
    public Variations on(DataOf data) {
        Check.given("data", data);
        Map<Variation, Run.Data> read = new ConcurrentHashMap<>(); // a set is read once for all seeds
        Study.Reading<Variation> reading = p -> {
            Variation first = new Variation(p.experiment(), p.values(), 1);
            if (!read.containsKey(first)) read.put(first, Run.Data.of(data.of(p)));
            return read.get(first);
        };
        return new Variations(lab, grid, varied, reading, known);
    }

    /** The data set that a run reads. */
    @FunctionalInterface
    public interface DataOf {
        Dataset of(Variation p) throws Exception;
    }

    /**
     * As long as the body's text has this hash, its runs are those of a study that is kept with the notebooks. A body that was edited
     * makes runs of its own, and the line below says its hash.
     */
    public Variations kept(String study, int version, String text) {
        return new Variations(lab, grid, varied, reading, new Known(study, version, text));
    }

    private Variations with(List<Variation> other, Set<String> names) {
        return new Variations(lab, other, names, reading, known);
    }

    /** What is trained, in the order of the grid. */
    public List<Variation> grid() {
        return grid;
    }

    /** Makes the missing runs, as many at a time as there are processors. A stop keeps those that are done. */
    public VariedRuns run(Study.Body<Variation> body) {
        Check.given("body", body);
        Optional<String> text = CellCode.given("run");
        boolean asKept = known != null && text.isPresent() && text.get().equals(known.text);
        if (known != null && text.isPresent() && !asKept)
            System.out.println("The body is not the one of the kept runs: its hash is " + text.get() + ".");
        Study<Variation> study = new Study<>(
                asKept ? known.study : "cells " + text.orElse(""),
                asKept ? known.version : 1,
                reading,
                p -> run(body, p));
        Path place = asKept
                ? lab.folder()
                : text.map(t -> lab.folder().resolve("cells").resolve(t)).orElseGet(lab::temporary);
        List<String> shown = varied.stream().filter(this::isVaried).toList();
        return new VariedRuns(lab.run(Sweep.of(grid), study, place), shown);
    }

    private boolean isVaried(String parameter) {
        return grid.stream()
                        .map(p -> Optional.ofNullable(p.values().get(parameter)))
                        .distinct()
                        .count()
                > 1;
    }

    /** The record of a run, under the name and with the parameters of the grid. */
    private static Run run(Study.Body<Variation> body, Variation p) throws Exception {
        long began = System.nanoTime();
        Run made = Check.given("the body's run", body.run(p));
        Map<String, Double> metrics = new TreeMap<>(made.metrics());
        metrics.putIfAbsent("seconds", (System.nanoTime() - began) / 1e9);
        return made.of(p).withMetrics(metrics);
    }
}
