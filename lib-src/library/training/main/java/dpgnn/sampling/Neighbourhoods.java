package dpgnn.sampling;

import dpgnn.graph.Graph;
import java.util.Arrays;

/** The nodes from which a root can be reached in a few hops, with all edges among them; or one path of as many hops. */
final class Neighbourhoods {
    private final Graph graph;
    private final int hops;
    private final boolean paths;
    /** Row of a node within the example that is being made, or -1. */
    private final int[] row;

    private int[] members = new int[16];
    private int count;

    Neighbourhoods(Graph graph, int hops, boolean paths) {
        this.graph = graph;
        this.hops = hops;
        this.paths = paths;
        row = new int[graph.nodes()];
        Arrays.fill(row, -1);
    }

    void addTo(Batch batch, int root) {
        count = 0;
        join(root);
        int frontier = 0;
        for (int hop = 0; hop < hops; hop++) {
            int end = count;
            while (frontier < end) {
                int v = members[frontier++];
                for (int i = 0; i < graph.inDegree(v); i++) {
                    int u = graph.inNeighbour(v, i);
                    if (row[u] >= 0) continue;
                    join(u);
                    if (paths) break;
                }
            }
        }
        batch.beginExample();
        int first = batch.rows();
        for (int r = 0; r < count; r++) {
            batch.addRow(members[r]);
            if (paths) {
                if (r + 1 < count) batch.addSource(first + r + 1);
                if (r > 0 && graph.hasEdge(members[r - 1], members[r])) batch.addSource(first + r - 1);
                continue;
            }
            for (int i = 0; i < graph.inDegree(members[r]); i++) {
                int source = row[graph.inNeighbour(members[r], i)];
                if (source >= 0) batch.addSource(first + source);
            }
        }
        batch.addTarget(first);
        for (int r = 0; r < count; r++) row[members[r]] = -1;
    }

    private void join(int v) {
        if (count == members.length) members = Arrays.copyOf(members, 2 * count);
        row[v] = count;
        members[count++] = v;
    }
}
