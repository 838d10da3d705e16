package dpgnn.linear;

import java.util.stream.IntStream;

/**
 * The inner loops of dense products. Two orders of summation differ in the last bit, and seeded results depend on it, so each
 * has its name: <em>in pairs</em> adds the sum of two terms at a time, on all cores; <em>in order</em> adds term by term.
 */
final class Products {
    /** Rows of a result that are worked on together: they stay in the cache. */
    private static final int BLOCK = 32;

    private Products() {}

    static double[][] rows(double[] values, int rows, int columns) {
        double[][] split = new double[rows][columns];
        for (int i = 0; i < rows; i++) System.arraycopy(values, i * columns, split[i], 0, columns);
        return split;
    }

    static void add(double[] into, double a, double[] x) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j];
    }

    private static void add(double[] into, double a, double[] x, double b, double[] y) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j] + b * y[j];
    }

    /** into = a b, of n x m and m x d, in pairs. Derivatives are zero at most nodes: zeros of a are passed over. */
    static void inPairs(double[] a, int n, int m, double[] b, int d, double[] into) {
        double[][] rows = rows(b, m, d);
        Blocks.run(n, BLOCK, (from, to) -> {
            for (int i = from; i < to; i++) {
                double[] sum = new double[d];
                int k = 0;
                int at = i * m;
                for (; k + 7 < m; k += 8) if (some(a, at + k)) addPairs(sum, a, at + k, rows, k);
                for (; k + 1 < m; k += 2)
                    if (a[at + k] != 0 || a[at + k + 1] != 0) add(sum, a[at + k], rows[k], a[at + k + 1], rows[k + 1]);
                if (k < m) add(sum, a[at + k], rows[k]);
                System.arraycopy(sum, 0, into, i * d, d);
            }
        });
    }

    private static boolean some(double[] a, int at) {
        for (int k = at; k < at + 8; k++) if (a[k] != 0) return true;
        return false;
    }

    /** Four pairs in one pass over the sum, which is then the same as pair by pair. */
    private static void addPairs(double[] into, double[] a, int at, double[][] rows, int first) {
        double[] r0 = rows[first], r1 = rows[first + 1], r2 = rows[first + 2], r3 = rows[first + 3];
        double[] r4 = rows[first + 4], r5 = rows[first + 5], r6 = rows[first + 6], r7 = rows[first + 7];
        double a0 = a[at], a1 = a[at + 1], a2 = a[at + 2], a3 = a[at + 3];
        double a4 = a[at + 4], a5 = a[at + 5], a6 = a[at + 6], a7 = a[at + 7];
        for (int j = 0; j < into.length; j++)
            into[j] = into[j]
                    + (a0 * r0[j] + a1 * r1[j])
                    + (a2 * r2[j] + a3 * r3[j])
                    + (a4 * r4[j] + a5 * r5[j])
                    + (a6 * r6[j] + a7 * r7[j]);
    }

    /** into = aᵀ b, of n x m and n x d, in pairs; rows of b that are zero are passed over. */
    static void transposedInPairs(double[] a, int n, int m, double[] b, int d, double[] into) {
        double[][] rows = rows(b, n, d);
        int[] used = IntStream.range(0, n).filter(i -> !zero(rows[i])).toArray();
        Blocks.run(m, BLOCK, (from, to) -> {
            double[][] sum = new double[to - from][d];
            int u = 0;
            for (; u + 1 < used.length; u += 2) {
                int i = used[u];
                int j = used[u + 1];
                for (int k = from; k < to; k++) add(sum[k - from], a[i * m + k], rows[i], a[j * m + k], rows[j]);
            }
            if (u < used.length) for (int k = from; k < to; k++) add(sum[k - from], a[used[u] * m + k], rows[used[u]]);
            for (int k = from; k < to; k++) System.arraycopy(sum[k - from], 0, into, k * d, d);
        });
    }

    private static boolean zero(double[] row) {
        for (double v : row) if (v != 0) return false;
        return true;
    }

    /** into = a b, of n x m and m x d, in order. */
    static void inOrder(double[] a, int n, int m, double[] b, int d, double[] into) {
        for (int i = 0; i < n; i++) combine(a, i * m, 1, 0, m, b, d, into, i * d);
    }

    /** into = aᵀ b, of n x m and n x d, in order. */
    static void transposedInOrder(double[] a, int n, int m, double[] b, int d, double[] into) {
        for (int first = 0; first < m; first += BLOCK)
            for (int k = 0; k < n; k += 4)
                for (int i = first; i < Math.min(m, first + BLOCK); i++)
                    combine(a, i, m, k, Math.min(n, k + 4), b, d, into, i * d);
    }

    /**
     * Adds rows {@code from} to {@code to} of b to a row of the result, the k-th times the factor at {@code start + k stride}. Four rows
     * are added per pass over the result, in order, so that sums are those of one at a time.
     */
    private static void combine(
            double[] factors, int start, int stride, int from, int to, double[] b, int d, double[] into, int at) {
        int k = from;
        for (; k + 4 <= to; k += 4) {
            double x0 = factors[start + k * stride];
            double x1 = factors[start + (k + 1) * stride];
            double x2 = factors[start + (k + 2) * stride];
            double x3 = factors[start + (k + 3) * stride];
            if (x0 != 0 || x1 != 0 || x2 != 0 || x3 != 0) add(x0, x1, x2, x3, b, k * d, d, into, at);
        }
        for (; k < to; k++) {
            double x = factors[start + k * stride];
            if (x != 0) Matrix.axpy(x, b, k * d, into, at, d);
        }
    }

    private static void add(
            double x0, double x1, double x2, double x3, double[] from, int a, int length, double[] to, int b) {
        for (int j = 0; j < length; j++)
            to[b + j] = to[b + j]
                    + x0 * from[a + j]
                    + x1 * from[a + length + j]
                    + x2 * from[a + 2 * length + j]
                    + x3 * from[a + 3 * length + j];
    }
}
