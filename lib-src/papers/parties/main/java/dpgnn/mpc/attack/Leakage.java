package dpgnn.mpc.attack;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Measures what the protocol does not protect: what an honest-but-curious party can compute from what it sees. */
public final class Leakage {
    private Leakage() {}

    /**
     * How much of the Gram matrix of another holder's features can be read off successive h0. With gradient descent and no penalty,
     * h0 before minus h0 after is rate * X Xᵀ G, and all epochs together are linear equations for the columns of X Xᵀ that belong to
     * nodes with a gradient.
     *
     * @param score estimates of the secret holder's Gram matrix: one row per node, one column per node with a gradient
     * @param correlation with the true entries (Pearson), the diagonal left out
     * @param baseline the same with the columns of other nodes: what chance and the sizes of nodes give
     */
    public record Gram(Matrix score, int[] columns, double correlation, double baseline) {}

    /**
     * Reads Gram entries off the movement of h0.
     *
     * @param initial successive h0, one more than gradients
     * @param gradients derivatives by h0, as the attacker knows or guesses them
     * @param rate the learning rate of W0
     * @param own the attacker's features, whose part it takes away
     * @param secret the other holder's features, to judge by
     */
    public static Gram gram(
            List<Matrix> initial, List<Matrix> gradients, double rate, SparseMatrix own, SparseMatrix secret) {
        int[] columns = IntStream.range(0, own.rows())
                .filter(i -> gradients.stream().anyMatch(g -> norm(g, i) > 0))
                .toArray();
        Matrix moved = null;
        Matrix chosen = null;
        for (int t = 0; t < gradients.size(); t++) {
            Matrix step = initial.get(t).copy().add(-1, initial.get(t + 1));
            Matrix part = gradients.get(t).pick(columns);
            moved = moved == null ? step : moved.beside(step);
            chosen = chosen == null ? part : chosen.beside(part);
        }
        Matrix score = moved.timesTranspose(solve(chosen)).map(x -> x / rate);
        Matrix ownDense = own.dense();
        score.add(-1, ownDense.timesTranspose(ownDense.pick(columns)));
        Matrix dense = secret.dense();
        int[] turned = new int[columns.length];
        for (int j = 0; j < columns.length; j++) turned[j] = columns[(j + 1) % columns.length];
        return new Gram(
                score,
                columns,
                correlation(score, dense.timesTranspose(dense.pick(columns)), columns),
                correlation(score, dense.timesTranspose(dense.pick(turned)), columns));
    }

    /**
     * How many columns of another holder's binary features can be read off all opened h0.
     *
     * @param gained directions that h0 added to the attacker's own columns; at {@code secret} every column is in reach
     * @param found columns that the attacker takes for true
     * @param right those that are, in every entry
     * @param secret columns that there are
     */
    public record Columns(int gained, int found, int right, int secret) {}

    /**
     * Searches the span of all opened h0 for binary columns, as {@link ColumnRecovery} does.
     *
     * @param initial all h0 that were opened, in their order
     * @param openedBits fractional bits that they were opened with
     * @param own the attacker's features
     * @param secret the other holders' features, to judge by
     * @param searches how many times it looks; each is a least-squares problem of as many unknowns as there are features
     */
    public static Columns columns(
            List<Matrix> initial,
            int openedBits,
            SparseMatrix own,
            SparseMatrix secret,
            int searches,
            RandomStream stream) {
        var recovery = new ColumnRecovery(initial, own, secret.columns(), Math.scalb(0.5, -openedBits));
        List<List<Integer>> found = recovery.columns(searches, stream);
        Matrix columns = secret.dense().transpose();
        Set<List<Integer>> truth = new HashSet<>();
        for (int j = 0; j < columns.rows(); j++) {
            int column = j;
            truth.add(IntStream.range(0, columns.columns())
                    .filter(i -> columns.get(column, i) != 0)
                    .boxed()
                    .toList());
        }
        return new Columns(
                recovery.gained(),
                found.size(),
                (int) found.stream().filter(truth::contains).count(),
                secret.columns());
    }

    /**
     * How well the server tells a holder's edges by the angle between the embeddings that it gets: the chance that an edge's ends
     * are closer than two nodes without an edge.
     *
     * @param auc among all pairs; 0.5 is chance
     * @param withinClass among pairs of one class, where what the labels tell is taken out
     */
    public record Edges(double auc, double withinClass) {}

    /** Compares every edge with one random pair that has none, and again among pairs of one class. */
    public static Edges edges(Matrix embedding, Graph edges, Labels labels, RandomStream stream) {
        return new Edges(
                auc(Check.given("embedding", embedding), edges, stream, (u, v) -> true),
                auc(embedding, edges, stream, (u, v) -> labels.of(u) == labels.of(v)));
    }

    private static double auc(
            Matrix embedding, Graph graph, RandomStream stream, BiPredicate<Integer, Integer> counts) {
        int n = graph.nodes();
        List<Double> linked = new ArrayList<>();
        for (int v = 0; v < n; v++)
            for (int i = 0; i < graph.inDegree(v); i++) {
                int u = graph.inNeighbour(v, i);
                if (u < v && counts.test(u, v)) linked.add(cosine(embedding, u, v));
            }
        List<Double> apart = new ArrayList<>();
        for (long tries = 1000L * linked.size(); apart.size() < linked.size() && tries > 0; tries--) {
            int u = stream.nextInt(n);
            int v = stream.nextInt(n);
            boolean edge = u == v;
            for (int i = 0; i < graph.inDegree(v); i++) edge |= graph.inNeighbour(v, i) == u;
            if (!edge && counts.test(u, v)) apart.add(cosine(embedding, u, v));
        }
        if (linked.isEmpty() || apart.isEmpty())
            throw new IllegalArgumentException(
                    "there must be pairs with and without an edge, were " + linked.size() + " and " + apart.size());
        double[] sorted =
                apart.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double wins = 0;
        for (double cosine : linked) wins += 0.5 * (below(sorted, cosine, false) + below(sorted, cosine, true));
        return wins / linked.size() / sorted.length;
    }

    /** How many are below a value, or not above it. */
    private static int below(double[] sorted, double value, boolean equalToo) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value || equalToo && sorted[middle] == value) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** The transpose of a ridge pseudo-inverse: (chosen chosenᵀ + r I)^-1 chosen. */
    private static Matrix solve(Matrix chosen) {
        int m = chosen.rows();
        Matrix square = chosen.timesTranspose(chosen);
        double trace = 0;
        for (int i = 0; i < m; i++) trace += square.get(i, i);
        double ridge = 1e-10 * trace / m + 1e-300;
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
        boolean[] isTrain = new boolean[Check.given("gradient", gradient).rows()];
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
