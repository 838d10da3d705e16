package dpgnn.nn;

import java.util.Arrays;

/** A sparse matrix in compressed rows: how the rows of one space are made from the rows of another. */
final class Spread {
    int rows;
    int columns;
    int[] start = new int[17];
    int[] column = new int[16];
    float[] weight = new float[16];
    private int entries;

    void begin(int columnCount) {
        rows = 0;
        entries = 0;
        columns = columnCount;
    }

    void add(int c, float w) {
        column = Grow.to(column, entries + 1);
        weight = Grow.to(weight, entries + 1);
        column[entries] = c;
        weight[entries++] = w;
    }

    void endRow() {
        start = Grow.to(start, rows + 2);
        start[++rows] = entries;
    }

    int entries() {
        return entries;
    }

    boolean sameAs(Spread other) {
        return rows == other.rows
                && columns == other.columns
                && entries == other.entries
                && Arrays.equals(start, 0, rows + 1, other.start, 0, rows + 1)
                && Arrays.equals(column, 0, entries, other.column, 0, entries)
                && Arrays.equals(weight, 0, entries, other.weight, 0, entries);
    }
}
