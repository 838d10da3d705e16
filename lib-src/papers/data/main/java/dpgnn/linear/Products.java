package dpgnn.linear;

import java.util.Arrays;
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

    /** into = a b, of n x m and m x d, in pairs; into is zero before. Derivatives are zero at most nodes: zero rows of a are passed over. */
    static void inPairs(double[] a, int n, int m, double[] b, int d, double[] into) {
        double[][] rows = rows(b, m, d);
        Blocks.run(n, 8 * BLOCK, (from, to) -> {
            int[] used =
                    IntStream.range(from, to).filter(i -> !zero(a, i * m, m)).toArray();
            if (used.length >= BLOCK) tall(a, used, m, rows, d, into);
            else
                for (int i : used) {
                    double[] sum = new double[d];
                    addPairs(sum, a, i * m, rows);
                    System.arraycopy(sum, 0, into, i * d, d);
                }
        });
    }

    /** Some rows of a b. Sums run along the rows of a, since loops along a row of b are short, and so slow. */
    private static void tall(double[] a, int[] used, int m, double[][] b, int d, double[] into) {
        double[][] turned = new double[m][used.length];
        for (int u = 0; u < used.length; u++) for (int k = 0; k < m; k++) turned[k][u] = a[used[u] * m + k];
        double[] factors = new double[m];
        double[] sum = new double[used.length];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < m; k++) factors[k] = b[k][j];
            Arrays.fill(sum, 0);
            addPairs(sum, factors, 0, turned);
            for (int u = 0; u < used.length; u++) into[used[u] * d + j] = sum[u];
        }
    }

    /** Adds all rows, times their factors, to the sum. */
    private static void addPairs(double[] sum, double[] factors, int at, double[][] rows) {
        int k = 0;
        for (; k + 3 < rows.length; k += 4)
            add(
                    sum,
                    factors[at + k],
                    rows[k],
                    factors[at + k + 1],
                    rows[k + 1],
                    factors[at + k + 2],
                    rows[k + 2],
                    factors[at + k + 3],
                    rows[k + 3]);
        for (; k + 1 < rows.length; k += 2) add(sum, factors[at + k], rows[k], factors[at + k + 1], rows[k + 1]);
        if (k < rows.length) add(sum, factors[at + k], rows[k]);
    }

    /** Two pairs in one pass over the sum, which is then the same as pair by pair. */
    private static void add(
            double[] into, double a, double[] x, double b, double[] y, double c, double[] z, double e, double[] w) {
        for (int j = 0; j < into.length; j++) into[j] = into[j] + (a * x[j] + b * y[j]) + (c * z[j] + e * w[j]);
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
        return zero(row, 0, row.length);
    }

    private static boolean zero(double[] values, int from, int count) {
        for (int i = from; i < from + count; i++) if (values[i] != 0) return false;
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
