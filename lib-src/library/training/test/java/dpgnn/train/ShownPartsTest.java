package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.nn.Gcn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a cell shows of the parts of a data set and of a training, which are not shown as tables. */
class ShownPartsTest {
    private static Dataset data(Labels labels) {
        Graph path = Graph.undirected(5, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4});
        return new Dataset(
                path,
                DenseFeatures.of(5, 2, new float[10]),
                labels,
                new Dataset.Provenance("path", List.of(), true, List.of()));
    }

    /** A mistyped class of one node is seen by its count. */
    @Test
    void aCardCountsTheNodesOfEachClass() {
        Labels single = Labels.single(3, new int[] {0, 0, 2, Labels.NONE, 0});
        assertEquals("3, 0, 1", data(single).description().get("nodes of each class"));
        assertArrayEquals(new int[] {3, 0, 1}, single.counts());
        Labels sets = Labels.multi(2, new boolean[] {true, true, false, true, false, false, true, false, false, true});
        assertEquals("2, 3", data(sets).description().get("nodes of each class"));
        assertEquals(
                "from 0 to 3",
                data(Labels.single(21, new int[] {0, 0, 2, 20, 0}))
                        .description()
                        .get("nodes of each class"));
        assertEquals(null, data(Labels.values(1, new float[5])).description().get("nodes of each class"));
    }

    @Test
    void partsAreReadable() {
        Dataset data = data(Labels.single(3, new int[] {0, 0, 2, Labels.NONE, 0}));
        assertEquals("3 classes, known of 4 of 5 nodes", data.labels().toString());
        assertEquals("dense features of 5 nodes, 2 columns", data.features().toString());
        assertEquals(
                "1 numbers a node, known of 5 of 5 nodes",
                Labels.values(1, new float[5]).toString());
        Split split = Split.of(5, new int[] {0}, new int[0], new int[] {2, 3});
        assertEquals(
                "evaluation of the 1 nodes that have a label, of 2",
                Evaluation.wholeGraph(data.evaluation(split, Split.Role.TEST)).toString());
        String network = Gcn.layers(1, 4).network(2, 3).toString();
        assertTrue(
                network.startsWith("Gcn") && network.endsWith(": 2 features, 3 classes, 1 hops, 9 parameters"),
                network);
    }
}
