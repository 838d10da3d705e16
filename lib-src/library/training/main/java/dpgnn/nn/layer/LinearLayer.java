package dpgnn.nn.layer;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.HostMatrix;
import dpgnn.nn.kernel.InputRows;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import dpgnn.nn.kernel.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Computes out = act(in W + times * b). */
public final class LinearLayer extends Layer implements LearnedLayer {
    final Layer in;
    private final int layer;
    final ParameterSlot weightSlot;
    final ParameterSlot biasSlot;
    final float times;
    private final Activation activation;
    private final Function<BatchLayout, RowSet> space;
    private FloatMatrix weight;
    private FloatMatrix bias;
    /** Between the two factors of compressed features. */
    private FloatMatrix between;

    private LinearGradient own;

    public LinearLayer(
            Layer in,
            ParameterSlot weight,
            ParameterSlot bias,
            float times,
            Activation activation,
            Function<BatchLayout, RowSet> space) {
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
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        weight = kernels.matrix(width);
        bias = kernels.matrix(width);
        between = kernels.matrix(width);
        own = kernels.exact() ? new ExactGradient(this).by(kernels) : new FloatGradient(this, kernels);
    }

    @Override
    public int layer() {
        return layer;
    }

    /** Its arrays, in the order of the flat buffer. */
    List<ParameterSlot> slots() {
        List<ParameterSlot> slots = new ArrayList<>(List.of(weightSlot));
        if (biasSlot != null) slots.add(biasSlot);
        return slots;
    }

    @Override
    public void load(Weights weights) {
        weights.load(weightSlot, weight);
        if (biasSlot != null) weights.load(biasSlot, bias);
    }

    /** Its inputs as compressed rows, where they are, in one factor or two. */
    List<SparseRows> factors() {
        return in instanceof InputLayer input ? input.factors() : List.of();
    }

    /** out = the compressed features times the weights, from the last factor to the first. */
    private void spread(Kernels kernels, List<SparseRows> factors) {
        if (factors.size() == 2) kernels.spread(factors.get(1), weight, between, false);
        kernels.multiply(factors.get(0), factors.size() == 2 ? between : weight, out);
    }

    @Override
    public void forward(PassContext pass) {
        Kernels kernels = pass.kernels();
        List<SparseRows> factors = factors();
        if (!factors.isEmpty()) spread(kernels, factors);
        else kernels.multiply(in.out, false, weight, false, out, false);
        kernels.biasActivate(out, biasSlot == null ? null : bias, times, activation);
    }

    @Override
    public void backward(PassContext pass) {
        Kernels kernels = pass.kernels();
        if (activation != Activation.IDENTITY) kernels.activateBack(out, gradient, activation, gradient, false);
        if (!in.learns) return;
        boolean begun = in.begun();
        kernels.multiply(gradient, false, weight, true, in.gradient, begun);
    }

    /** How many rows a batch has here. */
    public int rows(BatchLayout layout) {
        return space.apply(layout).rows();
    }

    public int inputWidth() {
        return in.width;
    }

    /** How many values it learns. */
    public int weights() {
        return slots().stream().mapToInt(ParameterSlot::size).sum();
    }

    @Override
    public void addSquaredNorms(PassContext pass, double[] squared) {
        own.addSquaredNorms(pass, space.apply(pass.layout()), squared);
    }

    /** Its inputs, row by row, from a host's kernels. */
    InputRows inputs() {
        return factors().isEmpty() ? (HostMatrix) in.out : factors().get(0);
    }

    @Override
    public void clear(PassContext pass, boolean[] kept) {
        if (own.formed()) return;
        in.clear(pass.kernels(), space.apply(pass.layout()), kept);
        pass.kernels().clear(gradient, space.apply(pass.layout()), kept);
    }

    @Override
    public void writeGradient(PassContext pass, double[] factor, GradientSum into) {
        own.add(pass, space.apply(pass.layout()), factor, into);
    }
}
