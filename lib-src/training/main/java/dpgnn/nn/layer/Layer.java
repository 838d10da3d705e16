package dpgnn.nn.layer;

import dpgnn.base.Check;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;

/** One operation of a network: its output and, where anything before it has parameters, the gradient of the output. */
public abstract class Layer {
    public final int width;
    /** Whether the backward pass has to come here. */
    public final boolean learns;

    public FloatMatrix out;
    public FloatMatrix gradient;
    private boolean started;

    public Layer(int width, boolean learns) {
        this.width = width;
        this.learns = learns;
    }

    /** As wide as what it reads. */
    Layer(Layer in) {
        this(Check.given("in", in).width, in.learns);
    }

    /** Makes the matrices; once, before the first pass. */
    public void prepare(Kernels kernels) {
        out = kernels.matrix(width);
        if (learns) gradient = kernels.matrix(width);
    }

    public abstract void forward(PassContext pass);

    /** Whether it drops values in training. */
    public boolean drops() {
        return false;
    }

    /** Passes {@link #gradient} on to the inputs that learn. */
    public abstract void backward(PassContext pass);

    /** Makes the output zero in all examples but those that are kept. */
    void clear(Kernels kernels, RowSet space, boolean[] kept) {
        kernels.clear(out, space, kept);
    }

    public void reset() {
        started = false;
    }

    /** Whether a gradient is there already, so that the next one has to be added to it. */
    public boolean begun() {
        boolean before = started;
        started = true;
        return before;
    }

    /** The gradient with its rows, zero unless something was added already. */
    FloatMatrix zeroedGradient(Kernels kernels) {
        if (!begun()) {
            gradient.resize(out.rows());
            kernels.fill(gradient, 0);
        }
        return gradient;
    }
}
