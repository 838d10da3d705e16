package dpgnn.linear;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A row-major matrix of doubles. Its products come in two orders of summation ({@link Products}): plain names add in pairs on all
 * cores, those that end in {@code InOrder} add term by term.
 */
public final class Matrix {
    /** Loops shorter than half of this are slow: what is long goes along rows. */
    private static final int LONG = 128;

    private static final int MOST = Integer.MAX_VALUE - 8;

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
        if (Check.given("values", values).length != size(rows, columns))
            throw new IllegalArgumentException(
                    "a matrix of " + rows + " x " + columns + " does not have " + values.length + " values");
        return new Matrix(rows, columns, values);
    }

    /** Uniform on ±sqrt(6 / (fanIn + fanOut)), as Glorot and Bengio (2010) start a layer. */
    public static Matrix glorot(int rows, int columns, RandomStream stream) {
        Check.given("stream", stream);
        Matrix m = of(rows, columns);
        double bound = Math.sqrt(6.0 / (rows + columns));
        for (int i = 0; i < m.values.length; i++) m.values[i] = bound * (2 * stream.nextDouble() - 1);
        return m;
    }

    /** Independent standard normal entries. */
    public static Matrix normal(int rows, int columns, RandomStream stream) {
        Check.given("stream", stream);
        Matrix m = of(rows, columns);
        for (int i = 0; i < m.values.length; i++) m.values[i] = stream.nextGaussian();
        return m;
    }

    /** How many values a matrix of this shape has, where an array can hold them. */
    public static int size(int rows, int columns) {
        if (rows < 0 || columns < 0 || (long) rows * columns > MOST)
            throw new IllegalArgumentException(
                    "a matrix must have at most " + MOST + " values, asked for " + rows + " x " + columns);
        return rows * columns;
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
        Products.inPairs(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    /** The transpose of this, times right. */
    public Matrix transposeTimes(Matrix right) {
        match("rows", rows, "rows", right.rows);
        Matrix product = of(columns, right.columns);
        Products.transposedInPairs(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    public Matrix timesTranspose(Matrix right) {
        return times(right.transpose());
    }

    public Matrix timesInOrder(Matrix right) {
        match("columns", columns, "rows", right.rows);
        if (rows >= LONG && right.columns <= LONG / 2)
            return right.transpose().timesInOrder(transpose()).transpose();
        Matrix product = of(rows, right.columns);
        Products.inOrder(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    /** The product in order, faster, where this is symmetric. */
    public Matrix symmetricTimesInOrder(Matrix right) {
        match("columns", columns, "rows", right.rows);
        return right.transpose().timesInOrder(this).transpose();
    }

    /** The transpose of this, times right. */
    public Matrix transposeTimesInOrder(Matrix right) {
        match("rows", rows, "rows", right.rows);
        Matrix product = of(columns, right.columns);
        Products.transposedInOrder(values, rows, columns, right.values, right.columns, product.values);
        return product;
    }

    public Matrix timesTransposeInOrder(Matrix right) {
        return timesInOrder(right.transpose());
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

    /** Adds another to this matrix, and returns it. */
    public Matrix add(Matrix other) {
        return add(1, other);
    }

    /** Adds factor * other to this matrix, and returns it. */
    public Matrix add(double factor, Matrix other) {
        match("rows", rows, "rows", other.rows);
        match("columns", columns, "columns", other.columns);
        Products.add(values, factor, other.values);
        return this;
    }

    /** Adds one row to every row, and returns this matrix. */
    public Matrix addToRows(Matrix row) {
        match("columns", columns, "columns", row.columns);
        for (int i = 0; i < rows; i++) axpy(1, row.values, 0, values, i * columns, columns);
        return this;
    }

    /** Adds x times {@code length} values of one array, from a on, to those of another, from b on. */
    public static void axpy(double x, double[] from, int a, double[] to, int b, int length) {
        for (int j = 0; j < length; j++) to[b + j] += x * from[a + j];
    }

    /** Multiplies every entry, and returns this matrix. */
    public Matrix scale(double factor) {
        for (int i = 0; i < values.length; i++) values[i] *= factor;
        return this;
    }

    public Matrix map(DoubleUnaryOperator function) {
        Matrix result = of(rows, columns);
        Blocks.run(values.length, 1 << 14, (from, to) -> {
            for (int i = from; i < to; i++) result.values[i] = function.applyAsDouble(values[i]);
        });
        return result;
    }

    public Matrix relu() {
        return map(x -> Math.max(0, x));
    }

    /** Keeps in place what flows back to where the output of a ReLU was positive, and returns this matrix. */
    public Matrix where(Matrix output) {
        for (int i = 0; i < values.length; i++) if (!(output.values[i] > 0)) values[i] = 0;
        return this;
    }

    /** One row with the sum of every column. */
    public Matrix columnSums() {
        Matrix sums = of(1, columns);
        for (int i = 0; i < rows; i++) axpy(1, values, i * columns, sums.values, 0, columns);
        return sums;
    }

    /** Columns from .. to-1. */
    public Matrix slice(int from, int to) {
        Matrix part = of(rows, to - from);
        for (int i = 0; i < rows; i++)
            System.arraycopy(values, i * columns + from, part.values, i * (to - from), to - from);
        return part;
    }

    /** This matrix with another at its right. */
    public Matrix beside(Matrix right) {
        match("rows", rows, "rows", right.rows);
        Matrix both = of(rows, columns + right.columns);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(values, i * columns, both.values, i * both.columns, columns);
            System.arraycopy(right.values, i * right.columns, both.values, i * both.columns + columns, right.columns);
        }
        return both;
    }

    /** Rows from .. to-1. */
    public Matrix sliceRows(int from, int to) {
        return of(to - from, columns, Arrays.copyOfRange(values, from * columns, to * columns));
    }

    /** Some rows, in the given order. */
    public Matrix pick(int[] chosen) {
        Matrix picked = of(chosen.length, columns);
        for (int i = 0; i < chosen.length; i++)
            System.arraycopy(values, chosen[i] * columns, picked.values, i * columns, columns);
        return picked;
    }

    /** A matrix of so many rows that has these at the given places, and zeros elsewhere. */
    public Matrix scattered(int[] places, int all) {
        match("rows", rows, "places", places.length);
        Matrix scattered = of(all, columns);
        for (int i = 0; i < rows; i++)
            System.arraycopy(values, i * columns, scattered.values, places[i] * columns, columns);
        return scattered;
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
