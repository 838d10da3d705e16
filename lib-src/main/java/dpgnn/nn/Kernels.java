package dpgnn.nn;

import java.util.Arrays;

/**
 * The arithmetic of a step. Two implementations agree: {@link HostKernels} on Java arrays, and {@link Nd4jKernels} on whatever
 * ND4J's backend runs on. No kernel looks across examples except the matrix products that sum over them, so nothing of one
 * example enters the gradient of another.
 */
interface Kernels {
    Matrix matrix(int columns);

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
    default void multiply(Spread a, Matrix b, Matrix c) {
        spread(a, b, c, false);
    }

    /** Sets the rows and their content from an array, beginning at an offset. */
    void upload(float[] from, int offset, int rows, Matrix to);

    /** Sets the rows and gives an array to write their content to, before {@link #staged}. */
    float[] stage(int rows, Matrix to);

    /** Takes the content that was written to the array of {@link #stage}. */
    void staged(Matrix to);

    void download(Matrix from, float[] into);

    /** c = op(a) op(b), or c + that when accumulating; at most one of a and b is transposed. */
    void multiply(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c, boolean accumulate);

    /** m = act(m + times * bias), the bias being a matrix of one row, or null. */
    void biasActivate(Matrix m, Matrix bias, float times, Activation activation);

    /** out = act(in). */
    void activate(Matrix in, Activation activation, Matrix out);

    /** gradient = signal * act'(output), in place or, when accumulating, added. */
    void activateBack(Matrix output, Matrix signal, Activation activation, Matrix gradient, boolean accumulate);

    /** out = spread * in, or out + that. */
    void spread(Spread spread, Matrix in, Matrix out, boolean accumulate);

    /** out = transposed spread * in, or out + that; out has its rows already. */
    void spreadBack(Spread spread, Matrix in, Matrix out, boolean accumulate);

    /** y = y + weight * x on the first columns that both have. */
    void add(Matrix x, float weight, Matrix y);

    /** y = y * x, entry by entry. */
    void times(Matrix x, Matrix y);

    void fill(Matrix m, float value);

    /** into[r] = the dot product of the rows r of a and b. */
    void rowDots(Matrix a, Matrix b, double[] into);

    /**
     * Adds to squared[e] the squared norm of the example's gradient {@code sum over r of a_r b_rT} and that of its bias
     * gradient {@code biasTimes * sum over r of b_r}, without forming either: {@code sum over r, s of (a_r.a_s + biasTimes^2) b_r.b_s}.
     */
    void addSquaredNorms(Matrix a, Matrix b, float biasTimes, Space space, double[] squared);

    /** The same for compressed rows a; where {@link #compressed}. */
    default void addSquaredNorms(Spread a, Matrix b, float biasTimes, Space space, double[] squared) {
        throw new UnsupportedOperationException("these kernels take no compressed rows of many examples");
    }

    /** Scales the rows of each example by its factor, which a float holds. */
    void scale(Matrix m, Space space, double[] factor);

    /** Makes the rows of all examples zero but of those that are kept; unlike a factor of zero, this takes NaN away. */
    default void clear(Matrix m, Space space, boolean[] kept) {
        int n = m.columns();
        float[] rows = new float[m.rows() * n];
        download(m, rows);
        for (int e = 0; e < space.examples; e++)
            if (!kept[e]) Arrays.fill(rows, space.exampleStart[e] * n, space.exampleStart[e + 1] * n, 0f);
        upload(rows, 0, m.rows(), m);
    }

    /** into (one row) = times * the sum of all rows, or into + that. */
    void columnSums(Matrix m, float times, Matrix into, boolean accumulate);

    /** What {@link #standardise} adds to a deviation, which may be 0. */
    double EPSILON = 1e-6;

    /** out = (in - mean) / (deviation + EPSILON) over all entries of each example; keeps the sample deviations. */
    void standardise(Matrix in, Space space, Matrix out, double[] deviation);

    /** Adds the gradient of {@link #standardise} to {@code gradient}. */
    void standardiseBack(Matrix out, Matrix signal, Space space, double[] deviation, Matrix gradient);

    /** out = in / |in| row by row; keeps the norms. */
    void normalise(Matrix in, Matrix out, double[] norms);

    /** Adds the gradient of {@link #normalise} to {@code gradient}. */
    void normaliseBack(Matrix out, Matrix signal, double[] norms, Matrix gradient);
}
