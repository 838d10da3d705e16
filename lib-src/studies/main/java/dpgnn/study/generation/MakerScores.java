package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.privacy.Verdict;
import dpgnn.train.Run;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The scores of the runs of one method, one run per seed.
 *
 * @param values scores by figure, one per seed: LCC, TC, CPL, GINI, REDE (mean absolute differences over graphs), cosines,
 *     seconds
 * @param provable the largest provable epsilon over graphs and seeds
 * @param held the weakest verdict on a provable epsilon
 * @param processor that the first run ran on
 * @param codes hashes of the library's classes that made the runs
 */
public record MakerScores(
        GraphMaker maker,
        long[] seeds,
        Map<String, double[]> values,
        double provable,
        Verdict held,
        String processor,
        Set<String> codes) {
    public static final String DEGREES = "degree cosine";
    public static final String MOTIFS = "motif cosine";
    public static final String ACCURACY = "GIN accuracy";
    /** After a statistic's name: its difference where generated nodes without edges are dropped. */
    static final String LINKED = ", isolated dropped";
    /** Before such a name: the mean of the statistic itself over generated graphs. */
    static final String LEVEL = "mean ";

    static final String TRAINING = "training seconds";
    static final String GENERATING = "generating seconds";
    static final String GRAPHS = "graphs";

    static MakerScores of(GraphMaker maker, List<Run> runs) {
        double provable = runs.stream()
                .mapToDouble(r -> r.guarantees().get(0).epsilon())
                .max()
                .orElseThrow();
        Verdict held = runs.stream()
                .map(r -> r.guarantees().get(0).verdict())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        long[] seeds = runs.stream().mapToLong(r -> r.seed()).toArray();
        String processor = runs.get(0).environment().getOrDefault("processor", "unknown");
        return new MakerScores(maker, seeds, Map.of(), provable, held, processor, Set.of()).with(runs);
    }

    /** With the figures of further runs of the same seeds. */
    MakerScores with(List<Run> runs) {
        Map<String, double[]> all = new LinkedHashMap<>(values);
        for (String metric : runs.get(0).metrics().keySet())
            all.put(metric, runs.stream().mapToDouble(r -> r.metric(metric)).toArray());
        Set<String> made = new TreeSet<>(codes);
        for (Run r : runs) made.add(r.environment().get("code"));
        return new MakerScores(maker, seeds, all, provable, held, processor, made);
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
}
