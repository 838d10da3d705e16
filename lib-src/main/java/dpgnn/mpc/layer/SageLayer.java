package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/** GraphSAGE with the mean over all neighbours (Hamilton, Ying and Leskovec 2017), no bias and no normalisation. */
final class SageLayer implements HolderLayer {
    private final SparseMatrix mean;
    private final TrainedMatrix weights;
    private Matrix input;
    private Matrix output;

    SageLayer(SparseMatrix mean, TrainedMatrix weights) {
        this.mean = mean;
        this.weights = weights;
    }

    @Override
    public Matrix forward(Matrix h) {
        input = h.beside(mean.times(h));
        output = input.times(weights.value()).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        weights.gradient(input.transposeTimes(before));
        Matrix both = before.timesTranspose(weights.value());
        int d = both.columns() / 2;
        return both.slice(0, d).add(1, mean.transpose().times(both.slice(d, 2 * d)));
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights);
    }
}
