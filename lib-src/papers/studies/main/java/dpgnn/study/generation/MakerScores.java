package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.privacy.Verdict;
import dpgnn.report.Table;
import dpgnn.study.StudentInterval;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The scores of the runs of one method, one run per seed.
 *
 * @param values scores by figure, one per seed: LCC, TC, CPL, GINI, REDE (mean absolute differences over graphs), cosines,
 *     seconds
 * @param provable the largest provable epsilon over graphs and seeds
 * @param held the weakest verdict on a provable epsilon
 */
public record MakerScores(GraphMaker maker, long[] seeds, Map<String, double[]> values, double provable, Verdict held) {
    public static final String DEGREES = "degree cosine";
    public static final String MOTIFS = "motif cosine";
    public static final String ACCURACY = "GIN accuracy";
    /** After a statistic's name: its difference where generated nodes without edges are dropped. */
    public static final String LINKED = ", isolated dropped";
    /** Before such a name: the mean of the statistic itself over generated graphs. */
    public static final String LEVEL = "mean ";

    public static final String TRAINING = "training seconds";
    public static final String GENERATING = "generating seconds";
    static final String GRAPHS = "graphs";

    /** Those of these runs, one for each seed. */
    public static MakerScores of(GraphMaker maker, List<Run> runs) {
        double provable = runs.stream()
                .mapToDouble(r -> r.guarantees().get(0).epsilon())
                .max()
                .orElseThrow();
        Verdict held = runs.stream()
                .map(r -> r.guarantees().get(0).verdict())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        long[] seeds = runs.stream().mapToLong(r -> r.seed()).toArray();
        return new MakerScores(maker, seeds, Map.of(), provable, held).with(runs);
    }

    /** With the figures of further runs of the same seeds. */
    public MakerScores with(List<Run> runs) {
        Map<String, double[]> all = new LinkedHashMap<>(values);
        for (String metric : runs.get(0).metrics().keySet())
            all.put(metric, runs.stream().mapToDouble(r -> r.metric(metric)).toArray());
        return new MakerScores(maker, seeds, all, provable, held);
    }

    /** One per seed; null where it was not measured. */
    double[] find(String metric) {
        double[] found = values.get(metric);
        return found == null ? null : found.clone();
    }

    /** One per seed. */
    public double[] of(String metric) {
        double[] found = find(metric);
        if (found == null)
            throw new IllegalArgumentException("unknown figure \"" + metric + "\"; there are " + values.keySet());
        return found;
    }

    public double mean(String metric) {
        return Arrays.stream(of(metric)).average().orElseThrow();
    }

    /** Of what is claimed: that of the runs where it is no less than what holds. Every run from a seed is IDEAL at best. */
    public Verdict verdict() {
        boolean holds = !maker.epsilon().isEmpty() && provable <= Double.parseDouble(maker.epsilon());
        return holds ? held : Verdict.UNSOUND;
    }

    /** Whether the verdict is what this kind of release allows. */
    public boolean isAsItMust() {
        if (maker.variant().startsWith("published")) return verdict() == Verdict.UNSOUND && Double.isInfinite(provable);
        if (maker.epsilon().isEmpty()) return Double.isInfinite(provable);
        return verdict().hasTheorem() && provable <= Double.parseDouble(maker.epsilon());
    }

    /** A row for each method: what it claims, what is provable, and mean and deviation over seeds of the figures that it has. */
    public static Table table(String title, List<String> figures, List<MakerScores> of) {
        List<String> heads = new ArrayList<>(List.of("method", "claimed", "provable", "verdict"));
        heads.addAll(figures);
        Table table = Table.columns(heads.toArray(String[]::new)).title(title);
        for (MakerScores m : of) {
            boolean claims = !m.maker.epsilon().isEmpty();
            String variant = m.maker.variant().isEmpty() ? "" : ", " + m.maker.variant();
            List<Object> cells = new ArrayList<>(List.of(
                    m.maker.name() + variant,
                    claims ? m.maker.epsilon() : "none",
                    epsilon(m.provable),
                    claims ? m.verdict() : "not private"));
            for (String figure : figures) cells.add(m.find(figure) == null ? "" : spread(m.of(figure)));
            table.row(cells.toArray());
        }
        return table.note("mean ± deviation over seeds "
                + Arrays.toString(of.get(0).seeds).replaceAll("[^0-9 ]", "") + " of means over graphs");
    }

    /** Rounded up, as a bound must be. */
    static String epsilon(double value) {
        return Double.isInfinite(value) ? "none" : String.format(Locale.ROOT, "%.3f", Math.ceil(value * 1000) / 1000);
    }

    /** "0.491 ± 0.010": mean, and deviation with n - 1. */
    public static String spread(double... values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (values.length < 2) return String.format(Locale.ROOT, "%.3f", mean);
        return String.format(Locale.ROOT, "%.3f ± %.3f", mean, StudentInterval.deviation(values));
    }
}
