package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** Holds one row of numbers per node. Every value is finite: constructors refuse NaN and infinity, and name row and column. */
public sealed interface Features permits DenseFeatures, SparseFeatures, MappedFeatures {
    int rows();

    int width();

    /** Number of stored values that are not zero. */
    long nonZeros();

    /** Writes row {@code row} to {@code into[offset .. offset + width)}, zeros included. */
    void copyRow(int row, float[] into, int offset);

    /**
     * Writes a weighted sum of rows to {@code into[offset .. offset + width)}.
     *
     * @param rows holds their numbers from place {@code from} to before place {@code to}
     * @param weights holds their weights at the same places
     */
    void sumRows(int[] rows, float[] weights, int from, int to, float[] into, int offset);

    /** Row by row in a file of kind "features", which stays on the disk: dense, dense of 16 bits, or in compressed rows. */
    static Features mapped(MappedFile file) throws IOException {
        Check.given("file", file);
        long rows = file.number("rows"), width = file.number("width");
        if (rows < 0 || rows > Integer.MAX_VALUE - 8 || width < 1 || width > Integer.MAX_VALUE - 8)
            throw new IOException(
                    file.path() + " must have fewer than 2^31 - 8 rows and columns, states " + rows + " x " + width);
        return file.fact("values").equals("sparse")
                ? SparseFeatures.mapped(file, (int) rows, (int) width)
                : MappedFeatures.open(file, (int) rows, (int) width);
    }

    /**
     * What stands for the content in a hash of the data: the identity of the file that holds it, or empty for features in
     * memory, whose every value counts.
     */
    default Optional<String> identity() {
        return Optional.empty();
    }

    /** What a column is called. */
    default String columnName(int c) {
        return String.valueOf(c);
    }

    /**
     * A sentence about columns that reach 100 times as far as most others: beside them a network does not see the others. It depends on
     * the rows, so no release may show it. Of a table of more than 2^24 values it looks at some of the rows.
     *
     * @param values whether it tells how far they reach
     */
    default Optional<String> unequal(boolean values) {
        int width = width(), looked = Math.min(rows(), Math.max(1, (1 << 24) / width)), most = 0, far = 0;
        float[] row = new float[width], reach = new float[width];
        for (int i = 0; i < looked; i++) {
            copyRow((int) ((long) i * rows() / looked), row, 0);
            for (int c = 0; c < width; c++) reach[c] = Math.max(reach[c], Math.abs(row[c]));
        }
        float[] sorted = reach.clone();
        Arrays.sort(sorted);
        float limit = 100 * Math.max(1, sorted[(width - 1) / 2]), others = 0;
        for (int c = 0; c < width; c++) {
            if (reach[c] > reach[most]) most = c;
            if (reach[c] > limit) far++;
            else others = Math.max(others, reach[c]);
        }
        if (far == 0) return Optional.empty();
        String more = far == 1 ? "" : ", and " + (far - 1) + " more are as far out";
        String reaches = values ? String.valueOf(reach[most]) : "100 times as far as most others";
        return Optional.of("Column " + columnName(most) + " of the features reaches " + reaches + more
                + (values ? ", the others at most " + others : "")
                + ": scale it by public bounds, as CsvGraph.range does, or networks learn from it alone.");
    }

    /** These features with another content in one row: the neighbouring data of feature-level privacy. */
    Features withRow(int row, float[] values);

    /** These features with zeros in the given rows. */
    Features withoutRows(BitSet rows);

    /** These rows, in this order. */
    Features select(int[] rows);
}
