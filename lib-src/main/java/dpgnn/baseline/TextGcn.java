package dpgnn.baseline;

import dpgnn.graph.Split.Role;
import dpgnn.graph.Subsample;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Predictions;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.privacy.GaussianAccountant;
import dpgnn.privacy.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.EarlyStopping;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The trainings of Igamberdiev and Habernal (2022), each a function of its setting. Every setting names {@code dataset} (see
 * {@link TextData}), {@code percent} of the training nodes, {@code optimizer} (SGD or Adam), {@code epochs}, {@code seed}, and
 * {@code mode}, which is one of
 *
 * <ul>
 *   <li>{@code plain}: no privacy, weight decay, early stopping with a patience of 20;
 *   <li>{@code clipped}: the paper's algorithm, with {@code noise} over the clip norm 1 and the graph as one lot;
 *   <li>{@code unclipped}: what the published code ran: the same without clipping, which has no guarantee at all;
 *   <li>{@code budget}: as much noise as a provable {@code epsilon} wants, with the learning {@code rate}, the number of
 *       {@code layers} (1 or 2), and the graph split into {@code parts} of which a step draws {@code lots}; 1 and 1 is the
 *       whole graph. {@code clip}, which is 1 where nothing is said, is the norm to which a part's gradient is clipped.
 * </ul>
 *
 * <p>{@code dropout} may be left out: it is 0.5, as the paper says. The published code sets its network to evaluation when it
 * first evaluates it, after one step, and never back, so that 0 is what it ran but for that step.
 */
public final class TextGcn {
    public static final double DELTA = 1e-5;

    private static final int WIDTH = 32;
    private static final double DROPOUT = 0.5;
    private static final double RATE = 0.01;
    private static final double DECAY = 0.01;
    private static final int PATIENCE = 20;

    /**
     * @param wrong the test nodes that the trained network gets wrong, by their numbers in the whole data set
     */
    public record Outcome(Trained trained, int[] wrong) {}

    /** To be run in a {@link dpgnn.train.Sweep}. */
    public static final Study<Setting> STUDY = new Study<>("text", 1, TextGcn::data, TextGcn::run);

    private TextGcn() {}

    /**
     * The record of a training: metrics "test" and "validation" are micro-F1; "seconds" passed on the clock from its first
     * step to its last figure, "cpu seconds" of them in the thread that trains.
     */
    static Run.Data data(Setting setting) throws IOException {
        return Run.Data.of(TextData.of(setting.text("dataset")).data());
    }

    public static Run run(Setting setting) throws IOException, InterruptedException {
        return train(setting).trained().run();
    }

    public static Outcome train(Setting setting) throws IOException, InterruptedException {
        Subsample part = TextData.of(setting.text("dataset")).part(setting.integer("percent"), setting.whole("seed"));
        Model model = model(setting);
        // A network of its own: training keeps the aggregated features of its rows, evaluation those of others.
        Network own = model.network(
                part.data().features().width(), part.data().labels().classes());
        Evaluation validation = evaluation(part, Role.VALIDATION);
        Evaluation test = evaluation(part, Role.TEST);
        Trainer trainer = trainer(setting, model, validation, own)
                .experiment(setting)
                .follow("validation", Long.MAX_VALUE, (n, p) -> validation
                        .microF1()
                        .of(own, p))
                .follow("test", Long.MAX_VALUE, (n, p) -> test.microF1().of(own, p));
        Trained trained = timed(setting, () -> trainer.train(part.data().transductive(part.split())));
        int[] predicted = Predictions.classes(test.logits(own, trained.parameters()), own.classes());
        int[] nodes = test.nodes();
        int[] wrong = new int[nodes.length];
        int count = 0;
        for (int k = 0; k < nodes.length; k++)
            if (predicted[k] != part.data().labels().of(nodes[k])) wrong[count++] = part.original()[nodes[k]];
        return new Outcome(trained, Arrays.copyOf(wrong, count));
    }

    private interface Training {
        Trained train() throws IOException, InterruptedException;
    }

    private static Trained timed(Setting setting, Training training) throws IOException, InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = System.nanoTime();
        long busy = threads.getCurrentThreadCpuTime();
        Trained trained = training.train();
        Run run = trained.run();
        Map<String, Double> metrics = new TreeMap<>(run.metrics());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        metrics.put("cpu seconds", (threads.getCurrentThreadCpuTime() - busy) / 1e9);
        return new Trained(
                trained.network(),
                trained.parameters(),
                Run.of(setting, run.data(), run.environment(), metrics, run.history(), run.guarantees()),
                trained.schedule());
    }

    private static Evaluation evaluation(Subsample part, Role role) {
        return Evaluation.wholeGraph(part.data().evaluation(part.split(), role));
    }

    private static Model model(Setting setting) {
        int layers = setting.text("mode").equals("budget") ? setting.integer("layers") : 2;
        Recipe recipe = Recipe.layers(layers, WIDTH);
        return Gcn.of(layers > 1 ? recipe.withDropout(setting.number("dropout", DROPOUT)) : recipe);
    }

    private static Trainer trainer(Setting setting, Model model, Evaluation validation, Network own) {
        Streams streams = Streams.seed(setting.whole("seed"));
        int epochs = setting.integer("epochs");
        String mode = setting.text("mode");
        return switch (mode) {
            case "plain" ->
                PlainTrainer.of(model, WholeGraph.of(), epochs, streams)
                        .optimizer(optimizer(setting, RATE, DECAY))
                        .follow("validation loss", 1, (n, p) -> validation
                                .loss()
                                .of(own, p))
                        .listen(EarlyStopping.of("validation loss", PATIENCE));
            case "clipped" -> noisy(setting, model, Clip.flat(1), streams);
            case "unclipped" -> noisy(setting, model, Clip.noneNoPrivacy(1), streams);
            case "budget" ->
                PrivateTrainer.of(model, budget(setting), streams)
                        .optimizer(optimizer(setting, setting.number("rate"), 0));
            default ->
                throw new IllegalArgumentException("mode must be plain, clipped, unclipped or budget, was " + mode);
        };
    }

    private static Trainer noisy(Setting setting, Model model, Clip clip, Streams streams) {
        Plan plan = Plan.of(WholeGraph.of(), clip, GaussianNoise.standard())
                .steps(setting.integer("epochs"))
                .multiplier(setting.number("noise"))
                .delta(DELTA)
                .accountant(GaussianAccountant.exact());
        return PrivateTrainer.of(model, plan, streams).optimizer(optimizer(setting, RATE, 0));
    }

    private static Plan budget(Setting setting) {
        int parts = setting.integer("parts");
        int lots = setting.integer("lots");
        Sampler sampler = parts == 1 ? WholeGraph.of() : new GraphSplit(parts, lots);
        return Plan.of(sampler, Clip.flat(setting.number("clip", 1)), GaussianNoise.standard())
                .steps(setting.integer("epochs"))
                .accountant(parts == lots ? GaussianAccountant.exact() : PldAccountant.standard())
                .calibrated(setting.number("epsilon"), DELTA);
    }

    private static Supplier<Optimizer> optimizer(Setting setting, double rate, double decay) {
        String name = setting.text("optimizer");
        return switch (name) {
            case "SGD" -> () -> Sgd.of(rate).withDecay(decay);
            case "Adam" -> () -> Adam.of(rate).withDecay(decay);
            default -> throw new IllegalArgumentException("optimizer must be SGD or Adam, was " + name);
        };
    }
}
