package dpgnn.nn;

import java.util.function.BiConsumer;

/** Rows made from the rows of another space: aggregation, broadcasting, picking. */
final class Gather extends Node {
    private final Node in;
    private final BiConsumer<Layout, Spread> rows;
    private final Spread spread = new Spread();
    /** The layout's version that the spread was made from. */
    private long made;

    Gather(Node in, BiConsumer<Layout, Spread> rows) {
        super(in.width, in.learns);
        this.in = in;
        this.rows = rows;
    }

    @Override
    void prepare(Kernels kernels) {
        super.prepare(kernels);
        made = 0;
    }

    @Override
    void forward(Pass pass) {
        if (made != pass.layout().version()) rows.accept(pass.layout(), spread);
        made = pass.layout().version();
        pass.kernels().spread(spread, in.out, out, false);
    }

    @Override
    void backward(Pass pass) {
        if (in.learns) pass.kernels().spreadBack(spread, gradient, in.gradient, in.begun());
    }
}
