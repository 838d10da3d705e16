package dpgnn.predict;

import dpgnn.base.Check;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.nn.ExampleGradients;
import dpgnn.sampling.Batch;
import dpgnn.train.Trained;
import java.util.Arrays;

/**
 * The votes of all nodes of a view, and their sums.
 *
 * <p><b>Guarantee.</b> A vote is made from one row alone, by arithmetic in which rows that are computed together do not meet, and is
 * rounded towards zero to a grid on which sums are exact. Its norm is at most the node's weight less a share of 2^-20, which is more
 * than the shortening of a sum can be off. A row whose network gives no finite number votes for nothing.
 *
 * <p>Proof: docs/proofs.md, lemma 64.
 *
 * @param least the smallest weight of a vote: a sum that a unit moves at all counts as moved by at least so much
 */
record VoteTable(Graph graph, int classes, double longest, double least, long[] votes) {
    private static final double MARGIN = 1 - 0x1.0p-20;
    private static final double GRID = 0x1.0p30;

    /** Evidence against a class is at most this much: a network that is certain can be outvoted. */
    private static final double LEAST = 1e-6;

    /** Nodes in one pass through the network. */
    private static final int AT_ONCE = 4096;

    static VoteTable of(Trained trained, NeighbourVotes by, TrainingView view) {
        int classes = trained.network().classes();
        Graph graph = view.graph();
        Participants participants = view.participants();
        double[] weight = new double[graph.nodes()];
        for (int v = 0; v < weight.length; v++)
            weight[v] = by.degree() == 0
                    ? 1
                    : Math.min(1, Math.sqrt((double) by.degree() / Math.max(1, participants.outDegree(v))));
        double least = Arrays.stream(weight).min().orElse(1);
        if (Double.isFinite(by.longest()))
            Check.that(
                    by.longest() * (classes + 8) <= least * 0x1.0p30,
                    "longest",
                    "below " + least * 0x1.0p30 / (classes + 8) + " for sums in double precision",
                    by.longest());
        double scale = Math.sqrt(classes / (classes - 1.0));
        long[] votes = new long[Math.multiplyExact(graph.nodes(), classes)];
        for (int from = 0; from < graph.nodes(); from += AT_ONCE) {
            int to = Math.min(graph.nodes(), from + AT_ONCE);
            Batch batch = new Batch();
            for (int v = from; v < to; v++) {
                batch.beginExample();
                batch.addTarget(batch.addRow(v));
            }
            float[] logits = logits(trained, view.features(), batch);
            for (int v = from; v < to; v++) {
                double[] p = probabilities(logits, (v - from) * classes, classes);
                if (p == null) continue;
                for (int c = 0; c < classes; c++)
                    votes[v * classes + c] = (long) ((p[c] - 1.0 / classes) * scale * weight[v] * MARGIN * GRID);
            }
        }
        return new VoteTable(graph, classes, by.longest() * MARGIN, least, votes);
    }

    /** Logits of the batch's targets, each a function of its own example's rows alone, bit by bit. */
    static float[] logits(Trained trained, Features features, Batch batch) {
        int[] none = new int[features.rows()];
        Arrays.fill(none, Labels.NONE);
        Labels labels = Labels.single(trained.network().classes(), none);
        return ExampleGradients.exact(trained.network(), features, labels).logits(trained.parameters(), batch);
    }

    /** What the network says of one row; null where that is no number. */
    static double[] probabilities(Trained trained, float[] row) {
        Batch batch = new Batch();
        batch.beginExample();
        batch.addTarget(batch.addRow(0));
        return probabilities(
                logits(trained, DenseFeatures.of(1, row.length, row.clone()), batch),
                0,
                trained.network().classes());
    }

    static double[] probabilities(float[] logits, int from, int classes) {
        double most = Double.NEGATIVE_INFINITY, sum = 0;
        for (int c = 0; c < classes; c++) {
            if (!Float.isFinite(logits[from + c])) return null;
            most = Math.max(most, logits[from + c]);
        }
        double[] p = new double[classes];
        for (int c = 0; c < classes; c++) sum += p[c] = StrictMath.exp(logits[from + c] - most);
        for (int c = 0; c < classes; c++) p[c] /= sum;
        return p;
    }

    /** The logarithms of probabilities, none too small; all equal where there are none. */
    static double[] evidence(double[] p, int classes) {
        double[] log = new double[classes];
        for (int c = 0; c < classes && p != null; c++) log[c] = StrictMath.log(Math.max(LEAST, p[c]));
        return log;
    }

    int nodes() {
        return graph.nodes();
    }

    /** The votes of a node's in-neighbours for each class, before noise. */
    double[] sum(int node) {
        long[] exact = new long[classes];
        long end = graph.inStart(node) + graph.inDegree(node);
        for (long k = graph.inStart(node); k < end; k++)
            for (int c = 0; c < classes; c++) exact[c] += votes[graph.inAt(k) * classes + c];
        double[] sum = new double[classes];
        double square = 0;
        for (int c = 0; c < classes; c++) {
            sum[c] = exact[c] / GRID;
            square += sum[c] * sum[c];
        }
        double norm = Math.sqrt(square);
        if (norm > longest) for (int c = 0; c < classes; c++) sum[c] *= longest / norm;
        return sum;
    }
}
