package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import java.util.Arrays;

/**
 * A graph with some hidden edges: the part that a generator may see, and the pairs that an attacker is asked about.
 *
 * @param visible the graph without the hidden edges
 * @param edges the hidden edges, two nodes each
 * @param others an equal number of pairs that are not edges of the whole graph
 */
public record HiddenLinks(Graph visible, int[][] edges, int[][] others) {

    /** Hides this share of the edges, at least one. */
    public static HiddenLinks of(Graph graph, double share, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        GraphStatistics.requireUndirected(graph);
        Check.leftOpen("share", share, 0, 1);
        int n = graph.nodes();
        int m = Math.toIntExact(graph.edges());
        int hidden = Math.max(1, (int) Math.round(share * m));
        long free = n * (n - 1L) / 2 - m;
        if (m < 2 || free < hidden)
            throw new IllegalArgumentException(
                    "the graph must have 2 edges and " + hidden + " pairs without an edge, had " + m + " and " + free);
        int[][] all = new int[m][];
        int at = 0;
        for (int v = 0; v < n; v++)
            for (int i = 0; i < graph.inDegree(v); i++)
                if (graph.inNeighbour(v, i) < v) all[at++] = new int[] {graph.inNeighbour(v, i), v};
        int[] order = SharedDraws.permutation(m, coins.fork("edges"));
        int[][] edges = new int[hidden][];
        EdgeList kept = new EdgeList();
        for (int i = 0; i < m; i++) {
            int[] e = all[order[i]];
            if (i < hidden) edges[i] = e;
            else kept.add(e[0], e[1]);
        }
        return new HiddenLinks(kept.undirected(n), edges, absent(graph, hidden, new int[0][], coins.fork("others")));
    }

    /** The hidden edges, then the other pairs. */
    int[][] asked() {
        int[][] pairs = Arrays.copyOf(edges, edges.length + others.length);
        System.arraycopy(others, 0, pairs, edges.length, others.length);
        return pairs;
    }

    /** Whether both nodes keep a visible link. */
    public boolean isKnown(int[] pair) {
        return visible.inDegree(pair[0]) > 0 && visible.inDegree(pair[1]) > 0;
    }

    /** Pairs without an edge, all different and none of those that are left out. */
    static int[][] absent(Graph graph, int count, int[][] leftOut, RandomStream coins) {
        int n = graph.nodes();
        int[][] pairs = new int[count][];
        java.util.Set<Long> taken = new java.util.HashSet<>();
        for (int[] p : leftOut) taken.add((long) Math.min(p[0], p[1]) * n + Math.max(p[0], p[1]));
        for (int i = 0; i < count; ) {
            int u = coins.nextInt(n);
            int v = coins.nextInt(n);
            if (u == v || graph.hasEdge(u, v) || !taken.add((long) Math.min(u, v) * n + Math.max(u, v))) continue;
            pairs[i++] = new int[] {Math.min(u, v), Math.max(u, v)};
        }
        return pairs;
    }
}
