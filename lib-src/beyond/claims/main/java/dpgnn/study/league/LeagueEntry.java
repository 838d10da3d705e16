package dpgnn.study.league;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Scores;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a {@link LeagueMethod} gets, and the rules of docs/league.md that all methods share: how large a batch is, how many steps,
 * which optimiser. The rules read the number of nodes, and for an edge that of arcs, both of which are taken as public.
 *
 * @param epsilon what the method has to keep; infinite for none
 * @param unit which delta follows: less than one over the number of nodes, or of arcs
 * @param audit what looks for contradictions in place of a training; empty where one is made
 */
public record LeagueEntry(
        Dataset data, Split split, double epsilon, Unit unit, Streams streams, Optional<LeagueAudit.Auditor> audit) {
    /** Units of a hidden layer. */
    public static final int WIDTH = 64;

    /** The expected number of nodes in a batch. */
    private static final int LOT = 512;

    private static final int FEWEST_BATCHES = 4;
    private static final int EPOCHS = 20;
    private static final double RATE = 0.01;

    /** How many of its neighbours a test node reads at most. */
    private static final int TEST_NEIGHBOURS = 13;

    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    /** The whole graph, and the labels of training nodes. */
    public TrainingView view() {
        return data.transductive(split);
    }

    /** The number of training nodes, which is public. */
    public int roots() {
        return view().participants().announcedRoots();
    }

    /** Batches of an epoch. */
    public int batches() {
        return (int) Math.max(FEWEST_BATCHES, Math.round((double) roots() / LOT));
    }

    /** The size of a batch for methods that take one. */
    public int lot() {
        return Math.max(1, roots() / batches());
    }

    /** This entry on other rows or edges of these nodes. */
    LeagueEntry on(Dataset other) {
        return new LeagueEntry(other, split, epsilon, unit, streams, audit);
    }

    public int epochs() {
        return EPOCHS;
    }

    public long steps() {
        return (long) EPOCHS * batches();
    }

    /** 10 to the power of minus the digits of the number of nodes, or of arcs where an edge is the unit. */
    public double delta() {
        long units = unit == Unit.EDGE ? data.graph().directedEdges() : data.nodes();
        return Double.parseDouble("1e-" + Long.toString(units).length());
    }

    public Supplier<Optimizer> optimizer() {
        return () -> Adam.of(RATE);
    }

    /** Sampler, clip and steps; the noise is open. */
    public Plan plan(Sampler sampler) {
        return Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                .steps(steps())
                .accountant(ACCOUNTANT);
    }

    /** Trains by the least noise that keeps epsilon, and tests. */
    public LeagueResult train(Model model, Sampler sampler) throws Exception {
        return train(model, plan(sampler).calibrated(epsilon, delta()));
    }

    /** Trains by a plan whose noise is known, and tests. */
    public LeagueResult train(Model model, Plan plan) throws Exception {
        if (audit.isPresent()) return audit.get().plan(this, model, plan);
        Trained trained = fitted(model, plan);
        boolean proved = trained.guarantee().verdict().hasTheorem();
        return new LeagueResult(
                scores(trained),
                trained.run().guarantees(),
                proved ? Optional.of(trained.certificate()) : Optional.empty(),
                trained.metric("noise multiplier"));
    }

    /** The network that a plan trains, for a method that does more with it. */
    public Trained fitted(Model model, Plan plan) throws InterruptedException {
        return plan.experiment(model, streams).optimizer(optimizer()).train(view());
    }

    /** Trains without clip and noise, and tests. */
    public LeagueResult plain(Model model, Sampler sampler) throws Exception {
        return LeagueResult.open(scores(PlainTrainer.of(model, sampler, steps(), streams)
                .optimizer(optimizer())
                .train(view())));
    }

    /** The test nodes in the whole graph. */
    public EvaluationView test() {
        return data.evaluation(split, Split.Role.TEST);
    }

    private Scores scores(Trained trained) {
        return Evaluation.stars(test(), TEST_NEIGHBOURS, streams.stream("test"))
                .scores(trained.network(), trained.parameters());
    }
}
