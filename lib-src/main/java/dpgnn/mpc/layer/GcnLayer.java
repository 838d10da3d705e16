package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/** A graph convolution (Kipf and Welling 2017) over one holder's edges. */
final class GcnLayer implements HolderLayer {
    private final SparseMatrix neighbourhood;
    private final TrainedMatrix weights;
    private Matrix spread;
    private Matrix output;

    GcnLayer(SparseMatrix neighbourhood, TrainedMatrix weights) {
        this.neighbourhood = neighbourhood;
        this.weights = weights;
    }

    @Override
    public Matrix forward(Matrix h) {
        spread = neighbourhood.times(h);
        output = spread.times(weights.value()).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        weights.gradient(spread.transposeTimes(before));
        return neighbourhood.transpose().times(before.timesTranspose(weights.value()));
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights);
    }
}
