package dpgnn.nn.device;

import dpgnn.graph.DenseFeatures;
import dpgnn.nn.Backend;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How far the kernels of a device are from double precision: the worst entry of many shapes, as a share of its terms. */
final class KernelErrors {
    private static final int[] SIZES = {1, 7, 63, 64, 65, 130};
    private static final double MOST = 5e-6;

    private final RandomStream stream = Streams.seed(2).stream("errors");
    private final Kernels floats;
    private final Backend backend;
    private final List<String> lines = new ArrayList<>();
    private double worst;
    private boolean bad;
    private int shapes;

    KernelErrors(Backend backend) {
        this.backend = backend;
        floats = backend.kernels();
    }

    List<String> all() {
        for (String way : new String[] {"a b", "a' b", "a b'"}) {
            for (int m : SIZES) for (int n : SIZES) for (int k : SIZES) product(way, m, n, k);
            for (int k : new int[] {1000, 4096}) product(way, 65, 41, k);
            told("product " + way + ", floats");
        }
        for (int in : SIZES) for (int out : SIZES) norms(in, out);
        told("squared norms of 1, 3 and 20 rows");
        for (int n : SIZES) gather(n);
        told("gather of features");
        for (int classes : SIZES) softmax(classes);
        told("gradient of softmax cross-entropy");
        for (int m : SIZES) for (int n : SIZES) for (int k : SIZES) whole(m, n, k);
        told("product of whole numbers, doubles, against the host");
        return lines;
    }

    boolean tooLarge() {
        return bad;
    }

    private void told(String what) {
        bad |= !(worst < MOST);
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %d | %s |",
                what,
                shapes,
                worst == 0 ? "0" : String.format(Locale.ROOT, "%.1e", worst)));
        worst = 0;
        shapes = 0;
    }

    private void compare(double wanted, double size, double found) {
        double off = wanted == found ? 0 : Math.abs(wanted - found) / size;
        if (!(off <= worst)) worst = off;
    }

    private float[] random(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = (float) stream.nextGaussian();
        return values;
    }

    private static FloatMatrix matrix(Kernels kernels, float[] values, int columns) {
        FloatMatrix matrix = kernels.matrix(columns);
        kernels.upload(values, 0, values.length / columns, matrix);
        return matrix;
    }

    private static float[] content(Kernels kernels, FloatMatrix matrix) {
        float[] values = new float[matrix.rows() * matrix.columns()];
        kernels.download(matrix, values);
        return values;
    }

    private void product(String way, int m, int n, int k) {
        shapes++;
        boolean left = way.equals("a' b");
        boolean right = way.equals("a b'");
        float[] a = random(m * k);
        float[] b = random(k * n);
        FloatMatrix c = floats.matrix(n);
        floats.multiply(matrix(floats, a, left ? m : k), left, matrix(floats, b, right ? k : n), right, c, false);
        float[] found = content(floats, c);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                double size = 0;
                for (int p = 0; p < k; p++) {
                    double term = (double) a[left ? p * m + i : i * k + p] * b[right ? j * k + p : p * n + j];
                    sum += term;
                    size += Math.abs(term);
                }
                compare(sum, size, found[i * n + j]);
            }
    }

    private void norms(int in, int out) {
        shapes++;
        int[] ends = {1, 4, 24};
        RowSet space = new RowSet();
        space.begin(ends.length);
        for (int end : ends) space.endExample(end);
        float[] a = random(24 * in);
        float[] b = random(24 * out);
        double[] squared = new double[ends.length];
        floats.addSquaredNorms(matrix(floats, a, in), matrix(floats, b, out), 1, space, squared);
        for (int e = 0; e < ends.length; e++) {
            double wanted = 0;
            for (int i = 0; i <= in; i++)
                for (int j = 0; j < out; j++) {
                    double sum = 0;
                    for (int r = space.exampleStart[e]; r < ends[e]; r++)
                        sum += (i < in ? (double) a[r * in + i] : 1) * b[r * out + j];
                    wanted += sum * sum;
                }
            compare(wanted, wanted, squared[e]);
        }
    }

    private void gather(int n) {
        shapes++;
        float[] values = random(50 * n);
        SparseRows sparseRows = new SparseRows();
        sparseRows.begin(50);
        for (int r = 0; r < 40; r++) {
            for (int k = 0; k < r % 9; k++) sparseRows.add((5 * r + k) % 50, 0.3f + k);
            sparseRows.endRow();
        }
        FloatMatrix out = floats.matrix(n);
        floats.gather(DenseFeatures.of(50, n, values), sparseRows, out);
        float[] found = content(floats, out);
        for (int r = 0; r < 40; r++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                double size = 0;
                for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++) {
                    double term = (double) sparseRows.weight[k] * values[sparseRows.column[k] * n + j];
                    sum += term;
                    size += Math.abs(term);
                }
                compare(sum, size, found[r * n + j]);
            }
    }

    private void softmax(int classes) {
        shapes++;
        int rows = 30;
        float[] z = random(rows * classes);
        int[] label = new int[rows];
        float[] share = new float[rows];
        for (int r = 0; r < rows; r++) {
            label[r] = r % classes;
            share[r] = 1f / (1 + r % 3);
        }
        FloatMatrix gradient = floats.matrix(classes);
        floats.crossEntropy(matrix(floats, z, classes), label, null, share, gradient, new double[rows]);
        float[] found = content(floats, gradient);
        for (int r = 0; r < rows; r++) {
            double total = 0;
            for (int c = 0; c < classes; c++) total += Math.exp(z[r * classes + c]);
            for (int c = 0; c < classes; c++) {
                double p = Math.exp(z[r * classes + c]) / total;
                compare(share[r] * (p - (c == label[r] ? 1 : 0)), share[r], found[r * classes + c]);
            }
        }
    }

    private void whole(int m, int n, int k) {
        shapes++;
        float[] a = random(m * k);
        float[] b = random(k * n);
        Kernels[] both = {new ExactKernels(), backend.exactKernels()};
        float[][] found = new float[2][];
        for (int i = 0; i < 2; i++) {
            FloatMatrix c = both[i].matrix(n);
            both[i].multiply(matrix(both[i], a, k), false, matrix(both[i], b, n), false, c, false);
            found[i] = content(both[i], c);
        }
        for (int i = 0; i < found[0].length; i++) compare(found[0][i], 1e-30, found[1][i]);
    }
}
