package dpgnn.mpc.layer;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;

/** Ways in which a holder spreads embeddings over its own edges. The paper uses the first and says that any would do. */
public enum Aggregator {
    /** tanh([h ; mean of neighbours] W), W of 2d x d. */
    SAGE_MEAN,
    /** tanh(Â h W) with the symmetrically normalised neighbourhood. */
    GCN,
    /** tanh of neighbours' h W weighted by one head of attention. */
    GAT;

    public HolderLayer layer(Graph edges, int width, RandomStream stream) {
        return switch (this) {
            case SAGE_MEAN ->
                new ConvolutionLayer(
                        GraphMatrices.mean(edges), TrainedMatrix.of(Matrix.glorot(2 * width, width, stream)), true);
            case GCN ->
                new ConvolutionLayer(
                        GraphMatrices.symmetric(edges), TrainedMatrix.of(Matrix.glorot(width, width, stream)), false);
            case GAT ->
                new GatLayer(
                        GraphMatrices.symmetric(edges),
                        TrainedMatrix.of(Matrix.glorot(width, width, stream)),
                        TrainedMatrix.of(Matrix.glorot(1, width, stream)),
                        TrainedMatrix.of(Matrix.glorot(1, width, stream)));
        };
    }
}
