package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With vectors or without, and in whatever strips of columns: the same bits. */
@Tag("jdk")
@Tag("vectors")
class RowProductsTest {
    private static final int ROWS = 41;
    private static final int COLUMNS = 29;
    private final RandomStream coins = Streams.seed(3).stream("rows");

    /** Rows of 0 to 12 entries. */
    private SparseRows spread() {
        SparseRows sparseRows = new SparseRows();
        sparseRows.begin(COLUMNS);
        for (int r = 0; r < ROWS; r++) {
            for (int k = 0; k < (r * 5) % 13; k++) sparseRows.add(coins.nextInt(COLUMNS), (float) coins.nextGaussian());
            sparseRows.endRow();
        }
        return sparseRows;
    }

    private float[] values(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = (float) coins.nextGaussian();
        return values;
    }

    /** What {@link RowProducts#gather} says, number by number. */
    private static float[] gathered(SparseRows sparseRows, float[] x, float[] begun, int n) {
        float[] y = begun.clone();
        for (int r = 0; r < sparseRows.rows; r++)
            for (int j = 0; j < n; j++) {
                int k = sparseRows.start[r];
                for (; k + 3 < sparseRows.start[r + 1]; k += 4) {
                    float four = sparseRows.weight[k] * x[sparseRows.column[k] * n + j];
                    for (int i = k + 1; i < k + 4; i++) four += sparseRows.weight[i] * x[sparseRows.column[i] * n + j];
                    y[r * n + j] += four;
                }
                for (; k < sparseRows.start[r + 1]; k++)
                    y[r * n + j] += sparseRows.weight[k] * x[sparseRows.column[k] * n + j];
            }
        return y;
    }

    private static float[] scattered(SparseRows sparseRows, float[] x, float[] begun, int n) {
        float[] y = begun.clone();
        for (int r = 0; r < sparseRows.rows; r++)
            for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++)
                for (int j = 0; j < n; j++) y[sparseRows.column[k] * n + j] += sparseRows.weight[k] * x[r * n + j];
        return y;
    }

    /** Tests are started with the module; were it lost, nothing here would test it. */
    @Test
    void vectorsAreFound() {
        assertInstanceOf(VectorRows.class, RowProducts.found());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 8, 9, 16, 31, 32, 33, 40, 41, 64, 100})
    void bothWaysGiveTheSameBits(int n) {
        SparseRows sparseRows = spread();
        float[] x = values(COLUMNS * n);
        float[] wide = values(ROWS * n);
        float[] down = gathered(sparseRows, x, wide, n);
        float[] up = scattered(sparseRows, wide, x, n);
        for (RowProducts rows : Arrays.asList(new PlainRows(), new VectorRows())) {
            float[] y = wide.clone();
            rows.gather(sparseRows, x, y, n);
            assertArrayEquals(down, y, rows.getClass().getSimpleName());
            float[] z = x.clone();
            rows.scatter(sparseRows, wide, z, n);
            assertArrayEquals(up, z, rows.getClass().getSimpleName());
        }
    }

    /** Sizes on either side of where vectors pay, with rows and columns that fill no tile, and more depth than one pass takes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 16, 32, 33, 64, 100, 128})
    void productsOfMatricesAreFusedInTheOrderOfTheirTerms(int n) {
        for (int[] size : new int[][] {{3, 7}, {13, 700}, {20, 1100}}) {
            int m = size[0];
            int k = size[1];
            float[] x = values(m * k);
            float[] w = values(k * n);
            float[] begun = values(m * n);
            float[] expected = begun.clone();
            for (int r = 0; r < m; r++)
                for (int i = 0; i < k; i++)
                    for (int j = 0; j < n; j++)
                        expected[r * n + j] = Math.fma(x[r * k + i], w[i * n + j], expected[r * n + j]);
            for (RowProducts rows : Arrays.asList(new PlainRows(), new VectorRows())) {
                float[] y = begun.clone();
                rows.multiply(x, m, k, w, n, y);
                assertArrayEquals(expected, y, rows.getClass().getSimpleName() + " " + m + " x " + k);
            }
        }
    }

    /** As many rows as wait, fewer and more; beside longs, which overflow nowhere here. */
    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 40})
    void sumsOfWholeProductsAreExact(int out) {
        for (RowProducts rows : Arrays.asList(new PlainRows(), new VectorRows()))
            for (int in : new int[] {1, 14, 15, 31, 61})
                for (boolean bias : new boolean[] {false, true}) {
                    int columns = in + (bias ? 1 : 0);
                    WholeProducts products = new WholeProducts(columns, out, rows);
                    long[] expected = new long[columns * out];
                    long[] totals = new long[columns * out];
                    for (int drained = 0; drained < 2; drained++) {
                        for (int r = 0; r < 300; r++) {
                            float[] x = values(in + 3);
                            float[] y = values(out + 5);
                            double shrink = Math.scalb(1.0, 17 + r % 3);
                            double grow = (1 << 18) * (0.1 + coins.nextDouble());
                            products.add(x, 3, in, shrink, 0.3, y, 5, grow);
                            for (int i = 0; i < columns; i++)
                                for (int j = 0; j < out; j++)
                                    expected[i * out + j] += Math.round(Math.rint((i < in ? x[3 + i] : 0.3) * shrink))
                                            * Math.round(Math.rint(y[5 + j] * grow));
                        }
                        products.drain(in, totals, 0, in * out);
                    }
                    assertArrayEquals(expected, totals, rows.getClass().getSimpleName());
                }
    }
}
