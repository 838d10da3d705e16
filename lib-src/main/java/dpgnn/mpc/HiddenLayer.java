package dpgnn.mpc;

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
        Matrix pre = combined.times(weights.value());
        int d = pre.columns();
        double[] b = bias.value().values();
        for (int i = 0; i < pre.values().length; i++) pre.values()[i] += b[i % d];
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
        bias.gradient(columnSums(before));
        return combiner.split(before.timesTranspose(weights.value()), parts, mix);
    }

    static Matrix columnSums(Matrix m) {
        Matrix sum = Matrix.of(1, m.columns());
        for (int i = 0; i < m.rows(); i++) for (int j = 0; j < m.columns(); j++) sum.values()[j] += m.get(i, j);
        return sum;
    }

    List<Weights> weights() {
        List<Weights> all = new ArrayList<>(mix);
        all.add(weights);
        all.add(bias);
        return all;
    }
}
