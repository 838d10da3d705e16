package dpgnn.generate.measure;

import dpgnn.graph.Components;
import dpgnn.graph.Graph;
import dpgnn.report.figure.Figure;

/** Draws graphs as pictures, with nodes coloured by component: the largest, the others, and isolated nodes. */
public final class GraphPictures {
    private GraphPictures() {}

    public static Figure of(String title, Graph graph) {
        GraphStatistics.requireUndirected(graph);
        int m = Math.toIntExact(graph.edges());
        int[] from = new int[m];
        int[] to = new int[m];
        int at = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++)
                if (graph.inNeighbour(v, i) < v) {
                    from[at] = graph.inNeighbour(v, i);
                    to[at++] = v;
                }
        Components components = Components.of(graph);
        int[] sizes = components.sizes();
        int largest = components.componentOf()[components.largest()[0]];
        int[] group = new int[graph.nodes()];
        for (int v = 0; v < group.length; v++) {
            int c = components.componentOf()[v];
            group[v] = c == largest ? 0 : sizes[c] > 1 ? 1 : 2;
        }
        return Figure.graph(title, graph.nodes(), from, to, group);
    }
}
