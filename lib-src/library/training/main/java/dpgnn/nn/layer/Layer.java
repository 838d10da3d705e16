package dpgnn.nn.layer;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** One operation of a network: its output and, where anything before it has parameters, the gradient of the output. */
public abstract class Layer {
    public final int width;
    /** Whether the backward pass has to come here. */
    public final boolean learns;

    public FloatMatrix out;
    public FloatMatrix gradient;
    private boolean started;

    public Layer(int width, boolean learns) {
        this.width = width;
        this.learns = learns;
    }

    /** As wide as what it reads. */
    Layer(Layer in) {
        this(Check.given("in", in).width, in.learns);
    }

    /**
     * The features, aggregated on the way in.
     *
     * @param mayBeSparse whether all readers are linear maps, which take compressed rows
     * @param rows fills which nodes each row is made of
     */
    public static Layer input(int width, boolean mayBeSparse, BiConsumer<BatchLayout, SparseRows> rows) {
        return new InputLayer(width, mayBeSparse, rows);
    }

    /** Rows made from the rows of another row set: aggregation, broadcasting, picking. */
    public static Layer gathered(Layer in, BiConsumer<BatchLayout, SparseRows> rows) {
        return new GatherLayer(in, rows);
    }

    public static Layer activated(Layer in, Activation activation) {
        return new ActivationLayer(in, activation);
    }

    /** Each entry is 0 in training with this probability. */
    public static Layer dropped(Layer in, double rate) {
        return new DropoutLayer(in, rate);
    }

    /** Each row over its L2 norm. */
    public static Layer normalised(Layer in) {
        return new NormaliseLayer(in);
    }

    /** Less the mean, over the deviation, of all entries of one example. */
    public static Layer standardised(Layer in, Function<BatchLayout, RowSet> space) {
        return new StandardiseLayer(in, space);
    }

    /** The sum of two matrices of the same rows; the second may be narrower and is then padded with zero columns. */
    public static Layer sum(Layer a, Layer b) {
        return new SumLayer(a, b);
    }

    /** (1 + lambda) in with a learned lambda. */
    public static Layer selfScaled(Layer in, ParameterSlot slot, Function<BatchLayout, RowSet> space) {
        return new SelfScaleLayer(in, slot, space);
    }

    /** The columns {@code first .. first + width} of a matrix. */
    public static Layer columns(Layer of, int first, int width) {
        return new ColumnsLayer(List.of(Check.given("of", of)), first, width);
    }

    /** All columns of all parts, in order. */
    public static Layer sideBySide(List<Layer> parts) {
        return new ColumnsLayer(
                parts,
                0,
                Check.given("parts", parts).stream().mapToInt(p -> p.width).sum());
    }

    /**
     * Attention within the example.
     *
     * @param in rows within {@code left} + 1 steps of a target, for which {@code scores} has two columns a head
     * @param left the rows within so many steps are made
     */
    public static Layer attended(Layer in, Layer scores, int heads, int left) {
        return new AttentionLayer(in, scores, heads, left);
    }

    /** Makes the matrices; once, before the first pass. */
    public void prepare(Kernels kernels) {
        out = kernels.matrix(width);
        if (learns) gradient = kernels.matrix(width);
    }

    public abstract void forward(PassContext pass);

    /** Whether it drops values in training. */
    public boolean drops() {
        return false;
    }

    /** Passes {@link #gradient} on to the inputs that learn. */
    public abstract void backward(PassContext pass);

    /** Makes the output zero in all examples but those that are kept. */
    void clear(Kernels kernels, RowSet space, boolean[] kept) {
        kernels.clear(out, space, kept);
    }

    public void reset() {
        started = false;
    }

    /** Whether a gradient is there already, so that the next one has to be added to it. */
    public boolean begun() {
        boolean before = started;
        started = true;
        return before;
    }

    /** The gradient with its rows, zero unless something was added already. */
    FloatMatrix zeroedGradient(Kernels kernels) {
        if (!begun()) {
            gradient.resize(out.rows());
            kernels.fill(gradient, 0);
        }
        return gradient;
    }
}
