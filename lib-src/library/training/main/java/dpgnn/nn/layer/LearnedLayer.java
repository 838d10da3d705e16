package dpgnn.nn.layer;

import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.Weights;

/** An operation with parameters: it knows the norm of each example's gradient without forming it. */
public interface LearnedLayer {
    /** The number of its layer, by which thresholds and norms are counted. */
    int layer();

    /** Takes its values out of the parameters. */
    void load(Weights weights);

    /** Adds the squared norm of each example's gradient. Called after the backward pass has come here. */
    void addSquaredNorms(PassContext pass, double[] squared);

    /** Takes away what it has of all examples but those that are kept, so that they cannot spoil a product with others. */
    void clear(PassContext pass, boolean[] kept);

    /**
     * Adds the gradient, each example's scaled by its factor, to its places of the sum, at the latest with the last part of a
     * batch that goes into it.
     */
    void writeGradient(PassContext pass, double[] factor, GradientSum into);
}
