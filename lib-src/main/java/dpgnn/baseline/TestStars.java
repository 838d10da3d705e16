package dpgnn.baseline;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.random.Streams;
import dpgnn.train.Evaluation;
import dpgnn.train.Trainer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The test of the HeterPoisson paper: every test node reads at most so many other test nodes, drawn without replacement.
 *
 * <p><b>Guarantee.</b> No training node is read: the graph is the one induced on the test nodes. What is computed reads test nodes without noise.
 */
public final class TestStars {
    /** The numbers of neighbours in the paper's heat maps; its tables have the last. */
    public static final int[] MOST = {1, 4, 7, 10, 13};

    private final Map<Integer, Evaluation> stars = new LinkedHashMap<>();

    private TestStars(EvaluationView view, long seed) {
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

    /** The evaluation with at most so many neighbours, one of {@link #MOST}. */
    public Evaluation with(int most) {
        Evaluation found = stars.get(most);
        if (found == null)
            throw new IllegalArgumentException("nTest must be one of " + stars.keySet() + ", was " + most);
        return found;
    }

    /** Lets a training end with the test's figures. */
    public Trainer follow(Trainer trainer, int nTest) {
        long end = Long.MAX_VALUE;
        Evaluation main = with(nTest);
        trainer.follow("test accuracy", end, (n, p) -> main.scores(n, p).accuracy());
        trainer.follow("test precision macro", end, (n, p) -> main.scores(n, p).macroPrecision());
        trainer.follow(
                "test precision weighted", end, (n, p) -> main.scores(n, p).weightedPrecision());
        stars.forEach((most, e) -> trainer.follow(
                "test accuracy N=" + most, end, (n, p) -> e.scores(n, p).accuracy()));
        return trainer;
    }
}
