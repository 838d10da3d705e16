package dpgnn.study.predict;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.study.Study;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One training on single rows of 80 % of the nodes, and its answers about test nodes; an asker gives the row of the node. The length
 * of a sum, what a vote counts, and the noise of the line that does not pay were chosen by the test accuracy of seed 1; these figures
 * are therefore an illustration, not a contest. Half of epsilon is the training's where neighbours' votes hide a node, all of it where
 * they are not read or not paid for. Where votes hide an edge, rows and labels are public, and the training has the noise of epsilon 16.
 *
 * <p>Figures: "accuracy", "accuracy of own rows" (the same training without votes), "epsilon" and "epsilon of the training" of
 * what the way protects, "deviation" and "sensitivity" of the votes, "answers" and "seconds".
 *
 * @param dataset and {@code features}: see {@link NodeData}
 * @param way what an answer reads
 * @param answers how many of them are paid for; 0 for one about each test node
 * @param epsilon of the training and all answers together; of the training alone where answers are not paid for
 */
public record AnswerRun(String dataset, String features, Way way, int answers, TargetEpsilon epsilon, long seed)
        implements Experiment<AnswerRun> {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<AnswerRun> STUDY =
            new Study<>("answers", 2, run -> Run.Data.of(NodeData.of(run.dataset(), run.features())), AnswerRun::run);

    private static final int BATCH = 1024;
    private static final int EPOCHS = 10;
    private static final double PUBLIC_ROWS = 16;
    private static final double LONGEST = 10;
    private static final double LONGEST_WEIGHTED = 4;
    private static final int DEGREE = 10;

    /** Predictors of a few answers each, over which accuracy is averaged. */
    private static final int REPEATS = 5;

    private static final CachedAccountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());
    private static final Map<String, Trained> TRAINED = new ConcurrentHashMap<>();

    /** What an answer reads beside the row that its asker gives, and whom the noise hides. */
    public enum Way {
        OWN("own row"),
        NODE("neighbours, a node hidden"),
        WEIGHTED("neighbours, a node hidden, degrees public"),
        EDGE("neighbours, an edge hidden"),
        UNPAID("neighbours, answers not paid for");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public AnswerRun {
        Check.given("way", way);
        Check.atLeast("answers", answers, 0);
    }

    /** One answer about each test node, at epsilon 4. */
    public static AnswerRun of(String dataset, Way way) {
        return new AnswerRun(dataset, NodeData.blind(dataset, "rows"), way, 0, new TargetEpsilon(4), 1);
    }

    @Override
    public String experiment() {
        return "answers";
    }

    static Run run(AnswerRun run) throws IOException {
        Dataset data = NodeData.of(run.dataset(), run.features());
        Split split = NodeData.split(data, run.seed());
        TrainingView view = data.transductive(split);
        long began = System.nanoTime();
        Trained trained = TRAINED.computeIfAbsent(
                run.dataset() + " " + run.features() + " " + epsilonOfTraining(run) + " " + run.seed(),
                key -> train(run, view));
        Map<String, Double> metrics = new TreeMap<>();
        Guarantee held = answers(run, trained, view, split.test(), data, metrics);
        metrics.put("epsilon", held.epsilon());
        metrics.put(
                "epsilon of the training",
                run.way() == Way.EDGE ? 0 : trained.guarantee().epsilon());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Study.made(run, data, metrics).guaranteed(List.of(held));
    }

    private static double epsilonOfTraining(AnswerRun run) {
        return switch (run.way()) {
            case OWN, UNPAID -> run.epsilon().value();
            case NODE, WEIGHTED -> run.epsilon().value() / 2;
            case EDGE -> PUBLIC_ROWS;
        };
    }

    private static Trained train(AnswerRun run, TrainingView view) {
        int roots = view.participants().announcedRoots();
        double rate = Math.min(1, (double) BATCH / roots);
        Plan plan = Plan.of(PoissonNodes.of(rate), Clip.flat(1), GaussianNoise.standard())
                .steps((long) Math.ceil(EPOCHS / rate))
                .calibrated(epsilonOfTraining(run), NodeData.delta(roots))
                .accountant(ACCOUNTANT);
        return plan.experiment(Mlp.of(64), run.seed())
                .optimizer(() -> Adam.of(0.01))
                .train(view);
    }

    private static Guarantee answers(
            AnswerRun run, Trained trained, TrainingView view, int[] test, Dataset data, Map<String, Double> metrics) {
        int each = run.answers() == 0 ? test.length : Math.min(run.answers(), test.length);
        int predictors = run.answers() == 0 ? 1 : Math.min(REPEATS, test.length / each);
        NeighbourVotes votes =
                switch (run.way()) {
                    case OWN -> null;
                    case NODE ->
                        NeighbourVotes.ofNodes(each, LONGEST)
                                .within(run.epsilon().value(), trained);
                    case WEIGHTED ->
                        NeighbourVotes.ofNodes(each, LONGEST_WEIGHTED)
                                .weighted(DEGREE)
                                .within(run.epsilon().value(), trained);
                    case EDGE ->
                        NeighbourVotes.ofEdges(each).within(run.epsilon().value(), trained);
                    // So little that it changes no answer, and covered by nothing.
                    case UNPAID -> NeighbourVotes.ofEdges(each).deviation(0.01);
                };
        metrics.put("answers", (double) each);
        metrics.put("deviation", votes == null || run.way() == Way.UNPAID ? 0 : votes.deviation());
        metrics.put("sensitivity", votes == null ? 0 : votes.sensitivity());
        long right = 0, alone = 0;
        Guarantee held = Predictor.of(trained).guarantee();
        float[] row = new float[view.features().width()];
        for (int p = 0; p < predictors; p++) {
            Streams streams = Streams.seed(1000 * run.seed() + p);
            try (Predictor predictor =
                    votes == null ? Predictor.of(trained) : Predictor.of(trained, votes, view, streams)) {
                if (run.way() != Way.UNPAID) held = predictor.guarantee();
                for (int i = p * each; i < (p + 1) * each; i++) {
                    data.features().copyRow(test[i], row, 0);
                    int label = data.labels().of(test[i]);
                    int own = predictor.answer(row).label();
                    if (own == label) alone++;
                    if ((votes == null ? own : predictor.answer(test[i], row).label()) == label) right++;
                }
            }
        }
        double asked = (double) each * predictors;
        metrics.put("accuracy", right / asked);
        metrics.put("accuracy of own rows", alone / asked);
        return held;
    }
}
