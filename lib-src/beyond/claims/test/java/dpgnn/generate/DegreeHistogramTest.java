package dpgnn.generate;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.*;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DegreeHistogramTest {
    private static long[] cells(Graph graph, double epsilon, long seed) {
        return DegreeHistogram.of(epsilon).noisy(graph, Streams.seed(seed).stream("noise"));
    }

    /** The same noise: all graphs of five nodes and each of their edges, and larger ones that concentrate degrees. */
    @Test
    void anEdgeMovesTheNoisyCellsByFourAtMost() {
        long worst = 0;
        for (int graph = 0; graph < 1024; graph++)
            for (int pair = 0; pair < 10; pair++)
                if ((graph >> pair & 1) == 0) worst = Math.max(worst, distance(of(5, graph), of(5, graph | 1 << pair)));
        EdgeList rays = new EdgeList();
        for (int v = 1; v < 40; v++) rays.add(0, v);
        Graph star = rays.undirected(40), caves = Caves.caveman(5, 6);
        for (Graph[] worlds : new Graph[][] {
            {star.withoutEdge(0, 1), star}, {star, star.withEdge(1, 2)}, {caves, caves.withEdge(0, 29)}
        }) worst = Math.max(worst, distance(worlds[0], worlds[1]));
        assertEquals(4, worst);
    }

    private static long distance(Graph a, Graph b) {
        long[] x = cells(a, 1, 7), y = cells(b, 1, 7);
        long sum = 0;
        for (int k = 0; k < x.length; k++) sum += Math.abs(x[k] - y[k]);
        return sum;
    }

    private static Graph of(int nodes, int bits) {
        EdgeList edges = new EdgeList();
        for (int v = 1, k = 0; v < nodes; v++)
            for (int u = 0; u < v; u++, k++) if ((bits >> k & 1) == 1) edges.add(u, v);
        return edges.undirected(nodes);
    }

    /** A rounded Laplace number of this scale has the mean size e^(-1/2t) / (1 - e^(-1/t)). */
    @Test
    void noiseHasTheScaleOfTheSensitivity() {
        int nodes = 40_000;
        for (double epsilon : new double[] {0.5, 4}) {
            long[] cells = cells(new EdgeList().undirected(nodes), epsilon, 3);
            double mean = Arrays.stream(cells, 1, nodes)
                    .mapToDouble(Math::abs)
                    .average()
                    .orElseThrow();
            double scale = 4 / epsilon;
            assertEquals(Math.exp(-0.5 / scale) / -Math.expm1(-1 / scale), mean, 0.03 * scale);
            double paid = 4 / DegreeHistogram.of(epsilon).scale() + 4 * 0x1p-39;
            assertTrue(paid <= epsilon, "four cells, each off by 2^-39, cost " + paid);
        }
    }

    @Test
    void theProjectionIsTheNearestHistogramOfSoManyNodes() {
        RandomStream coins = Streams.seed(2).stream("cells");
        for (int i = 0; i < 200; i++) {
            long[] noisy = new long[1 + coins.nextInt(12)];
            for (int k = 0; k < noisy.length; k++) noisy[k] = coins.nextInt(21) - 10;
            double[] near = DegreeHistogram.projected(noisy);
            assertEquals(noisy.length, Arrays.stream(near).sum(), 1e-9);
            // nearest by its condition: what moves down equally stays, what would become negative is zero
            double level = Double.NaN;
            for (int k = 0; k < near.length; k++) if (near[k] > 1e-12) level = noisy[k] - near[k];
            for (int k = 0; k < near.length; k++) assertEquals(Math.max(0, noisy[k] - level), near[k], 1e-9);
        }
        assertArrayEquals(
                new double[] {0, 0, 1, 1, 3}, DegreeHistogram.degrees(new double[] {2, 2, 0, 1, 0}), "quantiles");
    }

    @Test
    void withoutMuchNoiseDegreesComeBack() {
        Graph graph = Caves.caveman(5, 6);
        double[] degrees = DegreeHistogram.degrees(DegreeHistogram.projected(cells(graph, 100, 1)));
        double[] own = new double[graph.nodes()];
        for (int v = 0; v < own.length; v++) own[v] = graph.inDegree(v);
        Arrays.sort(own);
        assertArrayEquals(own, degrees);
    }

    @Test
    void aReleaseIsSoundWithFreshCoinsAlone() {
        Graph graph = Caves.caveman(3, 4);
        StepCoins given = new StepCoins();
        given.begin(new byte[StepCoins.KEY], "");
        for (RandomStream seeded : List.of(Streams.seed(1).stream("cells"), given.stream("cells")))
            assertEquals(
                    Verdict.IDEAL,
                    DegreeHistogram.of(1)
                            .publish(graph, 1e-5, seeded)
                            .provable()
                            .verdict());
        var published = DegreeHistogram.of(1).publish(graph, 1e-5, Streams.secure().stream("cells"));
        assertEquals(Verdict.SOUND, published.provable().verdict());
        assertEquals(1, published.provable().epsilon());
    }

    /** Two nodes are linked or not, and both cells say so; the fault spends three times the epsilon. */
    @Test
    void anAuditFindsAnEpsilonThatIsTooSmall() {
        assertTrue(audited(1) <= 1, "" + audited(1));
        assertTrue(audited(1) > 0.5, "the audit sees what there is: " + audited(1));
        assertTrue(audited(3) > 1, "" + audited(3));
    }

    private static double audited(double spent) {
        double[][] seen = new double[2][20_000];
        for (int world = 0; world < 2; world++)
            for (int i = 0; i < seen[world].length; i++) {
                long[] cells = cells(of(2, world), spent, 2L * i + world);
                seen[world][i] = cells[1] - cells[0];
            }
        return EpsilonLowerBound.atThreshold(seen[0], seen[1], 2, 1e-5, 0.95).epsilon();
    }

    @Test
    void whatNoProofCoversIsRefused() {
        for (double epsilon : new double[] {0, 1e-7, 101, Double.NaN})
            refused(() -> DegreeHistogram.of(epsilon), "epsilon");
        refused(() -> DegreeHistogram.of(1)
                .publish(Graph.directed(2, new int[] {0}, new int[] {1}), 1e-5, Streams.secure().stream("cells")));
    }
}
