package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Figure 3a: the holder starts from X_p W_p, its own columns and weights, and shows nobody. */
final class IndividualInitial implements InitialLayer {
    private final PpgnnSettings settings;
    private final SparseMatrix features;
    private final TrainedMatrix weights;

    IndividualInitial(PpgnnSettings settings, SparseMatrix features, RandomStream init) {
        this.settings = settings;
        this.features = features;
        weights = TrainedMatrix.of(Matrix.glorot(features.columns(), settings.width(), init));
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
        TrainedMatrix.save(List.of(weights), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        TrainedMatrix.load(List.of(weights), in);
    }
}
