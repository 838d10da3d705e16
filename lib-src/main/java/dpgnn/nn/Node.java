package dpgnn.nn;

/** One operation of a network: its output and, where anything before it has parameters, the gradient of the output. */
abstract class Node {
    final int width;
    /** Whether the backward pass has to come here. */
    final boolean learns;

    Matrix out;
    Matrix gradient;
    private boolean started;

    Node(int width, boolean learns) {
        this.width = width;
        this.learns = learns;
    }

    /** Makes the matrices; once, before the first pass. */
    void prepare(Kernels kernels) {
        out = kernels.matrix(width);
        if (learns) gradient = kernels.matrix(width);
    }

    abstract void forward(Pass pass);

    /** Passes {@link #gradient} on to the inputs that learn. */
    abstract void backward(Pass pass);

    /** Makes the output zero in all examples but those that are kept. */
    void clear(Kernels kernels, Space space, boolean[] kept) {
        kernels.clear(out, space, kept);
    }

    void reset() {
        started = false;
    }

    /** Whether a gradient is there already, so that the next one has to be added to it. */
    boolean begun() {
        boolean before = started;
        started = true;
        return before;
    }

    /** The gradient with its rows, zero unless something was added already. */
    Matrix zeroedGradient(Kernels kernels) {
        if (!begun()) {
            gradient.resize(out.rows());
            kernels.fill(gradient, 0);
        }
        return gradient;
    }
}
