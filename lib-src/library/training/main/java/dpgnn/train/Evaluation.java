package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Predictions;
import dpgnn.nn.Scores;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Evaluates a network on the nodes of an {@link EvaluationView}, without noise. Its results are as private as the data that
 * it reads: they must be paid for before they are published.
 */
public final class Evaluation {
    private final EvaluationView view;
    private final Batch batch;
    private final int[] nodes;
    private boolean exact;
    private Network network;
    private ExampleGradients forward;

    private Evaluation(EvaluationView view, Batch batch, int[] nodes) {
        this.view = view;
        this.batch = batch;
        this.nodes = nodes;
    }

    /** Every node aggregates from all of its neighbours in the view's graph. */
    public static Evaluation wholeGraph(EvaluationView view) {
        Check.given("view", view);
        int[] nodes = known(view);
        Graph graph = view.graph();
        Batch batch = new Batch();
        batch.beginExample();
        for (int v = 0; v < graph.nodes(); v++) {
            batch.addRow(v);
            for (int k = 0; k < graph.inDegree(v); k++) batch.addSource(graph.inNeighbour(v, k));
        }
        for (int v : nodes) batch.addTarget(v);
        return new Evaluation(view, batch, nodes);
    }

    /** Every node aggregates from at most this many neighbours, drawn once without replacement, in a star of its own. */
    public static Evaluation stars(EvaluationView view, int most, RandomStream coins) {
        Check.given("view", view);
        return stars(view, view.graph(), most, coins);
    }

    /** An evaluation by stars of another graph on the nodes of the view. */
    public static Evaluation stars(EvaluationView view, Graph graph, int most, RandomStream coins) {
        Check.given("view", view);
        Check.atLeast("most", most, 0);
        Check.that(
                graph.nodes() == view.graph().nodes(),
                "graph",
                "on the view's " + view.graph().nodes() + " nodes",
                graph.nodes());
        int[] nodes = known(view);
        Batch batch = new Batch();
        for (int v : nodes) {
            int degree = graph.inDegree(v);
            int[] neighbours = new int[degree];
            for (int k = 0; k < degree; k++) neighbours[k] = graph.inNeighbour(v, k);
            int count = Math.min(most, degree);
            for (int k = 0; k < count; k++) {
                int other = k + coins.nextInt(degree - k);
                int held = neighbours[k];
                neighbours[k] = neighbours[other];
                neighbours[other] = held;
            }
            batch.beginExample();
            int root = batch.addRow(v);
            for (int k = 0; k < count; k++) batch.addSource(root + 1 + k);
            for (int k = 0; k < count; k++) batch.addRow(neighbours[k]);
            batch.addTarget(root);
        }
        return new Evaluation(view, batch, nodes);
    }

    /** This evaluation with logits that are functions of their own example alone, in every bit: what a guarantee rests on. */
    Evaluation exact() {
        Evaluation made = new Evaluation(view, batch, nodes);
        made.exact = true;
        return made;
    }

    @Override
    public String toString() {
        return "evaluation of the " + nodes.length + " nodes that have a label, of " + view.nodes().length;
    }

    private static int[] known(EvaluationView view) {
        return Arrays.stream(view.nodes()).filter(view.labels()::isKnown).toArray();
    }

    /** One row of logits per evaluated node, in the order of {@link #nodes}. */
    public synchronized float[] logits(Network of, Parameters parameters) {
        if (network != of) {
            network = of;
            forward = exact
                    ? ExampleGradients.exact(of, view.features(), view.labels())
                    : ExampleGradients.of(of, view.features(), view.labels());
        }
        return forward.logits(parameters, batch);
    }

    /** The evaluated nodes: those of the view that have a label. */
    public int[] nodes() {
        return nodes.clone();
    }

    /**
     * How good a trained network is on these nodes; also one that was released, or loaded from a file. The scores show themselves. No
     * guarantee of the training covers them.
     */
    public Scores of(Trained trained) {
        requireFor(trained);
        return scores(trained.network(), trained.parameters());
    }

    /**
     * The class that is predicted of each evaluated node, and the probabilities. No guarantee of the training covers them.
     */
    public Predictions predictions(Trained trained) {
        requireFor(trained);
        int[] numbers = new int[nodes.length];
        int[] places = new int[view.graph().nodes()];
        for (int k = 0; k < view.nodes().length; k++) places[view.nodes()[k]] = view.original()[k];
        for (int k = 0; k < nodes.length; k++) numbers[k] = places[nodes[k]];
        return Predictions.of(view.labels(), numbers, logits(trained.network(), trained.parameters()));
    }

    private void requireFor(Trained trained) {
        Network of = Check.given("trained", trained).network();
        int inputs = view.features().width(), classes = view.labels().classes();
        Check.that(of.inputs() == inputs, "trained", "for the " + inputs + " features of these nodes", of.inputs());
        Check.that(of.classes() == classes, "trained", "for the " + classes + " classes of these nodes", of.classes());
        Check.that(nodes.length > 0, "the evaluated nodes", "one at least that has a label", 0);
    }

    /** Hits and misses of the predictions: the largest logit, or for sets of classes every logit above zero. */
    public Scores scores(Network of, Parameters parameters) {
        return Scores.of(view.labels(), nodes, logits(of, parameters));
    }

    /** Scores without probabilities, which what is followed through a training does not need. */
    private Scores counted(Network of, Parameters parameters) {
        float[] logits = logits(of, parameters);
        return view.labels().isMulti()
                ? Scores.of(view.labels(), nodes, Predictions.sets(logits))
                : Scores.of(
                        view.labels(),
                        nodes,
                        Predictions.classes(logits, view.labels().classes()));
    }

    /** For {@link OpenTrainer#follow}: the micro-F1, which for one class per node is the accuracy. */
    public Trainer.Metric microF1() {
        return (of, parameters) -> counted(of, parameters).microF1();
    }

    /** For {@link OpenTrainer#follow}: the share of nodes predicted correctly; for sets of classes, of correct decisions. */
    public Trainer.Metric accuracy() {
        return (of, parameters) -> counted(of, parameters).accuracy();
    }

    /** For {@link OpenTrainer#follow}: F1 averaged over classes, of which a rare one counts as much as any. */
    public Trainer.Metric macroF1() {
        return (of, parameters) -> counted(of, parameters).macroF1();
    }

    /**
     * For {@link OpenTrainer#follow}: the area under the ROC curve, for one class per node: how likely a node of a class has a higher
     * score than one of another, ties counted half, averaged over the classes that some nodes have and others have not. The score
     * is the class's logit less the logarithm of the sum of all exponentials, so that of two classes both give the same.
     */
    public Trainer.Metric auc() {
        if (!view.labels().isSingle())
            throw new IllegalStateException("labels must be one class a node for an area under a curve");
        return (of, parameters) -> {
            int classes = view.labels().classes();
            float[] logits = logits(of, parameters);
            double[] scores = new double[nodes.length];
            double sum = 0;
            int counted = 0;
            for (int c = 0; c < classes; c++) {
                for (int k = 0; k < nodes.length; k++) scores[k] = -logLoss(logits, k * classes, classes, c);
                double area = area(scores, c);
                if (Double.isNaN(area)) continue;
                sum += area;
                counted++;
            }
            return counted == 0 ? Double.NaN : sum / counted;
        };
    }

    /** By ranks, of which equal scores share the mean. NaN where all nodes have the class, or none has. */
    private double area(double[] scores, int c) {
        Integer[] order = new Integer[scores.length];
        Arrays.setAll(order, k -> k);
        Arrays.sort(order, Comparator.comparingDouble(k -> scores[k]));
        double ranks = 0;
        long own = 0;
        for (int from = 0, to; from < order.length; from = to) {
            for (to = from; to < order.length && scores[order[to]] == scores[order[from]]; to++) {}
            for (int i = from; i < to; i++)
                if (view.labels().of(nodes[order[i]]) == c) {
                    own++;
                    ranks += (from + to + 1) / 2.0;
                }
        }
        long others = scores.length - own;
        return (ranks - own * (own + 1) / 2.0) / ((double) own * others);
    }

    private static double logLoss(float[] logits, int at, int classes, int label) {
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < classes; c++) most = Math.max(most, logits[at + c]);
        double total = 0;
        for (int c = 0; c < classes; c++) total += Math.exp(logits[at + c] - most);
        return Math.log(total) + most - logits[at + label];
    }

    /** For {@link OpenTrainer#follow}: the root of the mean squared error, for labels that are numbers. */
    public Trainer.Metric rmse() {
        if (!view.labels().isValues())
            throw new IllegalStateException(
                    "labels must be numbers for a squared error, were classes; take accuracy()");
        return (of, parameters) -> Math.sqrt(2 * halfSquares(of, parameters));
    }

    private double halfSquares(Network of, Parameters parameters) {
        float[] outputs = logits(of, parameters);
        int width = view.labels().classes();
        double sum = 0;
        for (int k = 0; k < outputs.length; k++)
            sum += Math.pow(outputs[k] - (double) view.labels().value(nodes[k / width], k % width), 2);
        return sum / (2 * Math.max(1, outputs.length));
    }

    /** For {@link OpenTrainer#follow}: the mean loss over the evaluated nodes, for one class per node or for numbers. */
    public Trainer.Metric loss() {
        return (of, parameters) -> {
            if (view.labels().isValues()) return halfSquares(of, parameters);
            int classes = view.labels().classes();
            float[] logits = logits(of, parameters);
            double sum = 0;
            for (int k = 0; k < nodes.length; k++)
                sum += logLoss(logits, k * classes, classes, view.labels().of(nodes[k]));
            return sum / Math.max(1, nodes.length);
        };
    }
}
