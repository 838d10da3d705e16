package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One map over sums of neighbours, without bias and normalisation: a graph convolution (Kipf and Welling 2017), or GraphSAGE with
 * the mean over all neighbours (Hamilton, Ying and Leskovec 2017), which sees a node's own row beside the sum.
 */
final class ConvolutionLayer implements HolderLayer {
    private final SparseMatrix neighbourhood;
    private final TrainedMatrix weights;
    private final int[] own;
    private Matrix input;
    private Matrix output;

    private ConvolutionLayer(SparseMatrix neighbourhood, int[] own, TrainedMatrix weights) {
        this.neighbourhood = neighbourhood;
        this.own = own;
        this.weights = weights;
    }

    static ConvolutionLayer gcn(SparseMatrix neighbourhood, TrainedMatrix weights) {
        return new ConvolutionLayer(neighbourhood, null, weights);
    }

    static ConvolutionLayer sage(SparseMatrix neighbourhood, TrainedMatrix weights) {
        return sage(neighbourhood, IntStream.range(0, neighbourhood.rows()).toArray(), weights);
    }

    /** @param own where among the embeddings that come in is each node whose embedding goes out */
    static ConvolutionLayer sage(SparseMatrix neighbourhood, int[] own, TrainedMatrix weights) {
        return new ConvolutionLayer(neighbourhood, own, weights);
    }

    @Override
    public Matrix forward(Matrix h) {
        Matrix sums = neighbourhood.times(h);
        if (own == null) input = sums;
        else input = (own.length == h.rows() ? h : h.pick(own)).beside(sums);
        output = input.times(weights.value()).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        weights.gradient(input.transposeTimes(before));
        Matrix back = before.timesTranspose(weights.value());
        if (own == null) return neighbourhood.transpose().times(back);
        int d = back.columns() / 2;
        Matrix past = neighbourhood.transpose().times(back.slice(d, 2 * d));
        if (own.length == past.rows()) return back.slice(0, d).add(1, past);
        for (int i = 0; i < own.length; i++) Matrix.axpy(1, back.values(), i * 2 * d, past.values(), own[i] * d, d);
        return past;
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights);
    }
}
