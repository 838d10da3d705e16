package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentClipTest {
    private static DocumentClip.Gap gap(Graph graph, int document, double clip) {
        int n = graph.nodes();
        Stream coins = Streams.seed(5).stream("data");
        float[] values = new float[n * 6];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextDouble();
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) labels[i] = coins.nextInt(3);
        Split.Role[] roles = new Split.Role[n];
        Arrays.fill(roles, Split.Role.TRAIN);
        TrainingView view = new Dataset(
                        graph,
                        DenseFeatures.of(n, 6, values),
                        Labels.single(3, labels),
                        new Dataset.Provenance("made", List.of(), false, List.of()))
                .transductive(Split.byRole(roles));
        Network network = Gcn.layers(2, 16).network(6, 3);
        return DocumentClip.of(network, network.initial(Streams.seed(2).stream("init")), view, clip)
                .without(document);
    }

    private static Graph path(int nodes) {
        int[] from = new int[nodes - 1];
        int[] to = new int[nodes - 1];
        for (int i = 0; i < from.length; i++) to[i] = (from[i] = i) + 1;
        return Graph.undirected(nodes, from, to);
    }

    /** Nobody reads a document without edges: its own clipped gradient is all that goes. */
    @Test
    void aDocumentAloneIsBounded() {
        DocumentClip.Gap gap = gap(Graph.undirected(4, new int[] {1}, new int[] {2}), 0, 1e-3);
        assertEquals(0, gap.readers());
        assertEquals(1, gap.times(), 1e-5);
    }

    /** Two layers read two hops; degrees carry the change one hop further: 3 readers to each side of a path. */
    @Test
    void readersAreThreeHopsAway() {
        assertEquals(6, gap(path(15), 7, 1e-3).readers());
        assertEquals(3, gap(path(15), 0, 1e-3).readers());
    }

    /** A hub that leaves changes the gradients of all its leaves at once. */
    @Test
    void aHubExceedsTheClaimedBound() {
        int leaves = 60;
        int[] hub = new int[leaves];
        int[] leaf = new int[leaves];
        for (int i = 0; i < leaves; i++) leaf[i] = i + 1;
        DocumentClip.Gap gap = gap(Graph.undirected(leaves + 1, hub, leaf), 0, 1e-3);
        assertEquals(leaves, gap.readers());
        assertTrue(gap.times() > 2, "times " + gap.times());
        assertTrue(gap.times() <= 2 * leaves + 1, "no term moves by more than 2C");
    }
}
