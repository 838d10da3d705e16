package dpgnn.graph;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordsTest {
    @Test
    void aGraphIsARootWithItsNodes() {
        Graph triangle = Graph.undirected(3, new int[] {0, 1, 2}, new int[] {1, 2, 0});
        Graph path = Graph.undirected(3, new int[] {0, 1}, new int[] {1, 2});
        Dataset data = Records.graphs(
                new GraphCollection(
                        List.of(triangle, path),
                        new int[] {1, 0},
                        2,
                        List.of(),
                        new Dataset.Provenance("two", List.of(), true, List.of())),
                2);
        assertEquals(8, data.nodes());
        assertArrayEquals(new int[] {1, 2, 3}, data.graph().inNeighbours(0));
        assertArrayEquals(new int[] {5, 6, 7}, data.graph().inNeighbours(4));
        assertArrayEquals(new int[] {5, 7}, data.graph().inNeighbours(6));
        assertArrayEquals(new int[] {4, 6}, data.graph().outNeighbours(5));
        assertEquals(0, data.graph().outDegree(0) + data.graph().outDegree(4));
        assertEquals(1, data.labels().of(0));
        assertEquals(0, data.labels().of(4));
        assertEquals(Labels.NONE, data.labels().of(1));
        // Degrees of 2 and more share an indicator; ends of the path have degree 1 and it, too, is the last of two.
        float[][] rows = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}};
        for (int k = 0; k < 3; k++) assertArrayEquals(rows[k], Views.row(data.features(), new int[] {0, 1, 5}[k]));
        assertTrue(data.provenance().notes().contains("A record is one of 2 graphs, with its nodes and its class."));
    }

    private static List<String> records(Dataset data) {
        List<String> all = new ArrayList<>();
        for (int v = 0; v < data.nodes(); v++)
            if (data.labels().isKnown(v))
                all.add(Arrays.toString(data.graph().inNeighbours(v))
                        + data.labels().of(v));
        return all;
    }

    /** An edge that comes is one record more; the pairs drawn beside the edges, and all else, stay. */
    @Test
    void anEdgeIsOneRecordAndChangesNoOther() {
        Dataset data = SyntheticGraphs.small();
        Graph graph = data.graph();
        int far = 1;
        while (graph.hasEdge(far, 0)) far++;
        List<String> without = records(Records.pairs(data, 2, Streams.seed(3).stream("pairs")));
        List<String> with =
                records(Records.pairs(data.withGraph(graph.withEdge(far, 0)), 2, Streams.seed(3).stream("pairs")));
        assertEquals(without.size() + 1, with.size());
        for (String record : without) assertTrue(with.remove(record), record);
        assertEquals(List.of("[0, " + far + "]1"), with);
        long joined = without.stream().filter(r -> r.endsWith("]1")).count();
        assertEquals(graph.edges(), joined);
        assertEquals(2.0 * data.nodes(), without.size() - joined, 10);
    }

    @Test
    void rowsStayAndRootsHaveNone() {
        Dataset data = SyntheticGraphs.small(), pairs = RecordCases.pairs();
        float[] one = new float[data.features().width()], other = one.clone();
        for (int v = 0; v < pairs.nodes(); v++) {
            Arrays.fill(one, 0);
            if (v < data.nodes()) data.features().copyRow(v, one, 0);
            pairs.features().copyRow(v, other, 0);
            assertArrayEquals(one, other);
        }
        Dataset dense = new Dataset(
                data.graph(),
                DenseFeatures.of(data.nodes(), 1, new float[data.nodes()]),
                data.labels(),
                data.provenance());
        assertEquals(
                pairs.nodes(),
                Records.pairs(dense, 1, Streams.seed(3).stream("pairs"))
                        .features()
                        .rows());
    }

    @Test
    void whatIsNoCollectionOfRecordsIsRefused() {
        Dataset data = SyntheticGraphs.small();
        Dataset directed = data.withGraph(Graph.directed(data.nodes(), new int[] {0}, new int[] {1}));
        assertEquals(
                "the graph must be undirected: a pair of nodes has no direction",
                refused(() -> Records.pairs(directed, 1, Streams.seed(3).stream("pairs"))));
        refused(() -> Records.pairs(data, 0, Streams.seed(3).stream("pairs")));
        refused(() -> Records.graphs(RecordCases.graphs(3), 0));
    }

    @Test
    void anOwnerIsANodeFromWhichEdgesLeadToItsRows() {
        Dataset data = SyntheticGraphs.small();
        List<String> owners = IntStream.range(0, data.nodes())
                .mapToObj(v -> v % 2 == 0 ? "even" : "number " + v)
                .toList();
        Dataset owned = Records.owned(data, owners);
        int rows = data.nodes(), even = (rows + 1) / 2;
        assertEquals(rows + 1 + rows / 2, owned.nodes());
        assertEquals(rows, owned.graph().edges());
        assertArrayEquals(
                IntStream.range(0, even).map(k -> 2 * k).toArray(),
                owned.graph().outNeighbours(rows));
        for (int v = 0; v < rows; v++) {
            assertEquals(1, owned.graph().inDegree(v));
            assertEquals(data.labels().of(v), owned.labels().of(v));
            assertArrayEquals(Views.row(data.features(), v), Views.row(owned.features(), v));
        }
        for (int z = rows; z < owned.nodes(); z++) {
            assertEquals(Labels.NONE, owned.labels().of(z));
            assertArrayEquals(new float[data.features().width()], Views.row(owned.features(), z));
        }
        assertTrue(owned.provenance().leaks().contains(Dataset.RECORDS_APART));
        assertEquals(
                "owners must be one for each of " + rows + " nodes, was 1",
                refused(() -> Records.owned(data, List.of("even"))));
        refused(() -> Records.owned(data, Arrays.asList(new String[rows])));
    }
}
