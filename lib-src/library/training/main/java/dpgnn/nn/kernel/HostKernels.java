package dpgnn.nn.kernel;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import dpgnn.graph.Features;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas;

/**
 * Kernels on Java arrays: loops that the JIT compiler turns into vector instructions, and OpenBLAS for products. Sums of
 * squares go through eight accumulators, because Java may not reorder a single one.
 */
public class HostKernels implements Kernels {
    /** A row whose squared norm is beyond what floats hold makes its example's gradient infinite, whoever computes it. */
    private static final double LARGEST = 0x1.0p128;
    /** Squares below this are taken for a zero row. */
    private static final double TINY = 1e-12;
    /** What rounding does to an entry that is scaled: one unit of 24 bits. That of the factor is shared by all entries. */
    private static final double ROUNDING = 0x1.1p-24;
    /** A block's matrices stay in a core's cache between the operations on them. */
    private static final int AT_ONCE = 512;
    /** Numbers in a matrix. */
    private static final int VECTORS_FROM = 1 << 16;
    /** Numbers that stay in the cache next to a core. */
    private static final int STRIP = 4096;

    final RowProducts rows = RowProducts.found();
    private final RowPasses fewNumbers = new RowPasses();
    private final RowPasses manyNumbers = RowPasses.found();
    /** Squared norms of rows. */
    private double[] ownSquares = new double[16];

    private double[] signalSquares = new double[16];
    /** Rows on their way to native memory. */
    private float[] strip = new float[16];

    private final double[] sums = new double[2];
    private float[] scaledBias = new float[16];
    private final ExampleGradient block = new ExampleGradient();

    public HostKernels() {
        // One thread per worker: a multi-threaded BLAS stalls on a busy machine, and sums in an order of its own.
        openblas.blas_set_num_threads(1);
    }

    @Override
    public FloatMatrix matrix(int columns) {
        return new HostMatrix(columns);
    }

    @Override
    public int examplesAtOnce() {
        return AT_ONCE;
    }

    @Override
    public Kernels another() {
        return new HostKernels();
    }

    @Override
    public boolean compressed() {
        return true;
    }

    @Override
    public void upload(float[] from, int offset, int rows, FloatMatrix to) {
        to.resize(rows);
        System.arraycopy(from, offset, write(to), 0, rows * to.columns());
    }

    @Override
    public void gather(Features features, SparseRows sparseRows, FloatMatrix out) {
        HostMatrix to = (HostMatrix) out;
        int n = to.columns;
        to.resize(sparseRows.rows);
        FloatPointer there = to.reserve();
        double[] squares = to.squares();
        int most = Math.max(1, STRIP / n);
        strip = Buffers.to(strip, most * n);
        RowPasses passes = passes(sparseRows.rows, n);
        for (int r = 0; r < sparseRows.rows; r += most) {
            int count = Math.min(most, sparseRows.rows - r);
            passes.gather(features, sparseRows, r, r + count, strip);
            passes.squares(strip, count, n, squares, r);
            there.position((long) r * n).put(strip, 0, count * n);
        }
        to.computed();
        to.squaresKnown();
    }

    @Override
    public double squaredNorm(FloatMatrix m) {
        return FloatLoops.dot(read(m), 0, read(m), 0, m.rows() * m.columns());
    }

    @Override
    public void addTo(GradientSum sum, ParameterSlot slot, FloatMatrix m, float factor) {
        FloatLoops.axpy(read(m), 0, factor, ((FloatSum) sum).values, slot.offset(), slot.size());
    }

    @Override
    public void download(FloatMatrix from, float[] into) {
        System.arraycopy(read(from), 0, into, 0, from.rows() * from.columns());
    }

    @Override
    public void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate) {
        int m = transposeA ? a.columns() : a.rows();
        int k = transposeA ? a.rows() : a.columns();
        int n = transposeB ? b.rows() : b.columns();
        if (!accumulate) c.resize(m);
        if (m == 0 || n == 0) return;
        if (k == 0) {
            if (!accumulate) fill(c, 0);
            return;
        }
        HostMatrix to = (HostMatrix) c;
        FloatPointer x = ((HostMatrix) a).toNative();
        FloatPointer y = ((HostMatrix) b).toNative();
        FloatPointer z = accumulate ? to.toNative() : to.reserve();
        int turnA = transposeA ? CblasTrans : CblasNoTrans;
        int turnB = transposeB ? CblasTrans : CblasNoTrans;
        float keep = accumulate ? 1f : 0f;
        cblas_sgemm(CblasRowMajor, turnA, turnB, m, n, k, 1f, x, a.columns(), y, b.columns(), keep, z, n);
        to.computed();
    }

    @Override
    public void biasActivate(FloatMatrix m, FloatMatrix bias, float times, Activation activation) {
        float[] x = write(m);
        int n = m.columns();
        float[] scaled = bias(n);
        if (bias != null) for (int j = 0; j < n; j++) scaled[j] = times * read(bias)[j];
        if (activation == Activation.RELU) passes(m.rows(), n).addRelu(x, m.rows(), scaled, n);
        else
            for (int r = 0; r < m.rows(); r++)
                if (activation == Activation.IDENTITY) FloatLoops.axpy(scaled, 0, 1f, x, r * n, n);
                else for (int j = 0; j < n; j++) x[r * n + j] = activation.apply(x[r * n + j] + scaled[j]);
    }

    /** Making vectors ready costs more than they gain where a step is small. */
    final RowPasses passes(int rows, int n) {
        return (long) rows * n < VECTORS_FROM ? fewNumbers : manyNumbers;
    }

    private float[] bias(int n) {
        scaledBias = Buffers.to(scaledBias, n);
        Arrays.fill(scaledBias, 0, n, 0f);
        return scaledBias;
    }

    @Override
    public void activate(FloatMatrix in, Activation activation, FloatMatrix out) {
        out.resize(in.rows());
        float[] x = read(in);
        float[] y = write(out);
        for (int i = 0; i < in.rows() * in.columns(); i++) y[i] = activation.apply(x[i]);
    }

    @Override
    public void activateBack(
            FloatMatrix output, FloatMatrix signal, Activation activation, FloatMatrix gradient, boolean accumulate) {
        float[] y = read(output);
        float[] s = read(signal);
        if (!accumulate) gradient.resize(signal.rows());
        float[] g = write(gradient);
        int n = signal.rows() * signal.columns();
        if (activation == Activation.RELU && !accumulate) FloatLoops.maskRelu(y, s, g, n);
        else for (int i = 0; i < n; i++) g[i] = (accumulate ? g[i] : 0f) + s[i] * activation.slope(y[i]);
    }

    @Override
    public void spread(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        rows.gather(sparseRows, read(in), sum(out, sparseRows.rows, accumulate), in.columns());
    }

    @Override
    public void spreadBack(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        rows.scatter(sparseRows, read(in), sum(out, sparseRows.columns, accumulate), in.columns());
    }

    /** What a sum goes on from. */
    private float[] sum(FloatMatrix into, int rows, boolean accumulate) {
        if (!accumulate) {
            into.resize(rows);
            fill(into, 0);
        }
        return write(into);
    }

    @Override
    public void add(FloatMatrix x, float weight, FloatMatrix y) {
        int n = Math.min(x.columns(), y.columns());
        float[] from = read(x);
        float[] to = write(y);
        for (int r = 0; r < x.rows(); r++) FloatLoops.axpy(from, r * x.columns(), weight, to, r * y.columns(), n);
    }

    @Override
    public void times(FloatMatrix x, FloatMatrix y) {
        float[] a = read(x);
        float[] b = write(y);
        for (int i = 0; i < x.rows() * x.columns(); i++) b[i] *= a[i];
    }

    @Override
    public void fill(FloatMatrix m, float value) {
        Arrays.fill(write(m), 0, m.rows() * m.columns(), value);
    }

    @Override
    public void rowDots(FloatMatrix a, FloatMatrix b, double[] into) {
        int n = a.columns();
        for (int r = 0; r < a.rows(); r++) into[r] = FloatLoops.dot(read(a), r * n, read(b), r * n, n);
    }

    @Override
    public void addSquaredNorms(FloatMatrix a, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        HostMatrix x = (HostMatrix) a;
        if (!x.hasSquares()) passes(x.rows, x.columns).squares(x.read(), x.rows, x.columns, x.squares(), 0);
        x.squaresKnown();
        ownSquares = Buffers.to(ownSquares, x.rows);
        for (int r = 0; r < x.rows; r++) ownSquares[r] = x.squares()[r] + x.columns * Math.ulp(0f);
        addSquaredNorms((InputRows) x, b, biasTimes, space, squared);
    }

    @Override
    public void addSquaredNorms(SparseRows a, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        ownSquares = Buffers.to(ownSquares, a.rows);
        for (int r = 0; r < a.rows; r++) ownSquares[r] = held(a.squaredNorm(r));
        addSquaredNorms((InputRows) a, b, biasTimes, space, squared);
    }

    private void addSquaredNorms(InputRows x, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        float[] y = read(b);
        int in = x.columns();
        int out = b.columns();
        signalSquares = Buffers.to(signalSquares, b.rows());
        passes(b.rows(), out).squares(y, b.rows(), out, signalSquares, 0);
        double bias = (double) biasTimes * biasTimes;
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (to - from == 1) {
                squared[e] += (ownSquares[from] + bias) * (signalSquares[from] + out * Math.ulp(0f));
                continue;
            }
            double magnitude = 0;
            for (int r = from; r < to; r++)
                magnitude += Math.sqrt(
                        (held(x.squaredNorm(r)) + bias) * held(FloatLoops.exactDot(y, r * out, y, r * out, out)));
            // The Gram matrices cost k^2 (in + out) / 2, the gradient itself k in out: take the cheaper (Bu et al.
            // 2022).
            long gram = (to - from) / 2L * (out + x.entries(from, to) / Math.max(1, to - from));
            double sum = gram > (long) in * out
                    ? block.squaredNorm(x, y, out, bias, from, to)
                    : x.gram(y, out, bias, from, to);
            squared[e] += scaled(sum, magnitude);
        }
    }

    /** Rows may cancel each other, but not the rounding of each when it is scaled. */
    private static double scaled(double sum, double magnitude) {
        double norm = Math.sqrt(Math.max(0, sum)) + ROUNDING * magnitude;
        return Double.isNaN(sum) ? sum : norm * norm;
    }

    private static double held(double sum) {
        return sum < LARGEST ? sum : Double.POSITIVE_INFINITY;
    }

    @Override
    public void scale(FloatMatrix m, RowSet space, double[] factor) {
        float[] x = write(m);
        int n = m.columns();
        for (int e = 0; e < space.examples; e++) {
            float by = (float) factor[e];
            if (by != 1f) for (int i = space.exampleStart[e] * n; i < space.exampleStart[e + 1] * n; i++) x[i] *= by;
        }
    }

    @Override
    public void columnSums(FloatMatrix m, float times, FloatMatrix into, boolean accumulate) {
        float[] sum = sum(into, 1, accumulate);
        passes(m.rows(), m.columns()).addRows(read(m), m.rows(), times, sum, m.columns());
    }

    @Override
    public void standardise(FloatMatrix in, RowSet space, FloatMatrix out, double[] deviation) {
        out.resize(in.rows());
        float[] x = read(in);
        float[] y = write(out);
        int n = in.columns();
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e] * n;
            int to = space.exampleStart[e + 1] * n;
            double mean = 0;
            for (int i = from; i < to; i++) mean += x[i];
            mean /= Math.max(1, to - from);
            double squares = 0;
            for (int i = from; i < to; i++) squares += (x[i] - mean) * (x[i] - mean);
            deviation[e] = Math.sqrt(squares / Math.max(1, to - from - 1));
            double inverse = 1 / (deviation[e] + EPSILON);
            for (int i = from; i < to; i++) y[i] = (float) ((x[i] - mean) * inverse);
        }
    }

    @Override
    public void standardiseBack(
            FloatMatrix out, FloatMatrix signal, RowSet space, double[] deviation, FloatMatrix gradient) {
        float[] y = read(out);
        float[] s = read(signal);
        float[] g = write(gradient);
        int n = out.columns();
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e] * n;
            int to = space.exampleStart[e + 1] * n;
            sums[0] = 0;
            sums[1] = 0;
            for (int i = from; i < to; i++) {
                sums[0] += s[i];
                sums[1] += (double) s[i] * y[i];
            }
            double mean = sums[0] / Math.max(1, to - from);
            double inverse = 1 / (deviation[e] + EPSILON);
            double along = deviation[e] == 0 ? 0 : sums[1] / (Math.max(1, to - from - 1) * deviation[e]);
            for (int i = from; i < to; i++) g[i] += (float) ((s[i] - mean) * inverse - y[i] * along);
        }
    }

    @Override
    public void normalise(FloatMatrix in, FloatMatrix out, double[] norms) {
        out.resize(in.rows());
        int n = in.columns();
        float[] x = read(in);
        float[] y = write(out);
        for (int r = 0; r < in.rows(); r++) {
            norms[r] = Math.sqrt(Math.max(FloatLoops.dot(x, r * n, x, r * n, n), TINY * TINY));
            for (int i = r * n; i < (r + 1) * n; i++) y[i] = (float) (x[i] / norms[r]);
        }
    }

    @Override
    public void normaliseBack(FloatMatrix out, FloatMatrix signal, double[] norms, FloatMatrix gradient) {
        int n = out.columns();
        float[] y = read(out);
        float[] s = read(signal);
        float[] g = write(gradient);
        for (int r = 0; r < out.rows(); r++) {
            double along = FloatLoops.dot(y, r * n, s, r * n, n);
            for (int i = r * n; i < (r + 1) * n; i++) g[i] += (float) ((s[i] - along * y[i]) / norms[r]);
        }
    }

    private static float[] read(FloatMatrix m) {
        return ((HostMatrix) m).read();
    }

    private static float[] write(FloatMatrix m) {
        return ((HostMatrix) m).write();
    }
}
