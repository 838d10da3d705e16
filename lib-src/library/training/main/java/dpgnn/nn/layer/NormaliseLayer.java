package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;

/** Divides each row by its L2 norm. */
final class NormaliseLayer extends Layer {
    private final Layer in;
    private double[] norms = new double[16];

    NormaliseLayer(Layer in) {
        super(in);
        this.in = in;
    }

    @Override
    public void forward(PassContext pass) {
        norms = Buffers.to(norms, in.out.rows());
        pass.kernels().normalise(in.out, out, norms);
    }

    @Override
    public void backward(PassContext pass) {
        if (in.learns) pass.kernels().normaliseBack(out, gradient, norms, in.zeroedGradient(pass.kernels()));
    }
}
