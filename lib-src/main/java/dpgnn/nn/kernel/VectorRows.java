package dpgnn.nn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows in vector registers: a strip of columns stays there while the entries of its row are added up. Products and sums are
 * rounded one by one, never fused, as in {@link PlainRows}. Loaded by {@link RowProducts} only, where the module is there.
 */
final class VectorRows implements RowProducts {
    /** Four of them hold the 32 columns of a small network; wider vectors would leave a part of it to short strips. */
    private static final VectorSpecies<Float> LANES =
            FloatVector.SPECIES_PREFERRED.length() >= 8 ? FloatVector.SPECIES_256 : FloatVector.SPECIES_128;

    private static final int ONE = LANES.length();
    private static final int FOUR = 4 * ONE;

    @Override
    public void gather(SparseRows spread, float[] x, float[] y, int n) {
        for (int r = 0; r < spread.rows; r++) {
            int j = 0;
            for (; j + FOUR <= n; j += FOUR) fourVectors(spread, r, x, y, n, j);
            for (; j + ONE <= n; j += ONE) oneVector(spread, r, x, y, n, j);
            if (j < n) PlainRows.gather(spread, r, x, y, n, j);
        }
    }

    private static void fourVectors(SparseRows spread, int row, float[] x, float[] y, int n, int from) {
        int[] c = spread.column;
        float[] w = spread.weight;
        int to = row * n + from;
        int k = spread.start[row];
        int end = spread.start[row + 1];
        FloatVector y0 = load(y, to);
        FloatVector y1 = load(y, to + ONE);
        FloatVector y2 = load(y, to + 2 * ONE);
        FloatVector y3 = load(y, to + 3 * ONE);
        while (k + 3 < end) {
            int p = c[k] * n + from;
            FloatVector a = all(w[k]);
            FloatVector s0 = a.mul(load(x, p));
            FloatVector s1 = a.mul(load(x, p + ONE));
            FloatVector s2 = a.mul(load(x, p + 2 * ONE));
            FloatVector s3 = a.mul(load(x, p + 3 * ONE));
            // Not unrolled: that would need more registers than there are.
            int stop = k + 4;
            for (k++; k < stop; k++) {
                p = c[k] * n + from;
                a = all(w[k]);
                s0 = s0.add(a.mul(load(x, p)));
                s1 = s1.add(a.mul(load(x, p + ONE)));
                s2 = s2.add(a.mul(load(x, p + 2 * ONE)));
                s3 = s3.add(a.mul(load(x, p + 3 * ONE)));
            }
            y0 = y0.add(s0);
            y1 = y1.add(s1);
            y2 = y2.add(s2);
            y3 = y3.add(s3);
        }
        for (; k < end; k++) {
            int p = c[k] * n + from;
            FloatVector a = all(w[k]);
            y0 = y0.add(a.mul(load(x, p)));
            y1 = y1.add(a.mul(load(x, p + ONE)));
            y2 = y2.add(a.mul(load(x, p + 2 * ONE)));
            y3 = y3.add(a.mul(load(x, p + 3 * ONE)));
        }
        y0.intoArray(y, to);
        y1.intoArray(y, to + ONE);
        y2.intoArray(y, to + 2 * ONE);
        y3.intoArray(y, to + 3 * ONE);
    }

    private static void oneVector(SparseRows spread, int row, float[] x, float[] y, int n, int from) {
        int[] c = spread.column;
        float[] w = spread.weight;
        int to = row * n + from;
        int k = spread.start[row];
        int end = spread.start[row + 1];
        FloatVector sum = load(y, to);
        while (k + 3 < end) {
            FloatVector four = all(w[k]).mul(load(x, c[k] * n + from));
            int stop = k + 4;
            for (k++; k < stop; k++) four = four.add(all(w[k]).mul(load(x, c[k] * n + from)));
            sum = sum.add(four);
        }
        for (; k < end; k++) sum = sum.add(all(w[k]).mul(load(x, c[k] * n + from)));
        sum.intoArray(y, to);
    }

    @Override
    public void scatter(SparseRows spread, float[] x, float[] y, int n) {
        for (int r = 0; r < spread.rows; r++)
            for (int k = spread.start[r]; k < spread.start[r + 1]; k++) {
                int to = spread.column[k] * n;
                float weight = spread.weight[k];
                int j = 0;
                for (FloatVector w = all(weight); j + ONE <= n; j += ONE)
                    load(y, to + j).add(w.mul(load(x, r * n + j))).intoArray(y, to + j);
                for (; j < n; j++) y[to + j] += weight * x[r * n + j];
            }
    }

    private static FloatVector load(float[] from, int at) {
        return FloatVector.fromArray(LANES, from, at);
    }

    private static FloatVector all(float value) {
        return FloatVector.broadcast(LANES, value);
    }
}
