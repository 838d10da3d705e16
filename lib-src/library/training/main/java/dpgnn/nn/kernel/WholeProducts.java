package dpgnn.nn.kernel;

import java.util.Arrays;

/**
 * The sum of the products of a column and a row, of whole numbers in doubles: exact in whatever order it is taken, while all sums
 * of absolute values stay below 2^53. Rows wait until there are enough of them for a product of matrices, in strips of so many
 * columns, row under row, so that the product reads memory in order.
 */
public final class WholeProducts {
    /** The numbers from a row of a strip to the next: a power of two, so that the compiler checks bounds once, before a loop. */
    static final int APART = 16;

    /** Three tiles of {@link VectorRows}. */
    static final int LEFT = 15;

    static final int RIGHT = APART;
    /** Not a power of two, or the strips of a row would share lines of the cache. */
    private static final int ROWS = 127;

    private final RowProducts loops;
    final int columns;
    final int out;
    /** The length of a row of the sums. */
    final int width;

    final double[] left;
    final double[] right;
    final double[] sums;
    private int rows;
    private boolean empty = true;

    public WholeProducts(int columns, int out) {
        this(columns, out, RowProducts.found());
    }

    WholeProducts(int columns, int out, RowProducts loops) {
        this.loops = loops;
        this.columns = columns;
        this.out = out;
        width = strips(out, RIGHT) * RIGHT;
        left = new double[ROWS * APART * strips(columns, LEFT)];
        right = new double[ROWS * width];
        sums = new double[Math.multiplyExact(strips(columns, LEFT) * LEFT, width)];
    }

    private static int strips(int n, int strip) {
        return (n + strip - 1) / strip;
    }

    /** Where a row has a column, in strips. */
    static int place(int row, int column, int strip) {
        return (column / strip * ROWS + row) * APART + column % strip;
    }

    int rows() {
        return rows;
    }

    /** Makes all sums zero. */
    public void clear() {
        if (!empty) Arrays.fill(sums, 0);
        empty = true;
        rows = 0;
    }

    /** Adds {@code rint(shrink (x, last))} times {@code rint(grow y)}; without {@code last} where x fills all columns. */
    public void add(float[] x, int from, int in, double shrink, double last, float[] y, int to, double grow) {
        loops.round(x, from, in, shrink, left, place(rows, 0, LEFT), LEFT);
        if (columns > in) left[place(rows, in, LEFT)] = Math.rint(last * shrink);
        loops.round(y, to, out, grow, right, place(rows, 0, RIGHT), RIGHT);
        empty = false;
        if (++rows == ROWS) multiply();
    }

    /** Adds {@code a signal} to one row of the sums. */
    public void add(double a, int column, double[] signal) {
        empty = false;
        for (int j = 0, at = column * width; j < out; j++) sums[at + j] += a * signal[j];
    }

    private void multiply() {
        loops.multiply(this);
        rows = 0;
    }

    /** Adds some rows of the sums to totals, one row after another. */
    private void take(int from, int to, long[] totals, int at) {
        for (int i = from; i < to; i++)
            for (int j = 0; j < out; j++) totals[at + (i - from) * out + j] += (long) sums[i * width + j];
    }

    /** Adds the sums to totals, those of the last column elsewhere where there is one more than {@code in}, and clears them. */
    public void drain(int in, long[] totals, int weights, int bias) {
        if (empty) return;
        if (rows > 0) multiply();
        take(0, in, totals, weights);
        take(in, columns, totals, bias);
        clear();
    }
}
