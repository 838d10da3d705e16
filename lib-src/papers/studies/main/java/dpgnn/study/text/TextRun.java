package dpgnn.study.text;

import dpgnn.graph.Split.Role;
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
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.Study;
import dpgnn.train.EarlyStopping;
import dpgnn.train.Evaluation;
import dpgnn.train.Experiment;
import dpgnn.train.OpenTrainer;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One training of Igamberdiev and Habernal (2022). Parameters that a mode does not use are null.
 *
 * @param dataset see {@link TextData}
 * @param percent of the training documents
 * @param dropout 0.5, as the paper says, where it is null. The published code sets its network to evaluation when it first evaluates
 *     it, after one step, and never back, so that 0 is what it ran but for that step
 * @param noise over the clip norm 1, of the modes clipped and unclipped
 * @param epsilon of the mode budget, like all parameters that follow
 * @param layers 1 or 2
 * @param parts of the graph; 1 is the whole graph
 * @param lots how many parts a step draws
 * @param clip the norm to which a part's gradient is clipped
 * @param patience of the mode unclipped, for how many steps the validation loss may be above its best, as the published
 *     code's default has it; null where all steps are taken
 */
public record TextRun(
        String dataset,
        Mode mode,
        Descent optimizer,
        int epochs,
        int percent,
        Double dropout,
        Double noise,
        Double epsilon,
        Double rate,
        Integer layers,
        Integer parts,
        Integer lots,
        Double clip,
        Integer patience,
        long seed)
        implements Experiment<TextRun> {
    /** Noise over the clip norm with SGD, as the paper's table 3 prints it. */
    public static final List<Double> NOISE = List.of(4.0, 26.0, 48.0, 112.0);

    public static final double DELTA = 1e-5;

    private static final int WIDTH = 32;
    private static final double DROPOUT = 0.5;
    private static final double RATE = 0.01;
    private static final double DECAY = 0.01;
    private static final String LOSS = "validation loss";
    /** The released code's default. */
    public static final int PATIENCE = 20;

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<TextRun> STUDY = new Study<>("text", 1, TextRun::data, TextRun::run);

    /** What is done for privacy. */
    public enum Mode {
        /** Nothing: weight decay, and early stopping with a patience of 20. */
        PLAIN,
        /** The paper's algorithm, with the graph as one lot. */
        CLIPPED,
        /** What the published code ran: the same without clipping, which has no guarantee at all. */
        UNCLIPPED,
        /** As much noise as a provable epsilon needs. */
        BUDGET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How weights are moved. */
    public enum Descent {
        SGD("SGD", 2000, 1),
        ADAM("Adam", 500, 0.5);

        private final String name;
        private final int epochs;
        private final double share;

        Descent(String name, int epochs, double share) {
            this.name = name;
            this.epochs = epochs;
            this.share = share;
        }

        /** The paper's number. */
        public int epochs() {
            return epochs;
        }

        /** The noise that costs as much as this noise with SGD: half of it with Adam, which takes a quarter of the steps. */
        public double noise(double sgd) {
            return share * sgd;
        }

        Supplier<Optimizer> optimizer(double rate, double decay) {
            return this == SGD
                    ? () -> Sgd.of(rate).withDecay(decay)
                    : () -> Adam.of(rate).withDecay(decay);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public TextRun {
        boolean budget = mode == Mode.BUDGET;
        only(mode == Mode.CLIPPED || mode == Mode.UNCLIPPED, "noise", noise, mode);
        only(budget, "epsilon", epsilon, mode);
        only(budget, "rate", rate, mode);
        only(budget, "layers", layers, mode);
        only(budget, "parts", parts, mode);
        only(budget, "lots", lots, mode);
        only(budget, "clip", clip, mode);
        if (patience != null && mode != Mode.UNCLIPPED)
            throw new IllegalArgumentException("patience must be null in mode " + mode + ", was " + patience);
    }

    private static void only(boolean known, String name, Object value, Mode mode) {
        if (known != (value != null))
            throw new IllegalArgumentException(
                    name + (known ? " must be given in mode " : " must be null in mode ") + mode + ", was " + value);
    }

    private static TextRun of(String dataset, Mode mode, Descent optimizer, Double noise, Double epsilon) {
        boolean budget = mode == Mode.BUDGET;
        return new TextRun(
                dataset,
                mode,
                optimizer,
                optimizer.epochs(),
                100,
                null,
                noise,
                epsilon,
                budget ? 100.0 : null,
                budget ? 1 : null,
                budget ? 1 : null,
                budget ? 1 : null,
                budget ? 1.0 : null,
                null,
                1);
    }

    /** Experiments A and B. */
    public static TextRun plain(String dataset, Descent optimizer) {
        return of(dataset, Mode.PLAIN, optimizer, null, null);
    }

    /** Experiments C and D. */
    public static TextRun clipped(String dataset, Descent optimizer, double noise) {
        return of(dataset, Mode.CLIPPED, optimizer, noise, null);
    }

    /** The same without the clip, as the published code ran them in their first step. */
    public static TextRun unclipped(String dataset, Descent optimizer, double noise) {
        return of(dataset, Mode.UNCLIPPED, optimizer, noise, null);
    }

    /** The same as the published code ran them in all other steps, where it drops nothing either. */
    public static TextRun released(String dataset, Descent optimizer, double noise) {
        return unclipped(dataset, optimizer, noise).with(TextRun::dropout, 0.0);
    }

    /** A provable epsilon, spent by one layer on the whole graph; parts, steps and rate are other ways to spend it. */
    public static TextRun budget(String dataset, Descent optimizer, double epsilon) {
        return of(dataset, Mode.BUDGET, optimizer, null, epsilon);
    }

    @Override
    public String experiment() {
        return switch (mode) {
            case PLAIN -> "text-plain";
            case CLIPPED, UNCLIPPED -> "text-noisy";
            case BUDGET -> "text-budget";
        };
    }

    /**
     * @param wrong the test nodes that the trained network gets wrong, by their numbers in the whole data set
     */
    public record Outcome(Trained trained, int[] wrong) {}

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
        OpenTrainer trainer = trainer(run, model, validation, own)
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

    private static OpenTrainer trainer(TextRun run, Model model, Evaluation validation, Network own) {
        Streams streams = Streams.seed(run.seed());
        return switch (run.mode()) {
            case PLAIN ->
                PlainTrainer.of(model, WholeGraph.of(), run.epochs(), streams)
                        .optimizer(run.optimizer().optimizer(RATE, DECAY))
                        .follow(LOSS, 1, (n, p) -> validation.loss().of(own, p))
                        .listen(EarlyStopping.of(LOSS, PATIENCE));
            case CLIPPED, UNCLIPPED, BUDGET ->
                patient(
                        plan(run)
                                .experiment(model, streams)
                                .optimizer(run.optimizer().optimizer(run.rate() == null ? RATE : run.rate(), 0)),
                        run,
                        validation,
                        own);
        };
    }

    /** Ends a training with noise by its validation loss where the run says so: that choice is in no guarantee. */
    private static OpenTrainer patient(OpenTrainer trainer, TextRun run, Evaluation validation, Network own) {
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
