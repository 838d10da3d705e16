package dpgnn.graph;

/** Holds one row of numbers per node. Every value is finite: constructors refuse NaN and infinity, and name row and column. */
public sealed interface Features permits DenseFeatures, SparseFeatures {
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

    /** The same features with another content in one row: the neighbouring data of feature-level privacy. */
    Features withRow(int row, float[] values);

    /** These rows, in this order. */
    Features select(int[] rows);
}
