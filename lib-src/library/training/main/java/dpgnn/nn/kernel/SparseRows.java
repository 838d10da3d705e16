package dpgnn.nn.kernel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** A sparse matrix in compressed rows: how the rows of one row set are made from the rows of another. */
public final class SparseRows implements InputRows {
    private static final AtomicLong VERSIONS = new AtomicLong();

    public int rows;
    public int columns;
    public int[] start = new int[17];
    public int[] column = new int[16];
    public float[] weight = new float[16];
    private int entries;
    private long version;
    /** Of a sum's terms by their column, as {@link FloatLoops#exactDot} adds them. */
    private final double[] sums = new double[4];

    private float[] dense = new float[0];

    public void begin(int columnCount) {
        rows = 0;
        entries = 0;
        columns = columnCount;
        version = VERSIONS.incrementAndGet();
    }

    /** Another number for other content, once the rows are made. */
    public long version() {
        return version;
    }

    public void add(int c, float w) {
        column = Buffers.to(column, entries + 1);
        weight = Buffers.to(weight, entries + 1);
        column[entries] = c;
        weight[entries++] = w;
    }

    public void endRow() {
        start = Buffers.to(start, rows + 2);
        start[++rows] = entries;
    }

    public int entries() {
        return entries;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int entries(int from, int to) {
        return start[to] - start[from];
    }

    /** Makes rows zero. */
    public void clear(int from, int to) {
        version = VERSIONS.incrementAndGet();
        Arrays.fill(weight, start[from], start[to], 0f);
    }

    @Override
    public double squaredNorm(int row) {
        Arrays.fill(sums, 0);
        for (int k = start[row]; k < start[row + 1]; k++) sums[lane(k)] += (double) weight[k] * weight[k];
        return sums[0] + sums[1] + sums[2] + sums[3];
    }

    @Override
    public double gram(float[] y, int out, double bias, int from, int to) {
        dense = Buffers.to(dense, columns);
        double sum = 0;
        for (int r = from; r < to; r++) {
            for (int k = start[r]; k < start[r + 1]; k++) dense[column[k]] = weight[k];
            for (int s = from; s <= r; s++) {
                double product = (dotDense(s) + bias) * FloatLoops.exactDot(y, r * out, y, s * out, out);
                sum += r == s ? product : 2 * product;
            }
            for (int k = start[r]; k < start[r + 1]; k++) dense[column[k]] = 0;
        }
        return sum;
    }

    @Override
    public void addOuter(int row, float[] y, int out, double[] into) {
        for (int k = start[row]; k < start[row + 1]; k++) {
            double a = weight[k];
            int to = column[k] * out;
            if (a != 0) for (int j = 0; j < out; j++) into[to + j] += a * y[row * out + j];
        }
    }

    private double dotDense(int row) {
        Arrays.fill(sums, 0);
        for (int k = start[row]; k < start[row + 1]; k++) sums[lane(k)] += (double) weight[k] * dense[column[k]];
        return sums[0] + sums[1] + sums[2] + sums[3];
    }

    private int lane(int k) {
        return column[k] < (columns & ~3) ? column[k] & 3 : 0;
    }

    public SparseRows transposed() {
        int[] begin = new int[columns + 1];
        for (int k = 0; k < entries; k++) begin[column[k] + 1]++;
        for (int c = 0; c < columns; c++) begin[c + 1] += begin[c];
        int[] next = Arrays.copyOf(begin, columns);
        int[] row = new int[entries];
        float[] values = new float[entries];
        for (int r = 0; r < rows; r++)
            for (int k = start[r]; k < start[r + 1]; k++) {
                int at = next[column[k]]++;
                row[at] = r;
                values[at] = weight[k];
            }
        SparseRows turned = new SparseRows();
        turned.begin(rows);
        for (int c = 0; c < columns; c++) {
            for (int k = begin[c]; k < begin[c + 1]; k++) turned.add(row[k], values[k]);
            turned.endRow();
        }
        return turned;
    }

    public boolean sameAs(SparseRows other) {
        return rows == other.rows
                && columns == other.columns
                && entries == other.entries
                && Arrays.equals(start, 0, rows + 1, other.start, 0, rows + 1)
                && Arrays.equals(column, 0, entries, other.column, 0, entries)
                && Arrays.equals(weight, 0, entries, other.weight, 0, entries);
    }
}
