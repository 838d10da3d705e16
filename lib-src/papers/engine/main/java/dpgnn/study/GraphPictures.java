package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.graph.Components;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.GraphSketch;
import java.util.stream.IntStream;

/** Draws graphs, and matrices over their nodes, as pictures. */
public final class GraphPictures {
    private GraphPictures() {}

    /** Nodes are coloured by component: the largest, the others, and isolated nodes. */
    public static Figure of(String title, Graph graph) {
        Check.given("graph", graph);
        int[][] ends = ends(graph);
        Components components = Components.of(graph);
        int[] sizes = components.sizes();
        int largest = components.componentOf()[components.largest()[0]];
        int[] group = new int[graph.nodes()];
        for (int v = 0; v < group.length; v++) {
            int c = components.componentOf()[v];
            group[v] = c == largest ? 0 : sizes[c] > 1 ? 1 : 2;
        }
        return Figure.graph(title, graph.nodes(), ends[0], ends[1], group);
    }

    /** Another graph on the nodes of a sketch, in the same places. */
    public static Figure of(String title, GraphSketch places, Graph graph) {
        Check.given("places", places);
        Check.given("graph", graph);
        int[][] ends = ends(graph);
        return places.edges(ends[0], ends[1]).figure(title);
    }

    /** A matrix as colours, a row for each node. */
    public static Figure matrix(String title, Matrix m) {
        Check.given("m", m);
        double[][] values = new double[m.rows()][m.columns()];
        for (int i = 0; i < m.rows(); i++) for (int j = 0; j < m.columns(); j++) values[i][j] = m.get(i, j);
        return Figure.heat(title, numbers(m.rows()), numbers(m.columns()), values);
    }

    private static String[] numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
    }

    /** The smaller ends of all edges, and the larger ones. */
    private static int[][] ends(Graph graph) {
        if (graph.isDirected()) throw new IllegalArgumentException("the graph must be undirected, was directed");
        int[][] ends = new int[2][Math.toIntExact(graph.edges())];
        int at = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++)
                if (graph.inNeighbour(v, i) < v) {
                    ends[0][at] = graph.inNeighbour(v, i);
                    ends[1][at++] = v;
                }
        return ends;
    }
}
