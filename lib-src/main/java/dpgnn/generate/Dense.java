package dpgnn.generate;

import dpgnn.random.Stream;
import java.util.List;

/** y = x W + b, with the backward pass of the latest forward pass. */
final class Dense {
    final Parameter weight;
    final Parameter bias;
    private Matrix input;

    Dense(int in, int out, Stream coins) {
        weight = new Parameter(Matrix.glorot(in, out, coins));
        bias = new Parameter(new Matrix(1, out));
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
        Matrix y = x.times(weight.value);
        for (int i = 0; i < y.rows; i++) Matrix.axpy(1, bias.value.values, 0, y.values, i * y.columns, y.columns);
        return y;
    }

    /** Adds to the gradients and returns that of the input. */
    Matrix backward(Matrix dy) {
        accumulate(input, dy);
        return dy.timesTransposed(weight.value);
    }

    void accumulate(Matrix x, Matrix dy) {
        weight.gradient.add(x.transposedTimes(dy));
        Matrix.axpy(1, dy.columnSums(), 0, bias.gradient.values, 0, dy.columns);
    }
}
