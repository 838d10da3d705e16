package dpgnn.generate;

import dpgnn.random.Stream;

/** A dense matrix in row order. Inner loops run along rows of the result, so that the compiler can use vector instructions. */
final class Matrix {
    /** Loops shorter than half of this are slow: what is long goes along rows. */
    private static final int LONG = 128;

    final int rows;
    final int columns;
    final double[] values;

    Matrix(int rows, int columns) {
        this(rows, columns, new double[rows * columns]);
    }

    Matrix(int rows, int columns, double[] values) {
        if (values.length != rows * columns)
            throw new IllegalArgumentException("a " + rows + " x " + columns + " matrix needs " + rows * columns
                    + " values, were " + values.length);
        this.rows = rows;
        this.columns = columns;
        this.values = values;
    }

    /** Uniform weights with the variance of Glorot and Bengio (2010). */
    static Matrix glorot(int rows, int columns, Stream coins) {
        Matrix m = new Matrix(rows, columns);
        double bound = Math.sqrt(6.0 / (rows + columns));
        for (int i = 0; i < m.values.length; i++) m.values[i] = (2 * coins.nextDouble() - 1) * bound;
        return m;
    }

    static Matrix normal(int rows, int columns, Stream coins) {
        Matrix m = new Matrix(rows, columns);
        for (int i = 0; i < m.values.length; i++) m.values[i] = coins.nextGaussian();
        return m;
    }

    double at(int row, int column) {
        return values[row * columns + column];
    }

    Matrix copy() {
        return new Matrix(rows, columns, values.clone());
    }

    Matrix times(Matrix b) {
        if (columns != b.rows) throw mismatch("times", b);
        if (rows >= LONG && b.columns <= LONG / 2)
            return b.transposed().times(transposed()).transposed();
        Matrix c = new Matrix(rows, b.columns);
        for (int i = 0; i < rows; i++) combine(values, i * columns, 1, columns, b, c, i);
        return c;
    }

    /** The same, faster, where this is symmetric. */
    Matrix symmetricTimes(Matrix b) {
        if (rows != columns || columns != b.rows) throw mismatch("symmetric times", b);
        return b.transposed().times(this).transposed();
    }

    /** this^T b. */
    Matrix transposedTimes(Matrix b) {
        if (rows != b.rows) throw mismatch("transposed times", b);
        Matrix c = new Matrix(columns, b.columns);
        for (int i = 0; i < columns; i++) combine(values, i, columns, rows, b, c, i);
        return c;
    }

    /**
     * Row {@code row} of c becomes the sum of b's rows, each times one of {@code count} factors that start at {@code from} and lie
     * {@code stride} apart. Four rows are added per pass over the result, in order, so that sums are those of one at a time.
     */
    private static void combine(double[] factors, int from, int stride, int count, Matrix b, Matrix c, int row) {
        int width = b.columns;
        int to = row * width;
        int k = 0;
        for (; k + 4 <= count; k += 4) {
            double x0 = factors[from + k * stride];
            double x1 = factors[from + (k + 1) * stride];
            double x2 = factors[from + (k + 2) * stride];
            double x3 = factors[from + (k + 3) * stride];
            if (x0 != 0 || x1 != 0 || x2 != 0 || x3 != 0)
                axpy4(x0, x1, x2, x3, b.values, k * width, width, c.values, to);
        }
        for (; k < count; k++) {
            double x = factors[from + k * stride];
            if (x != 0) axpy(x, b.values, k * width, c.values, to, width);
        }
    }

    private static void axpy4(
            double x0, double x1, double x2, double x3, double[] from, int a, int length, double[] to, int b) {
        for (int j = 0; j < length; j++)
            to[b + j] = to[b + j]
                    + x0 * from[a + j]
                    + x1 * from[a + length + j]
                    + x2 * from[a + 2 * length + j]
                    + x3 * from[a + 3 * length + j];
    }

    /** this b^T. */
    Matrix timesTransposed(Matrix b) {
        if (columns != b.columns) throw mismatch("times transposed", b);
        return times(b.transposed());
    }

    Matrix transposed() {
        Matrix t = new Matrix(columns, rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) t.values[j * rows + i] = values[i * columns + j];
        return t;
    }

    Matrix add(Matrix b) {
        axpy(1, b.values, 0, values, 0, values.length);
        return this;
    }

    Matrix scale(double factor) {
        for (int i = 0; i < values.length; i++) values[i] *= factor;
        return this;
    }

    Matrix relu() {
        Matrix r = new Matrix(rows, columns);
        for (int i = 0; i < values.length; i++) r.values[i] = Math.max(0, values[i]);
        return r;
    }

    /** Keeps what flows back to places where the output of a ReLU was positive. */
    Matrix where(Matrix output) {
        for (int i = 0; i < values.length; i++) if (!(output.values[i] > 0)) values[i] = 0;
        return this;
    }

    double[] columnSums() {
        double[] sums = new double[columns];
        for (int i = 0; i < rows; i++) axpy(1, values, i * columns, sums, 0, columns);
        return sums;
    }

    /** Some rows, in the given order. */
    Matrix pick(int[] chosen) {
        Matrix p = new Matrix(chosen.length, columns);
        for (int i = 0; i < chosen.length; i++)
            System.arraycopy(values, chosen[i] * columns, p.values, i * columns, columns);
        return p;
    }

    static void axpy(double x, double[] from, int a, double[] to, int b, int length) {
        for (int j = 0; j < length; j++) to[b + j] += x * from[a + j];
    }

    private IllegalArgumentException mismatch(String what, Matrix b) {
        return new IllegalArgumentException(
                rows + " x " + columns + " " + what + " " + b.rows + " x " + b.columns + ": sizes do not fit");
    }
}
