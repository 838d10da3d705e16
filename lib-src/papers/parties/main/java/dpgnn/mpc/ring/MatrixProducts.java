package dpgnn.mpc.ring;

import dpgnn.linear.Blocks;

/**
 * The inner loops of every product modulo 2^64. Each row of the right operand is an array of its own and a loop takes two of them: in this
 * form the C2 compiler turns wrapping 64-bit products into vector instructions (6.6e9 a second and core with AVX-512), while
 * offsets into one long array, or four rows at once, stay scalar (2e9).
 */
final class MatrixProducts {
    /** Rows of the left operand, or columns for a transposed one, that are worked on together: their data stay in L1. */
    private static final int BLOCK = 32;

    private MatrixProducts() {}

    static void add(long[] into, long a, long[] x) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j];
    }

    private static void add(long[] into, long a, long[] x, long b, long[] y) {
        for (int j = 0; j < into.length; j++) into[j] += a * x[j] + b * y[j];
    }

    static long[][] of(long[] values, int rows, int columns) {
        long[][] split = new long[rows][columns];
        for (int i = 0; i < rows; i++) System.arraycopy(values, i * columns, split[i], 0, columns);
        return split;
    }

    /** into += a b, with a of n x m and b of m x d, modulo 2^64. */
    static void multiply(long[] a, int n, int m, long[] b, int d, long[] into) {
        long[][] rows = of(b, m, d);
        Blocks.run(n, 4 * BLOCK, (from, to) -> {
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
        Blocks.run(m, BLOCK, (from, to) -> {
            long[][] sum = new long[to - from][d];
            int i = 0;
            for (; i + 1 < n; i += 2)
                for (int k = from; k < to; k++)
                    add(sum[k - from], a[i * m + k], rows[i], a[(i + 1) * m + k], rows[i + 1]);
            if (i < n) for (int k = from; k < to; k++) add(sum[k - from], a[i * m + k], rows[i]);
            for (int k = from; k < to; k++) addTo(into, k * d, sum[k - from]);
        });
    }

    private static void addTo(long[] into, int at, long[] row) {
        for (int j = 0; j < row.length; j++) into[at + j] += row[j];
    }
}
