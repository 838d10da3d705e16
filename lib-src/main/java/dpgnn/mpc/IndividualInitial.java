package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.Stream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Figure 3a: the holder starts from X_p W_p, its own columns and weights, and shows nobody. */
final class IndividualInitial implements InitialLayer {
    private final Settings settings;
    private final SparseMatrix features;
    private final Weights weights;

    IndividualInitial(Settings settings, SparseMatrix features, Stream init) {
        this.settings = settings;
        this.features = features;
        weights = Weights.of(Matrix.glorot(features.columns(), settings.width(), init));
    }

    @Override
    public void prepare(int firstEpoch) {}

    @Override
    public Matrix forward(int epoch) {
        return features.times(weights.value());
    }

    @Override
    public void backward(int epoch, Matrix gradient) {
        weights.gradient(features.transpose().times(gradient));
        weights.update(settings.initialRule(), settings.initialRate(), settings.decay(), epoch + 1);
    }

    @Override
    public void keepBest() {
        weights.keepBest();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        Weights.save(List.of(weights), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        Weights.load(List.of(weights), in);
    }
}
