package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import java.io.IOException;
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

    /** The same features with another content in one row: the neighbouring data of feature-level privacy. */
    Features withRow(int row, float[] values);

    /** The same features with zeros in these rows. */
    Features withoutRows(BitSet rows);

    /** These rows, in this order. */
    Features select(int[] rows);
}
