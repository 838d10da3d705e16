package dpgnn.graph.synthetic;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;

/**
 * Makes graphs from a seed: stand-ins for data sets that are missing, and the usual random graphs. The same seed gives the
 * same graph on every machine. The name of a stand-in marks it as one; results on it are not results on the real data.
 */
public final class SyntheticGraphs {
    private SyntheticGraphs() {}

    /** The names that {@link #like} knows. */
    public static List<String> names() {
        return Likeness.TABLE.stream().map(Likeness::name).toList();
    }

    /** The stand-in for a data set that notebooks use. */
    public static Dataset like(String name) {
        Check.given("name", name);
        return like(name, 0);
    }

    /**
     * A degree-corrected block model with the size, spread of degrees, width of features, classes and homophily of a data set.
     */
    public static Dataset like(String name, long seed) {
        Check.given("name", name);
        return make(Likeness.of(name), seed);
    }

    /** A stand-in with this many times fewer nodes, to try a method in seconds; results say little about the full size. */
    public static Dataset smaller(String name, int times, long seed) {
        Check.given("name", name);
        return make(Likeness.of(name).divided(times), seed);
    }

    /** A stand-in with this many times fewer nodes, and with other learnability than its own. */
    public static Dataset smaller(String name, int times, long seed, Learnability learnable) {
        Check.given("learnable", learnable);
        Check.given("name", name);
        return make(Likeness.of(name).divided(times).with(learnable), seed);
    }

    private static Dataset make(Likeness wanted, long seed) {
        RandomStream coins = coins(wanted, seed);
        int blocks = blocks(wanted);
        int[] block = SyntheticContent.blocks(wanted.nodes(), blocks, coins.fork("blocks"));
        Graph graph = model(wanted, block, coins).graph(wanted.edges());
        RandomStream rows = coins.fork("features");
        Features features = wanted.words() == 0
                ? SyntheticContent.dense(
                        block, blocks, wanted.width(), wanted.learnable().signal(), rows)
                : SyntheticContent.words(
                        block,
                        blocks,
                        wanted.width(),
                        wanted.words(),
                        wanted.learnable().topical(),
                        rows);
        int[] by = SyntheticContent.labelling(block, wanted.learnable(), coins.fork("strays"));
        Labels labels = wanted.multi()
                ? SyntheticContent.sets(by, blocks, wanted.classes(), coins.fork("labels"))
                : Labels.single(blocks, by);
        boolean calibrated = !wanted.learnable().equals(Learnability.PLAIN);
        String made = "A synthetic graph that stands in for " + wanted.name()
                + ": a degree-corrected block model from seed " + seed
                + " with about its size, degrees, features, classes and homophily.";
        return new Dataset(
                graph,
                features,
                labels,
                new Dataset.Provenance(
                        wanted.name() + (calibrated ? " (calibrated stand-in)" : " (stand-in)"),
                        List.of(),
                        true,
                        calibrated ? List.of(made, wanted.learnable().words()) : List.of(made)));
    }

    /** The graph alone of {@link #like}: where features would only take memory. */
    public static Graph graphLike(String name, long seed) {
        Check.given("name", name);
        Likeness wanted = Likeness.of(name);
        RandomStream coins = coins(wanted, seed);
        int[] block = SyntheticContent.blocks(wanted.nodes(), blocks(wanted), coins.fork("blocks"));
        return model(wanted, block, coins).graph(wanted.edges());
    }

    /** A small graph with features and labels that differ by class: what works with no data set at all. */
    public static Dataset small() {
        RandomStream coins = Streams.seed(1).stream("small");
        int[] block = SyntheticContent.blocks(600, 4, coins.fork("blocks"));
        Graph graph = new BlockModel(block, 4, 0.8, 2.8, 10, coins.fork("graph")).graph(1_800);
        return new Dataset(
                        graph,
                        SyntheticContent.dense(block, 4, 32, Learnability.PLAIN.signal(), coins.fork("features")),
                        Labels.single(4, block),
                        new Dataset.Provenance(
                                "small (synthetic)",
                                List.of(),
                                false,
                                List.of("A synthetic graph of 600 nodes in four classes; it stands for no real data.")))
                .withSplit(Split.random(600, 0.6, 0.1, coins.fork("split")));
    }

    /** Every pair of nodes is an edge with the same probability (Erdős and Rényi 1959; Gilbert 1959). */
    public static Graph erdosRenyi(int nodes, double probability, long seed) {
        Check.atLeast("nodes", nodes, 1);
        long pairs = nodes * (nodes - 1L) / 2;
        return Graph.undirected(nodes, sink -> {
            PoissonSubset skips = new PoissonSubset(probability, Streams.seed(seed).stream("erdos-renyi"));
            long v = 1;
            for (long k = skips.next(pairs); k >= 0; k = skips.next(pairs)) {
                while (v * (v + 1) / 2 <= k) v++;
                sink.edge((int) (k - v * (v - 1) / 2), (int) v);
            }
        });
    }

    /**
     * About this many edges between nodes whose expected degrees follow a power law (Chung and Lu 2002).
     *
     * @param exponent of the law, above 1; 2 to 3 in most networks
     * @param maxDegree about the largest expected degree
     */
    public static Graph powerLaw(int nodes, long edges, double exponent, int maxDegree, long seed) {
        if (nodes < 2 || edges < 1 || edges > nodes * (nodes - 1L) / 2)
            throw new IllegalArgumentException("edges must be between 1 and all pairs of at least 2 nodes, were "
                    + edges + " on " + nodes + " nodes");
        if (!(exponent > 1)) throw new IllegalArgumentException("exponent must be above 1, was " + exponent);
        double mean = 2.0 * edges / nodes;
        Check.that(maxDegree >= mean, "maxDegree", "at least the mean degree " + mean, maxDegree);
        return new BlockModel(new int[nodes], 1, 0, exponent, maxDegree / mean, Streams.seed(seed).stream("power-law"))
                .graph(edges);
    }

    private static RandomStream coins(Likeness wanted, long seed) {
        return Streams.seed(seed).stream("synthetic " + wanted.name());
    }

    private static int blocks(Likeness wanted) {
        return wanted.multi() ? 20 : wanted.classes();
    }

    private static BlockModel model(Likeness wanted, int[] block, RandomStream coins) {
        return new BlockModel(
                block,
                blocks(wanted),
                wanted.homophily(),
                wanted.exponent(),
                wanted.maxDegree() / wanted.meanDegree(),
                coins.fork("graph"));
    }
}
