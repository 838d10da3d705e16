package dpgnn.baseline;

import static dpgnn.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.baseline.Gap.Noise;
import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 81 of docs/proofs.md, where the unit is an edge. */
class GapEdgeTest {
    private static final int WIDTH = 4;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private static GapHops hops(Gap gap, Graph graph) {
        return GapHops.of(gap, graph, graph::outDegree, Streams.seed(1).stream("none"));
    }

    /** One row in six of each kind: random, huge, infinite, no number, subnormal, and alike. */
    static float[] hostile(int nodes) {
        RandomStream coins = Streams.seed(3).stream("rows");
        float[] rows = new float[nodes * WIDTH];
        for (int i = 0; i < rows.length; i++)
            rows[i] = switch (i / WIDTH % 6) {
                case 0 -> (float) coins.nextGaussian();
                case 1 -> i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE;
                case 2 -> i % 3 == 0 ? Float.POSITIVE_INFINITY : 1;
                case 3 -> i % 3 == 0 ? Float.NaN : 1;
                case 4 -> Float.MIN_VALUE;
                default -> 1;
            };
        GapHops.normalise(rows, WIDTH);
        return rows;
    }

    /** A third of the nodes are asked about. */
    static Split split(Graph graph) {
        Split.Role[] roles = new Split.Role[graph.nodes()];
        for (int v = 0; v < roles.length; v++) roles[v] = v % 3 == 0 ? Split.Role.TEST : Split.Role.TRAIN;
        return Split.byRole(roles);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEdgeMovesSumsByAtMostItsSensitivityWhateverRowsAndDegrees(boolean directed) {
        int nodes = 60;
        int[] hub = IntStream.range(1, nodes - 6).toArray(), zero = new int[hub.length];
        Graph graph = directed ? Graph.directed(nodes, zero, hub) : Graph.undirected(nodes, zero, hub);
        float[] rows = hostile(nodes);
        for (Gap gap : List.of(Gap.of(Noise.EDGE), Gap.of(Noise.EDGE).withLoops())) {
            float[] sums = hops(gap, graph).sums(rows, WIDTH);
            double worst = 0;
            for (int a = 0; a < nodes; a++)
                for (int b = 0; b < nodes; b++) {
                    if (a == b) continue;
                    Graph other = graph.hasEdge(a, b) ? graph.withoutEdge(a, b) : graph.withEdge(a, b);
                    worst = Math.max(worst, distance(sums, hops(gap, other).sums(rows, WIDTH)));
                }
            double sensitivity = gap.sensitivity(graph);
            assertEquals(directed ? 1 : Math.sqrt(2), sensitivity);
            assertEquals(sensitivity, worst, 1e-5, "the bound holds and is reached");
        }
    }

    @Test
    void noiseHasTheDeviationOfTheSensitivity() {
        int nodes = 500;
        for (boolean directed : new boolean[] {false, true}) {
            int[] none = new int[0];
            Graph empty = directed ? Graph.directed(nodes, none, none) : Graph.undirected(nodes, none, none);
            RandomStream coins = Streams.seed(4).stream("noise");
            float[] expected = new float[nodes * WIDTH];
            GaussianNoise.standard().add(expected, 3 * (directed ? 1 : Math.sqrt(2)), 1, coins.fork(1));
            assertArrayEquals(
                    expected, hops(Gap.of(Noise.EDGE), empty).noisy(new float[nodes * WIDTH], WIDTH, 3, coins.fork(1)));
        }
    }

    /** delta of a shift of mu against noise of deviation 1, by its closed form. */
    static double delta(double mu, double epsilon) {
        return NORMAL.cumulativeProbability(mu / 2 - epsilon / mu)
                - Math.exp(epsilon) * NORMAL.cumulativeProbability(-mu / 2 - epsilon / mu);
    }

    @Test
    void epsilonIsThatOfOneGaussianWhateverIsTrained() {
        for (int hops : new int[] {1, 2, 5})
            for (double multiplier : new double[] {0.7, 3, 40})
                for (Gap gap : List.of(
                        Gap.of(Noise.EDGE), Gap.of(Noise.EDGE).inStages().with(Gap::epochs, 3))) {
                    List<Guarantee> one = gap.with(Gap::hops, hops).guarantees(1000, multiplier, 1e-5, List.of());
                    assertEquals(1, one.size());
                    assertProved(one.get(0), Math.sqrt(hops) / multiplier);
                    List<Guarantee> two = Gap.of(Noise.ARC)
                            .with(Gap::hops, hops)
                            .with(Gap::progressive, gap.progressive())
                            .guarantees(1000, multiplier, 1e-5, List.of());
                    assertEquals(Verdict.CLAIMED, two.get(0).verdict());
                    assertEquals(one.get(0).epsilon(), two.get(0).epsilon());
                    assertProved(two.get(1), Math.sqrt(2.0 * hops) / multiplier);
                }
    }

    private static void assertProved(Guarantee proved, double mu) {
        assertEquals(Verdict.IDEAL, proved.verdict());
        assertEquals(Unit.EDGE, proved.unit());
        assertEquals(Relation.ADD_REMOVE, proved.relation());
        assertTrue(delta(mu, proved.epsilon()) <= 1e-5 * (1 + 1e-9), proved + " with mu " + mu);
        assertTrue(delta(mu, proved.epsilon() * 0.999) > 1e-5 * (1 - 1e-5), proved + " is far above mu " + mu);
    }

    @Test
    void theBudgetIsKept() {
        Gap gap = Gap.of(Noise.EDGE).inStages().with(Gap::hops, 3);
        double multiplier = gap.multiplier(1000, 2, 1e-6);
        assertEquals(new Event.Repeated(new Event.Gaussian(multiplier), 3), gap.event(1000, multiplier));
        double epsilon =
                gap.guarantees(1000, multiplier, 1e-6, List.of()).get(0).epsilon();
        assertTrue(epsilon <= 2 && epsilon > 1.99, "epsilon " + epsilon);
    }

    @Test
    void whatIsClaimedForOneEndIsProvedForLess() {
        Gap gap = Gap.of(Noise.ARC);
        for (double[] claimed : new double[][] {{1, 1.46}, {8, 12.2}}) {
            List<Guarantee> stated = gap.guarantees(1000, gap.multiplier(1000, claimed[0], 1e-6), 1e-6, List.of());
            assertTrue(stated.get(0).epsilon() <= claimed[0]);
            double proved = stated.get(1).epsilon();
            assertTrue(proved <= claimed[1] && proved > 0.99 * claimed[1], "proved " + proved);
        }
    }

    /** Pairs of nodes of row 1 that are linked or not; whoever watches adds up the sums of both. */
    @ParameterizedTest
    @EnumSource(names = {"EDGE", "ARC"})
    void anAuditCatchesNoiseForOneEndAndNoOther(Noise noise) {
        int pairs = 100_000, hops = 2;
        double delta = 0.01;
        Gap gap = Gap.of(noise).with(Gap::hops, hops);
        double multiplier = gap.multiplier(1000, 1, delta);
        int[] even = IntStream.range(0, pairs).map(i -> 2 * i).toArray();
        int[] odd = IntStream.range(0, pairs).map(i -> 2 * i + 1).toArray();
        float[] rows = new float[2 * pairs];
        Arrays.fill(rows, 1);
        double[][] scores = new double[2][pairs];
        for (int world = 0; world < 2; world++) {
            int[] none = new int[0];
            Graph graph = Graph.undirected(2 * pairs, world == 0 ? none : even, world == 0 ? none : odd);
            for (int k = 0; k < hops; k++) {
                RandomStream coins = Streams.seed(8).stream("world " + world).fork(k);
                float[] seen = hops(gap, graph).noisy(rows, 1, multiplier, coins);
                for (int i = 0; i < pairs; i++) scores[world][i] += seen[2 * i] + seen[2 * i + 1];
            }
        }
        double least =
                EpsilonLowerBound.ofScores(scores[0], scores[1], delta, 0.999).epsilon();
        List<Guarantee> stated = gap.guarantees(1000, multiplier, delta, List.of());
        assertTrue(least > 0.7 && least <= stated.get(stated.size() - 1).epsilon(), "at least " + least);
        assertEquals(noise == Noise.ARC, least > stated.get(0).epsilon(), "at least " + least);
    }

    /** With so much noise that sums vanish beside it in rounding, any two graphs must give the same in every bit. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingReadsAnEdgeButNoisySums(boolean progressive) throws Exception {
        Dataset data = SyntheticGraphs.small();
        Graph graph = data.graph();
        Dataset other = data.withGraph(Graph.undirected(graph.nodes(), new int[] {0, 1, 2}, new int[] {5, 6, 7}));
        Split split = split(graph);
        Gap gap = Gap.of(Noise.EDGE).with(Gap::progressive, progressive).with(Gap::epochs, 20);
        Object[] first = results(gap, data, split, 1e30), second = results(gap, other, split, 1e30);
        assertArrayEquals(first, second);
        assertFalse(Arrays.deepEquals(results(gap, data, split, 1), results(gap, other, split, 1)));
        assertEquals(1 + (progressive ? 2 : 1), ((Object[]) first[0]).length);
        float[] row = new float[3 * gap.width()];
        ((Features) first[1]).copyRow(0, row, 0);
        for (int c = 0; c < gap.width(); c++)
            assertNotEquals(row[gap.width() + c], row[2 * gap.width() + c], "each hop has noise of its own");
    }

    private static Object[] results(Gap gap, Dataset data, Split split, double multiplier) throws Exception {
        GapTraining.Fitted fitted =
                GapTraining.of(gap, multiplier, Streams.seed(2)).train(data.transductive(split));
        return new Object[] {
            fitted.stages().stream().map(s -> s.parameters().toArray()).toArray(),
            fitted.cached(),
            fitted.scores(data, split, Split.Role.TEST).accuracy()
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withLittleNoiseNeighboursAreWorthSomething(boolean progressive) throws Exception {
        Dataset data = SyntheticGraphs.small();
        Gap gap = Gap.of(Noise.EDGE).with(Gap::progressive, progressive);
        double[] accuracy = new double[2];
        for (int i = 0; i < 2; i++)
            accuracy[i] = (double) results(gap, data, split(data.graph()), i == 0 ? 1e6 : 0.5)[2];
        assertTrue(accuracy[1] > accuracy[0] + 0.05, Arrays.toString(accuracy));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneCallTrainsOnAnyGraphAndSaysWhatIsProved(boolean progressive) {
        Dataset data = SyntheticGraphs.small();
        Split split = split(data.graph());
        Gap gap = Gap.of(Noise.EDGE).with(Gap::progressive, progressive).with(Gap::epochs, 20);
        TrainingView view = data.transductive(split);
        int roots = view.participants().announcedRoots();
        GapTraining.Fitted fitted = gap.train(view, 2, 1e-6, Streams.seed(2));
        double multiplier = gap.multiplier(roots, 2, 1e-6);
        assertEquals(gap.guarantees(roots, multiplier, 1e-6, List.of()).get(0), fitted.guarantee(1e-6));
        assertProvedAtMost(2, fitted.guarantee(1e-6));
        GapTraining.Fitted same =
                GapTraining.of(gap, multiplier, Streams.seed(2)).train(view);
        assertEquals(same.cached(), fitted.cached());
        Dataset leaking = data.withGraph(DegreeBound.symmetric(data.graph(), 3, Streams.seed(1).stream("bound")));
        assertEquals(
                Verdict.UNSOUND,
                gap.train(leaking.transductive(split), 2, 1e-6, Streams.seed(2))
                        .guarantee(1e-6)
                        .verdict());
        assertThrows(
                IllegalStateException.class,
                () -> GapTraining.plain(gap, Streams.seed(2)).train(view).guarantee(1e-6));
        assertProvedAtMost(2, Blink.of().train(data, split, 2, Streams.seed(2)).guarantee(1e-6));
    }

    private static void assertProvedAtMost(double epsilon, Guarantee held) {
        assertEquals(Verdict.IDEAL, held.verdict());
        assertEquals(Unit.EDGE, held.unit());
        assertTrue(held.epsilon() <= epsilon && held.epsilon() > 0.99 * epsilon, held.summary());
    }

    @Test
    void whatIsSaidNamesTheUnitAndWhatIsPublic() {
        String said =
                Gap.of(Noise.EDGE).guarantees(10, 2, 1e-5, List.of()).get(0).statement();
        for (String part : List.of("one edge", "rows and labels", "any node", "both directions"))
            assertTrue(said.contains(part), said);
        List<Guarantee> leaking = Gap.of(Noise.ARC).guarantees(10, 2, 1e-5, List.of("Edges leak."));
        assertEquals(Verdict.UNSOUND, leaking.get(1).verdict());
        assertTrue(leaking.get(1).statement().contains("Edges leak."));
    }

    @Test
    void whatIsNotProvedIsRefused() {
        assertRefused("bound must be NONE", () -> Gap.of(Noise.EDGE).weighted());
        assertRefused("bound must be NONE", () -> Gap.of(Noise.ARC).with(Gap::bound, Gap.Bound.SAMPLED));
        assertRefused(
                "bound must be SAMPLED or WEIGHTED", () -> Gap.of(Noise.FULL).with(Gap::bound, Gap.Bound.NONE));
        assertRefused("directed graph", () -> hops(Gap.of(Noise.ARC), Graph.directed(2, new int[] {0}, new int[] {1})));
    }

    private static double distance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        return Math.sqrt(sum);
    }
}
