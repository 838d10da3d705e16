package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;

/** Features in compressed rows: for bags of words, where few values of a row are not zero. */
public final class SparseFeatures implements Features {
    private final int width;
    private final int[] start;
    private final int[] columns;
    private final float[] values;

    private SparseFeatures(int width, int[] start, int[] columns, float[] values) {
        this.width = width;
        this.start = start;
        this.columns = columns;
        this.values = values;
    }

    /** Row r has values[k] in column columns[k] for k from start[r] to start[r+1]; columns ascend within a row. */
    public static SparseFeatures of(int width, int[] start, int[] columns, float[] values) {
        Check.given("start", start);
        Check.given("columns", columns);
        Check.given("values", values);
        Check.atLeast("width", width, 1);
        if (start.length < 1 || start[0] != 0 || start[start.length - 1] != columns.length)
            throw new IllegalArgumentException("row starts must run from 0 to " + columns.length);
        if (columns.length != values.length)
            throw new IllegalArgumentException(
                    "there must be as many columns as values, were " + columns.length + " and " + values.length);
        for (int r = 0; r + 1 < start.length; r++) {
            if (start[r + 1] < start[r])
                throw new IllegalArgumentException("row starts must not descend, did at row " + r);
            for (int k = start[r]; k < start[r + 1]; k++) {
                if (columns[k] < 0 || columns[k] >= width || (k > start[r] && columns[k] <= columns[k - 1]))
                    throw new IllegalArgumentException(
                            "columns of row " + r + " must ascend within 0.." + (width - 1) + ", found " + columns[k]);
                if (!Float.isFinite(values[k]))
                    throw new IllegalArgumentException(
                            "feature (" + r + ", " + columns[k] + ") must be finite, was " + values[k]);
            }
        }
        return new SparseFeatures(width, start, columns, values);
    }

    @Override
    public int rows() {
        return start.length - 1;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long nonZeros() {
        long count = 0;
        for (float v : values) if (v != 0) count++;
        return count;
    }

    /** Where the values of a row begin; those of row r end at {@code rowStart(r + 1)}. */
    public int rowStart(int row) {
        return start[row];
    }

    public int column(int k) {
        return columns[k];
    }

    public float value(int k) {
        return values[k];
    }

    @Override
    public void copyRow(int row, float[] into, int offset) {
        Arrays.fill(into, offset, offset + width, 0);
        for (int k = start[row]; k < start[row + 1]; k++) into[offset + columns[k]] = values[k];
    }

    @Override
    public void sumRows(int[] rows, float[] weights, int from, int to, float[] into, int offset) {
        Arrays.fill(into, offset, offset + width, 0f);
        for (int i = from; i < to; i++)
            for (int k = start[rows[i]]; k < start[rows[i] + 1]; k++)
                into[offset + columns[k]] += weights[i] * values[k];
    }

    @Override
    public SparseFeatures withRow(int row, float[] content) {
        if (content.length != width)
            throw new IllegalArgumentException("a row must have " + width + " values, had " + content.length);
        int count = 0;
        for (float v : content) if (v != 0) count++;
        int grow = count - (start[row + 1] - start[row]);
        int[] newStart = start.clone();
        for (int r = row + 1; r < newStart.length; r++) newStart[r] += grow;
        int[] newColumns = new int[columns.length + grow];
        float[] newValues = new float[values.length + grow];
        System.arraycopy(columns, 0, newColumns, 0, start[row]);
        System.arraycopy(values, 0, newValues, 0, start[row]);
        int k = start[row];
        for (int c = 0; c < width; c++)
            if (content[c] != 0) {
                newColumns[k] = c;
                newValues[k++] = content[c];
            }
        System.arraycopy(columns, start[row + 1], newColumns, k, columns.length - start[row + 1]);
        System.arraycopy(values, start[row + 1], newValues, k, values.length - start[row + 1]);
        return of(width, newStart, newColumns, newValues);
    }

    /** Row r times factor[r]. */
    SparseFeatures scaledRows(float[] factor) {
        float[] scaled = values.clone();
        for (int r = 0; r < rows(); r++) for (int k = start[r]; k < start[r + 1]; k++) scaled[k] *= factor[r];
        return of(width, start, columns, scaled);
    }

    /** Every entry through a function that keeps 0. */
    SparseFeatures mapped(java.util.function.DoubleUnaryOperator function) {
        float[] mapped = values.clone();
        for (int k = 0; k < mapped.length; k++) mapped[k] = (float) function.applyAsDouble(mapped[k]);
        return of(width, start, columns, mapped);
    }

    @Override
    public SparseFeatures select(int[] chosen) {
        int[] newStart = new int[chosen.length + 1];
        for (int i = 0; i < chosen.length; i++)
            newStart[i + 1] = Math.addExact(newStart[i], start[chosen[i] + 1] - start[chosen[i]]);
        int[] newColumns = new int[newStart[chosen.length]];
        float[] newValues = new float[newColumns.length];
        for (int i = 0; i < chosen.length; i++) {
            int length = newStart[i + 1] - newStart[i];
            System.arraycopy(columns, start[chosen[i]], newColumns, newStart[i], length);
            System.arraycopy(values, start[chosen[i]], newValues, newStart[i], length);
        }
        return new SparseFeatures(width, newStart, newColumns, newValues);
    }
}
