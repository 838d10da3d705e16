package dpgnn.generate;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.*;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class TopFilterTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double WHOLE = 0x1p53;

    /** e^epsilon by its series, rounded down. */
    private static BigDecimal exp(double epsilon) {
        BigDecimal sum = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int n = 1; n < 400; n++) {
            term = term.multiply(new BigDecimal(epsilon)).divide(BigDecimal.valueOf(n), DIGITS);
            sum = sum.add(term);
        }
        return sum.multiply(BigDecimal.ONE.subtract(new BigDecimal("1e-50")));
    }

    @Test
    void noPairPassesOftenerThanEpsilonSaysInExactArithmetic() {
        RandomStream coins = Streams.seed(1).stream("filters");
        for (int i = 0; i < 400; i++) {
            double epsilon = i < 2 ? new double[] {1e-6, 25}[i] : Math.exp(-13.8 + 17 * coins.nextDouble());
            long pairs = 1 + (long) Math.exp(30 * coins.nextDouble());
            long marked = i % 7 == 0 ? pairs / 2 : (long) (pairs / 2 * Math.pow(coins.nextDouble(), 4));
            TopFilter.Odds odds = TopFilter.Odds.of(epsilon, pairs, marked);
            BigDecimal all = new BigDecimal(odds.all()), missed = BigDecimal.ONE.subtract(all);
            BigDecimal second = new BigDecimal(BigInteger.valueOf(odds.marked())).divide(new BigDecimal(WHOLE), DIGITS);
            BigDecimal passes = all.add(missed.multiply(second));
            assertTrue(passes.compareTo(all.multiply(exp(epsilon))) <= 0, epsilon + ", " + marked + " of " + pairs);
            assertTrue(
                    missed.compareTo(BigDecimal.ONE.subtract(passes).multiply(exp(epsilon))) <= 0,
                    epsilon + ", " + marked + " of " + pairs);
            double expected = odds.all() * (pairs - marked) + passes.doubleValue() * marked;
            assertEquals(marked, expected, 1e-6 * marked + 1e-9, "as many as there are pass in expectation");
        }
    }

    /** Where few pairs are linked, the filter is that of Laplace noise and a threshold, as published. */
    @Test
    void itIsThePublishedThresholdWhereFewPairsAreLinked() {
        for (double epsilon : new double[] {0.1, 1, 3})
            for (long marked : new long[] {10, 200, 500}) {
                long pairs = 15_576;
                double threshold = Math.log(pairs / (2.0 * marked) + Math.expm1(epsilon) / 2) / epsilon;
                assertTrue(threshold > 1, epsilon + ", " + marked);
                TopFilter.Odds odds = TopFilter.Odds.of(epsilon, pairs, marked);
                double other = Math.exp(-epsilon * threshold) / 2, linked = Math.exp(-epsilon * (threshold - 1)) / 2;
                assertEquals(other, odds.all(), 1e-12);
                assertEquals(linked, odds.all() + (1 - odds.all()) * odds.marked() / WHOLE, 1e-11);
            }
    }

    /** Of 4,000 graphs: five deviations of the share of each pair, where few pairs are linked and where most are. */
    @Test
    void everyPairPassesByTheStatedLaw() {
        Graph sparse = new EdgeList().undirected(7).withEdge(0, 1).withEdge(2, 3);
        for (Graph graph : List.of(sparse, complement(sparse))) {
            boolean dense = graph.edges() > 10;
            long marked = dense ? 21 - graph.edges() : graph.edges();
            TopFilter filter = TopFilter.of(2);
            TopFilter.Odds odds = TopFilter.Odds.of(1.6, 21, marked);
            int[] passed = new int[21];
            int rounds = 4000;
            for (int i = 0; i < rounds; i++) {
                Graph made = filter.draw(graph, graph.edges(), Streams.seed(i).stream("filter"));
                for (int k = 0; k < 21; k++) if (made.hasEdge(first(k), second(k))) passed[k]++;
            }
            for (int k = 0; k < 21; k++) {
                boolean stands = graph.hasEdge(first(k), second(k)) != dense;
                double passes = odds.all() + (stands ? (1 - odds.all()) * odds.marked() / WHOLE : 0);
                assertEquals(
                        dense ? 1 - passes : passes, passed[k] / (double) rounds, 5 * 0.5 / Math.sqrt(rounds), "" + k);
            }
        }
    }

    /** The same coins and the same count: whatever the graphs are, no other pair moves. */
    @Test
    void anEdgeMovesItsOwnPairAlone() {
        Graph empty = new EdgeList().undirected(9), complete = complement(empty);
        EdgeList rays = new EdgeList();
        for (int v = 1; v < 9; v++) rays.add(0, v);
        Graph star = rays.undirected(9), caves = Caves.caveman(3, 3);
        int moved = 0;
        for (Graph[] worlds : new Graph[][] {
            {empty, empty.withEdge(3, 4)},
            {complete.withoutEdge(3, 4), complete},
            {star.withoutEdge(0, 1), star},
            {star, star.withEdge(3, 4)},
            {caves, caves.withEdge(0, 8)}
        })
            for (int seed = 0; seed < 200; seed++)
                for (long count : new long[] {0, 1, 8, 17, 18, 19, 30, 36}) {
                    Graph a = TopFilter.of(3).draw(worlds[0], count, Streams.seed(seed).stream("filter"));
                    Graph b = TopFilter.of(3).draw(worlds[1], count, Streams.seed(seed).stream("filter"));
                    for (int k = 0; k < 36; k++)
                        if (a.hasEdge(first(k), second(k)) != b.hasEdge(first(k), second(k))) {
                            moved++;
                            assertNotEquals(
                                    worlds[0].hasEdge(first(k), second(k)), worlds[1].hasEdge(first(k), second(k)));
                        }
                }
        assertTrue(moved > 1000, "the edge's own pair moves: " + moved);
    }

    /** The law of a rounded and cut Laplace number around the count. */
    private static double counted(long count, long edges, long pairs, double epsilon) {
        double by = Math.abs(count - edges);
        if (count == 0 || count == pairs) return by == 0 ? (1 + -Math.expm1(-epsilon / 2)) / 2 : tail(by, epsilon);
        return by == 0 ? -Math.expm1(-epsilon / 2) : tail(by, epsilon) - tail(by + 1, epsilon);
    }

    private static double tail(double by, double epsilon) {
        return Math.exp(-epsilon * (by - 0.5)) / 2;
    }

    /** The largest odds of any output of four nodes between all neighbours, if this is the law of it. */
    private static double worst(double epsilon, Law law) {
        double worst = 0;
        for (int graph = 0; graph < 64; graph++)
            for (int pair = 0; pair < 6; pair++) {
                int neighbour = graph ^ 1 << pair;
                double[] here = new double[64], there = new double[64];
                for (int count = 0; count <= 6; count++) {
                    double share = TopFilter.COUNT * epsilon;
                    double a = counted(count, Integer.bitCount(graph), 6, share);
                    double b = counted(count, Integer.bitCount(neighbour), 6, share);
                    IntToDoubleFunction from = law.of(graph, count, epsilon - share);
                    IntToDoubleFunction to = law.of(neighbour, count, epsilon - share);
                    for (int made = 0; made < 64; made++) {
                        here[made] += a * from.applyAsDouble(made);
                        there[made] += b * to.applyAsDouble(made);
                    }
                }
                double sum = Arrays.stream(here).sum();
                assertEquals(1, sum, 1e-9, "a law of " + graph);
                for (int made = 0; made < 64; made++)
                    if (here[made] > 0) worst = Math.max(worst, Math.log(here[made] / there[made]));
            }
        return worst;
    }

    /** How likely each graph of four nodes, a bit for each pair, is made of one. */
    private interface Law {
        IntToDoubleFunction of(int graph, int count, double epsilon);
    }

    private static double[] passing(int count, double epsilon) {
        TopFilter.Odds odds = TopFilter.Odds.of(epsilon, 6, Math.min(count, 6 - count));
        double stands = odds.all() + (1 - odds.all()) * odds.marked() / WHOLE;
        return count > 3 ? new double[] {1 - stands, 1 - odds.all()} : new double[] {odds.all(), stands};
    }

    private static final Law FILTER = (graph, count, epsilon) -> {
        double[] passes = passing(count, epsilon);
        return made -> {
            double chance = 1;
            for (int k = 0; k < 6; k++) {
                double p = passes[graph >> k & 1];
                chance *= (made >> k & 1) == 1 ? p : 1 - p;
            }
            return chance;
        };
    };

    /** Linked pairs pass alike, and pairs that are not linked fill up to the count, all sets of them as likely. */
    private static final Law FILLED = (graph, count, epsilon) -> {
        double p = passing(count, epsilon)[1];
        int linked = Integer.bitCount(graph);
        return made -> {
            int kept = Integer.bitCount(made & graph), more = Integer.bitCount(made & ~graph);
            int asked = Math.min(6 - linked, Math.max(0, count - kept));
            if (more != asked) return 0;
            return Math.pow(p, kept) * Math.pow(1 - p, linked - kept) / choose(6 - linked, asked);
        };
    };

    private static double choose(int n, int k) {
        double ways = 1;
        for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
        return ways;
    }

    @Test
    void theWholeLawOfFourNodesHasNoLargerOddsThanEpsilon() {
        for (double epsilon : new double[] {0.1, 1, 4}) {
            double worst = worst(epsilon, FILTER);
            assertTrue(worst <= epsilon * (1 + 1e-9), epsilon + ": " + worst);
            assertTrue(worst > 0.5 * epsilon, epsilon + ": " + worst);
        }
    }

    @Test
    void fillingUpToTheCountBreaksEpsilon() {
        assertTrue(worst(0.5, FILLED) > 1, "" + worst(0.5, FILLED));
        // 177 nodes, 223 edges and epsilon 1: the odds of lemma 90, and the delta that the claim would need.
        long pairs = 15_576, edges = 223;
        TopFilter.Odds odds = TopFilter.Odds.of(0.8, pairs, edges);
        double p = odds.all() + (1 - odds.all()) * odds.marked() / WHOLE;
        assertTrue(Math.log(p * (pairs - edges)) - 0.2 > 5.8, "" + Math.log(p * (pairs - edges)));
    }

    @Test
    void aReleaseIsSoundWithFreshCoinsAlone() {
        Graph graph = Caves.caveman(3, 4);
        StepCoins given = new StepCoins();
        given.begin(new byte[StepCoins.KEY], "");
        for (RandomStream seeded : List.of(Streams.seed(1).stream("filter"), given.stream("filter")))
            assertEquals(
                    Verdict.IDEAL,
                    TopFilter.of(1).publish(graph, 1e-5, seeded).provable().verdict());
        var published = TopFilter.of(1).publish(graph, 1e-5, Streams.secure().stream("filter"));
        assertEquals(Verdict.SOUND, published.provable().verdict());
        assertEquals(1, published.provable().epsilon());
        assertEquals(published.claimed(), published.provable());
    }

    /** Every pair is a canary, half of them edges; the fault spends three times the epsilon. */
    @Test
    void anAuditFindsAnEpsilonThatIsTooSmall() {
        assertTrue(audited(1) <= 1, "" + audited(1));
        assertTrue(audited(3) > 1, "" + audited(3));
    }

    private static double audited(double spent) {
        int nodes = 150;
        RandomStream truth = Streams.seed(3).stream("truth");
        EdgeList edges = new EdgeList();
        for (int v = 1; v < nodes; v++) for (int u = 0; u < v; u++) if (truth.nextDouble() < 0.4) edges.add(u, v);
        Graph graph = edges.undirected(nodes);
        Graph made = TopFilter.of(spent)
                .publish(graph, 1e-5, Streams.seed(4).stream("filter"))
                .graph();
        double[][] seen = new double[2][];
        for (int world = 0; world < 2; world++) {
            boolean linked = world == 1;
            seen[world] = java.util.stream.IntStream.range(0, nodes * (nodes - 1) / 2)
                    .filter(k -> graph.hasEdge(first(k), second(k)) == linked)
                    .mapToDouble(k -> made.hasEdge(first(k), second(k)) ? 1 : 0)
                    .toArray();
        }
        return EpsilonLowerBound.atThreshold(seen[0], seen[1], 0.5, 1e-5, 0.95).epsilon();
    }

    /** As many edges as there are, within the noise of the count; and no work for each pair of 3 billion. */
    @Test
    void aLargeGraphKeepsItsNumberOfEdges() {
        Graph graph = SyntheticGraphs.powerLaw(80_000, 160_000, 2.5, 100, 1);
        Graph made = TopFilter.of(4)
                .publish(graph, 1e-5, Streams.seed(1).stream("filter"))
                .graph();
        assertEquals(graph.edges(), made.edges(), 0.02 * graph.edges());
        long kept = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++) if (made.hasEdge(graph.inNeighbour(v, i), v)) kept++;
        assertTrue(kept > 0, "none of " + graph.edges() + " passed");
    }

    @Test
    void whatNoFilterIsProvedForIsRefused() {
        for (double epsilon : new double[] {0, 1e-7, 26, Double.NaN, Double.POSITIVE_INFINITY})
            refused(() -> TopFilter.of(epsilon), "epsilon");
        refused(() -> TopFilter.of(1)
                .publish(Graph.directed(2, new int[] {0}, new int[] {1}), 1e-5, Streams.secure().stream("filter")));
        assertEquals(
                0,
                TopFilter.of(1)
                        .publish(new EdgeList().undirected(1), 1e-5, Streams.seed(1).stream("filter"))
                        .graph()
                        .edges());
    }

    private static Graph complement(Graph graph) {
        EdgeList all = new EdgeList();
        for (int v = 1; v < graph.nodes(); v++) for (int u = 0; u < v; u++) if (!graph.hasEdge(u, v)) all.add(u, v);
        return all.undirected(graph.nodes());
    }

    private static int second(int k) {
        int v = 1;
        while (v * (v + 1) / 2 <= k) v++;
        return v;
    }

    private static int first(int k) {
        return k - second(k) * (second(k) - 1) / 2;
    }
}
