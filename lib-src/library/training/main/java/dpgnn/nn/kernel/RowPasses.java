package dpgnn.nn.kernel;

import dpgnn.graph.Features;

/** What a step does to the rows of one matrix beside its products, row after row; {@link VectorPasses} gives the same bits. */
class RowPasses {
    /** The fastest that this JVM has. */
    static RowPasses found() {
        return RowProducts.Found.fresh("VectorPasses", RowPasses::new);
    }

    /** The rows {@code from} to {@code to} of spread * features, one after another: what {@link Features#sumRows} gives. */
    void gather(Features features, SparseRows sparseRows, int from, int to, float[] into) {
        int n = features.width();
        for (int r = from; r < to; r++)
            features.sumRows(
                    sparseRows.column,
                    sparseRows.weight,
                    sparseRows.start[r],
                    sparseRows.start[r + 1],
                    into,
                    (r - from) * n);
    }

    /** x = max(x + bias, 0). */
    void addRelu(float[] x, int rows, float[] bias, int n) {
        for (int r = 0; r < rows; r++) FloatLoops.addRelu(x, r * n, bias, n);
    }

    /** sum = sum + times * every row, one row after another. */
    void addRows(float[] x, int rows, float times, float[] sum, int n) {
        for (int r = 0; r < rows; r++) FloatLoops.axpy(x, r * n, times, sum, 0, n);
    }

    /** Every row's {@link FloatLoops#dot} with itself, to a place in an array and those behind it. */
    void squares(float[] x, int rows, int n, double[] into, int at) {
        for (int r = 0; r < rows; r++) into[at + r] = FloatLoops.dot(x, r * n, x, r * n, n);
    }
}
