package dpgnn.nn;

/** Each row divided by its L2 norm. */
final class Normalise extends Node {
    private final Node in;
    private double[] norms = new double[16];

    Normalise(Node in) {
        super(in.width, in.learns);
        this.in = in;
    }

    @Override
    void forward(Pass pass) {
        norms = Grow.to(norms, in.out.rows());
        pass.kernels().normalise(in.out, out, norms);
    }

    @Override
    void backward(Pass pass) {
        if (in.learns) pass.kernels().normaliseBack(out, gradient, norms, in.zeroedGradient(pass.kernels()));
    }
}
