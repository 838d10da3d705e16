package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.linear.GraphMatrices;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A data set divided among holders: all have the same nodes, columns and edges are disjoint, and the first has the labels. */
public record VerticalData(PpgnnSizes sizes, List<HolderData> holders) {
    public VerticalData {
        holders = List.copyOf(holders);
        if (holders.isEmpty() || holders.get(0).supervision().isEmpty())
            throw new IllegalArgumentException("the first holder must have the labels");
    }

    /** Columns and undirected edges, each in random order, cut by the proportions. */
    public static VerticalData of(
            Dataset data, double[] proportions, int[] train, int[] validation, int[] test, RandomStream stream) {
        for (double share : Check.given("proportions", proportions))
            if (!(share > 0)) throw new IllegalArgumentException("proportions must be positive, one was " + share);
        Graph graph = data.graph();
        if (graph.isDirected()) throw new IllegalArgumentException("the graph must be undirected");
        int[] u = new int[(int) graph.edges()];
        int[] v = new int[u.length];
        int count = 0;
        for (int node = 0; node < graph.nodes(); node++)
            for (int i = 0; i < graph.inDegree(node); i++)
                if (graph.inNeighbour(node, i) > node) {
                    u[count] = node;
                    v[count++] = graph.inNeighbour(node, i);
                }
        int[] columns = order(data.features().width(), stream.fork("columns"));
        int[] edges = order(u.length, stream.fork("edges"));
        var supervision = new HolderData.Supervision(data.labels(), train, validation, test);
        List<HolderData> holders = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (int p = 0; p < proportions.length; p++) {
            int[] own = part(columns, proportions, p);
            int[] ownEdges = part(edges, proportions, p);
            int[] from = new int[ownEdges.length];
            int[] to = new int[ownEdges.length];
            for (int e = 0; e < ownEdges.length; e++) {
                from[e] = u[ownEdges[e]];
                to[e] = v[ownEdges[e]];
            }
            widths.add(own.length);
            holders.add(new HolderData(
                    GraphMatrices.features(data.features(), own),
                    Graph.undirected(graph.nodes(), from, to),
                    p == 0 ? Optional.of(supervision) : Optional.empty()));
        }
        return new VerticalData(
                new PpgnnSizes(graph.nodes(), widths, data.labels().classes()), holders);
    }

    /** One holder with its own columns and edges, and the labels whether they are its own or not: the isolated baseline. */
    public VerticalData isolated(int holder) {
        HolderData own =
                holders.get(holder).without(holders.get(0).supervision().orElseThrow());
        return new VerticalData(
                new PpgnnSizes(sizes.nodes(), List.of(sizes.widths().get(holder)), sizes.classes()), List.of(own));
    }

    private static int[] order(int count, RandomStream stream) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = stream.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static int[] part(int[] order, double[] proportions, int p) {
        double total = 0;
        double before = 0;
        for (int q = 0; q < proportions.length; q++) {
            if (q < p) before += proportions[q];
            total += proportions[q];
        }
        int from = (int) Math.round(order.length * before / total);
        int to = (int) Math.round(order.length * (before + proportions[p]) / total);
        int[] part = java.util.Arrays.copyOfRange(order, from, to);
        java.util.Arrays.sort(part);
        return part;
    }
}
