package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.RowSet;
import java.util.function.Function;

/**
 * Computes (in - mean) / (deviation + 1e-6) over all entries of one example (sample deviation). It never runs over the batch
 * or over padding (there is none): another example's rows do not enter.
 */
final class StandardiseLayer extends Layer {
    private final Layer in;
    private final Function<BatchLayout, RowSet> space;
    private double[] deviation = new double[16];

    StandardiseLayer(Layer in, Function<BatchLayout, RowSet> space) {
        super(in);
        this.in = in;
        this.space = space;
    }

    @Override
    public void forward(PassContext pass) {
        RowSet rows = space.apply(pass.layout());
        deviation = Buffers.to(deviation, rows.examples);
        pass.kernels().standardise(in.out, rows, out, deviation);
    }

    @Override
    public void backward(PassContext pass) {
        if (in.learns)
            pass.kernels()
                    .standardiseBack(
                            out, gradient, space.apply(pass.layout()), deviation, in.zeroedGradient(pass.kernels()));
    }
}
