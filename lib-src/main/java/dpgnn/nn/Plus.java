package dpgnn.nn;

/** The sum of two matrices of the same rows; the second may be narrower and is then padded with zero columns. */
final class Plus extends Node {
    private final Node a;
    private final Node b;

    Plus(Node a, Node b) {
        super(a.width, a.learns || b.learns);
        this.a = a;
        this.b = b;
    }

    @Override
    void forward(Pass pass) {
        out.resize(a.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(a.out, 1f, out);
        pass.kernels().add(b.out, 1f, out);
    }

    @Override
    void backward(Pass pass) {
        if (a.learns) pass.kernels().add(gradient, 1f, a.zeroedGradient(pass.kernels()));
        if (b.learns) pass.kernels().add(gradient, 1f, b.zeroedGradient(pass.kernels()));
    }
}
