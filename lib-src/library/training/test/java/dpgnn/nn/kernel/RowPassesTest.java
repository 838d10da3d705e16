package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dpgnn.graph.DenseFeatures;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With vectors or without, whatever fills them: the bits of the loops that say what a pass is. */
@Tag("jdk")
@Tag("vectors")
class RowPassesTest {
    private static final float[] ODD = {Float.NaN, 0f, -0f, 1e-45f, -1e-45f, 3e38f, -3e38f, 1f / 0, -1f / 0};
    private final RandomStream coins = Streams.seed(4).stream("passes");

    private float[] values(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++)
            values[i] = coins.nextInt(40) == 0 ? ODD[coins.nextInt(ODD.length)] : (float) coins.nextGaussian();
        return values;
    }

    /** Tests are started with the module; were it lost, nothing here would test it. */
    @Test
    void vectorsAreFound() {
        assertInstanceOf(VectorPasses.class, RowPasses.found());
    }

    /** Sums of no row to six. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 16, 41, 64, 100})
    void gatheredRowsHaveTheSameBits(int n) {
        float[] values = new float[9 * n];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        DenseFeatures dense = DenseFeatures.of(9, n, values);
        SparseRows sparseRows = new SparseRows();
        sparseRows.begin(9);
        for (int r = 0; r < 20; r++) {
            for (int k = 0; k < r % 7; k++) sparseRows.add(coins.nextInt(9), (float) coins.nextGaussian());
            sparseRows.endRow();
        }
        float[] expected = new float[20 * n];
        for (int r = 0; r < 20; r++)
            dense.sumRows(
                    sparseRows.column,
                    sparseRows.weight,
                    sparseRows.start[r],
                    sparseRows.start[r + 1],
                    expected,
                    r * n);
        for (RowPasses passes : List.of(new RowPasses(), new VectorPasses())) {
            float[] into = values(17 * n);
            passes.gather(dense, sparseRows, 3, 20, into);
            assertArrayEquals(
                    Arrays.copyOfRange(expected, 3 * n, 20 * n),
                    into,
                    passes.getClass().getSimpleName());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7, 8, 9, 15, 16, 17, 31, 41, 64, 100, 128, 255, 256, 257, 767})
    void bothWaysGiveTheSameBits(int n) {
        for (int rows : new int[] {0, 1, 2, 13}) {
            float[] x = values(rows * n);
            float[] begun = values(n);
            float[] relu = x.clone();
            float[] sums = begun.clone();
            double[] squares = new double[rows + 2];
            for (int r = 0; r < rows; r++) {
                squares[2 + r] = FloatLoops.dot(x, r * n, x, r * n, n);
                for (int j = 0; j < n; j++) {
                    relu[r * n + j] = Math.max(relu[r * n + j] + begun[j], 0f);
                    sums[j] += 0.7f * x[r * n + j];
                }
            }
            for (RowPasses passes : List.of(new RowPasses(), new VectorPasses())) {
                String who = passes.getClass().getSimpleName() + " on " + rows + " rows";
                float[] y = x.clone();
                passes.addRelu(y, rows, begun, n);
                assertArrayEquals(relu, y, who);
                float[] sum = begun.clone();
                passes.addRows(x, rows, 0.7f, sum, n);
                assertArrayEquals(sums, sum, who);
                double[] norms = new double[rows + 2];
                passes.squares(x, rows, n, norms, 2);
                assertArrayEquals(squares, norms, who);
            }
        }
    }
}
