package dpgnn.graph.data;

import dpgnn.base.Check;
import dpgnn.graph.ArraySize;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Scaling;
import dpgnn.graph.SparseFeatures;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.Streams;
import java.util.stream.IntStream;

/**
 * Computes a truncated singular value decomposition of sparse features by randomised subspace iteration (Halko, Martinsson
 * and Tropp 2011, algorithm 4.4). The result is the projection of every row on the leading right singular vectors, U times
 * Sigma. It is deterministic: the start comes from a fixed seed, all sums are taken in a fixed order, and each column's sign
 * makes its largest entry positive.
 *
 * <p><b>Guarantee.</b> None: the singular vectors depend on all rows, so that one changed row changes every other. Data with
 * such features leak, and {@code Datasets} marks them so; {@link Scaling#projected} reads no data.
 */
final class Svd {
    private static final int SPARE = 16;
    private static final int ROUNDS = 6;
    private static final double VANISHING = 1e-13;
    private static final int SWEEPS = 30;
    private static final double SMALL = 1e-26;

    private Svd() {}

    /** The scores of the rows and the singular values, which descend. */
    public record Reduced(DenseFeatures scores, double[] singularValues) {}

    /** @param rank columns of the result; at most the smaller of rows and width */
    public static Reduced truncated(SparseFeatures matrix, int rank) {
        Check.given("matrix", matrix);
        int most = Math.min(matrix.rows(), matrix.width());
        Check.within("rank", rank, 1, most);
        int k = Math.min(most, rank + SPARE);
        SparseMatrix rows = GraphMatrices.features(
                matrix, IntStream.range(0, matrix.width()).toArray());
        Matrix basis = Matrix.normal(matrix.width(), k, Streams.seed(0).stream("svd"));
        orthonormalise(basis);
        for (int round = 0; round < ROUNDS; round++) {
            basis = rows.transpose().times(rows.times(basis));
            orthonormalise(basis);
        }
        Matrix product = rows.times(basis);
        double[] gram = product.transposeTimesInOrder(product).values();
        double[] vectors = new double[k * k];
        decompose(gram, vectors, k);
        return reduced(matrix.rows(), product.values(), gram, vectors, k, rank);
    }

    private static Reduced reduced(int rows, double[] product, double[] gram, double[] vectors, int k, int rank) {
        Integer[] order = new Integer[k];
        for (int i = 0; i < k; i++) order[i] = i;
        java.util.Arrays.sort(order, (a, b) -> Double.compare(gram[b * k + b], gram[a * k + a]));
        float[] scores = new float[ArraySize.of("scores", rows, rank)];
        double[] singular = new double[rank];
        double[] column = new double[rows];
        for (int c = 0; c < rank; c++) {
            int from = order[c];
            singular[c] = Math.sqrt(Math.max(0, gram[from * k + from]));
            double largest = 0;
            for (int r = 0; r < rows; r++) {
                double sum = 0;
                for (int j = 0; j < k; j++) sum += product[r * k + j] * vectors[j * k + from];
                column[r] = sum;
                if (Math.abs(sum) > Math.abs(largest)) largest = sum;
            }
            for (int r = 0; r < rows; r++) scores[r * rank + c] = (float) (largest < 0 ? -column[r] : column[r]);
        }
        return new Reduced(DenseFeatures.of(rows, rank, scores), singular);
    }

    /**
     * Columns of x become orthonormal, by the Cholesky factor of their Gram matrix (Yamamoto et al. 2015, CholeskyQR2): twice,
     * since once loses digits. A direction that vanishes becomes zero and stays so, which only lowers the rank of the basis.
     */
    private static void orthonormalise(Matrix basis) {
        int k = basis.columns();
        double[] x = basis.values();
        for (int pass = 0; pass < 2; pass++) {
            double[] upper = upperCholesky(basis.transposeTimesInOrder(basis).values(), k);
            for (int r = 0; r < basis.rows(); r++)
                for (int j = 0, at = r * k; j < k; j++) {
                    double pivot = upper[j * k + j];
                    double y = pivot > 0 ? x[at + j] / pivot : 0;
                    x[at + j] = y;
                    for (int i = j + 1; i < k; i++) x[at + i] -= y * upper[j * k + i];
                }
        }
    }

    /** The factor U of g = U' U; a row whose pivot vanishes becomes zero. */
    private static double[] upperCholesky(double[] g, int k) {
        double[] u = g.clone();
        for (int j = 0; j < k; j++) {
            double pivot = u[j * k + j];
            double scale = pivot > VANISHING * g[j * k + j] ? 1 / Math.sqrt(pivot) : 0;
            for (int i = j; i < k; i++) u[j * k + i] *= scale;
            for (int i = j + 1; i < k; i++) {
                double factor = u[j * k + i];
                for (int c = i; c < k; c++) u[i * k + c] -= factor * u[j * k + c];
            }
        }
        return u;
    }

    /**
     * Leaves the eigenvalues of a symmetric matrix on the diagonal of a, and the eigenvectors in the columns of v, both row-major
     * n x n, by cyclic Jacobi rotations (Golub and Van Loan, section 8.5).
     */
    private static void decompose(double[] a, double[] v, int n) {
        java.util.Arrays.fill(v, 0);
        for (int i = 0; i < n; i++) v[i * n + i] = 1;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double off = 0;
            double all = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    all += a[i * n + j] * a[i * n + j];
                    if (i != j) off += a[i * n + j] * a[i * n + j];
                }
            if (off <= SMALL * all) return;
            for (int p = 0; p < n - 1; p++) for (int q = p + 1; q < n; q++) rotate(a, v, n, p, q, SMALL * all);
        }
    }

    private static void rotate(double[] a, double[] v, int n, int p, int q, double negligible) {
        double apq = a[p * n + q];
        if (apq * apq <= negligible * 1e-6 / n) return;
        double tau = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        double t = Math.copySign(1, tau) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
        double c = 1 / Math.sqrt(1 + t * t);
        double s = t * c;
        for (int i = 0; i < n; i++) turn(a, i * n + p, i * n + q, c, s);
        for (int i = 0; i < n; i++) turn(a, p * n + i, q * n + i, c, s);
        for (int i = 0; i < n; i++) turn(v, i * n + p, i * n + q, c, s);
    }

    private static void turn(double[] m, int p, int q, double c, double s) {
        double x = m[p];
        double y = m[q];
        m[p] = c * x - s * y;
        m[q] = s * x + c * y;
    }
}
