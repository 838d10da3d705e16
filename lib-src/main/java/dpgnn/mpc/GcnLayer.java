package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/** A graph convolution (Kipf and Welling 2017) over one holder's edges. */
final class GcnLayer implements Propagation {
    private final SparseMatrix neighbourhood;
    private final Weights weights;
    private Matrix spread;
    private Matrix output;

    GcnLayer(SparseMatrix neighbourhood, Weights weights) {
        this.neighbourhood = neighbourhood;
        this.weights = weights;
    }

    @Override
    public Matrix forward(Matrix h) {
        spread = neighbourhood.times(h);
        output = spread.times(weights.value()).map(Propagation::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = Propagation.throughTanh(gradient, output);
        weights.gradient(spread.transposeTimes(before));
        return neighbourhood.transpose().times(before.timesTranspose(weights.value()));
    }

    @Override
    public List<Weights> weights() {
        return List.of(weights);
    }
}
