package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Views;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SvdTest {
    /** Rank 5, singular values known: disjoint blocks of ones, a block of a rows and b columns has the value sqrt(a b). */
    @Test
    void findsSingularValuesOfBlocks() {
        int[] rows = {40, 30, 20, 10, 5};
        int[] columns = {20, 15, 12, 8, 4};
        int[] start = new int[106];
        int[] column = new int[2000];
        int used = 0;
        int row = 0;
        int first = 0;
        for (int b = 0; b < 5; b++) {
            for (int r = 0; r < rows[b]; r++) {
                for (int c = 0; c < columns[b]; c++) column[used++] = first + c;
                start[++row] = used;
            }
            first += columns[b];
        }
        float[] ones = new float[used];
        Arrays.fill(ones, 1);
        SparseFeatures matrix = SparseFeatures.of(first, start, Arrays.copyOf(column, used), ones);
        Svd.Reduced reduced = Svd.truncated(matrix, 6);
        for (int b = 0; b < 5; b++) assertEquals(Math.sqrt(rows[b] * columns[b]), reduced.singularValues()[b], 1e-9);
        assertEquals(0, reduced.singularValues()[5], 1e-6);
        float[] scores = Views.row(reduced.scores(), 0);
        assertEquals(Math.sqrt(20), scores[0], 1e-6);
    }

    /** With full rank the products of rows are kept exactly, whatever the basis. */
    @Test
    void keepsProductsOfRowsAtFullRank() {
        RandomStream coins = Streams.seed(3).stream("svd test");
        int[] start = new int[31];
        int[] columns = new int[600];
        float[] values = new float[600];
        int used = 0;
        for (int r = 0; r < 30; r++) {
            for (int c = 0; c < 20; c++)
                if (coins.nextDouble() < 0.4) {
                    columns[used] = c;
                    values[used++] = (float) coins.nextGaussian();
                }
            start[r + 1] = used;
        }
        SparseFeatures matrix = SparseFeatures.of(20, start, Arrays.copyOf(columns, used), Arrays.copyOf(values, used));
        DenseFeatures scores = Svd.truncated(matrix, 20).scores();
        assertEquals(scores, Svd.truncated(matrix, 20).scores());
        for (int a = 0; a < 30; a++)
            for (int b = 0; b < 30; b++) assertEquals(product(matrix, a, b), product(scores, a, b), 1e-4);
        refused(() -> Svd.truncated(matrix, 21));
        assertTrue(Svd.truncated(matrix, 3).singularValues()[0]
                >= Svd.truncated(matrix, 3).singularValues()[2]);
    }

    private static double product(Features f, int a, int b) {
        float[] x = Views.row(f, a), y = Views.row(f, b);
        double sum = 0;
        for (int c = 0; c < x.length; c++) sum += x[c] * y[c];
        return sum;
    }

    /** One changed row changes every other row of a truncated SVD, so data with one leak; a projection changes that row alone. */
    @Test
    void reducedFeaturesLeakAndProjectedOnesDoNot() {
        Dataset data = sparse(7), neighbour = sparse(8);
        Dataset reduced = Datasets.dense(data), reducedNeighbour = Datasets.dense(neighbour);
        assertEquals(399, changed(reduced, reducedNeighbour), "rows other than row 0 that changed");
        assertEquals(1, reduced.provenance().leaks().size());
        assertTrue(reduced.provenance().leaks().get(0).contains("tiny-projected"));
        Dataset projected = Datasets.projected(data);
        assertEquals(0, changed(projected, Datasets.projected(neighbour)));
        assertEquals(128, projected.features().width());
        assertTrue(projected.provenance().leaks().isEmpty());
    }

    /** 400 rows of about 12 ones in 300 columns; the seed decides row 0 alone. */
    private static Dataset sparse(long seed) {
        int[] start = new int[401];
        int[] columns = new int[400 * 300];
        int used = 0;
        for (int r = 0; r < 400; r++) {
            RandomStream coins = Streams.seed(r == 0 ? seed : 1).stream("row").fork(r);
            for (int c = 0; c < 300; c++) if (coins.nextInt(25) == 0) columns[used++] = c;
            start[r + 1] = used;
        }
        float[] ones = new float[used];
        Arrays.fill(ones, 1);
        return new Dataset(
                Graph.undirected(400, new int[] {0}, new int[] {1}),
                SparseFeatures.of(300, start, Arrays.copyOf(columns, used), ones),
                Labels.single(2, new int[400]),
                new Dataset.Provenance("tiny", java.util.List.of(), false, java.util.List.of()));
    }

    private static int changed(Dataset one, Dataset other) {
        int count = 0;
        float[] a = new float[one.features().width()], b = a.clone();
        for (int r = 1; r < one.nodes(); r++) {
            one.features().copyRow(r, a, 0);
            other.features().copyRow(r, b, 0);
            if (!Arrays.equals(a, b)) count++;
        }
        return count;
    }
}
