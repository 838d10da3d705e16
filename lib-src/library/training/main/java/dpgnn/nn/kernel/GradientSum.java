package dpgnn.nn.kernel;

/** The sum to which the clipped gradients of examples are added: floats in experiments, whole numbers of steps in releases. */
public abstract class GradientSum {
    /** An empty sum of the same kind. */
    public abstract GradientSum another();

    /** Leaves what it comes to in the array that it was made for. */
    public void finish() {}

    /** Makes it empty, to be added to this one in the end. */
    public abstract void begin(GradientSum whole);

    /** Adds all of another sum of its kind. */
    public abstract void add(GradientSum other);

    /** Adds the gradient of one example, scaled by its factor, at its place in the parameters. */
    public abstract void add(float[] gradient, double factor);

    /** Adds the gradients of a slot of one number, each the sum of its example's rows, scaled by the example's factor. */
    public abstract void add(ParameterSlot slot, RowSet rows, double[] gradients, double[] factor);
}
