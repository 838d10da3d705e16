package dpgnn.mpc;

import dpgnn.graph.Labels;
import java.util.Arrays;

/** What an honest-but-curious party can compute from what it sees: the measure of what the protocol does not protect. */
public final class Leakage {
    private Leakage() {}

    /**
     * How much of the Gram matrix X Xᵀ a holder can read off two successive h0. With gradient descent and no penalty, h0 before
     * minus h0 after is rate * X Xᵀ G, where a holder knows its own part of G; what it estimates for nodes i and j is how node
     * i moved along the gradient of the training node j.
     *
     * @param score the estimates, one row per node and one column per training node
     * @param correlation with the true entries (Pearson), the pair (j, j) left out
     * @param baseline the same correlation for a gradient of other training nodes: what chance gives
     */
    public record Gram(Matrix score, double correlation, double baseline) {}

    /**
     * Reads Gram entries off the movement of h0.
     *
     * @param before h0 of one epoch
     * @param after h0 of the next
     * @param gradient the derivative by h0 that the attacker knows or guesses
     * @param columns the training nodes, whose gradient is not zero
     * @param secret features of the holder that is attacked
     */
    public static Gram gram(Matrix before, Matrix after, Matrix gradient, int[] columns, SparseMatrix secret) {
        Matrix moved = before.copy().add(-1, after);
        Matrix chosen = rows(gradient, columns);
        // Least squares: moved = S chosen, with a little ridge, since training nodes may be more than dimensions.
        Matrix score = moved.timesTranspose(solve(chosen));
        Matrix dense = dense(secret);
        Matrix truth = dense.timesTranspose(rows(dense, columns));
        int[] turned = new int[columns.length];
        for (int j = 0; j < columns.length; j++) turned[j] = columns[(j + 1) % columns.length];
        Matrix other = dense.timesTranspose(rows(dense, turned));
        return new Gram(score, correlation(score, truth, columns), correlation(score, other, columns));
    }

    /** The transpose of a ridge pseudo-inverse: (chosen chosenᵀ + r I)^-1 chosen. */
    private static Matrix solve(Matrix chosen) {
        int m = chosen.rows();
        Matrix square = chosen.timesTranspose(chosen);
        double trace = 0;
        for (int i = 0; i < m; i++) trace += square.get(i, i);
        double ridge = 1e-3 * trace / m + 1e-300;
        double[][] a = new double[m][m + chosen.columns()];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) a[i][j] = square.get(i, j) + (i == j ? ridge : 0);
            for (int j = 0; j < chosen.columns(); j++) a[i][m + j] = chosen.get(i, j);
        }
        for (int p = 0; p < m; p++) {
            int best = p;
            for (int i = p + 1; i < m; i++) if (Math.abs(a[i][p]) > Math.abs(a[best][p])) best = i;
            double[] row = a[best];
            a[best] = a[p];
            a[p] = row;
            for (int i = 0; i < m; i++) {
                if (i == p) continue;
                double factor = a[i][p] / row[p];
                for (int j = p; j < row.length; j++) a[i][j] -= factor * row[j];
            }
        }
        Matrix solved = Matrix.of(m, chosen.columns());
        for (int i = 0; i < m; i++)
            for (int j = 0; j < chosen.columns(); j++)
                solved.values()[i * chosen.columns() + j] = a[i][m + j] / a[i][i];
        return solved;
    }

    private static Matrix rows(Matrix m, int[] chosen) {
        Matrix part = Matrix.of(chosen.length, m.columns());
        for (int i = 0; i < chosen.length; i++)
            System.arraycopy(m.values(), chosen[i] * m.columns(), part.values(), i * m.columns(), m.columns());
        return part;
    }

    private static Matrix dense(SparseMatrix x) {
        Matrix m = Matrix.of(x.rows(), x.columns());
        for (int r = 0; r < x.rows(); r++)
            for (int k = x.start(r); k < x.start(r + 1); k++) m.values()[r * x.columns() + x.column(k)] = x.value(k);
        return m;
    }

    private static double correlation(Matrix a, Matrix b, int[] columns) {
        double n = 0;
        double sa = 0;
        double sb = 0;
        double aa = 0;
        double bb = 0;
        double ab = 0;
        for (int i = 0; i < a.rows(); i++)
            for (int j = 0; j < columns.length; j++) {
                if (i == columns[j]) continue;
                double x = a.get(i, j);
                double y = b.get(i, j);
                n++;
                sa += x;
                sb += y;
                aa += x * x;
                bb += y * y;
                ab += x * y;
            }
        return (n * ab - sa * sb) / Math.sqrt((n * aa - sa * sa) * (n * bb - sb * sb));
    }

    /**
     * What gradients of embeddings tell a holder without labels.
     *
     * @param trainingFound share of the rows that are not zero which are training nodes: 1 gives the training set away
     * @param labelAgreement share of training nodes whose label the grouping of directions tells, after matching groups to classes
     * @param majority the share that naming the commonest class would get
     */
    public record LabelLeak(double trainingFound, double labelAgreement, double majority) {}

    /** Groups the directions of the rows that are not zero, seeded by one known node per class. */
    public static LabelLeak labels(Matrix gradient, Labels truth, int[] train) {
        boolean[] isTrain = new boolean[gradient.rows()];
        for (int v : train) isTrain[v] = true;
        int found = 0;
        int right = 0;
        for (int i = 0; i < gradient.rows(); i++) {
            double norm = norm(gradient, i);
            if (norm > 0) {
                found++;
                if (isTrain[i]) right++;
            }
        }
        int classes = truth.classes();
        int[] known = new int[classes];
        Arrays.fill(known, -1);
        int[] counts = new int[classes];
        for (int v : train) {
            if (known[truth.of(v)] < 0) known[truth.of(v)] = v;
            counts[truth.of(v)]++;
        }
        int agreed = 0;
        int asked = 0;
        for (int v : train) {
            if (known[truth.of(v)] == v) continue;
            asked++;
            int best = -1;
            double most = Double.NEGATIVE_INFINITY;
            for (int c = 0; c < classes; c++) {
                if (known[c] < 0) continue;
                double cosine = cosine(gradient, v, known[c]);
                if (cosine > most) {
                    most = cosine;
                    best = c;
                }
            }
            if (best == truth.of(v)) agreed++;
        }
        return new LabelLeak(
                found == 0 ? 0 : (double) right / found,
                asked == 0 ? 0 : (double) agreed / asked,
                Arrays.stream(counts).max().orElse(0) / (double) train.length);
    }

    private static double norm(Matrix m, int i) {
        return Math.sqrt(dot(m, i, i));
    }

    private static double dot(Matrix m, int i, int j) {
        double sum = 0;
        for (int k = 0; k < m.columns(); k++) sum += m.get(i, k) * m.get(j, k);
        return sum;
    }

    private static double cosine(Matrix m, int i, int j) {
        return dot(m, i, j) / (norm(m, i) * norm(m, j) + 1e-300);
    }
}
