package dpgnn.mpc;

import java.util.stream.IntStream;

/**
 * The inner loops of every product. Each row of the right operand is an array of its own and a loop takes two of them: in this
 * form the C2 compiler turns wrapping 64-bit products into vector instructions (6.6e9 a second and core with AVX-512), while
 * offsets into one long array, or four rows at once, stay scalar (2e9).
 */
final class Rows {
    /** Rows of the left operand, or columns for a transposed one, that are worked on together: their data stay in L1. */
    private static final int BLOCK = 32;

    private Rows() {}

    static void add(long[] into, long a, long[] x) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j];
    }

    private static void add(long[] into, long a, long[] x, long b, long[] y) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j] + b * y[j];
    }

    static void add(double[] into, double a, double[] x) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j];
    }

    private static void add(double[] into, double a, double[] x, double b, double[] y) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j] + b * y[j];
    }

    static long[][] of(long[] values, int rows, int columns) {
        long[][] split = new long[rows][columns];
        for (int i = 0; i < rows; i++) System.arraycopy(values, i * columns, split[i], 0, columns);
        return split;
    }

    static double[][] of(double[] values, int rows, int columns) {
        double[][] split = new double[rows][columns];
        for (int i = 0; i < rows; i++) System.arraycopy(values, i * columns, split[i], 0, columns);
        return split;
    }

    /** into += a b, with a of n x m and b of m x d, modulo 2^64. */
    static void multiply(long[] a, int n, int m, long[] b, int d, long[] into) {
        long[][] rows = of(b, m, d);
        blocks(n, 4 * BLOCK, (from, to) -> {
            long[][] sum = new long[to - from][d];
            for (int k0 = 0; k0 < m; k0 += BLOCK) {
                int k1 = Math.min(m, k0 + BLOCK);
                for (int i = from; i < to; i++) {
                    int k = k0;
                    int at = i * m;
                    for (; k + 1 < k1; k += 2) add(sum[i - from], a[at + k], rows[k], a[at + k + 1], rows[k + 1]);
                    if (k < k1) add(sum[i - from], a[at + k], rows[k]);
                }
            }
            for (int i = from; i < to; i++) addTo(into, i * d, sum[i - from]);
        });
    }

    /** into += aᵀ b, with a of n x m and b of n x d, modulo 2^64. */
    static void multiplyTransposed(long[] a, int n, int m, long[] b, int d, long[] into) {
        long[][] rows = of(b, n, d);
        blocks(m, BLOCK, (from, to) -> {
            long[][] sum = new long[to - from][d];
            int i = 0;
            for (; i + 1 < n; i += 2)
                for (int k = from; k < to; k++)
                    add(sum[k - from], a[i * m + k], rows[i], a[(i + 1) * m + k], rows[i + 1]);
            if (i < n) for (int k = from; k < to; k++) add(sum[k - from], a[i * m + k], rows[i]);
            for (int k = from; k < to; k++) addTo(into, k * d, sum[k - from]);
        });
    }

    /**
     * into += a b. Derivatives by embeddings are zero at most nodes, since few have a label: zeros of the left operand are passed
     * over. Products modulo 2^64 never look at their operands, which masks make uniform anyhow.
     */
    static void multiply(double[] a, int n, int m, double[] b, int d, double[] into) {
        double[][] rows = of(b, m, d);
        blocks(n, BLOCK, (from, to) -> {
            double[] sum = new double[d];
            for (int i = from; i < to; i++) {
                System.arraycopy(into, i * d, sum, 0, d);
                int k = 0;
                int at = i * m;
                for (; k + 1 < m; k += 2)
                    if (a[at + k] != 0 || a[at + k + 1] != 0) add(sum, a[at + k], rows[k], a[at + k + 1], rows[k + 1]);
                if (k < m) add(sum, a[at + k], rows[k]);
                System.arraycopy(sum, 0, into, i * d, d);
            }
        });
    }

    /** into += aᵀ b; rows of b that are zero are passed over. */
    static void multiplyTransposed(double[] a, int n, int m, double[] b, int d, double[] into) {
        double[][] rows = of(b, n, d);
        int[] used = IntStream.range(0, n).filter(i -> !zero(rows[i])).toArray();
        blocks(m, BLOCK, (from, to) -> {
            double[][] sum = new double[to - from][d];
            int u = 0;
            for (; u + 1 < used.length; u += 2) {
                int i = used[u];
                int j = used[u + 1];
                for (int k = from; k < to; k++) add(sum[k - from], a[i * m + k], rows[i], a[j * m + k], rows[j]);
            }
            if (u < used.length) for (int k = from; k < to; k++) add(sum[k - from], a[used[u] * m + k], rows[used[u]]);
            for (int k = from; k < to; k++) for (int j = 0; j < d; j++) into[k * d + j] += sum[k - from][j];
        });
    }

    private static boolean zero(double[] row) {
        for (double v : row) if (v != 0) return false;
        return true;
    }

    private static void addTo(long[] into, int at, long[] row) {
        for (int j = 0; j < row.length; j++) into[at + j] += row[j];
    }

    interface Range {
        void run(int from, int to);
    }

    /** Runs the work on ranges of 0 .. count, each at most {@code size} long, on all cores. */
    static void blocks(int count, int size, Range work) {
        int pieces = (count + size - 1) / size;
        if (pieces <= 1) {
            if (count > 0) work.run(0, count);
            return;
        }
        IntStream.range(0, pieces).parallel().forEach(p -> work.run(p * size, Math.min(count, (p + 1) * size)));
    }
}
