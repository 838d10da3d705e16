package dpgnn.nn;

/** An activation by itself. */
final class Activate extends Node {
    private final Node in;
    private final Activation activation;

    Activate(Node in, Activation activation) {
        super(in.width, in.learns);
        this.in = in;
        this.activation = activation;
    }

    @Override
    void forward(Pass pass) {
        pass.kernels().activate(in.out, activation, out);
    }

    @Override
    void backward(Pass pass) {
        if (in.learns) pass.kernels().activateBack(out, gradient, activation, in.gradient, in.begun());
    }
}
