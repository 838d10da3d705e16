package dpgnn.mpc.ring;

import dpgnn.linear.Blocks;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.RandomStream;
import java.util.Arrays;

/** A row-major matrix over the integers modulo 2^64: a secret in fixed point, a share of one, or a mask. */
public final class RingMatrix {
    private final int rows;
    private final int columns;
    private final long[] values;

    private RingMatrix(int rows, int columns, long[] values) {
        this.rows = rows;
        this.columns = columns;
        this.values = values;
    }

    public static RingMatrix of(int rows, int columns) {
        return new RingMatrix(rows, columns, new long[Matrix.size(rows, columns)]);
    }

    /** Takes the array as it is, without a copy. */
    public static RingMatrix of(int rows, int columns, long[] values) {
        if (values.length != Matrix.size(rows, columns))
            throw new IllegalArgumentException(
                    "a matrix of " + rows + " x " + columns + " does not have " + values.length + " values");
        return new RingMatrix(rows, columns, values);
    }

    public static RingMatrix uniform(int rows, int columns, RandomStream stream) {
        RingMatrix m = of(rows, columns);
        for (int i = 0; i < m.values.length; i++) m.values[i] = stream.nextLong();
        return m;
    }

    public static RingMatrix encode(Matrix m, int scale) {
        RingMatrix encoded = of(m.rows(), m.columns());
        double[] from = m.values();
        for (int i = 0; i < from.length; i++) encoded.values[i] = Ring.encode(from[i], scale);
        return encoded;
    }

    /** A sparse matrix with every entry written out. */
    public static RingMatrix encode(SparseMatrix m, int scale) {
        RingMatrix dense = of(m.rows(), m.columns());
        for (int r = 0; r < m.rows(); r++)
            for (int k = m.start(r); k < m.start(r + 1); k++)
                dense.values[r * m.columns() + m.column(k)] = Ring.encode(m.value(k), scale);
        return dense;
    }

    /**
     * The product with a sparse matrix on the left whose values are taken at a scale: what others know only as shares is multiplied at
     * the cost of the non-zeros.
     */
    public static RingMatrix product(SparseMatrix left, int scale, RingMatrix right) {
        if (left.columns() != right.rows)
            throw new IllegalArgumentException("cannot multiply a matrix of " + left.rows() + " x " + left.columns()
                    + " with one of " + right.rows + " x " + right.columns);
        int d = right.columns;
        RingMatrix product = of(left.rows(), d);
        long[][] rows = MatrixProducts.of(right.values, right.rows, d);
        Blocks.run(left.rows(), 256, (from, to) -> {
            for (int r = from; r < to; r++) {
                long[] sum = new long[d];
                for (int k = left.start(r); k < left.start(r + 1); k++)
                    MatrixProducts.add(sum, Ring.encode(left.value(k), scale), rows[left.column(k)]);
                System.arraycopy(sum, 0, product.values, r * d, d);
            }
        });
        return product;
    }

    public Matrix decode(int scale) {
        Matrix m = Matrix.of(rows, columns);
        double unit = Math.scalb(1.0, -scale);
        for (int i = 0; i < values.length; i++) m.values()[i] = values[i] * unit;
        return m;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** The entries themselves, row by row. */
    public long[] values() {
        return values;
    }

    public RingMatrix plus(RingMatrix other) {
        return copy().add(other);
    }

    public RingMatrix minus(RingMatrix other) {
        return copy().subtract(other);
    }

    public RingMatrix add(RingMatrix other) {
        match(rows == other.rows && columns == other.columns, "add", other);
        for (int i = 0; i < values.length; i++) values[i] += other.values[i];
        return this;
    }

    public RingMatrix subtract(RingMatrix other) {
        match(rows == other.rows && columns == other.columns, "subtract", other);
        for (int i = 0; i < values.length; i++) values[i] -= other.values[i];
        return this;
    }

    /** Adds factor * other to this matrix, and returns it. */
    public RingMatrix add(long factor, RingMatrix other) {
        match(rows == other.rows && columns == other.columns, "add", other);
        MatrixProducts.add(values, factor, other.values);
        return this;
    }

    public RingMatrix add(long constant) {
        for (int i = 0; i < values.length; i++) values[i] += constant;
        return this;
    }

    RingMatrix negated() {
        RingMatrix m = of(rows, columns);
        for (int i = 0; i < values.length; i++) m.values[i] = -values[i];
        return m;
    }

    /** Entry by entry. */
    public RingMatrix hadamard(RingMatrix other) {
        match(rows == other.rows && columns == other.columns, "multiply", other);
        RingMatrix m = of(rows, columns);
        for (int i = 0; i < values.length; i++) m.values[i] = values[i] * other.values[i];
        return m;
    }

    public RingMatrix times(RingMatrix right) {
        match(columns == right.rows, "multiply", right);
        RingMatrix product = of(rows, right.columns);
        MatrixProducts.multiply(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    /** The transpose of this, times right. */
    public RingMatrix transposeTimes(RingMatrix right) {
        match(rows == right.rows, "multiply the transpose of", right);
        RingMatrix product = of(columns, right.columns);
        MatrixProducts.multiplyTransposed(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    public RingMatrix transpose() {
        RingMatrix t = of(columns, rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) t.values[j * rows + i] = values[i * columns + j];
        return t;
    }

    /** Columns from .. to-1. */
    public RingMatrix slice(int from, int to) {
        RingMatrix part = of(rows, to - from);
        for (int i = 0; i < rows; i++)
            System.arraycopy(values, i * columns + from, part.values, i * (to - from), to - from);
        return part;
    }

    /** Writes a matrix of as many rows into the columns from {@code at}. */
    public void put(int at, RingMatrix part) {
        match(rows == part.rows && at + part.columns <= columns, "fill", part);
        for (int i = 0; i < rows; i++)
            System.arraycopy(part.values, i * part.columns, values, i * columns + at, part.columns);
    }

    public RingMatrix copy() {
        return new RingMatrix(rows, columns, values.clone());
    }

    private void match(boolean fits, String verb, RingMatrix other) {
        if (!fits)
            throw new IllegalArgumentException("cannot " + verb + " a matrix of " + rows + " x " + columns
                    + " with one of " + other.rows + " x " + other.columns);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RingMatrix m
                && m.rows == rows
                && m.columns == columns
                && Arrays.equals(m.values, values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rows + columns) + Arrays.hashCode(values);
    }
}
