package dpgnn.nn;

import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import java.util.function.BiConsumer;

/**
 * Features, aggregated on the way in. They have no gradient. The result is kept while the next batch asks for the same rows
 * of the same features: whole-graph training computes S·X once.
 */
final class Input extends Node {
    /** Beyond this share of non-zeros a dense product is faster. */
    private static final double SPARSE = 0.2;

    private final BiConsumer<Layout, Spread> rows;
    private final boolean mayBeSparse;
    private Spread spread = new Spread();
    private Spread before = new Spread();
    private Features of;
    private Spread sparse;
    private Spread turned;
    private boolean kept;
    private float[] row = new float[16];

    /**
     * @param mayBeSparse whether all readers are linear maps, which take compressed rows
     * @param rows fills which nodes each row is made of
     */
    Input(int width, boolean mayBeSparse, BiConsumer<Layout, Spread> rows) {
        super(width, false);
        this.mayBeSparse = mayBeSparse;
        this.rows = rows;
    }

    @Override
    void prepare(Kernels kernels) {
        super.prepare(kernels);
        of = null;
    }

    /** The rows in compressed form where that is what {@link #forward} made, else null. */
    Spread sparse() {
        return sparse;
    }

    /** The transpose of {@link #sparse()} where it pays, since the rows were asked for before; else null. */
    Spread turned() {
        if (kept && sparse != null && turned == null) turned = Prefixes.transposed(sparse);
        return turned;
    }

    @Override
    void forward(Pass pass) {
        Spread last = before;
        before = spread;
        spread = last;
        rows.accept(pass.layout(), spread);
        kept = of == pass.features() && spread.sameAs(before);
        if (kept) return;
        of = pass.features();
        sparse = null;
        turned = null;
        // What an example comes to must not depend on whether it is alone, where kernels are exact.
        boolean alone = pass.layout().all().examples == 1 && !pass.kernels().exact();
        if (mayBeSparse && of instanceof SparseFeatures bag && alone && sparsely(bag)) return;
        float[] host = pass.kernels().stage(spread.rows, out);
        for (int r = 0; r < spread.rows; r++)
            of.sumRows(spread.column, spread.weight, spread.start[r], spread.start[r + 1], host, r * width);
        pass.kernels().staged(out);
    }

    private boolean sparsely(SparseFeatures bag) {
        sparse = new Spread();
        sparse.begin(width);
        long most = (long) (SPARSE * spread.rows * width);
        java.util.Arrays.fill(row = Grow.to(row, width), 0f);
        for (int r = 0; r < spread.rows; r++) {
            java.util.BitSet touched = new java.util.BitSet(width);
            for (int k = spread.start[r]; k < spread.start[r + 1]; k++)
                for (int i = bag.rowStart(spread.column[k]); i < bag.rowStart(spread.column[k] + 1); i++) {
                    row[bag.column(i)] += spread.weight[k] * bag.value(i);
                    touched.set(bag.column(i));
                }
            for (int c = touched.nextSetBit(0); c >= 0; c = touched.nextSetBit(c + 1)) {
                sparse.add(c, row[c]);
                row[c] = 0f;
            }
            sparse.endRow();
            if (sparse.entries() > most) {
                sparse = null;
                return false;
            }
        }
        out.resize(0);
        return true;
    }

    @Override
    void backward(Pass pass) {
        throw new IllegalStateException("features have no gradient");
    }
}
