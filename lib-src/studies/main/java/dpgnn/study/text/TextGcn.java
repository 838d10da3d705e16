package dpgnn.study.text;

import dpgnn.graph.Split.Role;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Predictions;
import dpgnn.nn.Recipe;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.Study;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.EarlyStopping;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs the trainings of Igamberdiev and Habernal (2022): see {@link TextRun}. */
public final class TextGcn {
    public static final double DELTA = 1e-5;

    private static final int WIDTH = 32;
    private static final double DROPOUT = 0.5;
    private static final double RATE = 0.01;
    private static final double DECAY = 0.01;
    private static final String LOSS = "validation loss";
    /** The released code's default. */
    public static final int PATIENCE = 20;

    /**
     * @param wrong the test nodes that the trained network gets wrong, by their numbers in the whole data set
     */
    public record Outcome(Trained trained, int[] wrong) {}

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<TextRun> STUDY = new Study<>("text", 1, TextGcn::data, TextGcn::run);

    private TextGcn() {}

    static Run.Data data(TextRun run) throws IOException {
        return Run.Data.of(TextData.of(run.dataset()).data());
    }

    /**
     * The record of a training: metrics "test" and "validation" are micro-F1; "seconds" passed on the clock from its first
     * step to its last figure, "cpu seconds" of them in the thread that trains.
     */
    static Run run(TextRun run) throws IOException, InterruptedException {
        return train(run).trained().run();
    }

    static Outcome train(TextRun run) throws IOException, InterruptedException {
        Subsample part = TextData.of(run.dataset()).part(run.percent(), run.seed());
        Model model = model(run);
        // A network of its own: training keeps the aggregated features of its rows, evaluation those of others.
        Network own = model.network(
                part.data().features().width(), part.data().labels().classes());
        Evaluation validation = evaluation(part, Role.VALIDATION);
        Evaluation test = evaluation(part, Role.TEST);
        Trainer trainer = trainer(run, model, validation, own)
                .experiment(run)
                .follow("validation", Long.MAX_VALUE, (n, p) -> validation
                        .microF1()
                        .of(own, p))
                .follow("test", Long.MAX_VALUE, (n, p) -> test.microF1().of(own, p));
        Trained trained = timed(() -> trainer.train(part.data().transductive(part.split())));
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

    private static Trained timed(Training training) throws IOException, InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = System.nanoTime();
        long busy = threads.getCurrentThreadCpuTime();
        Trained trained = training.train();
        Run run = trained.run();
        Map<String, Double> metrics = new TreeMap<>(run.metrics());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        metrics.put("cpu seconds", (threads.getCurrentThreadCpuTime() - busy) / 1e9);
        // The loss of every step ends a training; nothing else reads it, and its last value is a metric.
        Map<String, List<Run.Point>> history = new TreeMap<>(run.history());
        history.remove(LOSS);
        return trained.with(run.withMetrics(metrics).followed(history));
    }

    private static Evaluation evaluation(Subsample part, Role role) {
        return Evaluation.wholeGraph(part.data().evaluation(part.split(), role));
    }

    private static Model model(TextRun run) {
        int layers = run.mode() == Mode.BUDGET ? run.layers() : 2;
        Recipe recipe = Recipe.layers(layers, WIDTH);
        return Gcn.of(layers > 1 ? recipe.withDropout(run.dropout() == null ? DROPOUT : run.dropout()) : recipe);
    }

    private static Trainer trainer(TextRun run, Model model, Evaluation validation, Network own) {
        Streams streams = Streams.seed(run.seed());
        return switch (run.mode()) {
            case PLAIN ->
                PlainTrainer.of(model, WholeGraph.of(), run.epochs(), streams)
                        .optimizer(run.optimizer().optimizer(RATE, DECAY))
                        .follow(LOSS, 1, (n, p) -> validation.loss().of(own, p))
                        .listen(EarlyStopping.of(LOSS, PATIENCE));
            case CLIPPED, UNCLIPPED, BUDGET ->
                patient(
                        PrivateTrainer.of(model, plan(run), streams)
                                .optimizer(run.optimizer().optimizer(run.rate() == null ? RATE : run.rate(), 0)),
                        run,
                        validation,
                        own);
        };
    }

    /** Ends a training with noise by its validation loss where the run says so: that choice is in no guarantee. */
    private static Trainer patient(Trainer trainer, TextRun run, Evaluation validation, Network own) {
        return run.patience() == null
                ? trainer
                : trainer.follow(LOSS, 1, (n, p) -> validation.loss().of(own, p))
                        .listen(EarlyStopping.of(LOSS, run.patience()));
    }

    /** How a run with noise samples, clips and adds it. */
    static Plan plan(TextRun run) {
        return switch (run.mode()) {
            case PLAIN -> throw new IllegalArgumentException("mode must be one with noise, was " + run.mode());
            case CLIPPED -> noisy(run, Clip.flat(1));
            case UNCLIPPED -> noisy(run, Clip.noneNoPrivacy(1));
            case BUDGET -> budget(run);
        };
    }

    private static Plan noisy(TextRun run, Clip clip) {
        return Plan.of(WholeGraph.of(), clip, GaussianNoise.standard())
                .steps(run.epochs())
                .multiplier(run.noise())
                .delta(DELTA)
                .accountant(GaussianAccountant.exact());
    }

    private static Plan budget(TextRun run) {
        boolean all = run.parts().equals(run.lots());
        Sampler sampler = run.parts() == 1 ? WholeGraph.of() : new GraphSplit(run.parts(), run.lots());
        return Plan.of(sampler, Clip.flat(run.clip()), GaussianNoise.standard())
                .steps(run.epochs())
                .accountant(all ? GaussianAccountant.exact() : PldAccountant.standard())
                .calibrated(run.epsilon(), DELTA);
    }
}
