package dpgnn.mpc;

import dpgnn.random.Stream;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** A row-major matrix of doubles: what a party computes with on its own. */
public final class Matrix {
    private final int rows;
    private final int columns;
    private final double[] values;

    private Matrix(int rows, int columns, double[] values) {
        this.rows = rows;
        this.columns = columns;
        this.values = values;
    }

    public static Matrix of(int rows, int columns) {
        return new Matrix(rows, columns, new double[size(rows, columns)]);
    }

    /** Takes the array as it is, without a copy. */
    public static Matrix of(int rows, int columns, double[] values) {
        if (values.length != size(rows, columns))
            throw new IllegalArgumentException(
                    "a matrix of " + rows + " x " + columns + " does not have " + values.length + " values");
        return new Matrix(rows, columns, values);
    }

    /** Uniform on ±sqrt(6 / (fanIn + fanOut)), as Glorot and Bengio (2010) start a layer. */
    public static Matrix glorot(int rows, int columns, Stream stream) {
        Matrix m = of(rows, columns);
        double bound = Math.sqrt(6.0 / (rows + columns));
        for (int i = 0; i < m.values.length; i++) m.values[i] = bound * (2 * stream.nextDouble() - 1);
        return m;
    }

    static int size(int rows, int columns) {
        if (rows < 0 || columns < 0) throw new IllegalArgumentException("a matrix cannot be " + rows + " x " + columns);
        return Math.multiplyExact(rows, columns);
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** The entries themselves, row by row; whoever changes them changes the matrix. */
    public double[] values() {
        return values;
    }

    public double get(int row, int column) {
        return values[row * columns + column];
    }

    public Matrix times(Matrix right) {
        match("columns", columns, "rows", right.rows);
        Matrix product = of(rows, right.columns);
        Rows.multiply(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    /** The transpose of this, times right. */
    public Matrix transposeTimes(Matrix right) {
        match("rows", rows, "rows", right.rows);
        Matrix product = of(columns, right.columns);
        Rows.multiplyTransposed(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    public Matrix timesTranspose(Matrix right) {
        return times(right.transpose());
    }

    public Matrix transpose() {
        Matrix t = of(columns, rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) t.values[j * rows + i] = values[i * columns + j];
        return t;
    }

    public Matrix plus(Matrix other) {
        return copy().add(1, other);
    }

    /** Adds factor * other to this matrix, and returns it. */
    Matrix add(double factor, Matrix other) {
        match("rows", rows, "rows", other.rows);
        match("columns", columns, "columns", other.columns);
        Rows.add(values, factor, other.values);
        return this;
    }

    /** Multiplies entry by entry, in place. */
    Matrix scale(Matrix other) {
        match("rows", rows, "rows", other.rows);
        match("columns", columns, "columns", other.columns);
        for (int i = 0; i < values.length; i++) values[i] *= other.values[i];
        return this;
    }

    public Matrix map(DoubleUnaryOperator function) {
        Matrix result = of(rows, columns);
        Rows.blocks(values.length, 1 << 14, (from, to) -> {
            for (int i = from; i < to; i++) result.values[i] = function.applyAsDouble(values[i]);
        });
        return result;
    }

    /** Columns from .. to-1. */
    Matrix slice(int from, int to) {
        Matrix part = of(rows, to - from);
        for (int i = 0; i < rows; i++)
            System.arraycopy(values, i * columns + from, part.values, i * (to - from), to - from);
        return part;
    }

    /** This matrix with another at its right. */
    Matrix beside(Matrix right) {
        match("rows", rows, "rows", right.rows);
        Matrix both = of(rows, columns + right.columns);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(values, i * columns, both.values, i * both.columns, columns);
            System.arraycopy(right.values, i * right.columns, both.values, i * both.columns + columns, right.columns);
        }
        return both;
    }

    /** Rows from .. to-1. */
    Matrix sliceRows(int from, int to) {
        return of(to - from, columns, Arrays.copyOfRange(values, from * columns, to * columns));
    }

    public Matrix copy() {
        return new Matrix(rows, columns, values.clone());
    }

    /** The largest absolute difference to a matrix of the same shape. */
    public double distance(Matrix other) {
        match("rows", rows, "rows", other.rows);
        match("columns", columns, "columns", other.columns);
        double worst = 0;
        for (int i = 0; i < values.length; i++) worst = Math.max(worst, Math.abs(values[i] - other.values[i]));
        return worst;
    }

    /** The largest absolute entry. */
    public double largest() {
        double worst = 0;
        for (double v : values) worst = Math.max(worst, Math.abs(v));
        return worst;
    }

    private static void match(String ours, int a, String theirs, int b) {
        if (a != b)
            throw new IllegalArgumentException(
                    "this matrix has " + a + " " + ours + ", so the other needs as many " + theirs + ", had " + b);
    }
}
