package dpgnn.baseline;

import dpgnn.train.Results;
import dpgnn.train.Setting;
import dpgnn.train.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One cell of table 1 of Ayle et al. (2023) with the hyper-parameters to choose among. The choice is made on one seed, by
 * validation, and what is chosen runs with all seeds; like the paper's it looks at private data and is not accounted for.
 *
 * @param width of the hidden layer; with one layer there is none, and it must be 0
 */
public record WalkGrid(
        String dataset,
        String method,
        int layers,
        int width,
        String accounting,
        double epsilon,
        String variant,
        List<Double> rates,
        List<Double> clips,
        List<Double> lambdas,
        List<Integer> degrees,
        long steps,
        long every) {

    /** A larger graph is covered afresh only every so many steps, since a cover takes longer. */
    private static final int SMALL = 20_000;

    public WalkGrid {
        if ((layers == 1) != (width == 0))
            throw new IllegalArgumentException(
                    "width must be 0 with one layer and positive with two, was " + width + " with " + layers);
        rates = List.copyOf(rates);
        clips = List.copyOf(clips);
        lambdas = List.copyOf(lambdas);
        degrees = List.copyOf(degrees);
    }

    /** The paper's grid at epsilon 8; without privacy there is nothing to choose. */
    public static WalkGrid of(String dataset, String method, int layers, int width) {
        boolean plain = method.equals("GCN") || method.equals("MLP");
        return new WalkGrid(
                dataset,
                method,
                layers,
                width,
                "published",
                8,
                "",
                plain ? List.of(0.01) : List.of(0.01, 0.1, 0.2),
                List.of(0.001, 0.01, 0.1),
                List.of(1.0, 2.0, 4.0, 8.0),
                List.of(2, 4),
                2000,
                1);
    }

    public WalkGrid accounting(String way) {
        return with(d -> d.accounting = way);
    }

    public WalkGrid epsilon(double budget) {
        return with(d -> d.epsilon = budget);
    }

    public WalkGrid variant(String words) {
        return with(d -> d.variant = words);
    }

    public WalkGrid rates(Double... values) {
        return with(d -> d.rates = List.of(values));
    }

    public WalkGrid clips(Double... values) {
        return with(d -> d.clips = List.of(values));
    }

    public WalkGrid lambdas(Double... values) {
        return with(d -> d.lambdas = List.of(values));
    }

    public WalkGrid degrees(Integer... values) {
        return with(d -> d.degrees = List.of(values));
    }

    /** How long a training without privacy may be, and after how many steps it is evaluated. */
    public WalkGrid steps(long most, long evaluatedEvery) {
        return with(d -> {
            d.steps = most;
            d.every = evaluatedEvery;
        });
    }

    private WalkGrid with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.grid();
    }

    /** What may be changed of a grid. */
    private static final class Draft {
        private final WalkGrid of;
        private String accounting;
        private double epsilon;
        private String variant;
        private List<Double> rates;
        private List<Double> clips;
        private List<Double> lambdas;
        private List<Integer> degrees;
        private long steps;
        private long every;

        Draft(WalkGrid of) {
            this.of = of;
            accounting = of.accounting;
            epsilon = of.epsilon;
            variant = of.variant;
            rates = of.rates;
            clips = of.clips;
            lambdas = of.lambdas;
            degrees = of.degrees;
            steps = of.steps;
            every = of.every;
        }

        WalkGrid grid() {
            return new WalkGrid(
                    of.dataset,
                    of.method,
                    of.layers,
                    of.width,
                    accounting,
                    epsilon,
                    variant,
                    rates,
                    clips,
                    lambdas,
                    degrees,
                    steps,
                    every);
        }
    }

    /** All runs of the grid with these seeds. */
    public Sweep<Setting> sweep(long... seeds) {
        boolean plain = method.equals("GCN") || method.equals("MLP");
        Sweep<Setting> sweep = Sweep.of(plain ? "walks-plain" : "walks-private")
                .vary("dataset", dataset)
                .vary("method", method)
                .vary("layers", layers)
                .vary("width", width)
                .vary("variant", variant)
                .vary("rate", rates.toArray());
        if (plain) return sweep.vary("steps", steps).vary("every", every).seeds(seeds);
        sweep.vary("accounting", accounting)
                .vary("epsilon", epsilon)
                .vary("clip", clips.toArray())
                .vary("lambda", lambdas.toArray());
        if (method.equals("FDP")) sweep.vary("degree", degrees.toArray());
        if (method.equals("DRW-D")) sweep.vary("period", WalkTables.nodes(dataset) <= SMALL ? 1 : 10);
        return sweep.seeds(seeds);
    }

    /** What the first seed's validation figures choose, with all seeds. Finished runs in the folder are not run again. */
    public Results.Summary<Setting> best(Path folder, int workers, long... seeds)
            throws IOException, InterruptedException {
        if (seeds.length == 0) throw new IllegalArgumentException("there must be at least one seed");
        Sweep<Setting> first = sweep(seeds[0]).into(folder).workers(workers);
        Setting chosen = first.run(WalkStudy.STUDY).best("validation").experiment();
        Sweep<Setting> all = Sweep.of(chosen.experiment());
        for (Map.Entry<String, Object> p : new TreeMap<>(chosen.parameters()).entrySet())
            if (!p.getKey().equals("seed")) all.vary(p.getKey(), p.getValue());
        return all.seeds(seeds)
                .into(folder)
                .workers(workers)
                .run(WalkStudy.STUDY)
                .over("test")
                .get(0);
    }

    /** What the mean validation figures of all seeds choose, as in the paper's table 1; every setting runs with every seed. */
    public Results.Summary<Setting> bestMean(Path folder, int workers, long... seeds)
            throws IOException, InterruptedException {
        if (seeds.length == 0) throw new IllegalArgumentException("there must be at least one seed");
        Results<Setting> all = sweep(seeds).into(folder).workers(workers).run(WalkStudy.STUDY);
        Setting chosen = all.best("validation").experiment();
        return all.over("test").stream()
                .filter(summary -> summary.experiment().equals(chosen))
                .findFirst()
                .orElseThrow();
    }

    /** The values of a summary in percent, seed by seed. */
    public static double[] percent(Results.Summary<Setting> summary) {
        return summary.runs().stream()
                .mapToDouble(run -> 100 * run.metric("test"))
                .toArray();
    }

    /** The seeds of a summary. */
    public static long[] seeds(Results.Summary<Setting> summary) {
        return Arrays.stream(summary.runs().toArray(dpgnn.train.Run[]::new))
                .mapToLong(run -> run.setting().whole("seed"))
                .toArray();
    }
}
