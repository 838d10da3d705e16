package dpgnn.baseline;

import static dpgnn.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

public class GapTest {
    private static final int WIDTH = 4;
    private static final RandomStream COINS = Streams.seed(5).stream("coins");

    private static GapHops hops(Gap gap, Graph graph) {
        return GapHops.of(gap, graph, graph::outDegree, COINS);
    }

    private static float[] random(int nodes, String name) {
        RandomStream stream = Streams.seed(9).stream(name);
        float[] rows = new float[nodes * WIDTH];
        for (int i = 0; i < rows.length; i++) rows[i] = (float) stream.nextGaussian();
        GapHops.normalise(rows, WIDTH);
        return rows;
    }

    /** Squared distance of all rows but one; of all rows when that is -1. */
    static double distance(float[] a, float[] b, int except) {
        double sum = 0;
        for (int i = 0; i < a.length; i++)
            if (i / WIDTH != except) sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        return Math.sqrt(sum);
    }

    @Test
    void aNodeThatLeavesMovesOthersByAtMostThePublishedSensitivityWhereDegreesAreWeighted() {
        Graph graph = SyntheticGraphs.small().graph();
        float[] rows = random(graph.nodes(), "rows");
        double worst = 0;
        for (int degree : new int[] {1, 3, 1000}) {
            Gap gap = Gap.of(Gap.Noise.PUBLISHED).weighted().with(Gap::degree, degree);
            float[] with = hops(gap, graph).sums(rows, WIDTH);
            for (int z = 0; z < graph.nodes(); z++) {
                // Degrees in the whole graph stay: nobody else's weight changes.
                GapHops without = GapHops.of(gap, graph.withoutNode(z), graph::outDegree, COINS);
                double share = distance(with, without.sums(rows, WIDTH), z) / gap.sensitivity();
                assertTrue(share <= 1 + 1e-5, "node " + z + " moves others by " + share + " of the sensitivity");
                worst = Math.max(worst, share);
            }
        }
        assertEquals(1, worst, 1e-5, "the bound is reached");
    }

    /** Every u sends to w, x and, in one world, to z. Then it has an edge too many, and w and x lose a third of their senders. */
    @Test
    void samplingEdgesBreaksThePublishedSensitivityWhateverTheCoins() {
        int senders = 60;
        int w = senders;
        int x = w + 1;
        int z = w + 2;
        int[] from = new int[3 * senders];
        int[] to = new int[3 * senders];
        for (int u = 0; u < senders; u++)
            for (int k = 0; k < 3; k++) {
                from[3 * u + k] = u;
                to[3 * u + k] = w + k;
            }
        Graph graph = Graph.directed(z + 1, from, to);
        float[] rows = new float[(z + 1) * WIDTH];
        for (int u = 0; u < senders; u++) rows[u * WIDTH] = 1;
        Gap gap = Gap.of(Gap.Noise.PUBLISHED).with(Gap::degree, 2);
        for (long seed = 0; seed < 20; seed++) {
            RandomStream one = Streams.seed(seed).stream("a"), other = Streams.seed(seed + 100).stream("b");
            float[] with = GapHops.of(gap, graph, graph::outDegree, one).sums(rows, WIDTH);
            float[] without = GapHops.of(gap, graph.withoutNode(z), graph::outDegree, other)
                    .sums(rows, WIDTH);
            assertEquals(senders, without[w * WIDTH], "without z every sender has two edges and keeps them");
            double moved = distance(with, without, z);
            assertTrue(moved > 5 * gap.sensitivity(), "z has no out-edge, and moves " + moved);
        }
    }

    /** D in-neighbours and D out-neighbours of z that share one row; z becomes the opposite, with other in-neighbours. */
    private static double replaced(Gap gap) {
        int d = gap.degree();
        int z = 3 * d;
        int[] out = IntStream.range(0, d).toArray();
        int[] before = IntStream.range(d, 2 * d).toArray();
        int[] after = IntStream.range(2 * d, 3 * d).toArray();
        Graph empty = Graph.directed(z + 1, new int[0], new int[0]);
        float[] rows = new float[(z + 1) * WIDTH];
        for (int v : before) rows[v * WIDTH] = 1;
        for (int v : after) rows[v * WIDTH] = -1;
        rows[z * WIDTH] = 1;
        float[] other = rows.clone();
        other[z * WIDTH] = -1;
        float[] first = hops(gap, empty.withNeighbours(z, before, out)).sums(rows, WIDTH);
        float[] second = hops(gap, empty.withNeighbours(z, after, out)).sums(other, WIDTH);
        return distance(first, second, -1);
    }

    @ParameterizedTest
    @EnumSource(Gap.Bound.class)
    void aReplacedNodeMovesItsOwnRowTooWhichThePublishedSensitivityLeavesOut(Gap.Bound bound) {
        for (int d : new int[] {1, 3, 10}) {
            Gap published = Gap.of(Gap.Noise.PUBLISHED).with(Gap::degree, d);
            Gap corrected = Gap.of(Gap.Noise.CORRECTED).with(Gap::degree, d);
            Gap full = Gap.of(Gap.Noise.FULL).with(Gap::degree, d).withLoops();
            if (bound == Gap.Bound.WEIGHTED) {
                published = published.weighted();
                corrected = corrected.weighted();
                full = full.weighted();
            }
            assertEquals(Math.sqrt(4.0 * d * d + 4 * d), replaced(published), 1e-4);
            assertTrue(replaced(published) > 2 * published.sensitivity());
            assertTrue(replaced(corrected) <= corrected.sensitivity());
            assertEquals(full.sensitivity(), replaced(full), 1e-4, "the full sensitivity is reached");
            assertTrue(
                    replaced(corrected.withLoops()) > corrected.sensitivity(), "with loops, 2 (D + 1) is too little");
        }
    }

    @Test
    void replacedNodesOfAnyDegreeStayWithinTheCorrectedAndTheFullSensitivity() {
        Graph graph = SyntheticGraphs.small().graph();
        float[] rows = random(graph.nodes(), "rows");
        float[] fresh = random(graph.nodes(), "others");
        List<Gap> all = List.of(
                Gap.of(Gap.Noise.CORRECTED).weighted().with(Gap::degree, 2),
                Gap.of(Gap.Noise.FULL).weighted().withLoops().with(Gap::degree, 2));
        for (Gap gap : all)
            for (int z = 0; z < graph.nodes(); z += 7) {
                float[] changed = rows.clone();
                System.arraycopy(fresh, z * WIDTH, changed, z * WIDTH, WIDTH);
                float[] whole = hops(gap, graph).sums(rows, WIDTH);
                GapHops without = GapHops.of(gap, graph.withoutNode(z), graph::outDegree, COINS);
                double moved = distance(whole, hops(gap, graph).sums(changed, WIDTH), -1);
                double cut = distance(whole, without.sums(changed, WIDTH), -1);
                assertTrue(Math.max(moved, cut) <= gap.sensitivity() + 1e-4, moved + " and " + cut);
                assertTrue(moved > 0 || graph.outDegree(z) == 0);
            }
    }

    @Test
    void noiseHasTheDeviationThatIsStated() {
        Graph empty = Graph.directed(4000, new int[0], new int[0]);
        Gap gap = Gap.of(Gap.Noise.CORRECTED).with(Gap::degree, 9);
        float[] noise = new float[4000 * WIDTH];
        dpgnn.mechanism.GaussianNoise.standard().add(noise, 0.5 * gap.sensitivity(), 1, COINS.fork("n"));
        GapHops.normalise(noise, WIDTH);
        float[] hop = hops(gap, empty).next(new float[4000 * WIDTH], WIDTH, 0.5, COINS.fork("n"));
        assertEquals(0, distance(noise, hop, -1), 1e-6);
        assertEquals(20, gap.sensitivity());
        float[] plain = hops(gap, empty).next(new float[4000 * WIDTH], WIDTH, 0, COINS.fork("n"));
        assertEquals(0, distance(plain, new float[plain.length], -1));
    }

    @Test
    void allThreePartsAreComposedAndTheBudgetIsKept() {
        Gap gap = Gap.of(Gap.Noise.PUBLISHED).with(Gap::batch, 100).with(Gap::epochs, 2);
        Event event = gap.event(1000, 3);
        Event batches = new Event.Repeated(new Event.PoissonSampled(0.1, 3, Relation.ADD_REMOVE), 20);
        assertEquals(
                new Event.Composed(List.of(batches, new Event.Repeated(new Event.Gaussian(3), 2), batches)), event);
        double multiplier = gap.multiplier(1000, 2, 1e-4);
        double epsilon = PldAccountant.standard().epsilon(gap.event(1000, multiplier), 1e-4);
        assertTrue(epsilon <= 2 && epsilon > 1.99, "epsilon " + epsilon);
        Gap replacing = Gap.of(Gap.Noise.FULL).with(Gap::batch, 100).with(Gap::epochs, 2);
        assertTrue(replacing.multiplier(1000, 2, 1e-4) > multiplier, "a replacement is a greater change");
    }

    @Test
    void onlyWhatIsProvedIsCalledProved() {
        List<Guarantee> sampled = Gap.of(Gap.Noise.PUBLISHED).guarantees(1000, 3, 1e-4, List.of());
        assertEquals(Verdict.CLAIMED, sampled.get(0).verdict());
        assertEquals(Verdict.UNSOUND, sampled.get(1).verdict());
        assertTrue(Double.isInfinite(sampled.get(1).epsilon()));
        List<Guarantee> weighted = Gap.of(Gap.Noise.PUBLISHED).weighted().guarantees(1000, 3, 1e-4, List.of());
        assertEquals(1, weighted.size());
        assertEquals(Verdict.IDEAL, weighted.get(0).verdict());
        assertEquals(Relation.PARTICIPATION, weighted.get(0).relation());
        assertEquals(sampled.get(0).epsilon(), weighted.get(0).epsilon());
        List<Guarantee> loops =
                Gap.of(Gap.Noise.CORRECTED).weighted().withLoops().guarantees(1000, 3, 1e-4, List.of());
        assertEquals(Verdict.UNSOUND, loops.get(1).verdict());
        List<Guarantee> leaking =
                Gap.of(Gap.Noise.FULL).weighted().guarantees(1000, 3, 1e-4, List.of("Something leaks."));
        assertTrue(leaking.get(1).terms().remarks().contains("Something leaks."));
    }

    @Test
    void badParametersAreRefusedByName() {
        assertRefused("hops", () -> Gap.of(Gap.Noise.FULL).with(Gap::hops, 0));
        assertRefused("degree", () -> Gap.of(Gap.Noise.FULL).with(Gap::degree, 0));
        assertRefused("batch", () -> Gap.of(Gap.Noise.FULL).with(Gap::batch, 0).with(Gap::epochs, 1));
        assertRefused("epochs", () -> Gap.of(Gap.Noise.FULL).with(Gap::batch, 1).with(Gap::epochs, 0));
        assertRefused("noise", () -> Gap.of(null));
        assertRefused("multiplier", () -> GapTraining.of(Gap.of(Gap.Noise.FULL), 0, Streams.seed(1)));
        assertRefused("seeded", () -> GapTraining.of(Gap.of(Gap.Noise.FULL), 1, Streams.secure()));
        Graph graph = SyntheticGraphs.small().graph();
        assertRefused("whole graph", () -> GapHops.of(Gap.of(Gap.Noise.FULL).weighted(), graph, v -> 0, COINS));
        assertRefused("row", () -> hops(Gap.of(Gap.Noise.FULL), graph).sums(new float[3], 3));
    }
}
