package dpgnn.linear;

import dpgnn.base.Check;
import java.util.Arrays;

/** A matrix of doubles in compressed rows: features, normalised neighbourhoods. Its products add term by term. */
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
        Check.given("index", index);
        if (Check.given("start", start).length < 1 || start[0] != 0 || start[start.length - 1] != index.length)
            throw new IllegalArgumentException("row starts must run from 0 to " + index.length);
        if (index.length != values.length)
            throw new IllegalArgumentException(
                    "there must be as many columns as values, were " + index.length + " and " + values.length);
        for (int c : index)
            if (c < 0 || c >= columns)
                throw new IllegalArgumentException("column must be in 0.." + (columns - 1) + ", was " + c);
        return new SparseMatrix(columns, start, index, values);
    }

    /** These places with other values, as many and in this order. */
    public SparseMatrix withValues(double[] other) {
        return of(columns, start, index, other);
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

    /** Where the entries of a row begin; those of the last end at {@code start(rows())}. */
    public int start(int row) {
        return start[row];
    }

    public int column(int k) {
        return index[k];
    }

    public double value(int k) {
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

    /** Some rows and columns, each list in ascending order; entries in other columns are left out. */
    public SparseMatrix part(int[] someRows, int[] someColumns) {
        int[] place = new int[columns];
        Arrays.fill(place, -1);
        for (int c = 0; c < someColumns.length; c++) place[someColumns[c]] = c;
        int[] first = new int[someRows.length + 1];
        int[] at = new int[index.length];
        double[] kept = new double[index.length];
        int count = 0;
        for (int i = 0; i < someRows.length; i++) {
            for (int k = start[someRows[i]]; k < start[someRows[i] + 1]; k++) {
                if (place[index[k]] < 0) continue;
                at[count] = place[index[k]];
                kept[count++] = values[k];
            }
            first[i + 1] = count;
        }
        return of(someColumns.length, first, Arrays.copyOf(at, count), Arrays.copyOf(kept, count));
    }

    public Matrix times(Matrix right) {
        if (right.rows() != columns)
            throw new IllegalArgumentException(
                    "this matrix has " + columns + " columns, so the other needs as many rows, had " + right.rows());
        int d = right.columns();
        Matrix product = Matrix.of(rows(), d);
        double[][] rows = Products.rows(right.values(), columns, d);
        Blocks.run(rows(), 256, (from, to) -> {
            for (int r = from; r < to; r++) {
                double[] sum = new double[d];
                for (int k = start[r]; k < start[r + 1]; k++) Products.add(sum, values[k], rows[index[k]]);
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

    /** This matrix with every entry written out. */
    public Matrix dense() {
        Matrix dense = Matrix.of(rows(), columns);
        for (int r = 0; r < rows(); r++)
            for (int k = start[r]; k < start[r + 1]; k++) dense.values()[r * columns + index[k]] = values[k];
        return dense;
    }
}
