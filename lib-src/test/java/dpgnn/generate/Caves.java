package dpgnn.generate;

import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;

/** Graphs in which something can be found. */
public final class Caves {
    private Caves() {}

    /** Cliques in a ring: what a generator must find and a random graph lacks. */
    public static Graph caveman(int caves, int size) {
        EdgeList edges = new EdgeList();
        for (int c = 0; c < caves; c++) {
            for (int i = 0; i < size; i++) for (int j = 0; j < i; j++) edges.add(c * size + j, c * size + i);
            edges.add(c * size, (c + 1) % caves * size + 1);
        }
        return edges.undirected(caves * size);
    }
}
