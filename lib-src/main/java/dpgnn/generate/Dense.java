package dpgnn.generate;

import dpgnn.linear.Matrix;
import dpgnn.random.Stream;
import java.util.List;

/** y = x W + b, with the backward pass of the latest forward pass. */
final class Dense {
    final Parameter weight;
    final Parameter bias;
    private Matrix input;

    Dense(int in, int out, Stream coins) {
        weight = new Parameter(Matrix.glorot(in, out, coins));
        bias = new Parameter(Matrix.of(1, out));
    }

    List<Parameter> parameters() {
        return List.of(weight, bias);
    }

    Matrix forward(Matrix x) {
        input = x;
        return apply(x);
    }

    /** The same without remembering the input. */
    Matrix apply(Matrix x) {
        return x.timesInOrder(weight.value).addToRows(bias.value);
    }

    /** Adds to the gradients and returns that of the input. */
    Matrix backward(Matrix dy) {
        accumulate(input, dy);
        return dy.timesTransposeInOrder(weight.value);
    }

    void accumulate(Matrix x, Matrix dy) {
        weight.gradient.add(x.transposeTimesInOrder(dy));
        bias.gradient.add(dy.columnSums());
    }
}
