package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.baseline.Gap;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The canaries of GAP's hops move sums exactly as far as the noise is proved for: any less would test less than is claimed. */
class GapBlockTest {
    /** The sums of a hop in a world, by the definition. */
    private static double[] sums(GapBlock block, int world, double degree, boolean loops) {
        int[][] edges = block.edges()[world];
        int[] out = new int[block.nodes()];
        for (int from : edges[0]) out[from]++;
        double[] sums = new double[block.nodes()];
        for (int e = 0; e < edges[0].length; e++) {
            int from = edges[0][e];
            sums[edges[1][e]] += block.rows()[world][from] * Math.min(1, Math.sqrt(degree / out[from]));
        }
        if (loops) for (int v = 0; v < sums.length; v++) sums[v] += block.rows()[world][v];
        return sums;
    }

    /** How far the observer sees the sums move, who looks along the block's direction. */
    private static double moved(GapBlock block, double degree, boolean loops) {
        double[] without = sums(block, 0, degree, loops), with = sums(block, 1, degree, loops);
        double moved = 0, length = 0;
        for (int v = 0; v < block.nodes(); v++) {
            moved += block.along()[v] * (with[v] - without[v]);
            length += block.along()[v] * block.along()[v];
        }
        assertEquals(1, length, 1e-12, "the direction is a unit vector");
        return moved;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 30})
    void aNodeThatLeavesMovesWhatIsPublished(int degree) {
        GapBlock block = GapBlock.leaving(degree);
        assertEquals(Gap.Noise.PUBLISHED.sensitivity(degree), moved(block, degree, false), 1e-9);
        assertEquals(2 * Math.sqrt(degree), moved(block, Double.POSITIVE_INFINITY, false), 1e-9, "unbounded: twice");
    }

    @Test
    void anEdgeMovesBothOfItsEnds() {
        GapBlock block = GapBlock.joined();
        assertEquals(3, block.graph(1, 3).directedEdges() / 2);
        assertEquals(0, block.graph(0, 3).directedEdges());
        double each = block.along()[0];
        assertEquals(
                Gap.Noise.EDGE.sensitivity(1), each * block.rows()[1][1] + block.along()[1] * block.rows()[1][0], 1e-9);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 30})
    void aReplacedNodeMovesWhatIsProved(int degree) {
        assertEquals(Gap.Noise.FULL.sensitivity(degree), moved(GapBlock.replaced(degree, true), degree, true), 1e-9);
        double without = moved(GapBlock.replaced(degree, false), degree, false);
        assertEquals(2 * Math.sqrt(degree * (degree + 1.0)), without, 1e-9);
        assertTrue(without < Gap.Noise.CORRECTED.sensitivity(degree), degree + ": " + without);
        assertTrue(without > 0.7 * Gap.Noise.CORRECTED.sensitivity(degree), "a weak canary: " + without);
    }

    /** All that differs is whom the senders point to; the node in question sends nothing, and no row changes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aNodeThatOnlyReceivesHasNoRowOfItsOwn(int degree) {
        GapBlock block = GapBlock.received(Gap.of(Gap.Noise.PUBLISHED).with(Gap::degree, degree));
        assertArrayEquals(block.rows()[0], block.rows()[1]);
        int z = block.nodes() - 1, more = 0;
        int[][] without = block.edges()[0], with = block.edges()[1];
        for (int e = 0; e < with[0].length; e++) {
            assertTrue(with[0][e] != z, "z sends nothing");
            if (e < without[0].length) assertEquals(without[1][e], with[1][e]);
            else assertEquals(z, with[1][e]);
            if (e >= without[0].length) more++;
        }
        assertTrue(more > 0 && block.along()[z] == 0, more + " edges to z, whose own sum is not looked at");
        int[] out = new int[block.nodes()];
        for (int from : without[0]) out[from]++;
        for (int from : without[0]) assertEquals(degree, out[from], "without z nobody drops an edge");
    }

    /** Its largest node has no edge that leads to it, and some have none at all. */
    @Test
    void aGraphWithoutEdgesToItsHubIsAudited() {
        Graph star = Graph.directed(5, new int[] {0, 0, 0}, new int[] {1, 2, 3});
        TrainingView view = new Dataset(
                        star,
                        DenseFeatures.of(5, 1, new float[5]),
                        Labels.single(2, new int[5]),
                        new Dataset.Provenance("a star", List.of(), true, List.of()))
                .transductive(Split.of(5, new int[] {0, 1, 2, 3, 4}, new int[0], new int[0]));
        Gap gap = Gap.of(Gap.Noise.EDGE);
        var found = new GapAudit(gap).run(view, 2, gap.guarantees(5, 2, 1e-3, List.of()), 200, 0.95, 1);
        assertEquals(1, found.coupling(), 1e-5, "an edge of an undirected graph, which a block has");
        assertTrue(!found.caught(), found.toString());
    }
}
