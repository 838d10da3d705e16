package dpgnn.generate;

import dpgnn.graph.Graph;

/** D^-1/2 (A + I) D^-1/2 of a graph (Kipf and Welling 2017), sparse. It is symmetric, so that it is its own backward pass. */
final class Propagation {
    private final Graph graph;
    private final double[] scale;

    Propagation(Graph graph) {
        this.graph = graph;
        scale = new double[graph.nodes()];
        for (int v = 0; v < scale.length; v++) scale[v] = 1 / Math.sqrt(graph.inDegree(v) + 1.0);
    }

    Matrix times(Matrix x) {
        Matrix y = new Matrix(x.rows, x.columns);
        int width = x.columns;
        for (int v = 0; v < x.rows; v++) {
            Matrix.axpy(scale[v] * scale[v], x.values, v * width, y.values, v * width, width);
            int end = graph.inStart(v) + graph.inDegree(v);
            for (int e = graph.inStart(v); e < end; e++) {
                int u = graph.inAt(e);
                Matrix.axpy(scale[v] * scale[u], x.values, u * width, y.values, v * width, width);
            }
        }
        return y;
    }

    /** The matrix itself. */
    Matrix dense() {
        int n = scale.length;
        Matrix s = new Matrix(n, n);
        for (int v = 0; v < n; v++) {
            s.values[v * n + v] = scale[v] * scale[v];
            for (int i = 0; i < graph.inDegree(v); i++) {
                int u = graph.inNeighbour(v, i);
                s.values[v * n + u] = scale[v] * scale[u];
            }
        }
        return s;
    }
}
