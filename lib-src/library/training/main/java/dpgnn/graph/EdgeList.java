package dpgnn.graph;

import java.util.Arrays;

/** Collects edges as they are read or drawn, so that a coin that decides about an edge need not be tossed again. */
public final class EdgeList {
    private int[] from = new int[16];
    private int[] to = new int[16];
    private int size;

    public void add(int u, int v) {
        if (size == from.length) {
            int longer = (int) Math.min(Integer.MAX_VALUE - 8L, size * 3L / 2);
            from = Arrays.copyOf(from, longer);
            to = Arrays.copyOf(to, longer);
        }
        from[size] = u;
        to[size++] = v;
    }

    public int size() {
        return size;
    }

    /** Both ends of one edge after the other. */
    int[] flat() {
        int[] ends = new int[ArraySize.of("edges", size, 2)];
        for (int e = 0; e < size; e++) {
            ends[2 * e] = from[e];
            ends[2 * e + 1] = to[e];
        }
        return ends;
    }

    /** Drops the edges after the first so many. */
    void truncate(int length) {
        size = length;
    }

    /** Each edge in both directions. */
    public Graph undirected(int nodes) {
        return Graph.undirected(nodes, source());
    }

    /** Each edge from its first node to its second. */
    public Graph directed(int nodes) {
        return Graph.directed(nodes, source());
    }

    private EdgeSource source() {
        return sink -> {
            for (int e = 0; e < size; e++) sink.edge(from[e], to[e]);
        };
    }
}
