package dpgnn.study.walks;

import dpgnn.base.RecordFields;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.layer.Initialiser;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.sampling.WalkUnion;
import dpgnn.study.Study;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.ClipThreshold;
import dpgnn.train.Experiment;
import dpgnn.train.OpenTrainer;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.SortedMap;

/**
 * One training of Ayle et al. (2023). Those without privacy end after 50 evaluations without a better validation figure, and report the
 * figures of the best one.
 *
 * @param dataset see {@link WalkData}
 * @param layers 1: a single map; 2
 * @param width of the hidden layer; 0 with one layer, which has none
 * @param training fits the method
 */
public record WalkRun(
        String dataset, WalkMethod method, int layers, int width, WalkVariant variant, Training training, long seed)
        implements Experiment<WalkRun> {
    /** How weights are found. */
    public sealed interface Training extends RecordFields.Part {
        /** Of Adam. */
        double rate();
    }

    /** Not at all: the network before its first step. */
    public record Untrained() implements Training {
        @Override
        public double rate() {
            throw new IllegalStateException("nothing is trained");
        }
    }

    /**
     * Without privacy.
     *
     * @param steps the most
     * @param every the number of steps between two evaluations
     */
    public record Plain(double rate, long steps, long every) implements Training {}

    /**
     * With privacy.
     *
     * @param epsilon the budget that determines the steps under the accounting
     * @param clip share of the norm that gradients have at the start, on synthetic features, to which they are clipped
     * @param lambda noise over the sensitivity
     */
    public record Private(
            double rate, WalkAccounting accounting, double epsilon, double clip, double lambda, Examples examples)
            implements Training {}

    /** What a private training draws. */
    public sealed interface Examples extends RecordFields.Part {}

    /** Disjoint walks of one cover. */
    public record Walks() implements Examples {}

    /** Walks of another cover after so many steps. */
    public record Redrawn(int period) implements Examples {}

    /** Neighbourhoods of at most so many neighbours. */
    public record Neighbourhoods(int degree) implements Examples {}

    /** On a larger graph the cover is redrawn less often, since a cover takes longer. */
    private static final int SMALL = 20_000;

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<WalkRun> STUDY = study("walks", WalkRun::run);

    /** Scores of {@link #untrained} networks. */
    public static final Study<WalkRun> UNTRAINED = study("untrained walks", WalkRun::untrained);

    public WalkRun {
        if (layers < 1 || layers > 2) throw new IllegalArgumentException("layers must be 1 or 2, was " + layers);
        if ((layers == 1) != (width == 0))
            throw new IllegalArgumentException(
                    "width must be 0 with one layer and positive with two, was " + width + " with " + layers);
        if (!fits(method, training))
            throw new IllegalArgumentException("training must be one of " + method + ", was " + training);
    }

    private static boolean fits(WalkMethod method, Training training) {
        if (!(training instanceof Private of)) return training instanceof Untrained || !method.isPrivate();
        return switch (method) {
            case GCN, MLP -> false;
            case DRW, DRW_R -> of.examples instanceof Walks;
            case DRW_D -> of.examples instanceof Redrawn;
            case FDP -> of.examples instanceof Neighbourhoods;
        };
    }

    /** A training with the values from the paper's grids that serve most often, at epsilon 8. */
    public static WalkRun of(String dataset, WalkMethod method, int width) {
        Examples examples =
                switch (method) {
                    case DRW_D -> new Redrawn(WalkTables.nodes(dataset) <= SMALL ? 1 : 10);
                    case FDP -> new Neighbourhoods(2);
                    default -> new Walks();
                };
        return of(
                dataset,
                method,
                width,
                method.isPrivate()
                        ? new Private(0.1, WalkAccounting.PUBLISHED, 8, 0.01, 4, examples)
                        : new Plain(0.01, 2000, 1));
    }

    /** The network before its first step. */
    public static WalkRun untrained(String dataset, WalkMethod method, int width) {
        return of(dataset, method, width, new Untrained());
    }

    private static WalkRun of(String dataset, WalkMethod method, int width, Training training) {
        return new WalkRun(dataset, method, width == 0 ? 1 : 2, width, WalkVariant.NONE, training, 1);
    }

    private <T> T as(Class<T> kind, Object part) {
        if (!kind.isInstance(part))
            throw new IllegalStateException(method + " has no " + kind.getSimpleName() + ", but " + part);
        return kind.cast(part);
    }

    private Private privacy() {
        return as(Private.class, training);
    }

    public double rate() {
        return training.rate();
    }

    public long steps() {
        return as(Plain.class, training).steps;
    }

    public long every() {
        return as(Plain.class, training).every;
    }

    public WalkAccounting accounting() {
        return privacy().accounting;
    }

    public double epsilon() {
        return privacy().epsilon;
    }

    public double clip() {
        return privacy().clip;
    }

    public double lambda() {
        return privacy().lambda;
    }

    public int degree() {
        return as(Neighbourhoods.class, privacy().examples).degree;
    }

    @Override
    public String experiment() {
        return training instanceof Untrained ? "walks-untrained" : method.isPrivate() ? "walks-private" : "walks-plain";
    }

    WalkData data() throws IOException {
        return WalkData.of(dataset, variant.features());
    }

    /** With the batch size of the paper's table 4. */
    Sampler sampler() {
        int batch = WalkTables.batch(method, layers, dataset);
        DisjointWalks walks = DisjointWalks.of(layers, batch);
        if (variant.has(Departure.ALL_EDGES)) walks = walks.withAllEdges();
        return switch (method) {
            case GCN -> WalkUnion.of(layers, batch);
            case MLP -> UniformNodes.of(batch);
            case DRW -> walks;
            case DRW_R -> walks.restarts(WalkTables.RESTARTS);
            case DRW_D -> walks.redrawnEvery(as(Redrawn.class, privacy().examples).period);
            case FDP -> {
                BoundedDegree bounded = BoundedDegree.features(degree(), layers, batch);
                yield variant.has(Departure.PATH) ? bounded.withPaths() : bounded;
            }
        };
    }

    Model model() {
        boolean perceptron = method == WalkMethod.MLP;
        int hidden = layers == 1 ? 1 : width;
        Recipe recipe = perceptron
                ? Recipe.of(hidden).withHops(0).withDense(layers - 1).withInitialiser(Initialiser.GLOROT)
                : Recipe.layers(layers, hidden);
        if (variant.has(Departure.LINEAR)) recipe = recipe.withInitialiser(Initialiser.LINEAR);
        if (variant.has(Departure.NORMALISED)) recipe = recipe.withNormalisedLogits();
        return perceptron ? Mlp.of(recipe) : Gcn.of(recipe);
    }

    private static Study<WalkRun> study(String name, Study.Body<WalkRun> body) {
        return new Study<>(name, 1, run -> Run.Data.of(run.data().data()), body);
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
        OpenTrainer trainer = PlainTrainer.of(run.model(), run.sampler(), run.steps(), Streams.seed(run.seed()));
        prepare(trainer, run);
        return WalkScores.atBest(trainer, data, run.every());
    }

    private static Run privately(WalkRun run) throws IOException, InterruptedException {
        WalkData data = run.data();
        Sampler sampler = run.sampler();
        Streams streams = Streams.seed(run.seed());
        SortedMap<Double, Long> steps = run.accounting()
                .steps(
                        sampler,
                        data.view().participants(),
                        streams,
                        run.lambda(),
                        run.epsilon(),
                        WalkTables.delta(data.name()));
        Plan plan = plan(run, sampler, streams, steps.get(steps.lastKey()));
        OpenTrainer trainer = plan.experiment(run.model(), streams);
        prepare(trainer, run);
        return run.variant().has(Departure.END_ONLY)
                ? WalkScores.atBudgets(trainer, data, steps, step -> false)
                : WalkScores.atBudgets(trainer, data, steps);
    }

    private static Plan plan(WalkRun run, Sampler sampler, Streams streams, long steps) throws IOException {
        TrainingView view = run.data().view();
        ClipThreshold threshold = run.variant().has(Departure.MEASURED)
                ? ClipThreshold.measured(run.model(), sampler, view, run.clip(), streams)
                : ClipThreshold.synthetic(run.model(), sampler, view, run.clip(), streams);
        Plan plan = threshold
                .plan(sampler, GaussianNoise.standard())
                .multiplier(WalkAccounting.multiplier(sampler, Sampler.Facts.of(view.participants()), run.lambda()))
                .steps(run.variant().has(Departure.OVERSHOOT) ? steps + 1 : steps)
                .delta(WalkTables.delta(run.dataset()));
        return run.accounting().of(plan);
    }

    private static void prepare(OpenTrainer trainer, WalkRun run) {
        trainer.experiment(run).optimizer(() -> Adam.of(run.rate()));
    }
}
