package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;

/** A pattern in arrays: row i holds {@code columns[start[i] .. start[i+1])}. The array of columns may be a little longer than its content. */
record ArrayPattern(long[] start, int[] columns) implements SparsePattern {
    /** Slack below one part in this is kept rather than copied away, so that building a graph needs one copy of it. */
    private static final int SLACK = 16;

    /** Entries as the source lists them, row first; loops and repetitions are dropped. The source is asked twice. */
    static ArrayPattern gather(int nodes, EdgeSource entries) {
        Check.atLeast("nodes", nodes, 0);
        long[] start = new long[nodes + 1];
        entries.each((row, column) -> {
            if (row < 0 || row >= nodes || column < 0 || column >= nodes)
                throw new IllegalArgumentException(
                        "an edge must join nodes in 0.." + (nodes - 1) + ", was between " + row + " and " + column);
            if (row != column) start[row + 1]++;
        });
        for (int i = 0; i < nodes; i++) start[i + 1] += start[i];
        if (start[nodes] > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException(
                    "a graph must have fewer than 2^31 - 8 directed edges, had " + start[nodes]);
        int[] next = new int[nodes];
        for (int i = 0; i < nodes; i++) next[i] = (int) start[i];
        int[] columns = new int[(int) start[nodes]];
        entries.each((row, column) -> {
            if (row == column) return;
            if (next[row] >= start[row + 1]) throw unsteady(row);
            columns[next[row]++] = column;
        });
        return sortedAndDistinct(start, columns);
    }

    private static IllegalStateException unsteady(int row) {
        return new IllegalStateException("a source of edges must list the same edges every time, but node " + row
                + " had another number of them the second time");
    }

    /** In place, but for a last copy where much was dropped. */
    private static ArrayPattern sortedAndDistinct(long[] start, int[] columns) {
        NeighbourSort sort = new NeighbourSort(start.length - 1);
        int kept = 0;
        int begin = 0;
        for (int i = 0; i + 1 < start.length; i++) {
            int end = (int) start[i + 1];
            sort.sort(columns, begin, end);
            int first = kept;
            for (int k = begin; k < end; k++)
                if (kept == first || columns[kept - 1] != columns[k]) columns[kept++] = columns[k];
            start[i + 1] = kept;
            begin = end;
        }
        return new ArrayPattern(start, trimmed(columns, kept));
    }

    ArrayPattern transposed() {
        long[] newStart = new long[start.length];
        int entries = (int) start[count()];
        for (int k = 0; k < entries; k++) newStart[columns[k] + 1]++;
        for (int i = 0; i < count(); i++) newStart[i + 1] += newStart[i];
        int[] next = new int[count()];
        for (int i = 0; i < count(); i++) next[i] = (int) newStart[i];
        int[] newColumns = new int[entries];
        for (int i = 0; i < count(); i++)
            for (int k = (int) start[i]; k < start[i + 1]; k++) newColumns[next[columns[k]]++] = i;
        return new ArrayPattern(newStart, newColumns);
    }

    @Override
    public long bytes() {
        return Long.BYTES * (long) start.length + Integer.BYTES * (long) columns.length;
    }

    @Override
    public int count() {
        return start.length - 1;
    }

    @Override
    public long start(int row) {
        return start[row];
    }

    @Override
    public int at(long place) {
        return columns[(int) place];
    }

    @Override
    public int[] row(int row) {
        return Arrays.copyOfRange(columns, (int) start[row], (int) start[row + 1]);
    }

    @Override
    public boolean has(int row, int column) {
        return Arrays.binarySearch(columns, (int) start[row], (int) start[row + 1], column) >= 0;
    }

    @Override
    public ArrayPattern withEntry(int row, int column, boolean add) {
        int place = Arrays.binarySearch(columns, (int) start[row], (int) start[row + 1], column);
        int at = add ? -place - 1 : place;
        int entries = (int) start[count()];
        int step = add ? 1 : -1;
        int[] newColumns = new int[entries + step];
        System.arraycopy(columns, 0, newColumns, 0, at);
        if (add) newColumns[at] = column;
        int tail = add ? at : at + 1;
        System.arraycopy(columns, tail, newColumns, tail + step, entries - tail);
        long[] newStart = start.clone();
        for (int i = row + 1; i < newStart.length; i++) newStart[i] += step;
        return new ArrayPattern(newStart, newColumns);
    }

    @Override
    public ArrayPattern withRowAndColumn(int node, int[] content, int[] rowsWithIt) {
        long[] newStart = new long[start.length];
        for (int i = 0; i < count(); i++) {
            int length = length(i) - (has(i, node) ? 1 : 0) + (Arrays.binarySearch(rowsWithIt, i) >= 0 ? 1 : 0);
            newStart[i + 1] = newStart[i] + (i == node ? content.length : length);
        }
        int[] newColumns = new int[Math.toIntExact(newStart[count()])];
        for (int i = 0; i < count(); i++) {
            int to = (int) newStart[i];
            if (i == node) {
                System.arraycopy(content, 0, newColumns, to, content.length);
                continue;
            }
            boolean pending = Arrays.binarySearch(rowsWithIt, i) >= 0;
            for (int k = (int) start[i]; k < start[i + 1]; k++) {
                if (pending && columns[k] >= node) {
                    newColumns[to++] = node;
                    pending = false;
                }
                if (columns[k] != node) newColumns[to++] = columns[k];
            }
            if (pending) newColumns[to] = node;
        }
        return new ArrayPattern(newStart, newColumns);
    }

    @Override
    public ArrayPattern held() {
        return this;
    }

    private static int[] trimmed(int[] columns, int kept) {
        return columns.length - kept <= columns.length / SLACK ? columns : Arrays.copyOf(columns, kept);
    }
}
