package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Counts the 29 connected graphs on 3, 4 and 5 nodes (2 + 6 + 21) as induced sub-graphs. ESU (Wernicke 2006) visits every
 * connected set of nodes exactly once; its edges, as bits, index a table of all labelled graphs of that size.
 */
public final class Motifs {
    /** How many motifs there are. */
    public static final int COUNT = 29;

    private static final int[][] INDEX = new int[6][];
    private static final String[] NAMES = new String[COUNT];

    static {
        int next = 0;
        for (int k = 3; k <= 5; k++) next = number(k, next);
        if (next != COUNT) throw new IllegalStateException("there must be 29 motifs, found " + next);
    }

    private Motifs() {}

    /** Nodes, edges and sorted degrees of a motif, for instance "4 nodes, 3 edges, degrees 1 1 1 3". */
    public static String name(int motif) {
        return NAMES[motif];
    }

    /** How often each motif occurs, by the numbers of {@link #name}; counted on all processors. */
    public static long[] count(Graph graph) {
        Check.given("graph", graph);
        GraphStatistics.requireUndirected(graph);
        AtomicLongArray totals = new AtomicLongArray(COUNT);
        IntStream.range(0, graph.nodes()).parallel().forEach(root -> {
            long[] counts = new long[COUNT];
            new Search(graph, root, counts).run();
            for (int m = 0; m < COUNT; m++) if (counts[m] != 0) totals.addAndGet(m, counts[m]);
        });
        long[] result = new long[COUNT];
        for (int m = 0; m < COUNT; m++) result[m] = totals.get(m);
        return result;
    }

    /**
     * The number of the motif with k nodes and these bits as edges, pair (i, j) with i < j at bit j(j-1)/2 + i; -1 if not
     * connected.
     */
    static int index(int k, int bits) {
        return INDEX[k][bits];
    }

    /** All connected sets that contain the root and otherwise only larger nodes. */
    private static final class Search {
        private final Graph graph;
        private final int root;
        private final long[] counts;
        private final int[] chosen = new int[5];
        private final int[] bits = new int[6];

        Search(Graph graph, int root, long[] counts) {
            this.graph = graph;
            this.root = root;
            this.counts = counts;
        }

        void run() {
            int[] extension = new int[graph.inDegree(root)];
            int size = 0;
            for (int i = 0; i < extension.length; i++) {
                int u = graph.inNeighbour(root, i);
                if (u > root) extension[size++] = u;
            }
            chosen[0] = root;
            extend(1, extension, size);
        }

        private void extend(int size, int[] extension, int count) {
            for (int e = count - 1; e >= 0; e--) {
                int w = extension[e];
                chosen[size] = w;
                bits[size + 1] = bits[size] | edges(size, w);
                if (size + 1 >= 3) counts[index(size + 1, bits[size + 1])]++;
                if (size + 1 == 5) continue;
                int[] next = Arrays.copyOf(extension, e + graph.inDegree(w));
                int grown = e;
                for (int i = 0; i < graph.inDegree(w); i++) {
                    int u = graph.inNeighbour(w, i);
                    if (u > root && isExclusive(u, size)) next[grown++] = u;
                }
                extend(size + 1, next, grown);
            }
        }

        /** Whether u is new: neither chosen before w nor a neighbour of one chosen before. */
        private boolean isExclusive(int u, int size) {
            for (int i = 0; i < size; i++) if (chosen[i] == u || graph.hasEdge(chosen[i], u)) return false;
            return true;
        }

        private int edges(int size, int w) {
            int found = 0;
            for (int i = 0; i < size; i++) if (graph.hasEdge(chosen[i], w)) found |= 1 << size * (size - 1) / 2 + i;
            return found;
        }
    }

    /** Numbers the connected graphs on k nodes by their smallest labelled form. */
    private static int number(int k, int next) {
        int pairs = k * (k - 1) / 2;
        int[] index = new int[1 << pairs];
        Arrays.fill(index, -1);
        int[][] permutations = permutations(k);
        for (int bits = 0; bits < index.length; bits++) {
            if (index[bits] >= 0 || !connected(k, bits)) continue;
            NAMES[next] = describe(k, bits);
            for (int[] p : permutations) index[permute(k, bits, p)] = next;
            next++;
        }
        INDEX[k] = index;
        return next;
    }

    private static boolean has(int bits, int i, int j) {
        int high = Math.max(i, j);
        return (bits >> high * (high - 1) / 2 + Math.min(i, j) & 1) != 0;
    }

    private static int permute(int k, int bits, int[] p) {
        int result = 0;
        for (int j = 1; j < k; j++)
            for (int i = 0; i < j; i++)
                if (has(bits, i, j)) {
                    int high = Math.max(p[i], p[j]);
                    result |= 1 << high * (high - 1) / 2 + Math.min(p[i], p[j]);
                }
        return result;
    }

    private static boolean connected(int k, int bits) {
        int reached = 1;
        for (int round = 0; round < k; round++)
            for (int i = 0; i < k; i++)
                for (int j = 0; j < k; j++) if (i != j && (reached >> i & 1) != 0 && has(bits, i, j)) reached |= 1 << j;
        return reached == (1 << k) - 1;
    }

    private static int[][] permutations(int k) {
        return IntStream.range(0, (int) Math.pow(k, k))
                .mapToObj(code -> {
                    int[] p = new int[k];
                    for (int i = 0, c = code; i < k; i++, c /= k) p[i] = c % k;
                    return p;
                })
                .filter(p -> Arrays.stream(p).distinct().count() == k)
                .toArray(int[][]::new);
    }

    private static String describe(int k, int bits) {
        int[] degrees = new int[k];
        for (int i = 0; i < k; i++) for (int j = 0; j < k; j++) if (i != j && has(bits, i, j)) degrees[i]++;
        Arrays.sort(degrees);
        StringBuilder text = new StringBuilder(k + " nodes, " + Integer.bitCount(bits) + " edges, degrees");
        for (int d : degrees) text.append(' ').append(d);
        return text.toString();
    }
}
