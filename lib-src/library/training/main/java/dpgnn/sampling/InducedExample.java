package dpgnn.sampling;

import dpgnn.graph.Graph;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Adds a set of nodes with all edges among them to a batch, as one example. */
final class InducedExample {
    private final Graph graph;
    private final IntPredicate target;
    /** Row of a node within the example that is being added, or -1. */
    private final int[] row;

    InducedExample(Graph graph, IntPredicate target) {
        this.graph = graph;
        this.target = target;
        row = new int[graph.nodes()];
        Arrays.fill(row, -1);
    }

    void addTo(Batch batch, int[] nodes, int count) {
        batch.beginExample();
        int first = batch.rows();
        for (int i = 0; i < count; i++) row[nodes[i]] = first + i;
        for (int i = 0; i < count; i++) {
            batch.addRow(nodes[i]);
            long begin = graph.inStart(nodes[i]);
            long end = begin + graph.inDegree(nodes[i]);
            for (long k = begin; k < end; k++) {
                int source = row[graph.inAt(k)];
                if (source >= 0) batch.addSource(source);
            }
            if (target.test(nodes[i])) batch.addTarget(first + i);
        }
        for (int i = 0; i < count; i++) row[nodes[i]] = -1;
    }
}
