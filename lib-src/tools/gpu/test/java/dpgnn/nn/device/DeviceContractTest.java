package dpgnn.nn.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.nn.SmallData;
import dpgnn.nn.kernel.FloatLoops;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels of a device against double precision, at the sizes where tiles and groups end and begin. */
class DeviceContractTest {
    private final RandomStream stream = Streams.seed(5).stream("contract");
    private final Kernels kernels = DeviceHere.backend().kernels();

    private float[] random(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = (float) stream.nextGaussian();
        return values;
    }

    private FloatMatrix matrix(float[] values, int columns) {
        FloatMatrix matrix = kernels.matrix(columns);
        kernels.upload(values, 0, values.length / columns, matrix);
        return matrix;
    }

    private float[] content(FloatMatrix matrix) {
        float[] values = new float[matrix.rows() * matrix.columns()];
        kernels.download(matrix, values);
        return values;
    }

    /** Off by a share of the sum of absolute terms. */
    private static void near(String what, double wanted, double size, double found, double share) {
        assertTrue(
                Math.abs(wanted - found) <= share * size + 1e-30,
                what + ": wanted " + wanted + ", found " + found + ", off by " + Math.abs(wanted - found) / size);
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "1,64,16", "63,65,17", "64,64,512", "65,63,15", "128,41,300", "7,3,2049", "130,70,1", "5,200,0"
    })
    void products(int m, int n, int k) {
        float[] a = random(m * k);
        float[] b = random(k * n);
        float[] before = random(m * n);
        double[] wanted = new double[m * n];
        double[] size = new double[m * n];
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                for (int p = 0; p < k; p++) {
                    wanted[i * n + j] += (double) a[i * k + p] * b[p * n + j];
                    size[i * n + j] += Math.abs((double) a[i * k + p] * b[p * n + j]);
                }
        for (int way = 0; way < 3; way++)
            for (boolean keep : new boolean[] {false, true}) {
                boolean left = way == 1;
                boolean right = way == 2;
                FloatMatrix c = matrix(before, n);
                kernels.multiply(
                        left ? matrix(turned(a, m, k), m) : wide(a, m, k),
                        left,
                        right ? wide(turned(b, k, n), n, k) : matrix(b, n),
                        right,
                        c,
                        keep);
                float[] found = content(c);
                for (int i = 0; i < m * n; i++)
                    near(
                            "entry " + i + " way " + way,
                            wanted[i] + (keep ? before[i] : 0),
                            size[i] + Math.abs(before[i]),
                            found[i],
                            3e-6);
            }
    }

    /** A matrix that may have no columns. */
    private FloatMatrix wide(float[] values, int rows, int columns) {
        if (columns > 0) return matrix(values, columns);
        FloatMatrix empty = kernels.matrix(0);
        empty.resize(rows);
        return empty;
    }

    private static float[] turned(float[] a, int rows, int columns) {
        float[] turned = new float[a.length];
        for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) turned[j * rows + i] = a[i * columns + j];
        return turned;
    }

    @ParameterizedTest
    @CsvSource({"1,1", "7,3", "602,41", "64,64", "65,130"})
    void squaredNorms(int in, int out) {
        RowSet space = new RowSet();
        int[] ends = {1, 1, 4, 5, 25, 26};
        space.begin(ends.length);
        for (int end : ends) space.endExample(end);
        int rows = ends[ends.length - 1];
        float[] a = random(rows * in);
        float[] b = random(rows * out);
        double[] squared = new double[ends.length];
        kernels.addSquaredNorms(matrix(a, in), matrix(b, out), 2, space, squared);
        for (int e = 0; e < ends.length; e++) {
            double wanted = 0;
            for (int i = 0; i <= in; i++)
                for (int j = 0; j < out; j++) {
                    double sum = 0;
                    for (int r = space.exampleStart[e]; r < ends[e]; r++)
                        sum += (i < in ? (double) a[r * in + i] : 2) * b[r * out + j];
                    wanted += sum * sum;
                }
            near("example " + e, wanted, wanted, squared[e], 2e-6);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "7", "64", "300"})
    void features(int width) {
        int nodes = SmallData.NODES;
        Features dense = DenseFeatures.of(nodes, width, random(nodes * width));
        Features[] all = {dense, width < 2 ? dense : SmallData.sparse(1, width).features()};
        SparseRows sparseRows = new SparseRows();
        sparseRows.begin(nodes);
        for (int r = 0; r < 40; r++) {
            for (int k = 0; k < r % 7; k++) sparseRows.add((r * 5 + k) % nodes, 0.5f + k);
            sparseRows.endRow();
        }
        for (Features of : all) {
            FloatMatrix out = kernels.matrix(width);
            kernels.gather(of, sparseRows, out);
            float[] wanted = new float[40 * width];
            for (int r = 0; r < 40; r++)
                of.sumRows(
                        sparseRows.column,
                        sparseRows.weight,
                        sparseRows.start[r],
                        sparseRows.start[r + 1],
                        wanted,
                        r * width);
            assertArrayEquals(wanted, content(out), "the host's order, and so its bits");
        }
    }

    /** Norms of releases rest on them: the host's order of addition, to the last bit. */
    @ParameterizedTest
    @CsvSource({"1", "3", "4", "7", "65", "602"})
    void dotProductsOfReleases(int width) {
        int rows = 30;
        float[] x = random(rows * width);
        DeviceExactKernels exact = (DeviceExactKernels) DeviceHere.backend().exactKernels();
        FloatMatrix matrix = exact.matrix(width);
        exact.upload(x, 0, rows, matrix);
        int[] left = new int[rows * rows];
        int[] right = new int[rows * rows];
        double[] wanted = new double[rows * rows];
        for (int i = 0; i < wanted.length; i++) {
            left[i] = i / rows;
            right[i] = i % rows;
            wanted[i] = FloatLoops.exactDot(x, left[i] * width, x, right[i] * width, width);
        }
        double[] found = new double[wanted.length];
        exact.dots(matrix, left, right, found.length, found);
        assertArrayEquals(wanted, found);
    }

    /** The known answers of Random123 for Philox4x32-10. */
    @Test
    void wordsAreThoseOfPhilox() {
        DeviceKernels device = (DeviceKernels) kernels;
        assertArrayEquals(new int[] {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}, device.words(4, 0L));
        assertEquals(8, Arrays.stream(device.words(8, 99L)).distinct().count());
    }

    @Test
    void noiseIsNormalAndFollowsItsKey() {
        int n = 200_001;
        float[] first = noise(n, 7);
        assertArrayEquals(first, noise(n, 7));
        float[] other = noise(n, 8);
        double mean = 0, square = 0, fourth = 0, product = 0;
        for (int i = 0; i < n; i++) {
            mean += first[i] / n;
            square += (double) first[i] * first[i] / n;
            fourth += Math.pow(first[i], 4) / n;
            product += (double) first[i] * other[i] / n;
        }
        assertEquals(0, mean, 5 / Math.sqrt(n));
        assertEquals(1, square, 5 * Math.sqrt(2.0 / n));
        assertEquals(3, fourth, 5 * Math.sqrt(96.0 / n));
        assertEquals(0, product, 5 / Math.sqrt(n));
        Arrays.sort(first);
        double most = 0;
        for (int i = 0; i < n; i++)
            most = Math.max(
                    most,
                    Math.abs((i + 0.5) / n - org.apache.commons.math3.special.Erf.erfc(-first[i] / Math.sqrt(2)) / 2));
        assertTrue(most < 1.95 / Math.sqrt(n), "Kolmogorov's distance is " + most);
    }

    private float[] noise(int n, long key) {
        DeviceSum sum = ((DeviceKernels) kernels).sum(new float[n]);
        new DeviceParameters((DeviceKernels) kernels, n).addNoise(sum, 3, 3, key);
        return content(sum.values());
    }

    /** NaN where the host has it, too: nothing may turn a gradient that overflows into a number. */
    @Test
    void whatIsNoNumberStaysNone() {
        FloatMatrix m = matrix(new float[] {Float.NaN, Float.POSITIVE_INFINITY, -1, 2}, 2);
        for (var activation : dpgnn.nn.kernel.Activation.values()) {
            FloatMatrix out = kernels.matrix(2);
            kernels.activate(m, activation, out);
            assertTrue(Float.isNaN(content(out)[0]), activation.name());
        }
        RowSet space = new RowSet();
        space.begin(2);
        space.endExample(1);
        space.endExample(2);
        double[] squared = new double[2];
        kernels.addSquaredNorms(m, m, 0, space, squared);
        assertFalse(Double.isFinite(squared[0]), "squared norm " + squared[0]);
        assertEquals(25, squared[1], 1e-5);
        kernels.clear(m, space, new boolean[] {false, true});
        assertArrayEquals(new float[] {0, 0, -1, 2}, content(m));
    }
}
