package dpgnn.graph;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingTest {
    private static final float[] VALUES = {3, 4, 0, 0, 1, -1};

    private static Dataset data(boolean sparse) {
        Features features = sparse
                ? SparseFeatures.of(2, new int[] {0, 2, 2, 4}, new int[] {0, 1, 0, 1}, new float[] {3, 4, 1, -1})
                : DenseFeatures.of(3, 2, VALUES.clone());
        return new Dataset(
                Graph.undirected(3, new int[] {0}, new int[] {1}),
                features,
                Labels.single(2, new int[] {0, 1, 0}),
                new Dataset.Provenance("test", List.of(), false, List.of()));
    }

    private static float[] row(Dataset data, int node) {
        float[] row = new float[2];
        data.features().copyRow(node, row, 0);
        return row;
    }

    @Test
    void rowsCanHaveAPublicLengthAndRoots() {
        for (boolean sparse : new boolean[] {false, true}) {
            Dataset scaled = Scaling.rows(data(sparse), Scaling.Norm.L2, 10);
            assertArrayEquals(new float[] {6, 8}, row(scaled, 0), 1e-5f);
            assertArrayEquals(new float[] {0, 0}, row(scaled, 1));
            Dataset rooted = Scaling.roots(data(sparse));
            assertArrayEquals(new float[] {(float) Math.sqrt(3), 2}, row(rooted, 0), 1e-6f);
            assertArrayEquals(new float[] {1, -1}, row(rooted, 2));
            assertTrue(scaled.provenance().leaks().isEmpty()
                    && rooted.provenance().leaks().isEmpty());
        }
        refused(() -> Scaling.rows(data(true), Scaling.Norm.L2, 0));
    }

    @Test
    void aProjectionLooksAtOneRowAtATime() {
        Dataset projected = Scaling.projected(data(true), 64, Streams.seed(1).stream("projection"));
        Dataset neighbour = Scaling.projected(
                data(false).withFeatures(0, new float[] {9, -9}), 64, Streams.seed(1).stream("projection"));
        float[] a = new float[64];
        float[] b = new float[64];
        projected.features().copyRow(2, a, 0);
        neighbour.features().copyRow(2, b, 0);
        assertArrayEquals(a, b, "another row changed, this one did not");
        projected.features().copyRow(0, a, 0);
        double squared = 0;
        for (float x : a) squared += x * x;
        assertEquals(5, Math.sqrt(squared), 1.5, "lengths are about kept");
        assertTrue(projected.provenance().leaks().isEmpty());
    }

    @Test
    void rowsAreScaledByThemselvesAlone() {
        for (boolean sparse : new boolean[] {false, true}) {
            Dataset scaled = Scaling.rows(data(sparse), Scaling.Norm.L2);
            assertArrayEquals(new float[] {0.6f, 0.8f}, row(scaled, 0), 1e-6f);
            assertArrayEquals(new float[] {0, 0}, row(scaled, 1));
            assertArrayEquals(new float[] {0.5f, -0.5f}, row(Scaling.rows(data(sparse), Scaling.Norm.L1), 2), 1e-6f);
            assertTrue(scaled.provenance().leaks().isEmpty());
            Dataset neighbour = Scaling.rows(data(sparse).withFeatures(0, new float[] {9, 9}), Scaling.Norm.L2);
            assertArrayEquals(row(scaled, 2), row(neighbour, 2));
        }
    }

    @Test
    void constantsDoNotLeakButStandardisingDoesAndSaysSo() {
        Dataset constants = Scaling.constants(data(false), new double[] {1, 1}, new double[] {2, 2});
        assertArrayEquals(new float[] {1, 1.5f}, row(constants, 0));
        assertTrue(constants.provenance().leaks().isEmpty());

        int[] nodes = {0, 2};
        Dataset standardised = Scaling.standardised(data(false), nodes);
        assertArrayEquals(new float[] {1, 1}, row(standardised, 0), 1e-6f);
        assertEquals(1, standardised.provenance().leaks().size());
        Dataset neighbour = Scaling.standardised(data(false).withFeatures(0, new float[] {9, 9}), nodes);
        assertFalse(row(standardised, 1)[0] == row(neighbour, 1)[0], "one changed row must be seen to move another");
    }

    @Test
    void badConstantsAreRefused() {
        refused(() -> Scaling.constants(data(false), new double[] {0}, new double[] {1}));
        refused(() -> Scaling.constants(data(false), new double[] {0, 0}, new double[] {1, 0}));
        refused(() -> Scaling.standardised(data(false), new int[0]));
    }
}
