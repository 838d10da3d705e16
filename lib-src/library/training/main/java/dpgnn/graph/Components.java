package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;

/**
 * The connected components of a graph, whatever the direction of its edges, numbered by their smallest node.
 *
 * @param componentOf the component of every node
 * @param count number of components
 */
public record Components(int[] componentOf, int count) {
    public static Components of(Graph graph) {
        Check.given("graph", graph);
        int[] component = new int[graph.nodes()];
        Arrays.fill(component, -1);
        int[] queue = new int[graph.nodes()];
        int count = 0;
        for (int first = 0; first < component.length; first++) {
            if (component[first] >= 0) continue;
            int end = 0;
            queue[end++] = first;
            component[first] = count;
            for (int at = 0; at < end; at++) {
                int v = queue[at];
                for (int i = 0; i < graph.inDegree(v); i++)
                    end = reach(graph.inNeighbour(v, i), count, component, queue, end);
                if (graph.isDirected())
                    for (int i = 0; i < graph.outDegree(v); i++)
                        end = reach(graph.outNeighbour(v, i), count, component, queue, end);
            }
            count++;
        }
        return new Components(component, count);
    }

    private static int reach(int v, int number, int[] component, int[] queue, int end) {
        if (component[v] >= 0) return end;
        component[v] = number;
        queue[end] = v;
        return end + 1;
    }

    /** Number of nodes of every component. */
    public int[] sizes() {
        int[] sizes = new int[count];
        for (int c : componentOf) sizes[c]++;
        return sizes;
    }

    /** The nodes of the largest component (the first of them if several are), ascending. */
    public int[] largest() {
        int[] sizes = sizes();
        int best = 0;
        for (int c = 1; c < count; c++) if (sizes[c] > sizes[best]) best = c;
        int[] nodes = new int[count == 0 ? 0 : sizes[best]];
        int k = 0;
        for (int v = 0; v < componentOf.length; v++) if (componentOf[v] == best) nodes[k++] = v;
        return nodes;
    }
}
