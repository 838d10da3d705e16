package dpgnn.baseline;

import static dpgnn.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 25 of docs/proofs.md, where pairs answer and nodes send degrees. */
class BlinkTest {
    private static final Blink BLINK = Blink.of();
    private final Dataset data = SyntheticGraphs.small();
    private final Graph graph = data.graph();

    private static RandomStream coins(long seed) {
        return Streams.seed(seed).stream("coins");
    }

    private static BitSet answers(Graph graph, double epsilon, RandomStream coins) {
        BitSet linked = new BitSet();
        BLINK.answers(graph, epsilon, coins, (u, v, yes) -> linked.set(v * (v - 1) / 2 + u, yes));
        return linked;
    }

    @Test
    void anEdgeMovesOneAnswerAndTwoDegreesByOne() {
        for (int[] pair : new int[][] {{0, 1}, {3, 250}, {graph.nodes() - 2, graph.nodes() - 1}}) {
            int u = pair[0], v = pair[1];
            Graph other = graph.hasEdge(u, v) ? graph.withoutEdge(u, v) : graph.withEdge(u, v);
            BitSet differ = answers(graph, 1, coins(4));
            differ.xor(answers(other, 1, coins(4)));
            assertEquals(1, differ.cardinality());
            assertTrue(differ.get(v * (v - 1) / 2 + u));
            long[] one = BLINK.degrees(graph, 1, coins(5)), two = BLINK.degrees(other, 1, coins(5));
            for (int w = 0; w < one.length; w++)
                assertEquals(w == u || w == v ? 1 : 0, Math.abs(one[w] - two[w]), "degree of node " + w);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 2, 6})
    void liesAndNoiseAreAsLikelyAsIsStated(double epsilon) {
        BitSet lies = answers(graph, epsilon, coins(6));
        lies.xor(answers(graph, 36, coins(6)));
        double pairs = graph.nodes() * (graph.nodes() - 1.0) / 2, lie = 1 / (1 + Math.exp(0.9 * epsilon));
        assertEquals(lie, lies.cardinality() / pairs, 5 * Math.sqrt(lie / pairs));
        assertTrue(BLINK.lie(epsilon) > lie && BLINK.lie(epsilon) < lie * (1 + 1e-10));
        assertTrue(Math.log((1 - BLINK.lie(epsilon)) / BLINK.lie(epsilon)) < 0.9 * epsilon);
        double mean = 0;
        int draws = 0;
        for (long seed = 0; seed < 20; seed++) {
            long[] noisy = BLINK.degrees(graph, epsilon, coins(seed));
            for (int v = 0; v < noisy.length; v++, draws++) mean += Math.abs(noisy[v] - graph.inDegree(v));
        }
        double scale = 2 / (0.1 * epsilon);
        assertEquals(scale, mean / draws, 5 * scale / Math.sqrt(draws) + 0.1, "the mean size of Laplace noise");
    }

    /** Two nodes that are linked or not, many times: the likelihood of all that they send. Two answers would show twice as much. */
    @Test
    void anAuditFindsLessThanIsStatedAndMoreWhereBothEndsAnswer() {
        int trials = 100_000;
        double epsilon = 2;
        Blink blink = new Blink(0.5, Gap.of(Gap.Noise.EDGE));
        double[][][] scores = new double[2][2][trials];
        for (int world = 0; world < 2; world++) {
            int[] ends = world == 0 ? new int[0] : new int[] {0};
            Graph pair = Graph.undirected(2, ends, world == 0 ? ends : new int[] {1});
            for (int t = 0; t < trials; t++) {
                RandomStream coins = coins(8).fork(2L * t + world);
                double score = 0;
                for (long d : blink.degrees(pair, epsilon, coins.fork("degrees")))
                    score += Math.abs(d) - Math.abs(d - 1);
                score /= 2 / (0.5 * epsilon);
                double[] one = new double[2];
                for (int a = 0; a < 2; a++) {
                    int at = a;
                    blink.answers(pair, epsilon, coins.fork(a), (u, v, yes) -> one[at] = yes ? 0.5 : -0.5);
                }
                scores[0][world][t] = score + one[0] * epsilon * 0.5 * 2;
                scores[1][world][t] = score + (one[0] + one[1]) * epsilon * 0.5 * 2;
            }
        }
        double[] least = new double[2];
        for (int a = 0; a < 2; a++)
            least[a] = EpsilonLowerBound.ofScores(scores[a][0], scores[a][1], 0, 0.999)
                    .epsilon();
        assertTrue(least[0] > 1.5 && least[0] <= epsilon, "one answer: at least " + least[0]);
        assertTrue(least[1] > epsilon, "two answers: at least " + least[1]);
    }

    @Test
    void withMuchEpsilonTheGraphIsFoundAndWithLittleItIsNot() {
        double[] found = new double[2];
        for (int i = 0; i < 2; i++) {
            Graph estimate = BLINK.estimate(graph, i == 0 ? 38 : 0.2, coins(9));
            long common = 0;
            for (int v = 0; v < graph.nodes(); v++)
                for (int u : estimate.inNeighbours(v)) if (graph.hasEdge(u, v)) common++;
            found[i] = (double) common / graph.directedEdges();
        }
        assertTrue(found[0] > 0.95, "found " + found[0]);
        assertTrue(found[1] < 0.3, "found " + found[1]);
    }

    @Test
    void neighboursAreWorthSomethingWithMuchEpsilon() throws Exception {
        Split split = GapEdgeTest.split(graph);
        double[] accuracy = new double[2];
        for (int i = 0; i < 2; i++)
            accuracy[i] = BLINK.train(data, split, i == 0 ? 30 : 0.2, Streams.seed(2))
                    .scores(split, Split.Role.TEST)
                    .accuracy();
        assertTrue(accuracy[0] > accuracy[1], accuracy[0] + " and " + accuracy[1]);
    }

    @Test
    void hostileGraphsAreEstimatedToo() {
        int n = 40;
        int[] u = new int[n * (n - 1) / 2], v = u.clone();
        for (int a = 1, e = 0; a < n; a++)
            for (int b = 0; b < a; b++, e++) {
                u[e] = a;
                v[e] = b;
            }
        for (double epsilon : new double[] {1e-6, 1, 39}) {
            for (int nodes : new int[] {0, 1, 2, 3, n}) {
                Graph empty = Graph.undirected(nodes, new int[0], new int[0]);
                assertEquals(nodes, BLINK.estimate(empty, epsilon, coins(1)).nodes());
            }
            Graph full = Graph.undirected(n, u, v);
            assertEquals(n, BLINK.estimate(full, epsilon, coins(1)).nodes());
        }
    }

    /** Under fresh keys the two rounds of answers would lie independently, and an edge would cost both. */
    @Test
    void coinsThatAreNotFromASeedAreRefused() {
        RandomStream coins = Streams.secure().stream("coins");
        BitSet differ = answers(graph, 1, coins);
        differ.xor(answers(graph, 1, coins));
        assertTrue(differ.cardinality() > 1000, "two rounds differ in " + differ.cardinality());
        assertRefused("streams must be seeded", () -> BLINK.estimate(graph, 1, coins));
        Split split = GapEdgeTest.split(graph);
        assertRefused("answer anew each time", () -> BLINK.train(data, split, 1, Streams.secure()));
        assertRefused("streams must be seeded", () -> GapTraining.plain(Gap.of(Gap.Noise.EDGE), Streams.secure()));
        assertRefused("streams must be given", () -> BLINK.train(data, split, 1, null));
    }

    /** A lie pays for what the noise of two degrees lacks: 2^-38 of odds, by RoundedLaplace. */
    @Test
    void anAnswerSavesMoreThanTwoDegreesLack() {
        for (double epsilon = 2e-9; epsilon < 40; epsilon *= 1.7) {
            double spent = 0.9 * epsilon, lie = BLINK.lie(epsilon);
            BigDecimal exact = BigDecimal.ONE
                    .divide(new BigDecimal(lie), MathContext.DECIMAL128)
                    .subtract(BigDecimal.ONE);
            // (1 - lie)/lie <= e^(spent - 2^-38), since e^x is at least its first terms
            BigDecimal x = new BigDecimal(spent).subtract(new BigDecimal(0x1p-38)), term = BigDecimal.ONE, power = term;
            for (int k = 1; k < 300; k++) {
                term = term.multiply(x).divide(BigDecimal.valueOf(k), new MathContext(60));
                power = power.add(term);
            }
            assertTrue(exact.compareTo(power) <= 0, "at epsilon " + epsilon);
        }
    }

    @Test
    void epsilonIsTheSumAndLeaksEndIt() {
        List<Guarantee> one = BLINK.guarantees(2, 1e-5, List.of());
        assertEquals(1, one.size());
        assertEquals(2, one.get(0).epsilon());
        assertEquals(Unit.EDGE, one.get(0).unit());
        assertEquals(Verdict.IDEAL, one.get(0).verdict());
        List<Guarantee> two = BLINK.guarantees(2, 1e-5, List.of("Edges leak."));
        assertEquals(Verdict.UNSOUND, two.get(1).verdict());
        assertTrue(two.get(1).statement().contains("Edges leak."));
    }

    @Test
    void whatCannotBeDoneIsRefused() {
        assertRefused("share", () -> new Blink(1, Gap.of(Gap.Noise.EDGE)));
        assertRefused("unit", () -> new Blink(0.1, Gap.of(Gap.Noise.FULL)));
        assertRefused("36", () -> BLINK.guarantees(41, 1e-5, List.of()));
        assertRefused("epsilon", () -> BLINK.lie(0));
        assertRefused("at least", () -> BLINK.lie(1e-10));
        assertRefused("undirected", () -> BLINK.estimate(Graph.directed(2, new int[] {0}, new int[] {1}), 1, coins(1)));
    }
}
