package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Scores;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.train.Evaluation;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tests as in the HeterPoisson paper: every test node reads at most a given number of other test nodes, drawn without
 * replacement.
 *
 * <p><b>Guarantee.</b> No training node is read: the graph is the one induced on the test nodes. The results come from test
 * nodes without noise.
 */
public final class TestStars {
    /** The numbers of neighbours in the paper's heat maps; its tables have the last. */
    public static final int[] MOST = {1, 4, 7, 10, 13};

    private final Map<Integer, Evaluation> stars = new LinkedHashMap<>();
    private final EvaluationView view;
    private final long seed;

    private TestStars(EvaluationView view, long seed) {
        this.view = view;
        this.seed = seed;
        for (int most : MOST)
            stars.put(
                    most,
                    Evaluation.stars(
                            view, most, Streams.seed(seed).stream("test stars").fork(most)));
    }

    /** A test among the nodes of a role, neighbours drawn by the seed. */
    public static TestStars of(Dataset data, Split split, Split.Role role, long seed) {
        return new TestStars(among(data, split, role), seed);
    }

    /** The view of a test, held against the split: that it has no node but the role's own. */
    static EvaluationView among(Dataset data, Split split, Split.Role role) {
        EvaluationView view = data.evaluationAmong(split, role);
        for (int v : view.original())
            if (split.role(v) != role || view.graph().nodes() != view.original().length)
                throw new IllegalStateException("a test may read no node but its own, found node " + v);
        return view;
    }

    /** The evaluation with at most this many neighbours, one of {@link #MOST}. */
    public Evaluation with(int most) {
        Evaluation found = stars.get(most);
        if (found == null)
            throw new IllegalArgumentException("nTest must be one of " + stars.keySet() + ", was " + most);
        return found;
    }

    /** The same as released, with {@link Strangers} for nodes without a neighbour. */
    public Evaluation strangers(int most) {
        RandomStream coins = Streams.seed(seed).stream("test strangers");
        return Evaluation.stars(view, Strangers.test(view.graph(), most, coins.fork(0)), most, coins.fork(1));
    }

    /** The test's figures of a trained network: accuracy and precisions with so many neighbours, accuracy with every number. */
    public Map<String, Double> metrics(int nTest, Network network, Parameters parameters) {
        with(nTest);
        Map<String, Double> metrics = new LinkedHashMap<>();
        stars.forEach((most, evaluation) -> {
            Scores scores = evaluation.scores(network, parameters);
            metrics.put("test accuracy N=" + most, scores.accuracy());
            if (most != nTest) return;
            metrics.put("test accuracy", scores.accuracy());
            metrics.put("test precision macro", scores.macroPrecision());
            metrics.put("test precision weighted", scores.weightedPrecision());
        });
        return metrics;
    }

    /** The record of a training with all figures of its test: those above, and as released. */
    public Run scored(Trained trained, int nTest) {
        Map<String, Double> metrics = new TreeMap<>(trained.run().metrics());
        metrics.putAll(metrics(nTest, trained.network(), trained.parameters()));
        Scores released = strangers(nTest).scores(trained.network(), trained.parameters());
        metrics.put(HeterPoissonPaper.ACCURACY + HeterPoissonPaper.STRANGERS, released.accuracy());
        metrics.put(HeterPoissonPaper.PRECISION + HeterPoissonPaper.STRANGERS, released.weightedPrecision());
        return trained.run().withMetrics(metrics);
    }
}
