package dpgnn.study.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.report.Table;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.EdgeBatches;
import dpgnn.sampling.WholeGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SamplerPicturesTest {
    /** A path 0 to 5, and 6 joined to nobody. */
    private static final Graph PATH = Graph.undirected(7, new int[] {0, 1, 2, 3, 4}, new int[] {1, 2, 3, 4, 5});

    @Test
    void theNearestNodesAreTaken() {
        Graph near = SamplerPictures.around(PATH, 2, 3, 1).graph();
        assertEquals(3, near.nodes());
        assertEquals(2, near.inDegree(0), "the centre is first, with both neighbours");
        assertEquals(6, SamplerPictures.around(PATH, 0, 7, 1).graph().nodes(), "nobody leads to node 6");
        assertThrows(IllegalArgumentException.class, () -> SamplerPictures.around(PATH, 7, 3, 1));
    }

    @Test
    void everyPictureIsCounted() {
        SamplerPictures pictures = SamplerPictures.around(PATH, 0, 6, 1);
        pictures.draw("whole", WholeGraph.of());
        pictures.draw("walks", DisjointWalks.of(1, 3));
        var pairs = EdgeBatches.of(1);
        pictures.draw("pairs", pairs);
        Table counts = pictures.counts();
        assertArrayEquals(new double[] {1, 3, 15}, counts.numbers("examples"));
        assertArrayEquals(new double[] {1, 1, 5}, counts.numbers("most often one node"));
        assertEquals("FEATURE, REPLACE", counts.texts("protects")[1]);
        assertEquals(15, pictures.pairs(pairs).size());
        int[] times = pictures.occurrences(pictures.batch(BoundedDegree.features(2, 1, 6)));
        assertTrue(Arrays.stream(times).max().getAsInt() <= 3, "itself and two neighbours");
    }
}
