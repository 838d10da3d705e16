package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.Weights;
import java.util.function.Function;

/** Computes out = (1 + lambda) in with a learned lambda: the weight that GIN gives to the row itself. */
final class SelfScaleLayer extends Layer implements LearnedLayer {
    private final Layer in;
    private final ParameterSlot slot;
    private final Function<BatchLayout, RowSet> space;
    private float lambda;
    private double[] dots = new double[16];

    SelfScaleLayer(Layer in, ParameterSlot slot, Function<BatchLayout, RowSet> space) {
        super(in.width, true);
        this.in = in;
        this.slot = slot;
        this.space = space;
    }

    @Override
    public int layer() {
        return slot.layer();
    }

    @Override
    public void load(Weights weights) {
        lambda = weights.read(slot)[0];
    }

    @Override
    public void forward(PassContext pass) {
        out.resize(in.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(in.out, 1 + lambda, out);
    }

    @Override
    public void backward(PassContext pass) {
        if (in.learns) pass.kernels().add(gradient, 1 + lambda, in.zeroedGradient(pass.kernels()));
    }

    @Override
    public void addSquaredNorms(PassContext pass, double[] squared) {
        RowSet rows = space.apply(pass.layout());
        readDots(pass);
        for (int e = 0; e < rows.examples; e++) {
            double sum = 0;
            for (int r = rows.exampleStart[e]; r < rows.exampleStart[e + 1]; r++) sum += dots[r];
            squared[e] += sum * sum;
        }
    }

    @Override
    public void clear(PassContext pass, boolean[] kept) {
        in.clear(pass.kernels(), space.apply(pass.layout()), kept);
        pass.kernels().clear(gradient, space.apply(pass.layout()), kept);
    }

    @Override
    public void writeGradient(PassContext pass, double[] factor, GradientSum into) {
        readDots(pass);
        into.add(slot, space.apply(pass.layout()), dots, factor);
    }

    private void readDots(PassContext pass) {
        dots = Buffers.to(dots, gradient.rows());
        pass.kernels().rowDots(in.out, gradient, dots);
    }
}
