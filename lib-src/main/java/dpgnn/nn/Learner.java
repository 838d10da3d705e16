package dpgnn.nn;

import java.util.List;

/** An operation with parameters: it knows the norm of each example's gradient without forming it. */
interface Learner {
    /** The number of its layer, by which thresholds and norms are counted. */
    int layer();

    /** Its arrays, in the order of the flat buffer. */
    List<Slot> slots();

    /** Takes its values out of the flat parameters. */
    void load(Pass pass, float[] flat);

    /** Adds the squared norm of each example's gradient. Called after the backward pass has come here. */
    void addSquaredNorms(Pass pass, double[] squared);

    /** Writes the gradient, each example's scaled by its factor, into its places of the flat gradient. */
    void writeGradient(Pass pass, float[] factor, float[] flat);
}
