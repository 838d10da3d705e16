package dpgnn.nn;

/** What the clipped gradients of examples are added to: floats in experiments, whole numbers of steps in releases. */
abstract sealed class GradientSum permits FloatSum, ExactSum {
    /** An empty sum of the same kind. */
    abstract GradientSum another();

    /** Makes it empty, to be added to this one in the end. */
    abstract void begin(GradientSum whole);

    /** Adds all of another sum of its kind. */
    abstract void add(GradientSum other);

    /** Adds the gradient of one example, scaled by its factor, at its place in the parameters. */
    abstract void add(float[] gradient, double factor);

    /** Adds the gradients of a slot of one number, each the sum of its example's rows, scaled by the example's factor. */
    abstract void add(Slot slot, Space rows, double[] gradients, double[] factor);
}
