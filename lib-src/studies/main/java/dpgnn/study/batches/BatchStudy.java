package dpgnn.study.batches;

import dpgnn.graph.Dataset;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Backend;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.study.Study;
import dpgnn.study.nodes.NodeData;
import dpgnn.train.Evaluation;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Provenance;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Trains on single rows, with batches drawn in each {@link BatchRun.Way} and the noise that the same epsilon needs. The protocol
 * stands in docs/reproduction-rules.md.
 *
 * <p>Figures: "test accuracy", "constant" (that of the largest class of the training nodes), "epsilon", "noise multiplier",
 * "batches" of an epoch and "seconds".
 */
public final class BatchStudy {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<BatchRun> STUDY =
            new Study<>("batches", 1, run -> Run.Data.of(data(run.dataset())), BatchStudy::run);

    private static final Accountant PLD = CachedAccountant.of(PldAccountant.standard());

    private BatchStudy() {}

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
        Trained trained = PrivateTrainer.of(Mlp.of(64), plan, Streams.seed(run.seed()))
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
        metrics.put("constant", NodeData.constant(data, split));
        metrics.put("noise multiplier", multiplier);
        metrics.put("batches", (double) batches);
        metrics.put(
                "epsilon",
                run.way() == BatchRun.Way.OPEN
                        ? PLD.epsilon(open(multiplier, run.epochs()), delta)
                        : trained.guarantee().epsilon());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Run.of(run, Run.Data.of(data), Provenance.of(Backend.found().sentence()), metrics)
                .guaranteed(trained.run().guarantees());
    }

    /** Every epoch shows one sum, and which one. */
    private static Event open(double multiplier, int epochs) {
        return new Event.Repeated(new Event.Gaussian(multiplier), epochs);
    }

    private static Plan plan(BatchRun run, int batches, double delta) {
        double epsilon = run.epsilon().value();
        Plan plan = Plan.of(
                        run.way() == BatchRun.Way.POISSON
                                ? PoissonNodes.of(1.0 / batches)
                                : RandomAllocation.of(batches),
                        Clip.flat(1),
                        GaussianNoise.standard())
                .steps((long) run.epochs() * batches)
                .accountant(PLD);
        if (run.way() != BatchRun.Way.OPEN) return plan.calibrated(epsilon, delta);
        return plan.multiplier(Calibration.of(PLD).multiplier(m -> open(m, run.epochs()), epsilon, delta))
                .delta(delta);
    }
}
