package dpgnn.generate;

import dpgnn.linear.Matrix;
import dpgnn.random.Stream;
import java.util.ArrayList;
import java.util.List;

/** Two dense layers f; a pair of nodes is linked with probability sigmoid(&lt;f(z_i), f(z_j)&gt;). */
final class Decoder {
    private final Dense first;
    private final Dense second;
    private final List<Parameter> parameters = new ArrayList<>();
    private Matrix hidden;

    Decoder(int codeWidth, int hiddenWidth, int outWidth, Stream coins) {
        first = new Dense(codeWidth, hiddenWidth, coins);
        second = new Dense(hiddenWidth, outWidth, coins);
        parameters.addAll(first.parameters());
        parameters.addAll(second.parameters());
    }

    List<Parameter> parameters() {
        return parameters;
    }

    Matrix forward(Matrix z) {
        hidden = first.forward(z).relu();
        return second.forward(hidden);
    }

    Matrix apply(Matrix z) {
        return second.apply(first.apply(z).relu());
    }

    /** Adds to the gradients and returns that of the codes. */
    Matrix backward(Matrix df) {
        return first.backward(second.backward(df).where(hidden));
    }

    /** A copy of the weights, for a release. */
    double[][] weights() {
        return parameters.stream().map(p -> p.value.values().clone()).toArray(double[][]::new);
    }
}
