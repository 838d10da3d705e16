package dpgnn.graph.data;

/** Eigenvalues of a small symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan, section 8.5). */
final class SymmetricEigen {
    private static final int MOST_SWEEPS = 30;
    private static final double SMALL = 1e-26;

    private SymmetricEigen() {}

    /** Leaves the eigenvalues on the diagonal of a, and the eigenvectors in the columns of v, both row-major n x n. */
    static void decompose(double[] a, double[] v, int n) {
        java.util.Arrays.fill(v, 0);
        for (int i = 0; i < n; i++) v[i * n + i] = 1;
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
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
