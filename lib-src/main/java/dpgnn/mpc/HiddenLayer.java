package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.random.Stream;
import java.util.ArrayList;
import java.util.List;

/** The server's part of the network: combine, then sigmoid(c Ws + bs). */
final class HiddenLayer {
    private final Combiner combiner;
    private final List<Weights> mix;
    private final Weights weights;
    private final Weights bias;
    private List<Matrix> parts;
    private Matrix combined;
    private Matrix output;

    HiddenLayer(Combiner combiner, int holders, int width, Stream stream) {
        this.combiner = combiner;
        mix = combiner.start(holders, width);
        weights = Weights.of(Matrix.glorot(combiner.columns(holders, width), width, stream));
        bias = Weights.of(Matrix.of(1, width));
    }

    Matrix forward(List<Matrix> embeddings) {
        parts = embeddings;
        combined = combiner.combine(embeddings, mix);
        Matrix pre = combined.times(weights.value()).addToRows(bias.value());
        output = pre.map(x -> 1 / (1 + Math.exp(-x)));
        return output;
    }

    List<Matrix> backward(Matrix gradient) {
        Matrix before = gradient.copy();
        for (int i = 0; i < before.values().length; i++) {
            double z = output.values()[i];
            before.values()[i] *= z * (1 - z);
        }
        weights.gradient(combined.transposeTimes(before));
        bias.gradient(before.columnSums());
        return combiner.split(before.timesTranspose(weights.value()), parts, mix);
    }

    List<Weights> weights() {
        List<Weights> all = new ArrayList<>(mix);
        all.add(weights);
        all.add(bias);
        return all;
    }
}
