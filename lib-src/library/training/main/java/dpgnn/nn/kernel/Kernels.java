package dpgnn.nn.kernel;

import dpgnn.graph.Features;
import java.util.Arrays;

/**
 * The arithmetic of a step. Two implementations agree: {@link HostKernels} on Java arrays, and {@code DeviceKernels} on a GPU. No kernel reads across examples except the matrix products that sum over them, so one example
 * never enters the gradient of another.
 */
public interface Kernels {
    FloatMatrix matrix(int columns);

    /** The most examples of a batch that are worth taking at once; more are taken block by block. */
    int examplesAtOnce();

    /** Kernels for another thread, whose matrices are its own; or null where one thread is all that pays. */
    Kernels another();

    /**
     * Whether products of rows are exact, so that what a row comes to depends on nothing but the row, and sums over examples are
     * {@link ExactSum}s.
     */
    default boolean exact() {
        return false;
    }

    /** Whether batches of many examples may come as compressed rows, with the kernels that say so. */
    default boolean compressed() {
        return false;
    }

    /** c = a b, for compressed rows a. */
    default void multiply(SparseRows a, FloatMatrix b, FloatMatrix c) {
        spread(a, b, c, false);
    }

    /** Whether they run on a device with a memory of its own, where data, parameters and sums may stay from step to step. */
    default boolean onDevice() {
        return false;
    }

    /** About how many bytes these features take on a device. */
    default long bytes(Features features) {
        return 0;
    }

    /** How many numbers a product takes on a device beside its result, where it is cut along the terms of its sums. */
    default long parts(int m, int n, int k) {
        return 0;
    }

    /** An empty sum of whole numbers that exact kernels keep themselves; null where the host's loops keep it. */
    default Totals totals(int size) {
        return null;
    }

    /** A sum of whole numbers where kernels run: the outer products of the rows of two matrices, made whole numbers. */
    interface Totals {
        /** Dot products of pairs of rows, each in the order of {@link FloatLoops#exactDot}. */
        void dots(FloatMatrix x, int[] a, int[] b, int pairs, double[] into);

        /** The values of a matrix, until the next call. */
        float[] content(FloatMatrix m);

        /** Takes a row of both matrices, and what makes each a row of whole numbers. */
        void add(int row, double shrinkBy, double growBy);

        /** Forgets what waits and what was added. */
        void forget();

        /** Adds the waiting rows; sums of their products must be below 2^53. */
        void flush(FloatMatrix x, FloatMatrix y, int columns, float constant);

        /** What was added; it begins anew. */
        long[] take();
    }

    /** Sets the rows and their content from an array, beginning at an offset. */
    void upload(float[] from, int offset, int rows, FloatMatrix to);

    /** out = spread * features. */
    void gather(Features features, SparseRows sparseRows, FloatMatrix out);

    void download(FloatMatrix from, float[] into);

    /** c = op(a) op(b), or c + that when accumulating; at most one of a and b is transposed. */
    void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate);

    /** m = act(m + times * bias), the bias being a matrix of one row, or null. */
    void biasActivate(FloatMatrix m, FloatMatrix bias, float times, Activation activation);

    /** out = act(in). */
    void activate(FloatMatrix in, Activation activation, FloatMatrix out);

    /** gradient = signal * act'(output), in place or, when accumulating, added. */
    void activateBack(
            FloatMatrix output, FloatMatrix signal, Activation activation, FloatMatrix gradient, boolean accumulate);

    /** out = spread * in, or out + that. */
    void spread(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate);

    /** out = transposed spread * in, or out + that; out has its rows already. */
    void spreadBack(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate);

    /** The sum of all squares. */
    double squaredNorm(FloatMatrix m);

    /** An empty sum, which {@link GradientSum#finish} leaves in the array, zero so far. */
    default GradientSum sum(float[] into) {
        return new FloatSum(into);
    }

    /** Adds factor * m to a slot of a sum of floats. */
    void addTo(GradientSum sum, ParameterSlot slot, FloatMatrix m, float factor);

    /** Whether {@link #crossEntropy} is computed here. */
    default boolean hasLoss() {
        return false;
    }

    /**
     * Turns logits into the gradient of softmax cross-entropy, or of binary cross-entropy for sets of classes.
     *
     * @param label every row's class; null for sets
     * @param wanted 1 where a class is in a row's set, row by row; null without sets
     * @param share every row's share in the loss of its example
     * @param losses takes every row's share of the loss
     */
    default void crossEntropy(
            FloatMatrix logits, int[] label, float[] wanted, float[] share, FloatMatrix gradient, double[] losses) {
        throw new UnsupportedOperationException("these kernels have no loss");
    }

    /** y = y + weight * x on the first columns that both have. */
    void add(FloatMatrix x, float weight, FloatMatrix y);

    /** y = y * x, entry by entry. */
    void times(FloatMatrix x, FloatMatrix y);

    void fill(FloatMatrix m, float value);

    /** into[r] = the dot product of the rows r of a and b. */
    void rowDots(FloatMatrix a, FloatMatrix b, double[] into);

    /**
     * Adds to squared[e] the squared norm of the example's gradient {@code sum over r of a_r b_rT} and that of its bias
     * gradient {@code biasTimes * sum over r of b_r}, without forming either: {@code sum over r, s of (a_r.a_s + biasTimes^2) b_r.b_s}.
     */
    void addSquaredNorms(FloatMatrix a, FloatMatrix b, float biasTimes, RowSet space, double[] squared);

    /** Adds the squared norms of examples whose rows a are compressed; where {@link #compressed}. */
    default void addSquaredNorms(SparseRows a, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        throw new UnsupportedOperationException("these kernels take no compressed rows of many examples");
    }

    /** Scales the rows of each example by its factor, which a float holds. */
    void scale(FloatMatrix m, RowSet space, double[] factor);

    /** Makes the rows of all examples zero but of those that are kept; unlike a factor of zero, this takes NaN away. */
    default void clear(FloatMatrix m, RowSet space, boolean[] kept) {
        int n = m.columns();
        float[] rows = new float[m.rows() * n];
        download(m, rows);
        for (int e = 0; e < space.examples; e++)
            if (!kept[e]) Arrays.fill(rows, space.exampleStart[e] * n, space.exampleStart[e + 1] * n, 0f);
        upload(rows, 0, m.rows(), m);
    }

    /** into (one row) = times * the sum of all rows, or into + that. */
    void columnSums(FloatMatrix m, float times, FloatMatrix into, boolean accumulate);

    /** What {@link #standardise} adds to a deviation, which may be 0. */
    double EPSILON = 1e-6;

    /** out = (in - mean) / (deviation + EPSILON) over all entries of each example; keeps the sample deviations. */
    void standardise(FloatMatrix in, RowSet space, FloatMatrix out, double[] deviation);

    /** Adds the gradient of {@link #standardise} to {@code gradient}. */
    void standardiseBack(FloatMatrix out, FloatMatrix signal, RowSet space, double[] deviation, FloatMatrix gradient);

    /** out = in / |in| row by row; keeps the norms. */
    void normalise(FloatMatrix in, FloatMatrix out, double[] norms);

    /** Adds the gradient of {@link #normalise} to {@code gradient}. */
    void normaliseBack(FloatMatrix out, FloatMatrix signal, double[] norms, FloatMatrix gradient);
}
