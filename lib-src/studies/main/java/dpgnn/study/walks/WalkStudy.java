package dpgnn.study.walks;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.ClipThreshold;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Runs the trainings of Ayle et al. (2023). Those without privacy end after 50 evaluations without a better validation
 * figure, and report the figures of the best one.
 */
public final class WalkStudy {
    private static final int PATIENCE = 50;

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<WalkRun> STUDY = new Study<>("walks", 1, WalkStudy::data, WalkStudy::run);

    /** The same of {@link #untrained} networks. */
    public static final Study<WalkRun> UNTRAINED =
            new Study<>("untrained walks", 1, WalkStudy::data, WalkStudy::untrained);

    private WalkStudy() {}

    private static Run.Data data(WalkRun run) throws IOException {
        return Run.Data.of(run.data().data());
    }

    /**
     * The record of a training: metrics "test" and "validation" are micro-F1. A private one has been evaluated where its
     * epsilon comes to a whole number k, after "steps at epsilon k" steps.
     */
    public static Run run(WalkRun run) throws IOException, InterruptedException {
        return run.method().isPrivate() ? privately(run) : plain(run, run.data());
    }

    /** The record of no training at all: the figures of a network as {@link #run} finds it before its first step. */
    static Run untrained(WalkRun run) throws IOException {
        WalkData data = run.data();
        Network network = run.model()
                .network(data.data().features().width(), data.data().labels().classes());
        Parameters start = network.initial(Streams.seed(run.seed()).stream("init"));
        return Study.made(run, data.data(), new WalkScores(data).figures(network, start));
    }

    /** A training without privacy on data that need not be those which the run names. */
    static Run plain(WalkRun run, WalkData data) throws InterruptedException {
        Trainer trainer = PlainTrainer.of(run.model(), run.sampler(), run.steps(), Streams.seed(run.seed()))
                .listen(new Plateau("validation", run.every(), PATIENCE));
        prepare(trainer, run);
        new WalkScores(data).follow(trainer, step -> step % run.every() == 0);
        Run made = trainer.train(data.view()).run();
        List<Run.Point> validation = made.history().get("validation");
        int best = WalkScores.highest(validation);
        TreeMap<String, Double> metrics = new TreeMap<>(made.metrics());
        metrics.put("validation", validation.get(best).value());
        metrics.put("test", made.history().get("test").get(best).value());
        metrics.put("best step", (double) validation.get(best).step());
        return made.withMetrics(metrics);
    }

    private static Run privately(WalkRun run) throws IOException, InterruptedException {
        WalkData data = run.data();
        Sampler sampler = run.sampler();
        Streams streams = Streams.seed(run.seed());
        double delta = WalkTables.delta(data.name());
        LongFunction<Event> events = run.accounting()
                .events(
                        sampler,
                        Sampler.Facts.of(data.view().participants()),
                        sampler.draws(data.view().participants(), streams.stream("sampler")),
                        run.lambda());
        long steps = run.accounting().steps(events, run.epsilon(), delta);
        if (steps < 1)
            throw new IllegalArgumentException("no step fits into epsilon " + run.epsilon() + " with lambda "
                    + run.lambda() + " under " + run.accounting() + " accounting");
        TreeMap<String, Double> reached = new TreeMap<>();
        List<Long> stops = new ArrayList<>();
        for (int k = 1; k <= run.epsilon(); k++) {
            long affordable = run.accounting().steps(events, k, delta);
            if (affordable == 0) continue;
            stops.add(affordable);
            reached.put("steps at epsilon " + k, (double) affordable);
        }
        Trainer trainer = PrivateTrainer.of(run.model(), plan(run, sampler, streams, steps), streams);
        prepare(trainer, run);
        boolean onTheWay = !run.variant().has(Departure.END_ONLY);
        new WalkScores(data).follow(trainer, step -> onTheWay && stops.contains(step));
        Run made = trainer.train(data.view()).run();
        reached.putAll(made.metrics());
        return made.withMetrics(reached);
    }

    private static Plan plan(WalkRun run, Sampler sampler, Streams streams, long steps) throws IOException {
        TrainingView view = run.data().view();
        ClipThreshold threshold = run.variant().has(Departure.MEASURED)
                ? ClipThreshold.measured(run.model(), sampler, view, run.clip(), streams)
                : ClipThreshold.synthetic(run.model(), sampler, view, run.clip(), streams);
        Plan plan = threshold
                .plan(sampler, GaussianNoise.standard())
                .accountant(run.accounting().accountant())
                .multiplier(WalkAccounting.multiplier(sampler, Sampler.Facts.of(view.participants()), run.lambda()))
                .steps(run.variant().has(Departure.OVERSHOOT) ? steps + 1 : steps)
                .delta(WalkTables.delta(run.dataset()));
        return run.accounting().countsDrawn() ? plan.exact() : plan;
    }

    private static void prepare(Trainer trainer, WalkRun run) {
        trainer.experiment(run).optimizer(() -> Adam.of(run.rate()));
    }
}
