package dpgnn.generate.measure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Graph;
import org.junit.jupiter.api.Test;

class GraphStatisticsTest {
    @Test
    void aTriangleWithATailAndAnIsolatedNode() {
        Graph graph = Graph.undirected(5, new int[] {0, 1, 2, 2}, new int[] {1, 2, 0, 3});
        GraphStatistics s = GraphStatistics.of(graph);
        assertEquals(4, s.largestComponent());
        assertEquals(1, s.triangles());
        // Ordered pairs: 4 edges both ways at 1, and 3 reaches 0 and 1 at 2.
        assertEquals((8 + 4 * 2) / 12.0, s.pathLength(), 1e-12);
        // Degrees 0 1 2 2 3: sum of i d_i from zero is 1 + 4 + 6 + 12 = 23.
        assertEquals(2 * 23 / (5.0 * 8) - 6 / 5.0, s.gini(), 1e-12);
        double expected = 0;
        for (int d : new int[] {0, 1, 2, 2, 3}) expected -= d / 8.0 * Math.log((d + 0.0001) / 8.0);
        assertEquals(expected / Math.log(5), s.entropy(), 1e-12);
    }

    @Test
    void trianglesOfACliqueAreItsTriples() {
        assertEquals(220, GraphStatistics.of(PlainGraphs.complete(12)).triangles());
        assertEquals(1, GraphStatistics.of(PlainGraphs.complete(12)).pathLength(), 1e-12);
    }

    @Test
    void aGraphWithoutEdgesHasDefinedStatistics() {
        GraphStatistics s = GraphStatistics.of(Graph.undirected(3, new int[0], new int[0]));
        assertEquals(new GraphStatistics(1, 0, 0, 0, 0), s);
    }

    @Test
    void degreesAboveTheLastBinAreCountedThere() {
        Graph star = PlainGraphs.graph(62, (u, v) -> u == 0 && v <= 60);
        double[] h = GraphStatistics.degreeHistogram(star, 50);
        assertEquals(1, h[0]);
        assertEquals(60, h[1]);
        assertEquals(1, h[49]);
    }

    @Test
    void cosineOfEqualOrthogonalAndZeroVectors() {
        assertEquals(1, GraphStatistics.cosine(new double[] {1, 2}, new double[] {2, 4}), 1e-12);
        assertEquals(0, GraphStatistics.cosine(new double[] {1, 0}, new double[] {0, 4}), 1e-12);
        assertEquals(0, GraphStatistics.cosine(new double[] {0, 0}, new double[] {0, 4}));
        assertEquals(1, GraphStatistics.cosine(new double[2], new double[2]));
    }

    @Test
    void namesAreThoseOfTheTable() {
        GraphStatistics s = new GraphStatistics(4, 1, 2, 3, 5);
        assertArrayEquals(
                new double[] {4, 1, 2, 3, 5},
                new double[] {s.get("LCC"), s.get("TC"), s.get("CPL"), s.get("GINI"), s.get("REDE")});
        refused(() -> s.get("lcc"));
    }
}
