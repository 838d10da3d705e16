package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import java.util.Arrays;

/**
 * Makes the graphs that any generator must beat: graphs that keep only sizes, degrees, or who is linked to whom, of the original, which
 * protect nothing; and blind graphs, which are made without it.
 */
public final class ReferenceGraphs {
    private ReferenceGraphs() {}

    /** So many edges, all sets of pairs equally likely (Erdős and Rényi 1959). */
    public static Graph erdosRenyi(int nodes, long edges, RandomStream coins) {
        Check.given("coins", coins);
        return ScoredPairs.largest(nodes, edges, (u, v) -> coins.nextDouble());
    }

    /** As many edges as give a mean degree of four, at most half of all pairs, put at random. */
    static Graph blindErdosRenyi(int nodes, RandomStream coins) {
        long pairs = nodes * (nodes - 1L) / 2;
        return erdosRenyi(nodes, Math.min(2L * nodes, pairs / 2), coins);
    }

    /** With expected degrees in proportion to 1 / sqrt(rank), four in the mean (Chung and Lu 2002). */
    static Graph blindPowerLaw(int nodes, RandomStream coins) {
        double[] degrees = new double[nodes];
        double mean = Math.min(4, (nodes - 1) / 2.0);
        for (int v = 0; v < nodes; v++) degrees[v] = 1 / Math.sqrt(v + 1.0);
        double scale = mean * nodes / Arrays.stream(degrees).sum();
        for (int v = 0; v < nodes; v++) degrees[v] *= scale;
        return PrivateDegrees.draw(degrees, coins);
    }

    /** A graph of these degrees: random exchanges of ends that keep the graph simple (Maslov and Sneppen 2002). */
    static Graph sameDegrees(Graph graph, RandomStream coins) {
        GraphStatistics.requireUndirected(graph);
        int m = Math.toIntExact(graph.edges());
        int[] from = new int[m];
        int[] to = new int[m];
        java.util.Set<Long> present = new java.util.HashSet<>();
        int filled = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++) {
                int u = graph.inNeighbour(v, i);
                if (u > v) continue;
                from[filled] = u;
                to[filled++] = v;
                present.add(key(u, v));
            }
        for (long attempt = 0; m > 1 && attempt < 20L * m; attempt++) {
            int a = coins.nextInt(m);
            int b = coins.nextInt(m);
            boolean turned = coins.nextBoolean();
            int c = turned ? from[b] : to[b];
            int d = turned ? to[b] : from[b];
            // a: (from, to) and b: (d, c) become (from, c) and (d, to)
            if (from[a] == c || d == to[a] || present.contains(key(from[a], c)) || present.contains(key(d, to[a])))
                continue;
            present.remove(key(from[a], to[a]));
            present.remove(key(from[b], to[b]));
            present.add(key(from[a], c));
            present.add(key(d, to[a]));
            int end = to[a];
            to[a] = c;
            from[b] = d;
            to[b] = end;
        }
        return Graph.undirected(graph.nodes(), from, to);
    }

    /**
     * Nodes drawn with replacement, linked as their originals are (the bootstrap of Snijders and Borgatti 1999); copies of one node are
     * linked. Pairs at random are added or left out until there are as many edges as before. This is what a decoder makes of
     * independent codes that knows the graph by heart.
     */
    public static Graph resampled(Graph graph, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        GraphStatistics.requireUndirected(graph);
        int[] drawn = new int[graph.nodes()];
        for (int v = 0; v < drawn.length; v++) drawn[v] = coins.nextInt(drawn.length);
        return ScoredPairs.largest(drawn.length, graph.edges(), (u, v) -> {
            boolean linked = drawn[u] == drawn[v] || graph.hasEdge(drawn[u], drawn[v]);
            return (linked ? 1 : 0) + coins.nextDouble();
        });
    }

    private static long key(int u, int v) {
        return ((long) Math.min(u, v) << 32) | Math.max(u, v);
    }
}
