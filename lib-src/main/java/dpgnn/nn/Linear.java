package dpgnn.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** out = act(in W + times * b). */
final class Linear extends Node implements Learner {
    final Node in;
    private final int layer;
    final Slot weightSlot;
    final Slot biasSlot;
    final float times;
    private final Activation activation;
    private final Function<Layout, Space> space;
    private Matrix weight;
    private Matrix bias;
    /** Between the two factors of compressed features. */
    private Matrix between;

    private LinearGradient own;

    Linear(Node in, Slot weight, Slot bias, float times, Activation activation, Function<Layout, Space> space) {
        super(weight.columns(), true);
        this.in = in;
        this.layer = weight.layer();
        this.weightSlot = weight;
        this.biasSlot = bias;
        this.times = bias == null ? 0f : times;
        this.activation = activation;
        this.space = space;
    }

    @Override
    void prepare(Kernels kernels) {
        super.prepare(kernels);
        weight = kernels.matrix(width);
        bias = kernels.matrix(width);
        between = kernels.matrix(width);
        own = kernels.exact() ? new ExactGradient(this) : new FloatGradient(this, kernels);
    }

    @Override
    public int layer() {
        return layer;
    }

    @Override
    public List<Slot> slots() {
        List<Slot> slots = new ArrayList<>(List.of(weightSlot));
        if (biasSlot != null) slots.add(biasSlot);
        return slots;
    }

    @Override
    public void load(Kernels kernels, float[] flat) {
        load(kernels, flat, weightSlot, weight);
        if (biasSlot != null) load(kernels, flat, biasSlot, bias);
    }

    private static void load(Kernels kernels, float[] flat, Slot slot, Matrix into) {
        kernels.upload(flat, slot.offset(), slot.rows(), into);
    }

    /** Its inputs as compressed rows, where they are, in one factor or two. */
    List<Spread> factors() {
        return in instanceof Input input ? input.factors() : List.of();
    }

    /** out = the compressed features times the weights, from the last factor to the first. */
    private void spread(Kernels kernels, List<Spread> factors) {
        if (factors.size() == 2) kernels.spread(factors.get(1), weight, between, false);
        kernels.multiply(factors.get(0), factors.size() == 2 ? between : weight, out);
    }

    @Override
    void forward(Pass pass) {
        Kernels kernels = pass.kernels();
        List<Spread> factors = factors();
        if (!factors.isEmpty()) spread(kernels, factors);
        else kernels.multiply(in.out, false, weight, false, out, false);
        kernels.biasActivate(out, biasSlot == null ? null : bias, times, activation);
    }

    @Override
    void backward(Pass pass) {
        Kernels kernels = pass.kernels();
        if (activation != Activation.IDENTITY) kernels.activateBack(out, gradient, activation, gradient, false);
        if (!in.learns) return;
        boolean begun = in.begun();
        kernels.multiply(gradient, false, weight, true, in.gradient, begun);
    }

    @Override
    public void addSquaredNorms(Pass pass, double[] squared) {
        own.addSquaredNorms(pass, space.apply(pass.layout()), squared);
    }

    /** Its inputs, row by row, from a host's kernels. */
    InputRows inputs() {
        return factors().isEmpty()
                ? new DenseRows(((HostMatrix) in.out).read(), in.width)
                : factors().get(0);
    }

    @Override
    public void clear(Pass pass, boolean[] kept) {
        if (own.formed()) return;
        in.clear(pass.kernels(), space.apply(pass.layout()), kept);
        pass.kernels().clear(gradient, space.apply(pass.layout()), kept);
    }

    @Override
    public void writeGradient(Pass pass, double[] factor, GradientSum into) {
        own.add(pass, space.apply(pass.layout()), factor, into);
    }
}
