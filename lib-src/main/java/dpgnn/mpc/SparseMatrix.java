package dpgnn.mpc;

import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.SparseFeatures;
import java.util.Arrays;

/**
 * Compressed rows of doubles: features and normalised neighbourhoods, which stay with their holder. A product with a matrix of the
 * ring takes the values at a scale, so what others only know as shares is multiplied at the cost of the non-zeros.
 */
public final class SparseMatrix {
    private final int columns;
    private final int[] start;
    private final int[] index;
    private final double[] values;
    private SparseMatrix transpose;

    private SparseMatrix(int columns, int[] start, int[] index, double[] values) {
        this.columns = columns;
        this.start = start;
        this.index = index;
        this.values = values;
    }

    /** Row r has values[k] in column index[k] for k from start[r] to start[r+1]. */
    public static SparseMatrix of(int columns, int[] start, int[] index, double[] values) {
        if (start.length < 1 || start[0] != 0 || start[start.length - 1] != index.length)
            throw new IllegalArgumentException("row starts must run from 0 to " + index.length);
        if (index.length != values.length)
            throw new IllegalArgumentException(
                    "there must be as many columns as values, were " + index.length + " and " + values.length);
        for (int c : index)
            if (c < 0 || c >= columns)
                throw new IllegalArgumentException("column must be in 0.." + (columns - 1) + ", was " + c);
        return new SparseMatrix(columns, start, index, values);
    }

    /** These columns of the features, in this order. */
    public static SparseMatrix of(Features features, int[] chosen) {
        int[] place = new int[features.width()];
        Arrays.fill(place, -1);
        for (int c = 0; c < chosen.length; c++) place[chosen[c]] = c;
        int[] start = new int[features.rows() + 1];
        int[] index = new int[16];
        double[] values = new double[16];
        float[] row = new float[features.width()];
        int count = 0;
        for (int r = 0; r < features.rows(); r++) {
            int many = features instanceof SparseFeatures s ? s.rowStart(r + 1) - s.rowStart(r) : row.length;
            if (!(features instanceof SparseFeatures)) features.copyRow(r, row, 0);
            if (count + many > index.length) {
                index = Arrays.copyOf(index, 2 * (count + many));
                values = Arrays.copyOf(values, index.length);
            }
            for (int k = 0; k < many; k++) {
                int column = features instanceof SparseFeatures s ? s.column(s.rowStart(r) + k) : k;
                double value = features instanceof SparseFeatures s ? s.value(s.rowStart(r) + k) : row[k];
                if (place[column] < 0 || value == 0) continue;
                index[count] = place[column];
                values[count++] = value;
            }
            start[r + 1] = count;
        }
        return new SparseMatrix(chosen.length, start, Arrays.copyOf(index, count), Arrays.copyOf(values, count));
    }

    /** Row v averages the in-neighbours of v; a node without any has an empty row, so its mean is zero and not NaN. */
    public static SparseMatrix mean(Graph graph) {
        return neighbours(graph, false);
    }

    /** D^-1/2 (A + I) D^-1/2 with the degrees of A + I, as Kipf and Welling (2017) write it. */
    public static SparseMatrix symmetric(Graph graph) {
        return neighbours(graph, true);
    }

    private static SparseMatrix neighbours(Graph graph, boolean symmetric) {
        int n = graph.nodes();
        int[] start = new int[n + 1];
        for (int v = 0; v < n; v++) start[v + 1] = start[v] + graph.inDegree(v) + (symmetric ? 1 : 0);
        int[] index = new int[start[n]];
        double[] values = new double[start[n]];
        for (int v = 0; v < n; v++) {
            int k = start[v];
            double own = graph.inDegree(v) + 1;
            if (symmetric) {
                index[k] = v;
                values[k++] = 1 / own;
            }
            for (int i = 0; i < graph.inDegree(v); i++) {
                int u = graph.inNeighbour(v, i);
                index[k] = u;
                values[k++] = symmetric ? 1 / Math.sqrt(own * (graph.inDegree(u) + 1)) : 1.0 / graph.inDegree(v);
            }
        }
        return new SparseMatrix(n, start, index, values);
    }

    public int rows() {
        return start.length - 1;
    }

    public int columns() {
        return columns;
    }

    public int nonZeros() {
        return index.length;
    }

    int start(int row) {
        return start[row];
    }

    int column(int k) {
        return index[k];
    }

    double value(int k) {
        return values[k];
    }

    /** Every row divided by its sum of absolute values; an empty row stays empty. */
    public SparseMatrix rowNormalised() {
        double[] scaled = values.clone();
        for (int r = 0; r < rows(); r++) {
            double sum = 0;
            for (int k = start[r]; k < start[r + 1]; k++) sum += Math.abs(values[k]);
            for (int k = start[r]; k < start[r + 1]; k++) scaled[k] = values[k] / sum;
        }
        return new SparseMatrix(columns, start, index, scaled);
    }

    public Matrix times(Matrix right) {
        if (right.rows() != columns)
            throw new IllegalArgumentException("needs " + columns + " rows, had " + right.rows());
        int d = right.columns();
        Matrix product = Matrix.of(rows(), d);
        double[][] rows = Rows.of(right.values(), columns, d);
        Rows.blocks(rows(), 256, (from, to) -> {
            for (int r = from; r < to; r++) {
                double[] sum = new double[d];
                for (int k = start[r]; k < start[r + 1]; k++) Rows.add(sum, values[k], rows[index[k]]);
                System.arraycopy(sum, 0, product.values(), r * d, d);
            }
        });
        return product;
    }

    /** The product modulo 2^64, with the values of this matrix at the given scale. */
    public RingMatrix times(RingMatrix right, int scale) {
        if (right.rows() != columns)
            throw new IllegalArgumentException("needs " + columns + " rows, had " + right.rows());
        int d = right.columns();
        RingMatrix product = RingMatrix.of(rows(), d);
        long[][] rows = Rows.of(right.values(), columns, d);
        Rows.blocks(rows(), 256, (from, to) -> {
            for (int r = from; r < to; r++) {
                long[] sum = new long[d];
                for (int k = start[r]; k < start[r + 1]; k++)
                    Rows.add(sum, Ring.encode(values[k], scale), rows[index[k]]);
                System.arraycopy(sum, 0, product.values(), r * d, d);
            }
        });
        return product;
    }

    /** The transpose, made once and kept. */
    public synchronized SparseMatrix transpose() {
        if (transpose != null) return transpose;
        int[] first = new int[columns + 1];
        for (int c : index) first[c + 1]++;
        for (int c = 0; c < columns; c++) first[c + 1] += first[c];
        int[] next = first.clone();
        int[] rowOf = new int[index.length];
        double[] moved = new double[index.length];
        for (int r = 0; r < rows(); r++)
            for (int k = start[r]; k < start[r + 1]; k++) {
                rowOf[next[index[k]]] = r;
                moved[next[index[k]]++] = values[k];
            }
        transpose = new SparseMatrix(rows(), first, rowOf, moved);
        transpose.transpose = this;
        return transpose;
    }

    /** This matrix with every entry written out, in fixed point. */
    public RingMatrix encode(int scale) {
        RingMatrix dense = RingMatrix.of(rows(), columns);
        for (int r = 0; r < rows(); r++)
            for (int k = start[r]; k < start[r + 1]; k++)
                dense.values()[r * columns + index[k]] = Ring.encode(values[k], scale);
        return dense;
    }
}
