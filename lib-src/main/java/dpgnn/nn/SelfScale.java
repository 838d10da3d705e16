package dpgnn.nn;

import java.util.List;
import java.util.function.Function;

/** out = (1 + lambda) in, lambda being learned: what GIN gives to the row itself. */
final class SelfScale extends Node implements Learner {
    private final Node in;
    private final Slot slot;
    private final Function<Layout, Space> space;
    private float lambda;
    private double[] dots = new double[16];

    SelfScale(Node in, Slot slot, Function<Layout, Space> space) {
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
    public List<Slot> slots() {
        return List.of(slot);
    }

    @Override
    public void load(Kernels kernels, float[] flat) {
        lambda = flat[slot.offset()];
    }

    @Override
    void forward(Pass pass) {
        out.resize(in.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(in.out, 1 + lambda, out);
    }

    @Override
    void backward(Pass pass) {
        if (in.learns) pass.kernels().add(gradient, 1 + lambda, in.zeroedGradient(pass.kernels()));
    }

    @Override
    public void addSquaredNorms(Pass pass, double[] squared) {
        Space rows = space.apply(pass.layout());
        readDots(pass);
        for (int e = 0; e < rows.examples; e++) {
            double sum = 0;
            for (int r = rows.exampleStart[e]; r < rows.exampleStart[e + 1]; r++) sum += dots[r];
            squared[e] += sum * sum;
        }
    }

    @Override
    public void clear(Pass pass, boolean[] kept) {
        in.clear(pass.kernels(), space.apply(pass.layout()), kept);
        pass.kernels().clear(gradient, space.apply(pass.layout()), kept);
    }

    @Override
    public void writeGradient(Pass pass, double[] factor, GradientSum into) {
        readDots(pass);
        into.add(slot, space.apply(pass.layout()), dots, factor);
    }

    private void readDots(Pass pass) {
        dots = Grow.to(dots, gradient.rows());
        pass.kernels().rowDots(in.out, gradient, dots);
    }
}
