package dpgnn.nn.layer;

import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.RowSet;

/** Measures and sums the gradients of a linear map, in floating point or exactly. */
interface LinearGradient {
    /** Adds the squared norm of each example's gradient. */
    void addSquaredNorms(PassContext pass, RowSet rows, double[] squared);

    /** Whether the gradient is formed already, so that inputs and signals are not needed any more. */
    boolean formed();

    /** Adds the examples' gradients, each scaled by its factor, to the sum; it changes the signals. */
    void add(PassContext pass, RowSet rows, double[] factor, GradientSum into);
}
