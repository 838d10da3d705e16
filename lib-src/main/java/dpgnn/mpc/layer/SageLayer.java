package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/** GraphSAGE with the mean over all neighbours (Hamilton, Ying and Leskovec 2017), no bias and no normalisation. */
final class SageLayer implements HolderLayer {
    private final SparseMatrix mean;
    private final int[] own;
    private final TrainedMatrix weights;
    private Matrix input;
    private Matrix output;

    /**
     * @param own where among the embeddings that come in is each node whose embedding goes out; null where they are the same
     */
    SageLayer(SparseMatrix mean, int[] own, TrainedMatrix weights) {
        this.mean = mean;
        this.own = own;
        this.weights = weights;
    }

    @Override
    public Matrix forward(Matrix h) {
        input = (own == null ? h : h.pick(own)).beside(mean.times(h));
        output = input.times(weights.value()).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        weights.gradient(input.transposeTimes(before));
        Matrix both = before.timesTranspose(weights.value());
        int d = both.columns() / 2;
        Matrix past = mean.transpose().times(both.slice(d, 2 * d));
        if (own == null) return both.slice(0, d).add(1, past);
        for (int i = 0; i < own.length; i++) Matrix.axpy(1, both.values(), i * 2 * d, past.values(), own[i] * d, d);
        return past;
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights);
    }
}
