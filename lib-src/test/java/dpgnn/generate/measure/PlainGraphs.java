package dpgnn.generate.measure;

import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import java.util.function.BiPredicate;

/** Graphs of which measures are known. */
final class PlainGraphs {
    private PlainGraphs() {}

    /** The graph with these edges from a node to a later one. */
    static Graph graph(int n, BiPredicate<Integer, Integer> edge) {
        EdgeList edges = new EdgeList();
        for (int u = 0; u < n; u++) for (int v = u + 1; v < n; v++) if (edge.test(u, v)) edges.add(u, v);
        return edges.undirected(n);
    }

    static Graph complete(int n) {
        return graph(n, (u, v) -> true);
    }

    static Graph random(int n, double p, RandomStream coins) {
        return graph(n, (u, v) -> coins.nextDouble() < p);
    }
}
