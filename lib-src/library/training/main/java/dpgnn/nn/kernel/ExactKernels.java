package dpgnn.nn.kernel;

import dpgnn.graph.Features;
import java.util.Arrays;

/**
 * Kernels for releases: no result depends on where in a batch a row stands.
 *
 * <p>A BLAS adds products in an order that depends on a row's place in its block, and so do the last bits of what comes out.
 * Here every number of a product is a sum in one order, by fused multiplications and additions, which the language fixes to the
 * last bit. All other kernels are loops in Java over one row or one example.
 *
 * <p>Proof: docs/proofs.md, lemma 27.
 */
public final class ExactKernels extends HostKernels {
    private float[] turned = new float[16];
    private float[] dense = new float[16];
    /** The factor whose numbers were last looked at. */
    private HostMatrix seen;

    private int version;
    private boolean finite;

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public Kernels another() {
        return new ExactKernels();
    }

    @Override
    public void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate) {
        if (transposeA) throw new IllegalArgumentException("sums over rows are exact in an ExactGradient alone");
        float[] right = ((HostMatrix) b).read();
        if (transposeB) right = turn(right, b.rows(), b.columns());
        if (!accumulate) {
            c.resize(a.rows());
            fill(c, 0);
        }
        rows.multiply(((HostMatrix) a).read(), a.rows(), a.columns(), right, c.columns(), ((HostMatrix) c).write());
    }

    /** Products and norms are loops here, over Java arrays. */
    @Override
    public void gather(Features features, SparseRows sparseRows, FloatMatrix out) {
        out.resize(sparseRows.rows);
        passes(sparseRows.rows, out.columns())
                .gather(features, sparseRows, 0, sparseRows.rows, ((HostMatrix) out).write());
    }

    private float[] turn(float[] x, int from, int to) {
        turned = Buffers.to(turned, from * to);
        for (int r = 0; r < from; r++) for (int j = 0; j < to; j++) turned[j * from + r] = x[r * to + j];
        return turned;
    }

    /** Gives the numbers of the dense product, to the last bit: a zero adds nothing, unless the other factor is not finite. */
    @Override
    public void multiply(SparseRows a, FloatMatrix b, FloatMatrix c) {
        int n = b.columns();
        c.resize(a.rows);
        fill(c, 0);
        float[] into = ((HostMatrix) c).write();
        float[] right = ((HostMatrix) b).read();
        boolean skips = finite((HostMatrix) b);
        for (int r = 0; r < a.rows; r++)
            if (skips)
                for (int k = a.start[r]; k < a.start[r + 1]; k++)
                    PlainRows.addFused(a.weight[k], right, a.column[k] * n, into, r * n, n);
            else PlainRows.row(spread(a, r), 0, a.columns, right, n, into, r * n);
    }

    private float[] spread(SparseRows a, int row) {
        dense = Buffers.to(dense, a.columns);
        Arrays.fill(dense, 0, a.columns, 0f);
        for (int k = a.start[row]; k < a.start[row + 1]; k++) dense[a.column[k]] = a.weight[k];
        return dense;
    }

    private boolean finite(HostMatrix b) {
        if (seen == b && version == b.version()) return finite;
        float[] values = b.read();
        seen = b;
        version = b.version();
        finite = true;
        for (int i = 0; i < b.rows() * b.columns(); i++) finite &= Float.isFinite(values[i]);
        return finite;
    }
}
