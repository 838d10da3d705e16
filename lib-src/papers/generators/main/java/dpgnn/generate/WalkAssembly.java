package dpgnn.generate;

import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.HashSet;
import java.util.Set;

/** NetGAN's assembly: every node first draws one edge from its row of scores, then edges come in proportion to all scores. */
final class WalkAssembly {
    private WalkAssembly() {}

    static Graph graph(Matrix scores, long edges, RandomStream coins) {
        int n = scores.rows();
        Set<Long> taken = new HashSet<>();
        EdgeList made = new EdgeList();
        for (int v : SharedDraws.permutation(n, coins)) {
            double sum = 0;
            for (int u = 0; u < n; u++) sum += scores.get(v, u);
            if (sum == 0 || made.size() >= edges) continue;
            double at = coins.nextDouble() * sum;
            int u = -1;
            for (int k = 0; k < n; k++) {
                if (scores.get(v, k) == 0) continue;
                u = k;
                at -= scores.get(v, k);
                if (at < 0) break;
            }
            add(v, u, n, taken, made);
        }
        // Without replacement in proportion to scores: the largest ln(score) + Gumbel noise (Efraimidis and Spirakis
        // 2006).
        long rest = Math.min(edges - made.size(), n * (n - 1L) / 2 - made.size());
        if (rest > 0) {
            Graph more = ScoredPairs.largest(
                    n,
                    rest,
                    (u, v) -> taken.contains(key(u, v, n))
                            ? Double.NEGATIVE_INFINITY
                            : Math.log(scores.get(u, v) + 1e-9) - Math.log(-Math.log(coins.nextOpenDouble()) + 1e-300));
            for (int v = 0; v < n; v++)
                for (int i = 0; i < more.inDegree(v); i++)
                    if (more.inNeighbour(v, i) < v) add(v, more.inNeighbour(v, i), n, taken, made);
        }
        return made.undirected(n);
    }

    private static void add(int u, int v, int n, Set<Long> taken, EdgeList made) {
        if (taken.add(key(u, v, n))) made.add(u, v);
    }

    private static long key(int u, int v, int n) {
        return (long) Math.min(u, v) * n + Math.max(u, v);
    }
}
