package dpgnn.study.parties;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.linear.Softmax;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.HolderData;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.random.Streams;
import dpgnn.study.Study;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What holders could reach together without a network: each spreads all features twice over its own edges (Wu et al. 2019), the
 * results are combined, and a logistic regression is fitted to the training nodes, its penalty chosen on validation nodes. Nothing of it is protected. It tells what the
 * division of the edges alone costs.
 *
 * @param parts how the edges are shared out, as in {@link PartyRun}
 * @param seed draws the partition, the same as that of a {@link PartyRun}
 */
public record LinearReference(String dataset, String parts, Combination combination, long seed)
        implements Experiment<LinearReference> {
    /** Ways to combine what the holders have. */
    public enum Combination {
        MEAN,
        CONCATENATION,
        /** Each node's mean, weighted by how many of its edges a holder has. */
        BY_DEGREE,
        /** The first holder's alone. */
        FIRST,
        /** All edges at one place. */
        MIXED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    public static final Study<LinearReference> STUDY =
            new Study<>("PPGNN linear reference", 1, run -> PartyRun.data(run.dataset()), LinearReference::run);

    private static final int HOPS = 2;
    private static final int STEPS = 100;
    private static final double RATE = 0.2;
    private static final double[] DECAYS = {1e-4, 1e-3, 1e-2};

    @Override
    public String experiment() {
        return "ppgnn linear";
    }

    private static Run run(LinearReference run) throws IOException {
        Dataset data = Datasets.loadOrStandIn(run.dataset);
        Split split = PartyRun.split(data);
        boolean mixed = run.combination == Combination.MIXED;
        VerticalData parts = VerticalData.of(
                data,
                mixed ? new double[] {1} : PartyRun.proportions(run.parts),
                split.train(),
                split.validation(),
                split.test(),
                Streams.seed(run.seed).stream("partition"));
        int[] columns = IntStream.range(0, data.features().width()).toArray();
        Matrix features =
                GraphMatrices.features(data.features(), columns).rowNormalised().dense();
        List<Matrix> spread = new ArrayList<>();
        for (HolderData holder : parts.holders()) {
            if (run.combination == Combination.FIRST && !spread.isEmpty()) break;
            SparseMatrix over = GraphMatrices.symmetric(holder.edges());
            Matrix h = features;
            for (int k = 0; k < HOPS; k++) h = over.times(h);
            if (run.combination == Combination.BY_DEGREE) weigh(h, holder.edges(), parts.holders());
            spread.add(h);
        }
        Matrix seen = spread.get(0);
        for (Matrix other : spread.subList(1, spread.size()))
            seen = run.combination == Combination.CONCATENATION ? seen.beside(other) : seen.add(other);
        if (run.combination == Combination.MEAN) seen.scale(1.0 / spread.size());
        Fit best = null;
        for (double decay : DECAYS) {
            Fit found = fit(seen, data.labels(), split, decay);
            if (best == null || found.validation > best.validation) best = found;
        }
        Map<String, Double> metrics = Map.of("test", best.test, "validation", best.validation);
        return Study.made(run, data, metrics);
    }

    /** Multiplies each row by the share of the node's edges that this holder has; without edges it counts alike at all holders. */
    private static void weigh(Matrix h, Graph own, List<HolderData> holders) {
        int d = h.columns();
        for (int v = 0; v < h.rows(); v++) {
            int node = v;
            int all = holders.stream().mapToInt(o -> o.edges().inDegree(node)).sum();
            double share = all == 0 ? 1.0 / holders.size() : (double) own.inDegree(v) / all;
            for (int j = 0; j < d; j++) h.values()[v * d + j] *= share;
        }
    }

    /** Accuracies of a fitted regression. */
    private record Fit(double validation, double test) {}

    private static Fit fit(Matrix seen, Labels labels, Split split, double decay) {
        int[] nodes = split.train();
        Matrix train = seen.pick(nodes);
        TrainedMatrix weights = TrainedMatrix.of(Matrix.of(seen.columns(), labels.classes()));
        TrainedMatrix bias = TrainedMatrix.of(Matrix.of(1, labels.classes()));
        for (int step = 1; step <= STEPS; step++) {
            Matrix error = train.times(weights.value()).addToRows(bias.value());
            for (int i = 0; i < nodes.length; i++) Softmax.gradient(error, i, labels.of(nodes[i]), nodes.length);
            weights.gradient(train.transposeTimes(error));
            bias.gradient(error.columnSums());
            weights.update(UpdateRule.ADAM, RATE, decay, step);
            bias.update(UpdateRule.ADAM, RATE, 0, step);
        }
        return new Fit(
                accuracy(seen.pick(split.validation()), weights, bias, labels, split.validation()),
                accuracy(seen.pick(split.test()), weights, bias, labels, split.test()));
    }

    private static double accuracy(Matrix x, TrainedMatrix weights, TrainedMatrix bias, Labels labels, int[] nodes) {
        Matrix logits = x.times(weights.value()).addToRows(bias.value());
        int right = 0;
        for (int i = 0; i < nodes.length; i++) {
            int best = 0;
            for (int c = 1; c < logits.columns(); c++) if (logits.get(i, c) > logits.get(i, best)) best = c;
            if (best == labels.of(nodes[i])) right++;
        }
        return (double) right / nodes.length;
    }
}
