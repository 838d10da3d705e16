package dpgnn.generate;

import dpgnn.graph.Graph;
import java.util.Arrays;

/** Edges as they are drawn. Each coin is thrown once, so that secure streams may throw it. */
final class EdgeList {
    private int[] from = new int[16];
    private int[] to = new int[16];
    private int size;

    void add(int u, int v) {
        if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
        }
        from[size] = u;
        to[size++] = v;
    }

    int size() {
        return size;
    }

    Graph graph(int nodes) {
        return Graph.undirected(nodes, Arrays.copyOf(from, size), Arrays.copyOf(to, size));
    }
}
