package dpgnn.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A sparse pattern in compressed rows: row i holds the entries from place {@code start(i)} to before {@code start(i + 1)},
 * strictly ascending.
 */
sealed interface SparsePattern permits ArrayPattern, MappedPattern {
    /** Number of rows. */
    int count();

    long start(int row);

    int at(long place);

    /** The bytes of memory that it takes, or of the file that it lies in. */
    long bytes();

    /** This pattern in arrays, for patterns of neighbouring graphs to be made from. */
    ArrayPattern held();

    default int length(int row) {
        return (int) (start(row + 1) - start(row));
    }

    default int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) longest = Math.max(longest, length(i));
        return longest;
    }

    default int[] row(int row) {
        int[] entries = new int[length(row)];
        long start = start(row);
        for (int i = 0; i < entries.length; i++) entries[i] = at(start + i);
        return entries;
    }

    default boolean has(int row, int column) {
        long low = start(row), high = low + length(row) - 1;
        while (low <= high) {
            long middle = low + high >>> 1;
            int found = at(middle);
            if (found == column) return true;
            if (found < column) low = middle + 1;
            else high = middle - 1;
        }
        return false;
    }

    /** With one entry more, or less. */
    default ArrayPattern withEntry(int row, int column, boolean add) {
        return held().withEntry(row, column, add);
    }

    /** With other content in one row, and the same number as a column in just the given other rows (both sorted). */
    default ArrayPattern withRowAndColumn(int node, int[] content, int[] rowsWithIt) {
        return held().withRowAndColumn(node, content, rowsWithIt);
    }

    /** Rows and columns of the chosen only, renumbered; place[v] is the new number of v, or -1. */
    default ArrayPattern induced(int[] chosen, int[] place) {
        long[] newStart = new long[chosen.length + 1];
        for (int i = 0; i < chosen.length; i++) {
            int count = 0;
            for (long k = start(chosen[i]); k < start(chosen[i] + 1); k++) if (place[at(k)] >= 0) count++;
            newStart[i + 1] = newStart[i] + count;
        }
        int[] newColumns = new int[ArraySize.of("edges", newStart[chosen.length], 1)];
        int to = 0;
        for (int i = 0; i < chosen.length; i++) {
            for (long k = start(chosen[i]); k < start(chosen[i] + 1); k++)
                if (place[at(k)] >= 0) newColumns[to++] = place[at(k)];
            Arrays.sort(newColumns, (int) newStart[i], to);
        }
        return new ArrayPattern(newStart, newColumns);
    }

    /** As many rows, with nothing in these rows and none of their numbers as a column. */
    default ArrayPattern without(BitSet gone) {
        long[] newStart = new long[count() + 1];
        for (int i = 0; i < count(); i++) {
            int left = 0;
            for (long k = start(i); k < start(i + 1) && !gone.get(i); k++) if (!gone.get(at(k))) left++;
            newStart[i + 1] = newStart[i] + left;
        }
        int[] newColumns = new int[ArraySize.of("edges", newStart[count()], 1)];
        int to = 0;
        for (int i = 0; i < count(); i++)
            for (long k = start(i); k < start(i + 1) && !gone.get(i); k++)
                if (!gone.get(at(k))) newColumns[to++] = at(k);
        return new ArrayPattern(newStart, newColumns);
    }

    default boolean sameAs(SparsePattern other) {
        if (count() != other.count()) return false;
        for (int i = 0; i < count(); i++) if (start(i + 1) != other.start(i + 1)) return false;
        for (long k = 0; k < start(count()); k++) if (at(k) != other.at(k)) return false;
        return true;
    }

    default int hash() {
        int hash = 1;
        for (int i = 0; i <= count(); i++) hash = 31 * hash + Long.hashCode(start(i));
        for (long k = 0; k < start(count()); k++) hash = 31 * hash + at(k);
        return hash;
    }
}
