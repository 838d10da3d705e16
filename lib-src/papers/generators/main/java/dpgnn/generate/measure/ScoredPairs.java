package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import java.util.Arrays;

/** Unordered pairs of nodes and their scores. */
public final class ScoredPairs {
    private ScoredPairs() {}

    public interface Score {
        double of(int u, int v);
    }

    /** The graph of the pairs with the largest scores; among equals those come first whose nodes come first, and NaN is least. */
    public static Graph largest(int nodes, long edges, Score score) {
        Check.given("score", score);
        long pairs = nodes * (nodes - 1L) / 2;
        Check.that(edges >= 0 && edges <= pairs, "edges", "between 0 and " + pairs + " on " + nodes + " nodes", edges);
        double[] scores = new double[Math.toIntExact(pairs)];
        int at = 0;
        for (int u = 0; u < nodes; u++)
            for (int v = u + 1; v < nodes; v++) {
                double s = score.of(u, v);
                scores[at++] = Double.isNaN(s) ? Double.NEGATIVE_INFINITY : s;
            }
        if (edges == 0) return Graph.undirected(nodes, new int[0], new int[0]);
        double[] sorted = scores.clone();
        Arrays.sort(sorted);
        double least = sorted[(int) (pairs - edges)];
        long above = Arrays.stream(scores).filter(s -> s > least).count();
        int[] from = new int[(int) edges];
        int[] to = new int[(int) edges];
        long equal = edges - above;
        int filled = 0;
        at = 0;
        for (int u = 0; u < nodes; u++)
            for (int v = u + 1; v < nodes; v++) {
                double s = scores[at++];
                if (s > least || s == least && equal-- > 0) {
                    from[filled] = u;
                    to[filled++] = v;
                }
            }
        return Graph.undirected(nodes, from, to);
    }
}
