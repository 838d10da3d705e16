package dpgnn.nn;

import java.util.function.Function;

/**
 * (in - mean) / (deviation + 1e-6) over all entries of one example (sample deviation). Never over the batch and never over
 * padding, of which there is none: another example's rows do not enter.
 */
final class Standardise extends Node {
    private final Node in;
    private final Function<Layout, Space> space;
    private double[] deviation = new double[16];

    Standardise(Node in, Function<Layout, Space> space) {
        super(in.width, in.learns);
        this.in = in;
        this.space = space;
    }

    @Override
    void forward(Pass pass) {
        Space rows = space.apply(pass.layout());
        deviation = Grow.to(deviation, rows.examples);
        pass.kernels().standardise(in.out, rows, out, deviation);
    }

    @Override
    void backward(Pass pass) {
        if (in.learns)
            pass.kernels()
                    .standardiseBack(
                            out, gradient, space.apply(pass.layout()), deviation, in.zeroedGradient(pass.kernels()));
    }
}
