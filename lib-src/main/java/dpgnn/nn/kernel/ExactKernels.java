package dpgnn.nn.kernel;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.bytedeco.javacpp.DoublePointer;

/**
 * Kernels for releases: no result depends on where in a batch a row stands.
 *
 * <p>A BLAS adds products in an order that depends on a row's place in its block, and so do the last bits of what comes out.
 * Here both factors are first rounded to whole numbers, held in doubles: each row of the left factor after scaling by its own
 * power of two, which makes its norm less than 2^26, and the whole right factor after scaling by one power of two, which
 * makes its Frobenius norm less than that. By Cauchy and Schwarz no sum of products then exceeds 2^53, whatever the order of
 * addition, so that every addition is exact. All other kernels are loops in Java, whose arithmetic is fixed by the language,
 * over one row or one example.
 *
 * <p>Proof: docs/proofs.md, lemma 27.
 */
public final class ExactKernels extends HostKernels {
    private static final int BITS = 26;
    /** Rows that are converted at once; being exact, products do not depend on it. */
    private static final int ROWS = 512;

    private record Right(int version, double scale, NativeDoubles numbers) {}

    private final Map<HostMatrix, Right> rights = new IdentityHashMap<>();
    private final NativeDoubles left = new NativeDoubles();
    private final NativeDoubles product = new NativeDoubles();
    private final double[] scales = new double[ROWS];
    private double[] row = new double[16];

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
        int k = a.columns();
        int n = transposeB ? b.rows() : b.columns();
        if (!accumulate) c.resize(a.rows());
        float[] x = ((HostMatrix) a).read();
        float[] into = ((HostMatrix) c).write();
        Right right = right((HostMatrix) b);
        int size = b.rows() * b.columns();
        for (int from = 0; from < a.rows() && n > 0; from += ROWS) {
            int rows = Math.min(ROWS, a.rows() - from);
            DoublePointer p = whole(x, from, rows, k);
            DoublePointer q = right.numbers.reserve(size);
            DoublePointer out = product.reserve(rows * n);
            int turn = transposeB ? CblasTrans : CblasNoTrans;
            cblas_dgemm(CblasRowMajor, CblasNoTrans, turn, rows, n, k, 1, p, k, q, transposeB ? k : n, 0, out, n);
            back(product.get(rows * n), rows, n, right.scale, into, from * n, accumulate);
        }
    }

    /** The same numbers as the dense product, to the last bit: both are exact but for the rounding of rows. */
    @Override
    public void multiply(SparseRows a, FloatMatrix b, FloatMatrix c) {
        int n = b.columns();
        c.resize(a.rows);
        float[] into = ((HostMatrix) c).write();
        Right right = right((HostMatrix) b);
        double[] q = right.numbers.room(b.rows() * n);
        double[] sum = row = Buffers.to(row, n);
        for (int r = 0; r < a.rows; r++) {
            Arrays.fill(sum, 0, n, 0);
            scales[0] = scale(Math.sqrt(a.squaredNorm(r)));
            for (int k = a.start[r]; k < a.start[r + 1]; k++) {
                double whole = Math.rint(a.weight[k] * scales[0]);
                for (int j = 0, at = a.column[k] * n; j < n; j++) sum[j] += whole * q[at + j];
            }
            back(sum, 1, n, right.scale, into, r * n, false);
        }
    }

    /** The rows as whole numbers; {@link #scales} takes what they were multiplied by. A row that is not finite becomes NaN. */
    private DoublePointer whole(float[] x, int from, int rows, int k) {
        double[] host = left.room(rows * k);
        for (int r = 0; r < rows; r++) {
            int at = (from + r) * k;
            scales[r] = scale(Math.sqrt(FloatLoops.exactDot(x, at, x, at, k)));
            for (int j = 0; j < k; j++) host[r * k + j] = Math.rint(x[at + j] * scales[r]);
        }
        return left.put(rows * k);
    }

    private void back(double[] whole, int rows, int n, double rightScale, float[] into, int at, boolean accumulate) {
        for (int r = 0; r < rows; r++) {
            double unit = 1 / (scales[r] * rightScale);
            for (int i = r * n; i < (r + 1) * n; i++)
                into[at + i] = (float) (whole[i] * unit) + (accumulate ? into[at + i] : 0f);
        }
    }

    /** Converted once for all blocks of a step that take the same parameters. */
    private Right right(HostMatrix b) {
        Right known = rights.get(b);
        int size = b.rows() * b.columns();
        float[] y = b.read();
        if (known != null && known.version == b.version()) return known;
        NativeDoubles numbers = known == null ? new NativeDoubles() : known.numbers;
        double scale = scale(Math.sqrt(FloatLoops.exactDot(y, 0, y, 0, size)));
        double[] host = numbers.room(size);
        for (int i = 0; i < size; i++) host[i] = Math.rint(y[i] * scale);
        numbers.put(size);
        Right fresh = new Right(b.version(), scale, numbers);
        rights.put(b, fresh);
        return fresh;
    }

    /** A power of two that takes a norm below 2^26 and not below 2^25; the rounding of the norm itself is far below what is left. */
    public static double scale(double norm) {
        if (norm == 0) return 1;
        return Double.isFinite(norm) ? Math.scalb(1.0, BITS - 1 - Math.getExponent(norm)) : Double.NaN;
    }
}
