package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.train.Experiment;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One training of Xiang, Wang and Wang (2024).
 *
 * @param dataset and {@code features}: see {@link NodeData}
 * @param model GCN, GIN or SAGE
 * @param form code, the authors' standardised layer, or plain, the formulas of the paper's appendix
 * @param peripherals M, how many peripherals a star has: about that many are drawn for each centre
 * @param testNeighbours how many test nodes a test node reads at most
 * @param accounting which noise the epsilon takes
 * @param batch the expected number of centres
 * @param rate of Adam
 * @param clamp 0, or the factor 100 of the authors' code
 */
public record HeterPoissonRun(
        String dataset,
        String features,
        @Experiment.Named("setting") LearningSetting learning,
        String model,
        String form,
        Stars method,
        @Experiment.Named("M") int peripherals,
        @Experiment.Named("nTest") int testNeighbours,
        TargetEpsilon epsilon,
        @Experiment.Named("accountant") Accounting accounting,
        int batch,
        double rate,
        int clamp,
        long seed)
        implements Experiment<HeterPoissonRun> {
    /** The clip norm of every experiment. */
    public static final double CLIP = 0.5;

    static final int WIDTH = 128;
    private static final double PASSES = 9;
    private static final double PASSES_REDDIT = 4;

    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<HeterPoissonRun> STUDY = new Study<>(
            "HeterPoisson",
            2,
            run -> NodeRun.data(run.dataset(), run.features()),
            HeterPoissonRun::run,
            (run, kept) -> run(run, NodeRun.noise(kept)));

    /** How stars are drawn. */
    public enum Stars {
        HETERPOISSON("HeterPoisson"),
        /** For the paper's ablation: centres stay in other stars. */
        UNENFORCED("HeterPoisson-unenforced"),
        /** Our variant: see {@link HomeStars}. */
        HOME_STARS("home stars"),
        /** One thing that the released code does: see {@link Strangers}. */
        STRANGERS("HeterPoisson with strangers"),
        /** All that the released code does: see {@link ReleasedTraining}. */
        RELEASED("HeterPoisson as released");

        private final String words;

        Stars(String words) {
            this.words = words;
        }

        Sampler sampler(double rate, int peripherals) {
            return switch (this) {
                case HETERPOISSON, RELEASED -> HeterPoisson.of(rate, peripherals);
                case UNENFORCED -> HeterPoisson.of(rate, peripherals).unenforced();
                case HOME_STARS -> HomeStars.of(rate, peripherals);
                case STRANGERS -> new Strangers(HeterPoisson.of(rate, peripherals), peripherals);
            };
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** By which accounting the noise is enough. */
    public enum Accounting {
        /** Theorem 2 of the paper. */
        PUBLISHED,
        /** The pair that is proved. */
        CONSERVATIVE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the paper's tables hold fixed: a GCN at epsilon 2 with the noise as published. */
    public static HeterPoissonRun of(String dataset) {
        return new HeterPoissonRun(
                dataset,
                "roots",
                LearningSetting.TRANSDUCTIVE,
                "GCN",
                "code",
                Stars.HETERPOISSON,
                1,
                13,
                new TargetEpsilon(2),
                Accounting.PUBLISHED,
                4096,
                0.01,
                0,
                1);
    }

    @Override
    public String experiment() {
        return "heterpoisson";
    }

    /**
     * With as many peripherals as the tables have for its epsilon, fixed before any training with more than one: the noise grows about
     * in proportion to M, so that a small budget affords one. The paper takes the best of 1 to 4 by the test.
     */
    public HeterPoissonRun byRule() {
        return with(HeterPoissonRun::peripherals, epsilon.value() < 8 ? 1 : Double.isInfinite(epsilon.value()) ? 4 : 2);
    }

    /** This run with all that the released code does. */
    public HeterPoissonRun released() {
        return with(HeterPoissonRun::method, Stars.RELEASED)
                .with(HeterPoissonRun::features, "whole")
                .with(HeterPoissonRun::clamp, 100);
    }

    /** With the noise that is proved come features of which no row depends on another node's (see {@link NodeData#blind}). */
    HeterPoissonRun blind() {
        return accounting == Accounting.CONSERVATIVE
                ? with(HeterPoissonRun::features, NodeData.blind(dataset, features))
                : this;
    }

    /** Sampler, steps and delta for a number of training nodes. */
    public record Budget(Sampler sampler, long steps, double delta) {
        /** The least noise, over the clip norm, for which Theorem 2 claims an epsilon, or for which it is proved. */
        public double multiplier(Sampler.Facts facts, Accounting by, double epsilon) {
            return Calibration.of(ACCOUNTANT)
                    .multiplier(m -> events(facts, m, by), epsilon, new DeltaReserve(delta).searching());
        }

        /** The plan of the experiments at the least noise for an epsilon. */
        public Plan plan(Sampler.Facts facts, Accounting by, double epsilon) {
            return plan(multiplier(facts, by, epsilon));
        }

        private Plan plan(double multiplier) {
            return Plan.of(sampler, Clip.flat(CLIP), GaussianNoise.standard())
                    .steps(steps)
                    .multiplier(multiplier)
                    .delta(delta)
                    .accountant(ACCOUNTANT);
        }

        /** What is claimed, or proved, at this noise over the clip norm. */
        public double epsilon(Sampler.Facts facts, Accounting by, double multiplier) {
            return ACCOUNTANT.epsilon(events(facts, multiplier, by), delta);
        }

        private Event events(Sampler.Facts facts, double m, Accounting by) {
            return new Event.Repeated(
                    switch (by) {
                        case PUBLISHED -> sampler.claimed(facts, m);
                        case CONSERVATIVE -> sampler.event(facts, m);
                    },
                    steps);
        }
    }

    /** The rate at which so many centres are expected in a batch. */
    public static double rate(int batch, int trainingNodes) {
        if (batch < 1 || batch > trainingNodes)
            throw new IllegalArgumentException(
                    "batch must be in 1.." + trainingNodes + ", the training nodes, was " + batch);
        return (double) batch / trainingNodes;
    }

    /**
     * The budget of a run on so many training nodes: rate batch / nodes, ceil(9 / rate) steps (Reddit: ceil(4 / rate)), delta
     * nodes^-1.1. The released code has whole epochs of ceil(1 / rate) steps.
     */
    public static Budget budget(HeterPoissonRun run, int trainingNodes) {
        double rate = rate(run.batch(), trainingNodes);
        double passes = run.dataset().equals("Reddit") ? PASSES_REDDIT : PASSES;
        return new Budget(
                run.method().sampler(rate, run.peripherals()),
                (long) (run.method() == Stars.RELEASED ? passes * Math.ceil(1 / rate) : Math.ceil(passes / rate)),
                NodeData.delta(trainingNodes));
    }

    /**
     * One training and its test. Metrics: "test accuracy", "test precision macro" and "test precision weighted" with
     * {@code nTest} neighbours, "test accuracy N=1" and so on for every {@link TestStars#MOST}, "test accuracy with strangers" and
     * "test precision weighted with strangers" for {@link Strangers} in the test, and "seconds", data that other runs had read and
     * noise that they had calibrated not counted.
     */
    public static Run run(HeterPoissonRun run) throws IOException, InterruptedException {
        return run(run, OptionalDouble.empty());
    }

    /** @param noise over the clip norm; empty for the least that the budget needs */
    private static Run run(HeterPoissonRun run, OptionalDouble noise) throws IOException, InterruptedException {
        if (run.method() == Stars.RELEASED) return ReleasedTraining.run(run, noise);
        long began = System.nanoTime();
        Dataset data = NodeData.of(run.dataset(), run.features());
        Split split = NodeData.split(data, run.seed());
        TrainingView view = run.learning().view(data, split);
        Model model = model(run.model(), run.form());
        TestStars test = TestStars.of(data, split, Role.TEST, run.seed());
        test.with(run.testNeighbours());
        Trained trained = trainer(run, view, model, noise).experiment(run).train(view);
        Run record = test.scored(trained, run.testNeighbours());
        Map<String, Double> metrics = new TreeMap<>(record.metrics());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return record.withMetrics(metrics);
    }

    /** A network of the experiments: code is the layer of the authors' code, plain the formulas of appendix A.1. */
    public static Model model(String name, String form) {
        return model(name, form, WIDTH);
    }

    /** A model with hidden layers of another width. */
    public static Model model(String name, String form, int width) {
        Recipe recipe =
                switch (form) {
                    case "code" -> Recipe.standardised(width);
                    case "plain" -> Recipe.of(width);
                    default -> throw new IllegalArgumentException("form must be code or plain, was " + form);
                };
        return switch (name) {
            case "GCN" -> Gcn.of(recipe);
            case "GIN" -> Gin.of(recipe);
            case "SAGE" -> Sage.of(recipe);
            default -> throw new IllegalArgumentException("model must be GCN, GIN or SAGE, was " + name);
        };
    }

    private static Trainer trainer(HeterPoissonRun run, TrainingView view, Model model, OptionalDouble noise) {
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        Budget budget = budget(run, facts.roots());
        Streams streams = Streams.seed(run.seed());
        double epsilon = run.epsilon().value();
        if (Double.isInfinite(epsilon))
            return PlainTrainer.of(model, budget.sampler(), budget.steps(), streams)
                    .optimizer(() -> Adam.of(run.rate()));
        double multiplier = noise.orElseGet(() -> budget.multiplier(facts, run.accounting(), epsilon));
        Plan plan = budget.plan(multiplier);
        double deviation = multiplier * CLIP / budget.sampler().expectedExamples(facts);
        return plan.experiment(model, streams).optimizer(optimizer(run.rate(), run.clamp(), deviation));
    }

    /** @param deviation that of the noise in the averaged gradient, which is public */
    private static Supplier<Optimizer> optimizer(double rate, double clamp, double deviation) {
        if (clamp == 0) return () -> Adam.of(rate);
        return () -> Adam.of(rate).clamped(deviation * CLIP / clamp);
    }
}
