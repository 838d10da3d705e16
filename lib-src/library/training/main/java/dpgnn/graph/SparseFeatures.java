package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import dpgnn.base.MappedSection;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

/** Features in compressed rows, in memory or in a file: for bags of words, where few values of a row are not zero. */
public final class SparseFeatures implements Features {
    private final int width;
    private final Store store;

    private SparseFeatures(int width, Store store) {
        this.width = width;
        this.store = store;
    }

    /** Where the rows lie. */
    private interface Store {
        int rows();

        long start(int row);

        int column(long k);

        float value(long k);

        default Optional<String> identity() {
            return Optional.empty();
        }
    }

    private record Arrays(int[] starts, int[] columns, float[] values) implements Store {
        @Override
        public int rows() {
            return starts.length - 1;
        }

        @Override
        public long start(int row) {
            return starts[row];
        }

        @Override
        public int column(long k) {
            return columns[(int) k];
        }

        @Override
        public float value(long k) {
            return values[(int) k];
        }
    }

    private record Mapped(
            MappedFile file, int rows, int width, MappedSection starts, MappedSection columns, MappedSection values)
            implements Store {
        @Override
        public long start(int row) {
            long place = starts.longAt(row);
            if (place < 0 || place > columns.bytes() / Integer.BYTES)
                throw file.damaged("start", "a row must begin among the values");
            return place;
        }

        @Override
        public int column(long k) {
            int column = columns.intAt(k);
            if (column < 0 || column >= width) throw file.damaged("columns", "a column must be in 0.." + (width - 1));
            return column;
        }

        @Override
        public float value(long k) {
            return values.floatAt(k);
        }

        @Override
        public Optional<String> identity() {
            return Optional.of(file.identity());
        }
    }

    static SparseFeatures mapped(MappedFile file, int rows, int width) throws IOException {
        MappedSection start = file.section("start", Long.BYTES * (rows + 1L));
        long entries = start.longAt(rows);
        return new SparseFeatures(
                width,
                new Mapped(
                        file,
                        rows,
                        width,
                        start,
                        file.section("columns", Integer.BYTES * entries),
                        file.section("values", Float.BYTES * entries)));
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
        return new SparseFeatures(width, new Arrays(start, columns, values));
    }

    @Override
    public Optional<String> identity() {
        return store.identity();
    }

    @Override
    public int rows() {
        return store.rows();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long nonZeros() {
        long count = 0;
        for (long k = 0; k < rowStart(rows()); k++) if (value(k) != 0) count++;
        return count;
    }

    /** Where the values of a row begin; those of row r end at {@code rowStart(r + 1)}. */
    public long rowStart(int row) {
        return store.start(row);
    }

    public int column(long k) {
        return store.column(k);
    }

    public float value(long k) {
        return store.value(k);
    }

    @Override
    public void copyRow(int row, float[] into, int offset) {
        java.util.Arrays.fill(into, offset, offset + width, 0);
        for (long k = rowStart(row); k < rowStart(row + 1); k++) into[offset + column(k)] = value(k);
    }

    @Override
    public void sumRows(int[] rows, float[] weights, int from, int to, float[] into, int offset) {
        java.util.Arrays.fill(into, offset, offset + width, 0f);
        for (int i = from; i < to; i++)
            for (long k = rowStart(rows[i]); k < rowStart(rows[i] + 1); k++)
                into[offset + column(k)] += weights[i] * value(k);
    }

    @Override
    public SparseFeatures withRow(int row, float[] content) {
        if (content.length != width)
            throw new IllegalArgumentException("a row must have " + width + " values, had " + content.length);
        int count = 0;
        for (float v : content) if (v != 0) count++;
        Gathered copy = new Gathered(rows(), rowStart(rows()) - (rowStart(row + 1) - rowStart(row)) + count);
        for (int r = 0; r < rows(); r++) {
            if (r == row) for (int c = 0; c < width; c++) if (content[c] != 0) copy.add(c, content[c]);
            if (r != row) copy.row(r);
            copy.endRow();
        }
        return of(width, copy.start, copy.columns, copy.values);
    }

    @Override
    public SparseFeatures withoutRows(BitSet gone) {
        long left = 0;
        for (int r = 0; r < rows(); r++) if (!gone.get(r)) left += rowStart(r + 1) - rowStart(r);
        Gathered copy = new Gathered(rows(), left);
        for (int r = 0; r < rows(); r++) {
            if (!gone.get(r)) copy.row(r);
            copy.endRow();
        }
        return of(width, copy.start, copy.columns, copy.values);
    }

    void write(NumpyArchive archive) {
        Gathered all = all();
        archive.floats("attr_data", all.values, all.values.length)
                .ints("attr_indices", all.columns, all.columns.length)
                .ints("attr_indptr", all.start, all.start.length)
                .ints("attr_shape", new int[] {rows(), width}, 2);
    }

    /** Row r times factor[r]. */
    SparseFeatures scaledRows(float[] factor) {
        Gathered copy = all();
        for (int r = 0; r < rows(); r++)
            for (int k = copy.start[r]; k < copy.start[r + 1]; k++) copy.values[k] *= factor[r];
        return of(width, copy.start, copy.columns, copy.values);
    }

    /** Every entry through a function that keeps 0. */
    SparseFeatures mapped(java.util.function.DoubleUnaryOperator function) {
        Gathered copy = all();
        for (int k = 0; k < copy.values.length; k++) copy.values[k] = (float) function.applyAsDouble(copy.values[k]);
        return of(width, copy.start, copy.columns, copy.values);
    }

    @Override
    public SparseFeatures select(int[] chosen) {
        long entries = 0;
        for (int r : chosen) entries += rowStart(r + 1) - rowStart(r);
        Gathered copy = new Gathered(chosen.length, entries);
        for (int r : chosen) {
            copy.row(r);
            copy.endRow();
        }
        return new SparseFeatures(width, new Arrays(copy.start, copy.columns, copy.values));
    }

    private Gathered all() {
        Gathered copy = new Gathered(rows(), rowStart(rows()));
        for (int r = 0; r < rows(); r++) {
            copy.row(r);
            copy.endRow();
        }
        return copy;
    }

    /** Rows in memory that are appended one by one. */
    private final class Gathered {
        final int[] start;
        final int[] columns;
        final float[] values;
        private int rows;
        private int size;

        Gathered(int rows, long entries) {
            start = new int[rows + 1];
            columns = new int[ArraySize.of("features in memory", entries, 1)];
            values = new float[columns.length];
        }

        void add(int column, float value) {
            columns[size] = column;
            values[size++] = value;
        }

        void row(int r) {
            for (long k = rowStart(r); k < rowStart(r + 1); k++) add(column(k), value(k));
        }

        void endRow() {
            start[++rows] = size;
        }
    }

    @Override
    public String toString() {
        return "sparse features of " + rows() + " nodes, " + width() + " columns";
    }
}
