package dpgnn.generate.measure;

import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import java.util.List;

/** Several graphs side by side: their adjacency as one, one-hot degrees as features, and which rows are whose. */
final class GraphBatch {
    final Matrix features;
    final int[] labels;
    private final List<Graph> graphs;
    private final int[] start;

    /** @param degrees width of the features; larger degrees share the last column */
    public GraphBatch(List<Graph> graphs, int[] labels, int degrees) {
        this.graphs = graphs;
        this.labels = labels;
        start = new int[graphs.size() + 1];
        for (int g = 0; g < graphs.size(); g++)
            start[g + 1] = start[g] + graphs.get(g).nodes();
        features = Matrix.of(start[graphs.size()], degrees);
        for (int g = 0; g < graphs.size(); g++)
            for (int v = 0; v < graphs.get(g).nodes(); v++)
                features.values()[
                        (start[g] + v) * degrees
                                + Math.min(degrees - 1, graphs.get(g).inDegree(v))] = 1;
    }

    /** Each node's own row plus those of its neighbours; symmetric, so that it is its own backward pass. */
    Matrix aggregate(Matrix x) {
        Matrix y = x.copy();
        int width = x.columns();
        for (int g = 0; g < graphs.size(); g++) {
            Graph graph = graphs.get(g);
            for (int v = 0; v < graph.nodes(); v++) {
                long end = graph.inStart(v) + graph.inDegree(v);
                for (long e = graph.inStart(v); e < end; e++)
                    Matrix.axpy(
                            1,
                            x.values(),
                            (start[g] + graph.inAt(e)) * width,
                            y.values(),
                            (start[g] + v) * width,
                            width);
            }
        }
        return y;
    }

    /** The sum of every graph's rows. */
    Matrix pool(Matrix x) {
        Matrix sums = Matrix.of(graphs.size(), x.columns());
        for (int g = 0; g < graphs.size(); g++)
            for (int i = start[g]; i < start[g + 1]; i++)
                Matrix.axpy(1, x.values(), i * x.columns(), sums.values(), g * x.columns(), x.columns());
        return sums;
    }

    /** Adds each graph's row to all rows of its nodes. */
    void unpool(Matrix d, Matrix rows) {
        for (int g = 0; g < graphs.size(); g++)
            for (int i = start[g]; i < start[g + 1]; i++)
                Matrix.axpy(1, d.values(), g * d.columns(), rows.values(), i * d.columns(), d.columns());
    }
}
