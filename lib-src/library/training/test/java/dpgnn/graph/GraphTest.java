package dpgnn.graph;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
    /** A random graph and its adjacency matrix, made without the class under test. */
    private record Model(Graph graph, boolean[][] edge) {
        static Model of(boolean directed, long seed) {
            RandomStream coins = Streams.seed(seed).stream("graph");
            int nodes = 25;
            boolean[][] edge = new boolean[nodes][nodes];
            int[] from = new int[120];
            int[] to = new int[120];
            for (int e = 0; e < from.length; e++) {
                from[e] = coins.nextInt(nodes);
                to[e] = coins.nextInt(nodes);
                if (from[e] == to[e]) continue;
                edge[from[e]][to[e]] = true;
                if (!directed) edge[to[e]][from[e]] = true;
            }
            return new Model(directed ? Graph.directed(nodes, from, to) : Graph.undirected(nodes, from, to), edge);
        }

        void check(Graph g) {
            long edges = 0;
            for (int i = 0; i < edge.length; i++) {
                int in = 0;
                int out = 0;
                for (int j = 0; j < edge.length; j++) {
                    assertEquals(edge[i][j], g.hasEdge(i, j), i + " -> " + j);
                    if (edge[j][i]) assertEquals(j, g.inNeighbour(i, in++));
                    if (edge[i][j]) assertEquals(j, g.outNeighbour(i, out++));
                }
                assertEquals(in, g.inDegree(i));
                assertEquals(out, g.outDegree(i));
                edges += in;
            }
            assertEquals(edges, g.directedEdges());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void holdsTheEdgesItWasGivenWithoutLoopsAndRepetitions(boolean directed) {
        for (int seed = 0; seed < 20; seed++) {
            Model model = Model.of(directed, seed);
            model.check(model.graph);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyNeighbouringGraphDiffersInExactlyWhatItSays(boolean directed) {
        for (int seed = 0; seed < 10; seed++) {
            Model model = Model.of(directed, seed);
            RandomStream coins = Streams.seed(seed).stream("changes");
            for (int change = 0; change < 20; change++) {
                int a = coins.nextInt(25);
                int b = (a + 1 + coins.nextInt(24)) % 25;
                boolean had = model.edge[a][b];
                boolean hadBack = model.edge[b][a];
                Graph other = had ? model.graph.withoutEdge(a, b) : model.graph.withEdge(a, b);
                model.edge[a][b] = !had;
                if (!directed) model.edge[b][a] = !had;
                model.check(other);
                assertNotEquals(model.graph, other);
                assertEquals(model.graph, had ? other.withEdge(a, b) : other.withoutEdge(a, b));
                model.edge[a][b] = had;
                model.edge[b][a] = hadBack;
            }
            int z = coins.nextInt(25);
            int[] in = model.graph.inNeighbours(z);
            int[] out = model.graph.outNeighbours(z);
            Graph without = model.graph.withoutNode(z);
            for (int j = 0; j < 25; j++) {
                model.edge[z][j] = false;
                model.edge[j][z] = false;
            }
            model.check(without);
            assertEquals(model.graph, without.withNeighbours(z, in, out), "giving the neighbours back");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void inducedGraphsKeepEdgesAmongTheChosen(boolean directed) {
        Model model = Model.of(directed, 4);
        int[] chosen = {7, 3, 24, 0, 11, 12};
        Graph induced = model.graph.induced(chosen);
        for (int i = 0; i < chosen.length; i++)
            for (int j = 0; j < chosen.length; j++)
                assertEquals(model.edge[chosen[i]][chosen[j]], induced.hasEdge(i, j));
        refused(() -> model.graph.induced(new int[] {1, 1}));
        refused(() -> model.graph.induced(new int[] {25}));
        assertEquals(0, model.graph.induced(new int[0]).nodes());
    }

    @Test
    void badEdgesAreRefusedByName() {
        refused(() -> Graph.undirected(3, new int[] {0}, new int[] {3}));
        refused(() -> Graph.undirected(3, new int[] {-1}, new int[] {0}));
        refused(() -> Graph.undirected(3, new int[] {0}, new int[0]));
        refused(() -> Graph.undirected(-1, new int[0], new int[0]));
        Graph path = Graph.undirected(3, new int[] {0, 1}, new int[] {1, 2});
        refused(() -> path.withEdge(0, 1));
        refused(() -> path.withEdge(2, 2));
        refused(() -> path.withoutEdge(0, 2));
        refused(() -> path.withoutNode(3));
        refused(() -> path.withNeighbours(0, new int[] {1}, new int[] {2}));
    }

    /** Given: 0-1, 1-0, 0-1 again, 2-2 and 1-2. */
    @Test
    void whatIsDroppedIsCountedInTheNotes() {
        int[] from = {0, 1, 0, 2, 1}, to = {1, 0, 1, 2, 2};
        Graph both = Graph.undirected(3, from, to), one = Graph.directed(3, from, to);
        assertEquals(List.of(1L, 2L), List.of(both.droppedLoops(), both.droppedRepeats()));
        assertEquals(List.of(1L, 1L), List.of(one.droppedLoops(), one.droppedRepeats()));
        assertEquals(
                List.of(
                        "Of the edges as they were given, these were dropped: 2 repeated or reversed, 1 from a node to itself."),
                notes(both, 1));
        assertEquals(List.of(), notes(Graph.undirected(3, new int[] {0}, new int[] {1}), 1e6f - 1));
        assertEquals(
                List.of("Feature (1, 0) is 1.0E30: networks learn from values near 1, so scale the column by a public"
                        + " constant."),
                notes(Graph.undirected(3, new int[] {0}, new int[] {1}), 1e30f));
    }

    private static Object notes(Graph graph, float feature) {
        return new Dataset(
                        graph,
                        DenseFeatures.of(3, 1, new float[] {1, feature, 0}),
                        Labels.single(2, new int[] {0, 1, -1}),
                        new Dataset.Provenance("three", List.of(), false, List.of()))
                .description()
                .get("notes");
    }

    @Test
    void aSourceThatChangesItsMindIsRefused() {
        int[] asked = {0};
        assertThrows(
                IllegalStateException.class, () -> Graph.undirected(3, sink -> sink.edge(0, asked[0]++ == 0 ? 1 : 2)));
    }

    @Test
    void memoryIsThatOfOneArrayPerDirection() {
        Graph graph = SyntheticGraphs.erdosRenyi(1000, 0.05, 1);
        long least = 8 * 1001 + 4 * graph.directedEdges();
        assertTrue(graph.bytes() >= least && graph.bytes() <= least + least / 15, graph.bytes() + " of " + least);
    }

    @Test
    void componentsAndDegrees() {
        Graph graph = Graph.undirected(6, new int[] {0, 1, 4}, new int[] {1, 2, 5});
        assertArrayEquals(new int[] {0, 0, 0, 1, 2, 2}, Components.of(graph).componentOf());
        assertEquals(3, Components.of(graph).count());
        assertArrayEquals(new int[] {0, 1, 2}, Components.of(graph).largest());
        assertEquals(2, graph.maxInDegree());
        assertEquals(2, graph.maxOutDegree());
        Graph arrows = Graph.directed(3, new int[] {0, 0}, new int[] {1, 2});
        assertEquals(1, Components.of(arrows).count(), "direction does not matter");
        assertEquals(1, arrows.maxInDegree());
        assertEquals(2, arrows.maxOutDegree());
        assertFalse(arrows.equals(Graph.undirected(3, new int[] {0, 0}, new int[] {1, 2})));
    }

    @Test
    void neighboursAreSortedInPartsOfEveryLengthAndRange() {
        RandomStream coins = Streams.seed(1).stream("sort");
        for (int nodes :
                new int[] {1, 2, 3, 255, 256, 257, 233_000, 1 << 22, 1 << 24, (1 << 24) + 1, Integer.MAX_VALUE}) {
            NeighbourSort sort = new NeighbourSort(nodes);
            for (int length : new int[] {0, 1, 95, 96, 97, 1000, 20_000}) {
                int[] values = new int[length + 20];
                for (int i = 0; i < values.length; i++) values[i] = i % 7 == 0 ? nodes - 1 : coins.nextInt(nodes);
                int[] expected = values.clone();
                Arrays.sort(expected, 10, 10 + length);
                sort.sort(values, 10, 10 + length);
                assertArrayEquals(expected, values, nodes + " nodes, length " + length);
            }
        }
    }
}
