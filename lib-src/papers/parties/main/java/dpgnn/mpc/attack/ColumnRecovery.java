package dpgnn.mpc.attack;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads other holders' binary columns off the opened h0, from what one holder sees and nothing else. All h0 are X W0 for changing
 * W0, so together with the holder's own columns they span the columns of X as soon as epochs times width reach the columns that it
 * lacks. The true columns are sparse, and almost all other vectors of that span are not: the sparsest ones, found by minimising the
 * sum of absolute entries (Spielman, Wang and Wright 2012) with reweighted least squares (Daubechies et al. 2010), are columns.
 * A candidate is rounded to zeros and ones and kept if that is still in the span, so the attacker knows which finds are true.
 */
final class ColumnRecovery {
    private static final int ROUNDS = 40;

    /** How far, as a share of its length, a column of zeros and ones may lie from the span. */
    private static final double NEAR = 0.3;

    private final double[][] span;
    private final int fresh;
    private final Set<List<Integer>> known = new LinkedHashSet<>();

    /**
     * @param initial all h0 that were opened, in their order
     * @param own the attacker's features
     * @param lacking how many columns the others have, which everybody knows
     * @param error about how far an opened entry is from the true one
     */
    ColumnRecovery(List<Matrix> initial, SparseMatrix own, int lacking, double error) {
        int n = own.rows();
        List<double[]> basis = new ArrayList<>();
        double[][] mine = new double[own.columns()][n];
        for (int v = 0; v < n; v++)
            for (int k = own.start(v); k < own.start(v + 1); k++) mine[own.column(k)][v] = own.value(k);
        for (double[] column : mine) {
            known.add(ones(column));
            double before = norm(column);
            remove(basis, column);
            if (norm(column) > 1e-9 * before) basis.add(scaled(column, 1 / norm(column)));
        }
        List<double[]> seen = new ArrayList<>();
        for (int t = 0; t < initial.size(); t++) {
            Matrix step = t == 0 ? initial.get(0) : initial.get(t).copy().add(-1, initial.get(t - 1));
            double[] rows = step.transpose().values();
            for (int j = 0; j < step.columns(); j++) {
                double[] column = java.util.Arrays.copyOfRange(rows, j * n, (j + 1) * n);
                remove(basis, column);
                seen.add(column);
            }
        }
        double noise = error * (Math.sqrt(n) + Math.sqrt(seen.size()));
        fresh = basis.size();
        for (double[] direction : directions(seen, lacking, noise)) basis.add(direction);
        span = basis.toArray(new double[0][]);
    }

    /** How many directions the opened h0 added to the attacker's own columns. */
    int gained() {
        return span.length - fresh;
    }

    /** The nodes with a one of each column found, after so many searches, each for a column that is not zero at a random node. */
    List<List<Integer>> columns(int searches, RandomStream stream) {
        List<List<Integer>> found = new ArrayList<>();
        if (span.length == fresh || span.length >= span[0].length) return found;
        int n = span[0].length;
        for (int s = 0; s < searches; s++) {
            double[] x = sparsest(stream.nextInt(n));
            double largest = 0;
            for (double value : x) if (Math.abs(value) > Math.abs(largest)) largest = value;
            if (largest == 0) continue;
            List<Integer> ones = ones(scaled(x, 1 / largest));
            if (near(ones, n) && known.add(ones)) found.add(ones);
        }
        return found;
    }

    private static List<Integer> ones(double[] x) {
        List<Integer> ones = new ArrayList<>();
        for (int i = 0; i < x.length; i++) if (x[i] > 0.5) ones.add(i);
        return ones;
    }

    private boolean near(List<Integer> ones, int n) {
        double[] column = new double[n];
        for (int i : ones) column[i] = 1;
        double before = norm(column);
        for (double[] direction : span) add(column, -dot(direction, column), direction);
        return norm(column) < NEAR * before;
    }

    /** The vector of the span with the smallest sum of absolute entries whose part outside the own columns is 1 at a node. */
    private double[] sparsest(int node) {
        int n = span[0].length;
        int k = span.length;
        double[] constraint = new double[k];
        for (int a = fresh; a < k; a++) constraint[a] = span[a][node];
        double[] x = new double[n];
        java.util.Arrays.fill(x, 1);
        double smooth = 1;
        for (int round = 0; round < ROUNDS; round++) {
            double[] weight = new double[n];
            double largest = 0;
            for (double value : x) largest = Math.max(largest, Math.abs(value));
            for (int i = 0; i < n; i++) weight[i] = 1 / Math.sqrt(x[i] * x[i] + smooth * smooth * largest * largest);
            double[] a = solve(weight, constraint);
            java.util.Arrays.fill(x, 0);
            for (int b = 0; b < k; b++) add(x, a[b], span[b]);
            smooth = Math.max(1e-6, 0.7 * smooth);
        }
        return x;
    }

    /** Minimises the weighted squares of a vector of the span under the constraint, but for its scale. */
    private double[] solve(double[] weight, double[] constraint) {
        int k = span.length;
        double[][] l = new double[k][k];
        double[] weighted = new double[weight.length];
        for (int a = 0; a < k; a++) {
            for (int i = 0; i < weighted.length; i++) weighted[i] = weight[i] * span[a][i];
            for (int b = 0; b <= a; b++) l[a][b] = dot(weighted, span[b]);
        }
        double[] y = constraint.clone();
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                for (int c = 0; c < b; c++) l[a][b] -= l[a][c] * l[b][c];
                l[a][b] = a == b ? Math.sqrt(Math.max(l[a][a], 1e-300)) : l[a][b] / l[b][b];
            }
            for (int c = 0; c < a; c++) y[a] -= l[a][c] * y[c];
            y[a] /= l[a][a];
        }
        for (int a = k - 1; a >= 0; a--) {
            for (int c = a + 1; c < k; c++) y[a] -= l[c][a] * y[c];
            y[a] /= l[a][a];
        }
        return scaled(y, 1 / dot(constraint, y));
    }

    /** The strongest left singular vectors above the noise, by Jacobi's rotations of pairs of columns. */
    private static List<double[]> directions(List<double[]> columns, int most, double noise) {
        boolean turned = true;
        for (int sweep = 0; turned && sweep < 30; sweep++) {
            turned = false;
            columns.sort((a, b) -> Double.compare(dot(b, b), dot(a, a)));
            for (int i = 0; i < columns.size(); i++)
                for (int j = i + 1; j < columns.size(); j++) turned |= rotate(columns.get(i), columns.get(j));
        }
        columns.sort((a, b) -> Double.compare(dot(b, b), dot(a, a)));
        List<double[]> chosen = new ArrayList<>();
        for (double[] column : columns)
            if (chosen.size() < most && norm(column) > noise) chosen.add(scaled(column, 1 / norm(column)));
        return chosen;
    }

    /** Makes two columns orthogonal; false if they were. */
    private static boolean rotate(double[] a, double[] b) {
        double aa = dot(a, a);
        double bb = dot(b, b);
        double ab = dot(a, b);
        if (Math.abs(ab) <= 1e-13 * Math.sqrt(aa * bb)) return false;
        double zeta = (bb - aa) / (2 * ab);
        double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double cosine = 1 / Math.hypot(1, t);
        double sine = cosine * t;
        for (int i = 0; i < a.length; i++) {
            double old = a[i];
            a[i] = cosine * old - sine * b[i];
            b[i] = sine * old + cosine * b[i];
        }
        return true;
    }

    /** Twice, since once leaves what rounding put back. */
    private static void remove(List<double[]> basis, double[] column) {
        for (int pass = 0; pass < 2; pass++)
            for (double[] direction : basis) add(column, -dot(direction, column), direction);
    }

    private static void add(double[] into, double factor, double[] x) {
        for (int i = 0; i < into.length; i++) into[i] += factor * x[i];
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }

    private static double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }

    private static double[] scaled(double[] a, double factor) {
        double[] b = a.clone();
        for (int i = 0; i < b.length; i++) b[i] *= factor;
        return b;
    }
}
