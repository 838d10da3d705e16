package dpgnn.nn.layer;

import dpgnn.base.Check;
import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Features, aggregated on the way in. They have no gradient. The result is kept while the next batch asks for the same rows
 * of the same features: whole-graph training computes S·X once. Sparse features stay compressed where that pays: as that
 * product or, for one example whose product would have more entries than both, as the two matrices S and X, since S·(X·W) is
 * then less work than (S·X)·W.
 */
final class InputLayer extends Layer {
    /** Beyond this share of non-zeros a dense product is faster. */
    private static final double SPARSE = 0.2;
    /** Beyond this share it is for batches of many examples, whose rows are compressed for every step: measured, see lib-src/bench. */
    private static final double THIN = 0.1;
    /** Exact products of dense rows take doubles, and so twice the time. */
    private static final double THIN_EXACT = 0.2;

    private final BiConsumer<BatchLayout, SparseRows> rows;
    private final boolean mayBeSparse;
    private SparseRows sparseRows = new SparseRows();
    private SparseRows before = new SparseRows();
    private Features of;
    private List<SparseRows> factors = List.of();
    private List<SparseRows> turned = List.of();
    private boolean kept;
    /** The layout's version that the sparse rows were made from. */
    private long made;

    private float[] row = new float[16];
    /** A bit for every column of the row that is being added up. */
    private long[] touched;

    InputLayer(int width, boolean mayBeSparse, BiConsumer<BatchLayout, SparseRows> rows) {
        super(width, false);
        this.mayBeSparse = mayBeSparse;
        this.rows = Check.given("rows", rows);
    }

    @Override
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        of = null;
        made = 0;
    }

    /** The rows as a product of one or two compressed matrices where that is what {@link #forward} made, else none. */
    List<SparseRows> factors() {
        return factors;
    }

    /** The transposes of {@link #factors()} where they pay, since the rows were asked for before; else none. */
    List<SparseRows> turned() {
        if (kept && turned.isEmpty())
            turned = factors.stream().map(SparseRows::transposed).toList();
        return turned;
    }

    @Override
    public void forward(PassContext pass) {
        boolean same = made == pass.layout().version();
        if (!same) {
            SparseRows last = before;
            before = sparseRows;
            sparseRows = last;
            rows.accept(pass.layout(), sparseRows);
            made = pass.layout().version();
            same = sparseRows.sameAs(before);
        }
        kept = of == pass.features() && same;
        if (kept) return;
        of = pass.features();
        factors = List.of();
        turned = List.of();
        if (mayBeSparse && of instanceof SparseFeatures bag) {
            // What an example comes to must not depend on whether it is alone, where kernels are exact.
            boolean alone = pass.layout().all().examples == 1 && !pass.kernels().exact();
            if (alone
                    ? sparsely(bag)
                    : pass.kernels().compressed() && thinly(bag, pass.kernels().exact())) return;
        }
        pass.kernels().gather(of, sparseRows, out);
    }

    private boolean sparsely(SparseFeatures bag) {
        long most = (long) (SPARSE * sparseRows.rows * width);
        SparseRows picked = new SparseRows();
        SparseRows own = new SparseRows();
        split(bag, picked, own);
        long apart = (long) picked.entries() + own.entries();
        SparseRows product = product(bag, Math.min(most, apart));
        if (product != null) factors = List.of(product);
        else if (apart <= most) factors = List.of(picked, own);
        else return false;
        out.resize(0);
        return true;
    }

    /** S·X, if the rows that it is made of have few entries; in exact kernels the choice changes no bit. */
    private boolean thinly(SparseFeatures bag, boolean exact) {
        long entries = 0;
        for (int k = 0; k < sparseRows.entries(); k++)
            entries += bag.rowStart(sparseRows.column[k] + 1) - bag.rowStart(sparseRows.column[k]);
        if (entries > (exact ? THIN_EXACT : THIN) * sparseRows.rows * width) return false;
        factors = List.of(product(bag, entries));
        out.resize(0);
        return true;
    }

    /** S, with the nodes that it reads numbered anew, and the features of those nodes. */
    private void split(SparseFeatures bag, SparseRows s, SparseRows x) {
        int[] place = new int[bag.rows()];
        Arrays.fill(place, -1);
        int nodes = 0;
        x.begin(width);
        s.begin(0);
        for (int r = 0; r < sparseRows.rows; r++) {
            for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++) {
                int node = sparseRows.column[k];
                if (place[node] < 0) {
                    place[node] = nodes++;
                    for (long i = bag.rowStart(node); i < bag.rowStart(node + 1); i++)
                        x.add(bag.column(i), bag.value(i));
                    x.endRow();
                }
                s.add(place[node], sparseRows.weight[k]);
            }
            s.endRow();
        }
        s.columns = nodes;
    }

    /** S·X, or null where it has more entries than {@code most}; entries of a row ascend. */
    private SparseRows product(SparseFeatures bag, long most) {
        SparseRows product = new SparseRows();
        product.begin(width);
        if (touched == null) touched = new long[(width + 63) / 64];
        Arrays.fill(row = Buffers.to(row, width), 0f);
        for (int r = 0; r < sparseRows.rows; r++) {
            for (int k = sparseRows.start[r]; k < sparseRows.start[r + 1]; k++) {
                float weight = sparseRows.weight[k];
                long end = bag.rowStart(sparseRows.column[k] + 1);
                for (long i = bag.rowStart(sparseRows.column[k]); i < end; i++) {
                    int c = bag.column(i);
                    row[c] += weight * bag.value(i);
                    touched[c >> 6] |= 1L << c;
                }
            }
            for (int w = 0; w < touched.length; w++) {
                for (long left = touched[w]; left != 0; left &= left - 1) {
                    int c = (w << 6) + Long.numberOfTrailingZeros(left);
                    product.add(c, row[c]);
                    row[c] = 0f;
                }
                touched[w] = 0;
            }
            product.endRow();
            if (product.entries() > most) return null;
        }
        return product;
    }

    /** The rows are kept for the next batch otherwise. */
    @Override
    void clear(Kernels kernels, RowSet space, boolean[] kept) {
        if (factors.isEmpty()) super.clear(kernels, space, kept);
        else
            for (int e = 0; e < space.examples; e++)
                if (!kept[e]) factors.get(0).clear(space.exampleStart[e], space.exampleStart[e + 1]);
        turned = List.of();
        of = null;
    }

    @Override
    public void backward(PassContext pass) {
        throw new IllegalStateException("features have no gradient");
    }
}
