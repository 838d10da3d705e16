package dpgnn.sampling;

import java.util.Arrays;

/** Pairs of nodes, labelled by whether they are edges, in flat arrays that are refilled for every step and only ever grow. */
public final class PairBatch {
    private int size;
    private int[] first = new int[16];
    private int[] second = new int[16];
    private boolean[] edge = new boolean[16];

    /** Empties the batch, keeping its memory. */
    public void clear() {
        size = 0;
    }

    /** Number of pairs; none is a batch too. */
    public int size() {
        return size;
    }

    /** The smaller node of a pair. */
    public int first(int pair) {
        return first[pair];
    }

    /** The larger node of a pair. */
    public int second(int pair) {
        return second[pair];
    }

    public boolean isEdge(int pair) {
        return edge[pair];
    }

    public void add(int u, int v, boolean isEdge) {
        if (size == first.length) {
            first = Arrays.copyOf(first, 2 * size);
            second = Arrays.copyOf(second, 2 * size);
            edge = Arrays.copyOf(edge, 2 * size);
        }
        first[size] = u;
        second[size] = v;
        edge[size++] = isEdge;
    }
}
