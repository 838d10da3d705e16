package dpgnn.study.batches;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.study.BlindGuess;
import dpgnn.study.Study;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Evaluation;
import dpgnn.train.Experiment;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One training on single rows, with batches drawn in a {@link Way} and the noise that its epsilon needs. The protocol stands in
 * docs/reproduction-rules.md.
 *
 * <p>Figures: "test accuracy", "constant" (that of the largest class of the training nodes), "epsilon", "noise multiplier",
 * "batches" of an epoch and "seconds".
 *
 * @param dataset Cora, CiteSeer, PubMed, Computers or small, a synthetic one
 * @param epsilon what is proved of the training
 * @param lot how many nodes a batch has in expectation
 */
public record BatchRun(String dataset, Way way, TargetEpsilon epsilon, int lot, int epochs, long seed)
        implements Experiment<BatchRun> {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<BatchRun> STUDY =
            new Study<>("batches", 1, run -> Run.Data.of(data(run.dataset())), BatchRun::run);

    private static final Accountant PLD = CachedAccountant.of(PldAccountant.standard());

    /** How batches are drawn, and what their noise pays for. */
    public enum Way {
        POISSON("Poisson"),
        ALLOCATED("random allocation"),
        /** Random allocation with the noise that it would need if everybody knew who is in which batch. */
        OPEN("no amplification");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public BatchRun {
        Check.given("way", way);
        Check.atLeast("lot", lot, 1);
        Check.atLeast("epochs", epochs, 1);
    }

    /** Lots of 256 nodes, 20 epochs. */
    public static BatchRun of(String dataset, Way way, double epsilon) {
        return new BatchRun(dataset, way, new TargetEpsilon(epsilon), 256, 20, 1);
    }

    @Override
    public String experiment() {
        return "batches";
    }

    static Dataset data(String name) throws IOException {
        if (name.equals("small")) return SyntheticGraphs.small();
        Dataset data = Datasets.loadOrStandIn(name.toLowerCase(Locale.ROOT));
        return Scaling.rows(data, Scaling.Norm.L2, Math.sqrt(data.features().width()));
    }

    static Run run(BatchRun run) throws IOException {
        Dataset data = data(run.dataset());
        Split split = NodeData.split(data, run.seed());
        TrainingView view = data.transductive(split);
        long began = System.nanoTime();
        int roots = view.participants().announcedRoots();
        int batches = (int) Math.max(2, Math.round((double) roots / run.lot()));
        double delta = NodeData.delta(roots);
        Plan plan = plan(run, batches, delta);
        Trained trained = plan.experiment(Mlp.of(64), run.seed())
                .optimizer(() -> Adam.of(0.01))
                .train(view);
        double multiplier = trained.metric("noise multiplier");
        Map<String, Double> metrics = new TreeMap<>();
        metrics.put(
                "test accuracy",
                Evaluation.stars(
                                data.evaluationAmong(split, Split.Role.TEST),
                                0,
                                Streams.seed(0).stream("no neighbour is drawn"))
                        .scores(trained.network(), trained.parameters())
                        .accuracy());
        metrics.put("constant", BlindGuess.majority(data.labels(), split.train(), split.test()));
        metrics.put("noise multiplier", multiplier);
        metrics.put("batches", (double) batches);
        metrics.put(
                "epsilon",
                run.way() == Way.OPEN
                        ? PLD.epsilon(open(multiplier, run.epochs()), delta)
                        : trained.guarantee().epsilon());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Study.made(run, data, metrics).guaranteed(trained.run().guarantees());
    }

    /** Every epoch shows one sum, and which one. */
    private static Event open(double multiplier, int epochs) {
        return new Event.Repeated(new Event.Gaussian(multiplier), epochs);
    }

    private static Plan plan(BatchRun run, int batches, double delta) {
        double epsilon = run.epsilon().value();
        Plan plan = Plan.of(
                        run.way() == Way.POISSON ? PoissonNodes.of(1.0 / batches) : RandomAllocation.of(batches),
                        Clip.flat(1),
                        GaussianNoise.standard())
                .steps((long) run.epochs() * batches)
                .accountant(PLD);
        if (run.way() != Way.OPEN) return plan.calibrated(epsilon, delta);
        return plan.multiplier(Calibration.of(PLD).multiplier(m -> open(m, run.epochs()), epsilon, delta))
                .delta(delta);
    }
}
