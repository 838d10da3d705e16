package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;

/** Puts a graph in a random breadth-first order, as GraphRNN reads it: each node's links to the few nodes before it. */
record BreadthFirst(int[] order, int[] place) {
    public static BreadthFirst of(Graph graph, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        int n = graph.nodes();
        int[] roots = SharedDraws.permutation(n, coins);
        int[] order = new int[n];
        int[] place = new int[n];
        java.util.Arrays.fill(place, -1);
        int end = 0;
        int at = 0;
        for (int root : roots) {
            if (place[root] >= 0) continue;
            place[root] = end;
            order[end++] = root;
            for (; at < end; at++) {
                int[] near = graph.inNeighbours(order[at]);
                for (int i : SharedDraws.permutation(near.length, coins))
                    if (place[near[i]] < 0) {
                        place[near[i]] = end;
                        order[end++] = near[i];
                    }
            }
        }
        return new BreadthFirst(order, place);
    }

    /** How far back a node's links reach, for every node but the first. */
    public int reach(Graph graph, int t) {
        int reach = 0;
        for (int u : graph.inNeighbours(order[t])) if (place[u] < t) reach = Math.max(reach, t - place[u]);
        return reach;
    }

    /** Row t - 1 holds whether node t is linked to nodes t - 1, t - 2, ... */
    public Matrix rows(Graph graph, int width) {
        int n = order.length;
        Matrix rows = Matrix.of(n - 1, width);
        for (int t = 1; t < n; t++)
            for (int u : graph.inNeighbours(order[t])) {
                int back = t - place[u];
                if (back >= 1 && back <= width) rows.values()[(t - 1) * width + back - 1] = 1;
            }
        return rows;
    }
}
