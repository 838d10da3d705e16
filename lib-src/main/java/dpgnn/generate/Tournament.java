package dpgnn.generate;

import dpgnn.graph.Graph;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The protocol of Tables 1 and 2: every method makes one graph from every graph, anew for each seed; what is reported are means
 * over graphs of absolute differences (not differences of means), one per seed.
 *
 * @param motifs whether to count motifs, which takes the longest on large dense graphs
 */
public record Tournament(List<Graph> graphs, long[] seeds, boolean motifs) {
    public Tournament {
        graphs = List.copyOf(graphs);
        if (graphs.isEmpty()) throw new IllegalArgumentException("graphs must be at least one, were none");
        if (seeds.length == 0) throw new IllegalArgumentException("seeds must be at least one, were none");
        seeds = seeds.clone();
    }

    public static Tournament of(List<Graph> graphs, long... seeds) {
        return new Tournament(graphs, seeds, false);
    }

    public Tournament withMotifs() {
        return new Tournament(graphs, seeds, true);
    }

    /**
     * How a method did.
     *
     * @param comparisons by seed and graph
     * @param made graphs by seed and graph
     * @param claimed the largest epsilon over graphs that the method's authors state
     * @param provable the largest over graphs that holds
     * @param verdict of the claim
     */
    public record Standing(
            GraphMaker maker,
            long[] seeds,
            GraphComparison[][] comparisons,
            Graph[][] made,
            double claimed,
            double provable,
            Verdict verdict,
            double seconds) {

        /** Mean absolute difference of LCC, TC, CPL, GINI or REDE over graphs, per seed. */
        public double[] differences(String statistic) {
            return perSeed(c -> c.difference(statistic));
        }

        /** Mean cosine of degree histograms over graphs, per seed. */
        public double[] degreeCosines() {
            return perSeed(GraphComparison::degreeCosine);
        }

        /** Mean cosine of motif counts over graphs, per seed. */
        public double[] motifCosines() {
            return perSeed(GraphComparison::motifCosine);
        }

        /** The graphs made under the first seed. */
        public List<Graph> graphs() {
            return List.of(made[0]);
        }

        private double[] perSeed(java.util.function.ToDoubleFunction<GraphComparison> value) {
            return java.util.Arrays.stream(comparisons)
                    .mapToDouble(row -> java.util.Arrays.stream(row)
                            .mapToDouble(value)
                            .average()
                            .orElse(0))
                    .toArray();
        }
    }

    public Standing play(GraphMaker maker) {
        long began = System.nanoTime();
        GraphComparison[][] comparisons = new GraphComparison[seeds.length][graphs.size()];
        Graph[][] made = new Graph[seeds.length][graphs.size()];
        GraphPublisher.Published[][] published = new GraphPublisher.Published[seeds.length][graphs.size()];
        IntStream.range(0, seeds.length * graphs.size()).parallel().forEach(job -> {
            int s = job / graphs.size();
            int g = job % graphs.size();
            Graph original = graphs.get(g);
            Streams streams = Streams.seed(seeds[s] * 1_000_003 + g);
            published[s][g] = maker.make(original, streams);
            made[s][g] = published[s][g].graph();
            comparisons[s][g] = motifs
                    ? GraphComparison.withMotifs(original, made[s][g])
                    : GraphComparison.of(original, made[s][g]);
        });
        double claimed = 0;
        double provable = 0;
        for (GraphPublisher.Published p : published[0]) {
            claimed = Math.max(claimed, p.claimed().epsilon());
            provable = Math.max(provable, p.provable().epsilon());
        }
        return new Standing(
                maker,
                seeds.clone(),
                comparisons,
                made,
                claimed,
                provable,
                published[0][0].claimed().verdict(),
                (System.nanoTime() - began) / 1e9);
    }

    /** All methods, one after the other. */
    public List<Standing> play(List<GraphMaker> makers, Consumer<Standing> after) {
        return makers.stream()
                .map(m -> {
                    Standing standing = play(m);
                    after.accept(standing);
                    return standing;
                })
                .toList();
    }
}
