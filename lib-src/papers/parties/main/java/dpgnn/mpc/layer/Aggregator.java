package dpgnn.mpc.layer;

import dpgnn.graph.Graph;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.Arrays;

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
            case SAGE_MEAN -> ConvolutionLayer.sage(GraphMatrices.mean(edges), sageWeights(width, stream));
            case GCN ->
                ConvolutionLayer.gcn(
                        GraphMatrices.symmetric(edges), TrainedMatrix.of(Matrix.glorot(width, width, stream)));
            case GAT ->
                new GatLayer(
                        GraphMatrices.symmetric(edges),
                        TrainedMatrix.of(Matrix.glorot(width, width, stream)),
                        TrainedMatrix.of(Matrix.glorot(1, width, stream)),
                        TrainedMatrix.of(Matrix.glorot(1, width, stream)));
        };
    }

    /**
     * {@link #SAGE_MEAN} at some nodes alone, from embeddings of these and at least their neighbours. Both lists are in ascending
     * order. Rows are those of {@link #layer}, to the last bit.
     */
    public static HolderLayer sageAt(int[] nodes, int[] known, Graph edges, TrainedMatrix weights) {
        int[] places = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) places[i] = Arrays.binarySearch(known, nodes[i]);
        return ConvolutionLayer.sage(GraphMatrices.mean(edges).part(nodes, known), places, weights);
    }

    /** The weights with which {@link #SAGE_MEAN} starts. */
    public static TrainedMatrix sageWeights(int width, RandomStream stream) {
        return TrainedMatrix.of(Matrix.glorot(2 * width, width, stream));
    }
}
