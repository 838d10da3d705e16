package dpgnn.nn;

/** How the gradients of a linear map are measured and added up: in floating point or exactly. */
interface LinearGradient {
    /** Adds the squared norm of each example's gradient. */
    void addSquaredNorms(Pass pass, Space rows, double[] squared);

    /** Whether the gradient is formed already, so that inputs and signals are not needed any more. */
    boolean formed();

    /** Adds the examples' gradients, each scaled by its factor, to the sum; it changes the signals. */
    void add(Pass pass, Space rows, double[] factor, GradientSum into);
}
