package dpgnn.nn.kernel;

/** Loops that the JIT compiler turns into vector instructions, if not into good ones: rows are short. */
final class PlainRows implements RowProducts {
    @Override
    public void gather(SparseRows spread, float[] x, float[] y, int n) {
        for (int r = 0; r < spread.rows; r++) gather(spread, r, x, y, n, 0);
    }

    @Override
    public void scatter(SparseRows spread, float[] x, float[] y, int n) {
        for (int r = 0; r < spread.rows; r++)
            for (int k = spread.start[r]; k < spread.start[r + 1]; k++)
                FloatLoops.axpy(x, r * n, spread.weight[k], y, spread.column[k] * n, n);
    }

    /** One row, beginning at a column. */
    static void gather(SparseRows spread, int row, float[] x, float[] y, int n, int from) {
        int k = spread.start[row];
        int end = spread.start[row + 1];
        for (; k + 3 < end; k += 4) four(spread, k, x, y, row * n, n, from);
        for (; k < end; k++)
            FloatLoops.axpy(x, spread.column[k] * n + from, spread.weight[k], y, row * n + from, n - from);
    }

    private static void four(SparseRows spread, int k, float[] x, float[] y, int to, int n, int from) {
        int[] c = spread.column;
        float[] w = spread.weight;
        int p = c[k] * n, q = c[k + 1] * n, r = c[k + 2] * n, s = c[k + 3] * n;
        float a = w[k], b = w[k + 1], d = w[k + 2], e = w[k + 3];
        for (int j = from; j < n; j++) y[to + j] += a * x[p + j] + b * x[q + j] + d * x[r + j] + e * x[s + j];
    }
}
