package dpgnn.baseline;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Clamped;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.CachedAccountant;
import dpgnn.privacy.Calibration;
import dpgnn.privacy.Event;
import dpgnn.privacy.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The trainings of the HeterPoisson paper (Xiang, Wang and Wang 2024), each a function of its setting:
 *
 * <ul>
 *   <li>{@code dataset} and {@code features}: see {@link NodeData}; {@code setting}: transductive or inductive; {@code seed};
 *   <li>{@code model}: GCN, GIN or SAGE; {@code form}: code, the authors' standardised layer, or plain, the formulas of the
 *       paper's appendix;
 *   <li>{@code method}: HeterPoisson, HeterPoisson-unenforced for its ablation, or home stars, our variant (see
 *       {@link HomeStars});
 *   <li>{@code M}, and {@code nTest}, how many test nodes a test node reads at most;
 *   <li>{@code epsilon}, and {@code accountant}: whether the noise is what {@code published}, Theorem 2, wants for it or what
 *       {@code conservative}, the pair that is proved, wants; epsilon infinity is a training with neither clip nor noise;
 *   <li>{@code batch}, the expected number of centres; {@code rate} of Adam; {@code clamp}: 0, or the factor 100 of the authors'
 *       code.
 * </ul>
 */
public final class HeterPoissonStudy {
    /** The clip norm of every experiment. */
    public static final double CLIP = 0.5;

    private static final int WIDTH = 128;
    private static final double PASSES = 9;
    private static final double PASSES_REDDIT = 4;
    /** A plan keeps a millionth of delta for its noise; a little more is left aside here. */
    private static final double SHARE = 1 - 2e-6;

    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    /** To be run in a {@link dpgnn.train.Sweep}. */
    public static final Study<Setting> STUDY = new Study<>("HeterPoisson", 1, NodeStudy::data, HeterPoissonStudy::run);

    private HeterPoissonStudy() {}

    /** What sampler, steps and delta come to for so many training nodes. */
    public record Budget(Sampler sampler, long steps, double delta) {
        /** The least noise, over the clip norm, for which Theorem 2 claims an epsilon, or for which it is proved. */
        public double multiplier(Sampler.Facts facts, String accountant, double epsilon) {
            boolean claimed = accountant.equals("published");
            if (!claimed && !accountant.equals("conservative"))
                throw new IllegalArgumentException(
                        "accountant must be published or conservative to have noise, was " + accountant);
            return Calibration.of(ACCOUNTANT).multiplier(m -> events(facts, m, claimed), epsilon, SHARE * delta);
        }

        /** What is claimed, or proved, at this noise over the clip norm. */
        public double epsilon(Sampler.Facts facts, String accountant, double multiplier) {
            return ACCOUNTANT.epsilon(events(facts, multiplier, accountant.equals("published")), delta);
        }

        private Event events(Sampler.Facts facts, double m, boolean claimed) {
            return new Event.Repeated(claimed ? sampler.claimed(facts, m) : sampler.event(facts, m), steps);
        }
    }

    /**
     * The budget of a setting on so many training nodes: rate batch / nodes, ceil(9 / rate) steps (Reddit: ceil(4 / rate)), delta
     * nodes^-1.1.
     */
    public static Budget budget(Setting setting, int trainingNodes) {
        int batch = setting.integer("batch");
        if (batch < 1 || batch > trainingNodes)
            throw new IllegalArgumentException("batch must be in 1.." + trainingNodes + ", was " + batch);
        double rate = (double) batch / trainingNodes;
        String method = setting.text("method");
        Sampler sampler =
                switch (method) {
                    case "HeterPoisson" -> HeterPoisson.of(rate, setting.number("M"));
                    case "HeterPoisson-unenforced" ->
                        HeterPoisson.of(rate, setting.number("M")).unenforced();
                    case "home stars" -> HomeStars.of(rate, setting.integer("M"));
                    default ->
                        throw new IllegalArgumentException(
                                "method must be HeterPoisson, HeterPoisson-unenforced or home stars, was " + method);
                };
        double passes = setting.text("dataset").equals("Reddit") ? PASSES_REDDIT : PASSES;
        return new Budget(sampler, (long) Math.ceil(passes / rate), NodeData.delta(trainingNodes));
    }

    /**
     * One training and its test. Metrics: "test accuracy", "test precision macro" and "test precision weighted" with
     * {@code nTest} neighbours, "test accuracy N=1" and so on for every {@link TestStars#MOST}, and "seconds", data that other
     * runs had read and noise that they had calibrated not counted.
     */
    public static Run run(Setting setting) throws IOException, InterruptedException {
        long seed = setting.whole("seed");
        long began = System.nanoTime();
        Dataset data = NodeData.of(setting.text("dataset"), setting.text("features"));
        Split split = NodeData.split(data, seed);
        TrainingView view = view(data, split, setting.text("setting"));
        Model model = model(setting.text("model"), setting.text("form"));
        TestStars test = TestStars.of(data, split, Role.TEST, seed);
        int nTest = setting.integer("nTest");
        test.with(nTest);
        Trained trained = trainer(setting, view, model).experiment(setting).train(view);
        Run run = trained.run();
        Map<String, Double> metrics = new TreeMap<>(run.metrics());
        metrics.putAll(test.metrics(nTest, trained.network(), trained.parameters()));
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Run.of(setting, run.data(), run.environment(), metrics, run.history(), run.guarantees());
    }

    private static TrainingView view(Dataset data, Split split, String setting) {
        return switch (setting) {
            case "transductive" -> data.transductive(split);
            case "inductive" -> data.inductive(split);
            default -> throw new IllegalArgumentException("setting must be transductive or inductive, was " + setting);
        };
    }

    /** A network of the experiments: code is the layer of the authors' code, plain the formulas of appendix A.1. */
    public static Model model(String name, String form) {
        Recipe recipe =
                switch (form) {
                    case "code" -> Recipe.standardised(WIDTH);
                    case "plain" -> Recipe.of(WIDTH);
                    default -> throw new IllegalArgumentException("form must be code or plain, was " + form);
                };
        return switch (name) {
            case "GCN" -> Gcn.of(recipe);
            case "GIN" -> Gin.of(recipe);
            case "SAGE" -> Sage.of(recipe);
            default -> throw new IllegalArgumentException("model must be GCN, GIN or SAGE, was " + name);
        };
    }

    private static Trainer trainer(Setting setting, TrainingView view, Model model) {
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        Budget budget = budget(setting, facts.roots());
        Streams streams = Streams.seed(setting.whole("seed"));
        double rate = setting.number("rate");
        String accountant = setting.text("accountant");
        double epsilon = NodeStudy.epsilon(setting.text("epsilon"));
        if (Double.isInfinite(epsilon))
            return PlainTrainer.of(model, budget.sampler(), budget.steps(), streams)
                    .optimizer(() -> Adam.of(rate));
        double multiplier = budget.multiplier(facts, accountant, epsilon);
        Plan plan = Plan.of(budget.sampler(), Clip.flat(CLIP), GaussianNoise.standard())
                .steps(budget.steps())
                .multiplier(multiplier)
                .delta(budget.delta())
                .accountant(ACCOUNTANT);
        double deviation = multiplier * CLIP / budget.sampler().expectedExamples(facts);
        return PrivateTrainer.of(model, plan, streams).optimizer(optimizer(rate, setting.number("clamp"), deviation));
    }

    /** @param deviation that of the noise in the averaged gradient, which is public */
    private static Supplier<Optimizer> optimizer(double rate, double clamp, double deviation) {
        if (clamp == 0) return () -> Adam.of(rate);
        return () -> Clamped.of(Adam.of(rate), deviation * CLIP / clamp);
    }
}
