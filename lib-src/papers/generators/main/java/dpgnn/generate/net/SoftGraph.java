package dpgnn.generate.net;

import dpgnn.graph.Graph;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;

/**
 * The soft adjacency of a decoder's output, A'_ij = sigmoid(&lt;f_i, f_j&gt;) off the diagonal, and its normalisation
 * D^-1/2 (A' + I) D^-1/2 by soft degrees.
 */
public final class SoftGraph {
    /** Probabilities, with ones on the diagonal. */
    public final Matrix a;
    /** Normalised. */
    public final Matrix s;

    private final Matrix f;
    private final double[] root;

    public SoftGraph(Matrix f) {
        this.f = f;
        int n = f.rows();
        a = f.timesTransposeInOrder(f);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                a.values()[i * n + j] = a.values()[j * n + i] = Discriminator.sigmoid(a.values()[i * n + j]);
        root = new double[n];
        for (int i = 0; i < n; i++) {
            a.values()[i * n + i] = 1;
            double degree = 0;
            for (int j = 0; j < n; j++) degree += a.values()[i * n + j];
            root[i] = 1 / Math.sqrt(degree);
        }
        s = Matrix.of(n, n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) s.values()[i * n + j] = a.values()[i * n + j] * root[i] * root[j];
    }

    /** The normalised adjacency of a graph. It is symmetric, so that it is its own backward pass. */
    public static SparseMatrix normalised(Graph graph) {
        double[] scale = new double[graph.nodes()];
        for (int v = 0; v < scale.length; v++) scale[v] = 1 / Math.sqrt(graph.inDegree(v) + 1.0);
        return GraphMatrices.withLoops(graph, (to, from) -> scale[to] * scale[from]);
    }

    /** From the gradient of s to that of the logits &lt;f_i, f_j&gt;, shared equally by both orders of a pair. */
    public Matrix backward(Matrix ds) {
        int n = s.rows();
        double[] dRoot = new double[n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double flow = ds.values()[i * n + j] * a.values()[i * n + j];
                dRoot[i] += flow * root[j];
                dRoot[j] += flow * root[i];
            }
        for (int i = 0; i < n; i++) dRoot[i] *= -root[i] * root[i] * root[i] / 2; // now by the degree
        Matrix d = Matrix.of(n, n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                double p = a.values()[i * n + j];
                double flow =
                        (ds.values()[i * n + j] + ds.values()[j * n + i]) * root[i] * root[j] + dRoot[i] + dRoot[j];
                d.values()[i * n + j] = d.values()[j * n + i] = flow * p * (1 - p) / 2;
            }
        return d;
    }

    /** From the symmetric gradient of all logits to that of f. */
    public Matrix toCodes(Matrix dLogits) {
        return dLogits.symmetricTimesInOrder(f).scale(2);
    }
}
