package dpgnn.nn.layer;

import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.SparseRows;
import java.util.function.BiConsumer;

/** Makes rows from the rows of another row set: aggregation, broadcasting, picking. */
final class GatherLayer extends Layer {
    private final Layer in;
    private final BiConsumer<BatchLayout, SparseRows> rows;
    private final SparseRows sparseRows = new SparseRows();
    /** The layout's version that the sparse rows were made from. */
    private long made;

    GatherLayer(Layer in, BiConsumer<BatchLayout, SparseRows> rows) {
        super(in);
        this.in = in;
        this.rows = rows;
    }

    @Override
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        made = 0;
    }

    @Override
    public void forward(PassContext pass) {
        if (made != pass.layout().version()) rows.accept(pass.layout(), sparseRows);
        made = pass.layout().version();
        pass.kernels().spread(sparseRows, in.out, out, false);
    }

    @Override
    public void backward(PassContext pass) {
        if (in.learns) pass.kernels().spreadBack(sparseRows, gradient, in.gradient, in.begun());
    }
}
