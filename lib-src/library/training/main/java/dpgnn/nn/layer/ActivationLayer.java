package dpgnn.nn.layer;

import dpgnn.nn.kernel.Activation;

/** Applies an activation alone. */
final class ActivationLayer extends Layer {
    private final Layer in;
    private final Activation activation;

    ActivationLayer(Layer in, Activation activation) {
        super(in);
        this.in = in;
        this.activation = activation;
    }

    @Override
    public void forward(PassContext pass) {
        pass.kernels().activate(in.out, activation, out);
    }

    @Override
    public void backward(PassContext pass) {
        if (in.learns) pass.kernels().activateBack(out, gradient, activation, in.gradient, in.begun());
    }
}
