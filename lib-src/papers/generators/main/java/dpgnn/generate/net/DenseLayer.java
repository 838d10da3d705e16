package dpgnn.generate.net;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.List;

/** A dense layer, y = x W + b, with the backward pass of the latest forward pass. */
public final class DenseLayer {
    final NetParameter weight;
    final NetParameter bias;
    private Matrix input;

    public DenseLayer(int in, int out, RandomStream coins) {
        weight = new NetParameter(Matrix.glorot(in, out, coins));
        bias = new NetParameter(Matrix.of(1, out));
    }

    public List<NetParameter> parameters() {
        return List.of(weight, bias);
    }

    public Matrix forward(Matrix x) {
        input = x;
        return apply(x);
    }

    /** The layer's output, without remembering the input. */
    public Matrix apply(Matrix x) {
        return x.timesInOrder(weight.value).addToRows(bias.value);
    }

    /** Adds to the gradients and returns that of the input. */
    public Matrix backward(Matrix dy) {
        return backward(input, dy);
    }

    /** The backward pass for an input that the caller remembers. */
    public Matrix backward(Matrix x, Matrix dy) {
        weight.gradient.add(x.transposeTimesInOrder(dy));
        bias.gradient.add(dy.columnSums());
        return dy.timesTransposeInOrder(weight.value);
    }
}
