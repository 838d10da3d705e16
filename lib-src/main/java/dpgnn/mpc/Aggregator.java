package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.random.Stream;

/** How a holder spreads embeddings over its own edges; the paper uses the first and says that any would do. */
public enum Aggregator {
    /** tanh([h ; mean of neighbours] W), W of 2d x d. */
    SAGE_MEAN,
    /** tanh(Â h W) with the symmetrically normalised neighbourhood. */
    GCN,
    /** tanh of neighbours' h W weighted by one head of attention. */
    GAT;

    Propagation layer(Graph edges, int width, Stream stream) {
        return switch (this) {
            case SAGE_MEAN ->
                new SageLayer(GraphMatrices.mean(edges), Weights.of(Matrix.glorot(2 * width, width, stream)));
            case GCN -> new GcnLayer(GraphMatrices.symmetric(edges), Weights.of(Matrix.glorot(width, width, stream)));
            case GAT ->
                new GatLayer(
                        GraphMatrices.symmetric(edges),
                        Weights.of(Matrix.glorot(width, width, stream)),
                        Weights.of(Matrix.glorot(1, width, stream)),
                        Weights.of(Matrix.glorot(1, width, stream)));
        };
    }
}
