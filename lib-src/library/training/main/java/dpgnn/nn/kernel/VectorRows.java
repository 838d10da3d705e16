package dpgnn.nn.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows in vector registers: a strip of columns stays there while the entries of its row are added up. What {@link PlainRows}
 * rounds one by one is never fused here. Loaded by {@link RowProducts} only, where the module is there.
 *
 * <p>A vector that a loop carries is always an argument here and never asks another for anything: of such a vector the compiler
 * knows no shape but what earlier calls in the process showed it, and with two shapes about it makes an object of every vector.
 * Loops that begin {@code sum.add(...)} took five times as long.
 */
final class VectorRows implements RowProducts {
    /** A strip of whole numbers takes a multiple of two vectors. */
    private static final VectorShape WIDE =
            FloatVector.SPECIES_PREFERRED.length() > 16 ? VectorShape.S_512_BIT : VectorShape.preferredShape();

    private static final VectorSpecies<Float> LANES = WIDE.withLanes(float.class);
    private static final int ONE = LANES.length();
    private static final int TWO = 2 * ONE;
    private static final VectorSpecies<Double> DOUBLES = WIDE.withLanes(double.class);
    /** Minus zero and a number make that number, to the last bit. */
    private static final FloatVector NOTHING = FloatVector.broadcast(LANES, -0f);

    private static final DoubleVector NO_DOUBLES = DoubleVector.broadcast(DOUBLES, -0.0);
    private static final VectorSpecies<Float> HALF =
            VectorShape.forBitSize(WIDE.vectorBitSize() / 2).withLanes(float.class);
    private static final int D = DOUBLES.length();
    /** The rows of a tile of two vectors: eight sums, two vectors and four factors fit into sixteen registers, in whatever order they are loaded. */
    private static final int TILE = 4;
    /** Five rows pay for whole numbers, though sixteen registers are then enough in some orders only. */
    private static final int WHOLE_TILE = 5;
    /** So many rows of the right factor stay in a core's cache. */
    private static final int DEPTH = 256;
    /** Not a power of two, or the rows of a tile would share lines of the cache. */
    private static final int APART = DEPTH + 16;
    /** The numbers from a strip of the right factor to the next. */
    private static final int STRIP = (DEPTH + 1) * TWO;
    /** Below it, making vectors ready costs more than they gain. */
    private static final int FEW = 1 << 16;
    /** Added and taken away again, it rounds a number below 2^51 to a whole one. */
    private static final double ROUND = 0x1.8p52;

    private static final RowProducts PLAIN = new PlainRows();

    private final float[] tile = new float[TILE * APART];
    private final float[] ends = new float[TILE * TWO];
    private float[] strips = new float[0];

    @Override
    public void gather(SparseRows sparseRows, float[] x, float[] y, int n) {
        for (int r = 0; r < sparseRows.rows; r++) {
            int j = 0;
            for (; j + TWO <= n; j += TWO) twoVectors(sparseRows, r, x, y, n, j);
            for (; j + ONE <= n; j += ONE) oneVector(sparseRows, r, x, y, n, j);
            if (j < n) PlainRows.gather(sparseRows, r, x, y, n, j);
        }
    }

    private static void twoVectors(SparseRows sparseRows, int row, float[] x, float[] y, int n, int from) {
        int[] c = sparseRows.column;
        float[] w = sparseRows.weight;
        int to = row * n + from;
        int k = sparseRows.start[row];
        int end = sparseRows.start[row + 1];
        FloatVector y0 = load(y, to), y1 = load(y, to + ONE);
        while (k + 3 < end) {
            int p = c[k] * n + from;
            FloatVector a = all(w[k]), s0 = a.mul(load(x, p)), s1 = a.mul(load(x, p + ONE));
            // Not unrolled: that would need more registers than there are.
            int last = k + 3;
            for (k++; k < last; k++) {
                p = c[k] * n + from;
                a = all(w[k]);
                s0 = a.mul(load(x, p)).add(s0);
                s1 = a.mul(load(x, p + ONE)).add(s1);
            }
            p = c[k] * n + from;
            a = all(w[k++]);
            y0 = a.mul(load(x, p)).add(s0).add(y0);
            y1 = a.mul(load(x, p + ONE)).add(s1).add(y1);
        }
        for (; k < end; k++) {
            int p = c[k] * n + from;
            FloatVector a = all(w[k]);
            y0 = a.mul(load(x, p)).add(y0);
            y1 = a.mul(load(x, p + ONE)).add(y1);
        }
        store(y0, y, to);
        store(y1, y, to + ONE);
    }

    private static void oneVector(SparseRows sparseRows, int row, float[] x, float[] y, int n, int from) {
        int[] c = sparseRows.column;
        float[] w = sparseRows.weight;
        int to = row * n + from;
        int k = sparseRows.start[row];
        int end = sparseRows.start[row + 1];
        FloatVector sum = load(y, to);
        while (k + 3 < end) {
            FloatVector four = all(w[k]).mul(load(x, c[k] * n + from));
            int last = k + 3;
            for (k++; k < last; k++)
                four = all(w[k]).mul(load(x, c[k] * n + from)).add(four);
            sum = all(w[k]).mul(load(x, c[k++] * n + from)).add(four).add(sum);
        }
        for (; k < end; k++) sum = all(w[k]).mul(load(x, c[k] * n + from)).add(sum);
        store(sum, y, to);
    }

    @Override
    public void scatter(SparseRows sparseRows, float[] x, float[] y, int n) {
        for (int r = 0; r < sparseRows.rows; r++)
            for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++) {
                int to = sparseRows.column[k] * n;
                float weight = sparseRows.weight[k];
                int j = 0;
                for (FloatVector w = all(weight); j + ONE <= n; j += ONE)
                    load(y, to + j).add(w.mul(load(x, r * n + j))).intoArray(y, to + j);
                for (; j < n; j++) y[to + j] += weight * x[r * n + j];
            }
    }

    @Override
    public void multiply(float[] x, int rows, int k, float[] w, int n, float[] y) {
        if ((long) rows * k * n < FEW) {
            PLAIN.multiply(x, rows, k, w, n, y);
            return;
        }
        for (int from = 0; from < k; from += DEPTH) {
            int depth = Math.min(DEPTH, k - from);
            strips(w, from, depth, n);
            for (int r = 0; r < rows; r += TILE) {
                int here = Math.min(TILE, rows - r);
                for (int i = 0; i < here; i++) System.arraycopy(x, (r + i) * k + from, tile, i * APART, depth);
                for (int j = 0, strip = 0; j < n; j += TWO, strip += STRIP)
                    if (here == TILE && j + TWO <= n) four(tile, depth, strips, strip, y, r * n + j, n);
                    else {
                        int wide = Math.min(TWO, n - j);
                        for (int i = 0; i < here; i++) System.arraycopy(y, (r + i) * n + j, ends, i * TWO, wide);
                        four(tile, depth, strips, strip, ends, 0, TWO);
                        for (int i = 0; i < here; i++) System.arraycopy(ends, i * TWO, y, (r + i) * n + j, wide);
                    }
            }
        }
    }

    /** Copies rows of the right factor to strips of two vectors; what fills the last is never read again. */
    private void strips(float[] w, int from, int depth, int n) {
        strips = Buffers.to(strips, (n + TWO - 1) / TWO * STRIP);
        for (int i = 0; i < depth; i++)
            for (int j = 0, at = (from + i) * n, to = i * TWO; j < n; j += TWO, at += TWO, to += STRIP)
                if (j + TWO <= n) {
                    load(w, at).intoArray(strips, to);
                    load(w, at + ONE).intoArray(strips, to + ONE);
                } else System.arraycopy(w, at, strips, to, n - j);
    }

    private static void four(float[] x, int depth, float[] w, int q, float[] y, int to, int wide) {
        int t1 = to + wide, t2 = t1 + wide, t3 = t2 + wide;
        FloatVector a0 = load(y, to), b0 = load(y, to + ONE), a1 = load(y, t1), b1 = load(y, t1 + ONE);
        FloatVector a2 = load(y, t2), b2 = load(y, t2 + ONE), a3 = load(y, t3), b3 = load(y, t3 + ONE);
        for (int i = 0; i < depth; i++) {
            int from = q + i * TWO;
            FloatVector a = load(w, from), b = load(w, from + ONE);
            FloatVector v = FloatVector.broadcast(LANES, x[i]);
            a0 = v.fma(a, a0);
            b0 = v.fma(b, b0);
            v = FloatVector.broadcast(LANES, x[i + APART]);
            a1 = v.fma(a, a1);
            b1 = v.fma(b, b1);
            v = FloatVector.broadcast(LANES, x[i + 2 * APART]);
            a2 = v.fma(a, a2);
            b2 = v.fma(b, b2);
            v = FloatVector.broadcast(LANES, x[i + 3 * APART]);
            a3 = v.fma(a, a3);
            b3 = v.fma(b, b3);
        }
        store(a0, y, to);
        store(b0, y, to + ONE);
        store(a1, y, t1);
        store(b1, y, t1 + ONE);
        store(a2, y, t2);
        store(b2, y, t2 + ONE);
        store(a3, y, t3);
        store(b3, y, t3 + ONE);
    }

    @Override
    public void multiply(WholeProducts waiting) {
        double[] a = waiting.left, b = waiting.right, y = waiting.sums;
        int left = WholeProducts.LEFT, right = WholeProducts.RIGHT, n = waiting.width;
        for (int i = 0; i < waiting.columns; i += left)
            for (int j = 0; j < waiting.out; j += 2 * D)
                for (int t = i; t < Math.min(i + left, waiting.columns); t += WHOLE_TILE) {
                    int p = WholeProducts.place(0, t, left), q = WholeProducts.place(0, j, right);
                    five(a, p, b, q, waiting.rows(), y, t * n + j, n);
                }
    }

    private static void five(double[] x, int p, double[] w, int q, int rows, double[] y, int to, int wide) {
        int t1 = to + wide, t2 = t1 + wide, t3 = t2 + wide, t4 = t3 + wide;
        DoubleVector a0 = doubles(y, to), b0 = doubles(y, to + D), a1 = doubles(y, t1), b1 = doubles(y, t1 + D);
        DoubleVector a2 = doubles(y, t2), b2 = doubles(y, t2 + D), a3 = doubles(y, t3), b3 = doubles(y, t3 + D);
        DoubleVector a4 = doubles(y, t4), b4 = doubles(y, t4 + D);
        for (int r = 0; r < rows; r++) {
            int at = p + r * WholeProducts.APART, from = q + r * WholeProducts.APART;
            DoubleVector a = doubles(w, from), b = doubles(w, from + D);
            DoubleVector v = DoubleVector.broadcast(DOUBLES, x[at]);
            a0 = v.fma(a, a0);
            b0 = v.fma(b, b0);
            v = DoubleVector.broadcast(DOUBLES, x[at + 1]);
            a1 = v.fma(a, a1);
            b1 = v.fma(b, b1);
            v = DoubleVector.broadcast(DOUBLES, x[at + 2]);
            a2 = v.fma(a, a2);
            b2 = v.fma(b, b2);
            v = DoubleVector.broadcast(DOUBLES, x[at + 3]);
            a3 = v.fma(a, a3);
            b3 = v.fma(b, b3);
            v = DoubleVector.broadcast(DOUBLES, x[at + 4]);
            a4 = v.fma(a, a4);
            b4 = v.fma(b, b4);
        }
        store(a0, y, to);
        store(b0, y, to + D);
        store(a1, y, t1);
        store(b1, y, t1 + D);
        store(a2, y, t2);
        store(b2, y, t2 + D);
        store(a3, y, t3);
        store(b3, y, t3 + D);
        store(a4, y, t4);
        store(b4, y, t4 + D);
    }

    @Override
    public void round(float[] x, int from, int n, double factor, double[] into, int at, int strip) {
        int j = 0;
        // The last number of a row in a strip of fewer columns is never read.
        for (; j + WholeProducts.APART <= n; j += strip) {
            int to = at + WholeProducts.place(0, j, strip);
            for (int i = 0; i < WholeProducts.APART; i += D)
                ((DoubleVector) FloatVector.fromArray(HALF, x, from + j + i)
                                .convertShape(VectorOperators.F2D, DOUBLES, 0))
                        .mul(factor)
                        .add(ROUND)
                        .sub(ROUND)
                        .intoArray(into, to + i);
        }
        for (; j < n; j++) into[at + WholeProducts.place(0, j, strip)] = Math.rint(x[from + j] * factor);
    }

    private static void store(FloatVector v, float[] to, int at) {
        NOTHING.add(v).intoArray(to, at);
    }

    private static void store(DoubleVector v, double[] to, int at) {
        NO_DOUBLES.add(v).intoArray(to, at);
    }

    private static DoubleVector doubles(double[] from, int at) {
        return DoubleVector.fromArray(DOUBLES, from, at);
    }

    private static FloatVector load(float[] from, int at) {
        return FloatVector.fromArray(LANES, from, at);
    }

    private static FloatVector all(float value) {
        return FloatVector.broadcast(LANES, value);
    }
}
