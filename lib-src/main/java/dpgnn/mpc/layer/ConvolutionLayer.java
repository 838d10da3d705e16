package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/**
 * One map over sums of neighbours, without bias and normalisation: a graph convolution (Kipf and Welling 2017), or GraphSAGE with
 * the mean over all neighbours (Hamilton, Ying and Leskovec 2017), which sees a node's own row beside the sum.
 */
final class ConvolutionLayer implements HolderLayer {
    private final SparseMatrix neighbourhood;
    private final TrainedMatrix weights;
    private final boolean own;
    private Matrix input;
    private Matrix output;

    /** @param own whether a node's own row stands beside the sum of its neighbours' */
    ConvolutionLayer(SparseMatrix neighbourhood, TrainedMatrix weights, boolean own) {
        this.neighbourhood = neighbourhood;
        this.weights = weights;
        this.own = own;
    }

    @Override
    public Matrix forward(Matrix h) {
        Matrix sums = neighbourhood.times(h);
        input = own ? h.beside(sums) : sums;
        output = input.times(weights.value()).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        weights.gradient(input.transposeTimes(before));
        Matrix back = before.timesTranspose(weights.value());
        if (!own) return neighbourhood.transpose().times(back);
        int d = back.columns() / 2;
        return back.slice(0, d).add(1, neighbourhood.transpose().times(back.slice(d, 2 * d)));
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights);
    }
}
