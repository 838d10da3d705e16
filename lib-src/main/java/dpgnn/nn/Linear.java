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
    /** Between the two factors of compressed features. */
    private Matrix between;

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
        between = kernels.matrix(width);
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

    private List<Spread> factors() {
        return in instanceof Input input ? input.factors() : List.of();
    }

    /** out = the compressed features times the weights, from the last factor to the first. */
    private void spread(Kernels kernels, List<Spread> factors) {
        if (factors.size() == 2) kernels.spread(factors.get(1), weight, between, false);
        kernels.multiply(factors.get(0), factors.size() == 2 ? between : weight, out);
    }

    /** The weights' gradient = the transposed features times the signal, from the first factor to the last. */
    private void spreadBack(Kernels kernels, List<Spread> factors, boolean accumulate) {
        List<Spread> turned = ((Input) in).turned();
        int last = factors.size() - 1;
        if (last == 1) turn(kernels, factors, turned, 0, gradient, between, false);
        turn(kernels, factors, turned, last, last == 1 ? between : gradient, weightGradient, accumulate);
    }

    private static void turn(
            Kernels kernels, List<Spread> factors, List<Spread> turned, int k, Matrix from, Matrix to, boolean add) {
        if (turned.isEmpty()) kernels.spreadBack(factors.get(k), from, to, add);
        else kernels.spread(turned.get(k), from, to, add);
    }

    @Override
    void forward(Pass pass) {
        one = false;
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
        Space rows = space.apply(pass.layout());
        if (exact != null) exact.addSquaredNorms(inputs(), gradient, rows, squared);
        else if (pass.first() && pass.last() && rows.examples == 1) squared[0] += squaredNormOfOne(pass);
        else if (!factors().isEmpty()) pass.kernels().addSquaredNorms(factors().get(0), gradient, times, rows, squared);
        else pass.kernels().addSquaredNorms(in.out, gradient, times, rows, squared);
    }

    private InputRows inputs() {
        return factors().isEmpty()
                ? new DenseRows(((HostMatrix) in.out).read(), in.width)
                : factors().get(0);
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
    public void clear(Pass pass, boolean[] kept) {
        if (one) return;
        in.clear(pass.kernels(), space.apply(pass.layout()), kept);
        pass.kernels().clear(gradient, space.apply(pass.layout()), kept);
    }

    @Override
    public void writeGradient(Pass pass, double[] factor, float[] flat) {
        if (exact != null) {
            exact.add(inputs(), gradient, space.apply(pass.layout()), factor, weightSlot, biasSlot, pass);
            return;
        }
        if (one && factor[0] == 0) return;
        if (one) {
            List<Slot> slots = slots();
            for (int i = 0; i < formed.length; i++)
                Loops.axpy(formed[i], 0, (float) factor[0], flat, slots.get(i).offset(), formed[i].length);
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
        else if (!factors().isEmpty()) spreadBack(kernels, factors(), accumulate);
        else kernels.multiply(in.out, true, gradient, false, weightGradient, accumulate);
    }

    private void take(Kernels kernels, Slot slot, float[] into) {
        kernels.download(slot == biasSlot ? biasGradient : weightGradient, into);
    }
}
