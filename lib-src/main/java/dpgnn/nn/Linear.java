package dpgnn.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** out = act(in W + times * b). */
final class Linear extends Node implements Learner {
    private final Node in;
    private final int layer;
    private final Slot weightSlot;
    private final Slot biasSlot;
    private final float times;
    private final Activation activation;
    private final Function<Layout, Space> space;
    private Matrix weight;
    private Matrix bias;
    private Matrix weightGradient;
    private Matrix biasGradient;
    private float[] host = new float[16];
    /** The gradient of a batch of one example, which its norm needs already. */
    private float[][] formed;

    private boolean one;
    /** How gradients are summed where kernels are exact, else null. */
    private ExactGradient exact;

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
        weightGradient = kernels.matrix(width);
        bias = kernels.matrix(width);
        biasGradient = kernels.matrix(width);
        exact = kernels.exact() ? new ExactGradient(in.width, width, times) : null;
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

    private Spread sparse() {
        return in instanceof Input input ? input.sparse() : null;
    }

    private Spread turned() {
        return in instanceof Input input ? input.turned() : null;
    }

    @Override
    void forward(Pass pass) {
        one = false;
        Kernels kernels = pass.kernels();
        if (sparse() != null) kernels.spread(sparse(), weight, out, false);
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
        if (exact != null) exact.addSquaredNorms(in.out, gradient, space.apply(pass.layout()), squared);
        else if (pass.first() && pass.last() && space.apply(pass.layout()).examples == 1)
            squared[0] += squaredNormOfOne(pass);
        else pass.kernels().addSquaredNorms(in.out, gradient, times, space.apply(pass.layout()), squared);
    }

    /** A sum of one example has one gradient, and that is formed anyway. */
    private double squaredNormOfOne(Pass pass) {
        List<Slot> slots = slots();
        if (formed == null) {
            formed = new float[slots.size()][];
            for (int i = 0; i < formed.length; i++)
                formed[i] = new float[slots.get(i).size()];
        }
        double sum = 0;
        for (int i = 0; i < formed.length; i++) {
            form(pass.kernels(), slots.get(i), false);
            take(pass.kernels(), slots.get(i), formed[i]);
            sum += Loops.dot(formed[i], 0, formed[i], 0, formed[i].length);
        }
        one = true;
        return sum;
    }

    @Override
    public void writeGradient(Pass pass, float[] factor, float[] flat) {
        if (exact != null) {
            exact.add(in.out, gradient, space.apply(pass.layout()), factor, weightSlot, biasSlot, pass.exact());
            return;
        }
        if (one) {
            List<Slot> slots = slots();
            for (int i = 0; i < formed.length; i++)
                Loops.axpy(formed[i], 0, factor[0], flat, slots.get(i).offset(), formed[i].length);
            return;
        }
        Kernels kernels = pass.kernels();
        kernels.scale(gradient, space.apply(pass.layout()), factor);
        for (Slot slot : slots()) {
            form(kernels, slot, !pass.first());
            if (!pass.last()) continue;
            host = Grow.to(host, slot.size());
            take(kernels, slot, host);
            for (int i = 0; i < slot.size(); i++) flat[slot.offset() + i] += host[i];
        }
    }

    private void form(Kernels kernels, Slot slot, boolean accumulate) {
        if (slot == biasSlot) kernels.columnSums(gradient, times, biasGradient, accumulate);
        else if (sparse() != null && turned() != null) kernels.spread(turned(), gradient, weightGradient, accumulate);
        else if (sparse() != null) kernels.spreadBack(sparse(), gradient, weightGradient, accumulate);
        else kernels.multiply(in.out, true, gradient, false, weightGradient, accumulate);
    }

    private void take(Kernels kernels, Slot slot, float[] into) {
        kernels.download(slot == biasSlot ? biasGradient : weightGradient, into);
    }
}
