package dpgnn.train.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class ViewHashTest {
    private static final Graph GRAPH = Graph.undirected(4, new int[] {0, 0, 2}, new int[] {1, 2, 3});
    private static final Labels LABELS = Labels.single(3, new int[] {2, 0, 1, 1});
    private static final float[] VALUES = {1, 0, 0, 2.5f, -1, 0, 0, 0};
    private static final DenseFeatures DENSE = DenseFeatures.of(4, 2, VALUES);
    private static final SparseFeatures SPARSE =
            SparseFeatures.of(2, new int[] {0, 1, 2, 3, 3}, new int[] {0, 1, 0}, new float[] {1, 2.5f, -1});
    private static final Split SPLIT = Split.of(4, new int[] {0, 2, 3}, new int[0], new int[] {1});

    private static TrainingView view(Graph graph, Features features, Labels labels) {
        return new Dataset(graph, features, labels, new Dataset.Provenance("small", List.of(), false, List.of()))
                .transductive(SPLIT);
    }

    /** All numbers of a view, four bytes each, as they are written down here once more. */
    private static String written(TrainingView view) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        graph(view.graph(), out);
        out.writeInt(4);
        out.writeInt(2);
        if (view.features() instanceof SparseFeatures) {
            int[][] rows = {
                {1, 0, Float.floatToIntBits(1)},
                {2, 1, Float.floatToIntBits(2.5f)},
                {3, 0, Float.floatToIntBits(-1)},
                {3}
            };
            for (int[] row : rows) for (int number : row) out.writeInt(number);
        } else for (float value : VALUES) out.writeInt(Float.floatToIntBits(value));
        out.writeInt(view.labels().classes());
        out.writeInt(4);
        for (int v = 0; v < 4; v++) {
            out.writeInt(view.labels().isKnown(v) ? 1 : 0);
            if (!view.labels().isKnown(v)) continue;
            if (!view.labels().isMulti()) out.writeInt(view.labels().of(v));
            else
                for (int c = 0; c < view.labels().classes(); c++)
                    out.writeInt(view.labels().has(v, c) ? 1 : 0);
        }
        for (int root : view.participants().roots()) out.writeInt(root);
        for (int v = 0; v < 4; v++) {
            out.writeInt(view.participants().eligible(v) ? 1 : 0);
            out.writeInt(view.participants().outDegree(v));
        }
        out.writeInt(view.participants().announcedRoots());
        if (view.participants().complete() != view.graph())
            graph(view.participants().complete(), out);
        return Sha256.of(bytes.toByteArray());
    }

    private static void graph(Graph graph, DataOutputStream out) throws IOException {
        out.writeInt(graph.nodes());
        out.writeInt(graph.isDirected() ? 1 : 0);
        for (int v = 0; v < graph.nodes(); v++) {
            out.writeInt(graph.inDegree(v));
            for (int other : graph.inNeighbours(v)) out.writeInt(other);
        }
    }

    private static List<TrainingView> views() {
        Labels sets = Labels.multi(
                3, new boolean[] {true, false, true, false, false, false, false, true, true, true, false, false});
        TrainingView small = view(GRAPH, DENSE, LABELS);
        return List.of(
                small,
                view(GRAPH, SPARSE, LABELS),
                view(GRAPH, DENSE, sets),
                view(Graph.directed(4, new int[] {0, 0, 2}, new int[] {1, 2, 3}), DENSE, LABELS),
                small.without(2),
                small.removed(2),
                small.on(GRAPH.withEdge(1, 3)),
                small.withLabel(0, 1));
    }

    @Test
    void itIsTheHashOfEveryNumberOnce() throws IOException {
        for (TrainingView view : views()) {
            if (view.features() instanceof DenseFeatures dense && !dense.equals(DENSE)) continue;
            assertEquals(written(view), ViewHash.hash(view));
            assertEquals(ViewHash.hash(view), ViewHash.hash(view));
        }
    }

    @Test
    void whateverDiffersHasAnotherHash() {
        Set<String> hashes = new HashSet<>();
        for (TrainingView view : views())
            assertTrue(hashes.add(ViewHash.hash(view)), view.description().toString());
        TrainingView small = views().get(0);
        assertTrue(hashes.add(ViewHash.hash(small.withFeatures(1, new float[] {0, 2.4999998f}))));
    }

    /** More than the buffer holds, which is no whole number of rows. */
    @Test
    void longDataAreHashedToTheirEnd() throws IOException {
        int width = 20_011;
        float[] values = new float[4 * width];
        Set<String> hashes = new HashSet<>();
        for (int changed : new int[] {0, 16_383, 16_384, 4 * width - 1}) {
            values[changed]++;
            hashes.add(ViewHash.hash(view(GRAPH, DenseFeatures.of(4, width, values), LABELS)));
        }
        assertEquals(4, hashes.size());
    }
}
