package dpgnn.graph;

import java.util.Arrays;

/**
 * An immutable simple graph: no loops, no parallel edges. Neighbours are sorted and stored in compressed rows of primitive
 * arrays, in-neighbours and out-neighbours both (one array serves both in an undirected graph).
 *
 * <p>An edge i → j means that j aggregates from i: i is an in-neighbour of j. In an undirected graph every edge stands for
 * both directions, and {@link #directedEdges()} counts both.
 */
public final class Graph {
    private final boolean directed;
    private final long[] inStart;
    private final int[] in;
    private final long[] outStart;
    private final int[] out;

    private Graph(boolean directed, long[] inStart, int[] in, long[] outStart, int[] out) {
        this.directed = directed;
        this.inStart = inStart;
        this.in = in;
        this.outStart = outStart;
        this.out = out;
    }

    /** An undirected graph; loops are dropped and an edge given twice, in either direction, counts once. */
    public static Graph undirected(int nodes, int[] u, int[] v) {
        check(nodes, u, v);
        int[] from = Arrays.copyOf(u, 2 * u.length);
        int[] to = Arrays.copyOf(v, 2 * v.length);
        System.arraycopy(v, 0, from, u.length, v.length);
        System.arraycopy(u, 0, to, u.length, u.length);
        Rows rows = rows(nodes, to, from);
        return new Graph(false, rows.start, rows.columns, rows.start, rows.columns);
    }

    /** A directed graph with edges from[i] → to[i]; loops are dropped and an edge given twice counts once. */
    public static Graph directed(int nodes, int[] from, int[] to) {
        check(nodes, from, to);
        Rows in = rows(nodes, to, from);
        Rows out = rows(nodes, from, to);
        return new Graph(true, in.start, in.columns, out.start, out.columns);
    }

    public boolean isDirected() {
        return directed;
    }

    public int nodes() {
        return inStart.length - 1;
    }

    /** Number of edges, each undirected edge counted once per direction. */
    public long directedEdges() {
        return inStart[nodes()];
    }

    /** Number of edges as one counts them on paper. */
    public long edges() {
        return directed ? directedEdges() : directedEdges() / 2;
    }

    public int inDegree(int node) {
        return (int) (inStart[node + 1] - inStart[node]);
    }

    public int outDegree(int node) {
        return (int) (outStart[node + 1] - outStart[node]);
    }

    /** The i-th in-neighbour of a node, in ascending order. */
    public int inNeighbour(int node, int i) {
        return in[(int) (inStart[node] + i)];
    }

    /** The i-th out-neighbour of a node, in ascending order. */
    public int outNeighbour(int node, int i) {
        return out[(int) (outStart[node] + i)];
    }

    public boolean hasEdge(int from, int to) {
        return Arrays.binarySearch(in, (int) inStart[to], (int) inStart[to + 1], from) >= 0;
    }

    private static void check(int nodes, int[] from, int[] to) {
        if (nodes < 0) throw new IllegalArgumentException("nodes must be at least 0, was " + nodes);
        if (from.length != to.length)
            throw new IllegalArgumentException(
                    "edges must have as many sources as targets, had " + from.length + " and " + to.length);
        for (int e = 0; e < from.length; e++) {
            if (from[e] < 0 || from[e] >= nodes || to[e] < 0 || to[e] >= nodes)
                throw new IllegalArgumentException(
                        "edge " + e + " must join nodes in 0.." + (nodes - 1) + ", was " + from[e] + " -> " + to[e]);
        }
    }

    private record Rows(long[] start, int[] columns) {}

    private static Rows rows(int nodes, int[] row, int[] column) {
        int[] end = new int[nodes + 1];
        for (int e = 0; e < row.length; e++) if (row[e] != column[e]) end[row[e] + 1]++;
        for (int i = 0; i < nodes; i++) end[i + 1] += end[i];
        int[] next = Arrays.copyOf(end, nodes + 1);
        int[] columns = new int[end[nodes]];
        for (int e = 0; e < row.length; e++) if (row[e] != column[e]) columns[next[row[e]]++] = column[e];
        long[] start = new long[nodes + 1];
        int kept = 0;
        for (int i = 0; i < nodes; i++) {
            Arrays.sort(columns, end[i], end[i + 1]);
            for (int k = end[i]; k < end[i + 1]; k++)
                if (kept == start[i] || columns[kept - 1] != columns[k]) columns[kept++] = columns[k];
            start[i + 1] = kept;
        }
        return new Rows(start, Arrays.copyOf(columns, kept));
    }
}
