package dpgnn.generate.net;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Decodes pairs of codes with two dense layers f: a pair of nodes is linked with probability sigmoid(&lt;f(z_i), f(z_j)&gt;). */
public final class Decoder {
    private final DenseLayer first;
    private final DenseLayer second;
    private final List<NetParameter> parameters = new ArrayList<>();
    private Matrix hidden;

    public Decoder(int codeWidth, int hiddenWidth, int outWidth, RandomStream coins) {
        first = new DenseLayer(codeWidth, hiddenWidth, coins);
        second = new DenseLayer(hiddenWidth, outWidth, coins);
        parameters.addAll(first.parameters());
        parameters.addAll(second.parameters());
    }

    public List<NetParameter> parameters() {
        return parameters;
    }

    public Matrix forward(Matrix z) {
        hidden = first.forward(z).relu();
        return second.forward(hidden);
    }

    public Matrix apply(Matrix z) {
        return second.apply(first.apply(z).relu());
    }

    /** Adds to the gradients and returns that of the codes. */
    public Matrix backward(Matrix df) {
        return first.backward(second.backward(df).where(hidden));
    }

    /** A copy of the weights, for a release. */
    public double[][] weights() {
        return parameters.stream().map(p -> p.value.values().clone()).toArray(double[][]::new);
    }
}
