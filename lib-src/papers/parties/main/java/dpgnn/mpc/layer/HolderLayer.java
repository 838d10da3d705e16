package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import java.util.List;

/** One layer of Algorithm 2 at one holder: embeddings in, embeddings over the holder's own edges out. */
public interface HolderLayer {
    Matrix forward(Matrix h);

    /** From the loss's derivative by the output to that by the input; leaves the weights' gradients in the weights. */
    Matrix backward(Matrix gradient);

    List<TrainedMatrix> weights();

    /** Through the exponential, which the compiler knows: Math.tanh takes five times as long. */
    static double tanh(double x) {
        return 1 - 2 / (Math.exp(2 * x) + 1);
    }

    /** The derivative by the argument of a hyperbolic tangent, from its value. */
    static Matrix throughTanh(Matrix gradient, Matrix value) {
        Matrix before = gradient.copy();
        double[] b = before.values();
        double[] t = value.values();
        for (int i = 0; i < b.length; i++) b[i] *= 1 - t[i] * t[i];
        return before;
    }
}
