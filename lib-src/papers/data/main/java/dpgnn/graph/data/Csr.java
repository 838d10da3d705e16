package dpgnn.graph.data;

import dpgnn.graph.EdgeSource;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.format.MalformedFile;
import java.util.Arrays;

/** A sparse matrix in compressed rows whose starts and columns were checked; columns need not ascend. */
record Csr(String file, int rows, int width, int[] start, int[] columns, float[] values) {
    static Csr of(String file, int rows, int width, int[] start, int[] columns, float[] values) throws MalformedFile {
        if (start.length - 1 != rows)
            throw new MalformedFile(
                    file, "row starts", start.length + " of them", (rows + 1L) + ", one more than rows");
        if (start[0] != 0 || start[rows] != columns.length || columns.length != values.length)
            throw new MalformedFile(
                    file,
                    "row starts",
                    "from " + start[0] + " to " + start[rows],
                    "from 0 to the number of columns, " + columns.length + ", and of values, " + values.length);
        for (int r = 0; r < rows; r++)
            if (start[r + 1] < start[r])
                throw new MalformedFile(
                        file, "row " + r, start[r + 1] + " after " + start[r], "a start that does not descend");
        for (int k = 0; k < columns.length; k++)
            if (columns[k] < 0 || columns[k] >= width)
                throw new MalformedFile(file, "entry " + k, "column " + columns[k], "in 0.." + (width - 1));
        return new Csr(file, rows, width, start, columns, values);
    }

    /** As features, with ascending columns and without zeros; {@code binary} turns every other value into 1. */
    public SparseFeatures features(boolean binary) throws MalformedFile {
        int[] newStart = new int[rows + 1];
        int[] newColumns = new int[columns.length];
        float[] newValues = new float[columns.length];
        int kept = 0;
        long[] row = new long[0];
        for (int r = 0; r < rows; r++) {
            int length = start[r + 1] - start[r];
            if (row.length < length) row = new long[length];
            for (int k = 0; k < length; k++)
                row[k] = (long) columns[start[r] + k] << 32
                        | Float.floatToRawIntBits(values[start[r] + k]) & 0xFFFFFFFFL;
            Arrays.sort(row, 0, length);
            for (int k = 0; k < length; k++) {
                int column = (int) (row[k] >>> 32);
                float value = Float.intBitsToFloat((int) row[k]);
                if (k > 0 && column == (int) (row[k - 1] >>> 32))
                    throw new MalformedFile(file, "row " + r, "column " + column + " twice", "each column once");
                if (value == 0) continue;
                newColumns[kept] = column;
                newValues[kept++] = binary ? 1 : value;
            }
            newStart[r + 1] = kept;
        }
        return SparseFeatures.of(width, newStart, Arrays.copyOf(newColumns, kept), Arrays.copyOf(newValues, kept));
    }

    /** The entries as edges from row to column. */
    public EdgeSource edges() {
        return sink -> {
            for (int r = 0; r < rows; r++) for (int k = start[r]; k < start[r + 1]; k++) sink.edge(r, columns[k]);
        };
    }

    public Csr square() throws MalformedFile {
        if (rows != width)
            throw new MalformedFile(file, "shape", rows + " x " + width, "square for an adjacency matrix");
        return this;
    }
}
