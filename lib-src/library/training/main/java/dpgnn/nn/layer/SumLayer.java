package dpgnn.nn.layer;

/** The sum of two matrices of the same rows; the second may be narrower and is then padded with zero columns. */
final class SumLayer extends Layer {
    private final Layer a;
    private final Layer b;

    SumLayer(Layer a, Layer b) {
        super(a.width, a.learns || b.learns);
        this.a = a;
        this.b = b;
    }

    @Override
    public void forward(PassContext pass) {
        out.resize(a.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(a.out, 1f, out);
        pass.kernels().add(b.out, 1f, out);
    }

    @Override
    public void backward(PassContext pass) {
        if (a.learns) pass.kernels().add(gradient, 1f, a.zeroedGradient(pass.kernels()));
        if (b.learns) pass.kernels().add(gradient, 1f, b.zeroedGradient(pass.kernels()));
    }
}
