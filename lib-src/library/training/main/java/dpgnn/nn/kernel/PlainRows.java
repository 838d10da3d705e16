package dpgnn.nn.kernel;

/** Loops that the JIT compiler turns into vector instructions, if not into good ones: rows are short. */
final class PlainRows implements RowProducts {
    @Override
    public void gather(SparseRows sparseRows, float[] x, float[] y, int n) {
        for (int r = 0; r < sparseRows.rows; r++) gather(sparseRows, r, x, y, n, 0);
    }

    @Override
    public void scatter(SparseRows sparseRows, float[] x, float[] y, int n) {
        for (int r = 0; r < sparseRows.rows; r++)
            for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++)
                FloatLoops.axpy(x, r * n, sparseRows.weight[k], y, sparseRows.column[k] * n, n);
    }

    @Override
    public void multiply(float[] x, int rows, int k, float[] w, int n, float[] y) {
        for (int r = 0; r < rows; r++) row(x, r * k, k, w, n, y, r * n);
    }

    static void row(float[] x, int at, int k, float[] w, int n, float[] y, int to) {
        int i = 0;
        for (; i + 3 < k; i += 4) {
            float a = x[at + i], b = x[at + i + 1], c = x[at + i + 2], d = x[at + i + 3];
            int p = i * n, q = p + n, r = q + n, s = r + n;
            for (int j = 0; j < n; j++)
                y[to + j] = Math.fma(
                        d, w[s + j], Math.fma(c, w[r + j], Math.fma(b, w[q + j], Math.fma(a, w[p + j], y[to + j]))));
        }
        for (; i < k; i++) addFused(x[at + i], w, i * n, y, to, n);
    }

    /** y = y + a w, rounded once. */
    static void addFused(float a, float[] w, int from, float[] y, int to, int n) {
        for (int j = 0; j < n; j++) y[to + j] = Math.fma(a, w[from + j], y[to + j]);
    }

    @Override
    public void multiply(WholeProducts waiting) {
        for (int i = 0; i < waiting.columns; i++)
            for (int j = 0; j < waiting.out; j += WholeProducts.RIGHT)
                for (int r = 0; r < waiting.rows(); r++)
                    axpy(
                            waiting.left[WholeProducts.place(r, i, WholeProducts.LEFT)],
                            waiting.right,
                            WholeProducts.place(r, j, WholeProducts.RIGHT),
                            waiting.sums,
                            i * waiting.width + j);
    }

    private static void axpy(double a, double[] x, int from, double[] y, int to) {
        for (int j = 0; j < WholeProducts.RIGHT; j++) y[to + j] += a * x[from + j];
    }

    @Override
    public void round(float[] x, int from, int n, double factor, double[] into, int at, int strip) {
        for (int j = 0; j < n; j++) into[at + WholeProducts.place(0, j, strip)] = Math.rint(x[from + j] * factor);
    }

    /** One row, beginning at a column. */
    static void gather(SparseRows sparseRows, int row, float[] x, float[] y, int n, int from) {
        int k = sparseRows.start[row];
        int end = sparseRows.start[row + 1];
        for (; k + 3 < end; k += 4) four(sparseRows, k, x, y, row * n, n, from);
        for (; k < end; k++)
            FloatLoops.axpy(x, sparseRows.column[k] * n + from, sparseRows.weight[k], y, row * n + from, n - from);
    }

    private static void four(SparseRows sparseRows, int k, float[] x, float[] y, int to, int n, int from) {
        int[] c = sparseRows.column;
        float[] w = sparseRows.weight;
        int p = c[k] * n, q = c[k + 1] * n, r = c[k + 2] * n, s = c[k + 3] * n;
        float a = w[k], b = w[k + 1], d = w[k + 2], e = w[k + 3];
        for (int j = from; j < n; j++) y[to + j] += a * x[p + j] + b * x[q + j] + d * x[r + j] + e * x[s + j];
    }
}
