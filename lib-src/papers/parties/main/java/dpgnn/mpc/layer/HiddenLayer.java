package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** The server's part of the network: combine, then sigmoid(c Ws + bs). */
public final class HiddenLayer {
    private final Combiner combiner;
    private final List<TrainedMatrix> mix;
    private final TrainedMatrix weights;
    private final TrainedMatrix bias;
    private List<Matrix> parts;
    private Matrix combined;
    private Matrix output;

    public HiddenLayer(Combiner combiner, int holders, int width, RandomStream stream) {
        this.combiner = combiner;
        mix = combiner.start(holders, width);
        weights = TrainedMatrix.of(Matrix.glorot(combiner.columns(holders, width), width, stream));
        bias = TrainedMatrix.of(Matrix.of(1, width));
    }

    public Matrix forward(List<Matrix> embeddings) {
        parts = embeddings;
        combined = combiner.combine(embeddings, mix);
        Matrix pre = combined.times(weights.value()).addToRows(bias.value());
        output = pre.map(x -> 1 / (1 + Math.exp(-x)));
        return output;
    }

    public List<Matrix> backward(Matrix gradient) {
        Matrix before = gradient.copy();
        for (int i = 0; i < before.values().length; i++) {
            double z = output.values()[i];
            before.values()[i] *= z * (1 - z);
        }
        weights.gradient(combined.transposeTimes(before));
        bias.gradient(before.columnSums());
        return combiner.split(before.timesTranspose(weights.value()), parts, mix);
    }

    public List<TrainedMatrix> weights() {
        List<TrainedMatrix> all = new ArrayList<>(mix);
        all.add(weights);
        all.add(bias);
        return all;
    }
}
