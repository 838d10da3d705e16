package dpgnn.study.text;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.Images;
import dpgnn.graph.data.MissingData;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Mlp;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.GraphSplit;
import dpgnn.study.Study;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.EarlyStopping;
import dpgnn.train.Evaluation;
import dpgnn.train.Experiment;
import dpgnn.train.OpenTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One training on digits in lots (Igamberdiev and Habernal 2022, appendix D): a perceptron 784-512-512-10 with dropout, and one
 * gradient of a lot's mean loss, clipped as a whole. The images are records of a graph without edges, dealt once into lots. A step
 * draws one lot.
 *
 * @param images the first training images, of which a sixth as many are tested
 * @param parts the lots into which the images are dealt once, and the steps of an epoch
 * @param noise over the clip norm
 * @param clip the clip norm; 1, the default of the published code, where it is null
 * @param mode clipped or unclipped
 * @param dropout 0.5, as the paper says, where it is null; 0 is what the published code ran after its first epoch, because it never
 *     leaves the evaluation that it then enters
 * @param patience for how many epochs the loss on the test images may be above its best, as the published code's default has it,
 *     which looks at the last batch of them alone; null where all epochs are run, which is all that a clipped training may do
 */
public record DigitRun(
        Source data,
        int images,
        int parts,
        int epochs,
        double noise,
        Double clip,
        Mode mode,
        Double dropout,
        Integer patience,
        long seed)
        implements Experiment<DigitRun> {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<DigitRun> STUDY = new Study<>("digits", 1, run -> Run.Data.of(read(run)), DigitRun::run);

    private static final String LOSS = "loss of the last test batch";
    private static final int WIDTH = 512;
    private static final double RATE = 0.01;
    private static final double DROPOUT = 0.5;
    /** Where the images come from. */
    public enum Source {
        MNIST,
        /** Synthetic ones. */
        MADE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DigitRun {
        if (images < 10) throw new IllegalArgumentException("images must be at least 10, were " + images);
        if (clip != null && !(clip > 0))
            throw new IllegalArgumentException("clip must be above 0 or null, was " + clip);
        if (mode != Mode.CLIPPED && mode != Mode.UNCLIPPED)
            throw new IllegalArgumentException("mode must be clipped or unclipped, was " + mode);
        if (patience != null && mode == Mode.CLIPPED)
            throw new IllegalArgumentException("patience must be null in mode " + mode + ", was " + patience);
    }

    /** The whole of the images as one lot, with the paper's least noise. */
    public static DigitRun of(Source data, int images, Mode mode) {
        return new DigitRun(data, images, 1, 100, 4, null, mode, null, null, 1);
    }

    @Override
    public String experiment() {
        return "mnist-lots";
    }

    /** The metric is "test", the micro-F1; its history has it after every epoch. */
    static Run run(DigitRun run) throws IOException, InterruptedException {
        Dataset data = read(run);
        Split split = data.publicSplit().orElseThrow();
        Mlp model = Mlp.of(
                Recipe.of(WIDTH).withHops(0).withDense(2).withDropout(run.dropout() == null ? DROPOUT : run.dropout()));
        Network own = model.network(data.features().width(), data.labels().classes());
        Evaluation test = Evaluation.wholeGraph(data.evaluation(split, Role.TEST));
        OpenTrainer trainer = plan(run)
                .experiment(model, run.seed())
                .optimizer(() -> Sgd.of(RATE))
                .experiment(run)
                .follow("test", run.parts(), (n, p) -> test.microF1().of(own, p));
        if (run.patience() != null)
            trainer.follow(LOSS, run.parts(), lastBatch(run, data, split, own))
                    .listen(EarlyStopping.of(LOSS, run.patience()).every(run.parts()));
        return trainer.train(data.inductive(split)).run();
    }

    /**
     * What the published code's patience looks at. It shuffles the test images, takes them in batches as large as a training lot, and
     * returns the loss of the last batch, which may be a small one.
     */
    private static Trainer.Metric lastBatch(DigitRun run, Dataset data, Split split, Network own) {
        int[] order = split.nodes(Role.TEST);
        int lot = Math.max(1, Math.min(run.images() / run.parts(), order.length));
        int last = order.length % lot == 0 ? lot : order.length % lot;
        RandomStream coins = Streams.seed(run.seed()).stream("last batch");
        return (n, p) -> {
            Role[] roles = new Role[data.graph().nodes()];
            Arrays.fill(roles, Role.NONE);
            for (int k = 0; k < last; k++) {
                int other = k + coins.nextInt(order.length - k);
                int held = order[k];
                order[k] = order[other];
                order[other] = held;
                roles[order[k]] = Role.TEST;
            }
            return Evaluation.wholeGraph(data.evaluation(Split.byRole(roles), Role.TEST))
                    .loss()
                    .of(own, p);
        };
    }

    /** How a run deals its images into lots, clips and adds noise. */
    public static Plan plan(DigitRun run) {
        double norm = run.clip() == null ? 1 : run.clip();
        Clip clip = run.mode() == Mode.CLIPPED ? Clip.flat(norm) : Clip.noneNoPrivacy(norm);
        return Plan.of(GraphSplit.of(run.parts()), clip, GaussianNoise.standard())
                .steps(Math.multiplyExact((long) run.parts(), run.epochs()))
                .multiplier(run.noise())
                .delta(TextRun.DELTA)
                .accountant(run.parts() == 1 ? GaussianAccountant.exact() : PldAccountant.standard());
    }

    /** Synthetic images where MNIST is missing; their name marks them. */
    private static Dataset read(DigitRun run) throws IOException {
        return Datasets.once(
                DigitRun.class,
                run.data() + " " + run.images(),
                () -> run.data() == Source.MNIST ? real(run.images()) : made(run.images()));
    }

    private static Dataset real(int images) throws IOException {
        Images.Parts parts;
        try {
            parts = Datasets.images("mnist");
        } catch (MissingData e) {
            return made(images);
        }
        if (images > parts.train().count())
            throw new IllegalArgumentException(
                    "images must be at most " + parts.train().count() + ", were " + images);
        int size = parts.train().rows() * parts.train().columns();
        int tested = tested(images, parts.test().count());
        float[] pixels = new float[Math.multiplyExact(images + tested, size)];
        int[] labels = new int[images + tested];
        for (int i = 0; i < images; i++) {
            parts.train().copyImage(i, pixels, i * size);
            labels[i] = parts.train().label(i);
        }
        for (int i = 0; i < tested; i++) {
            parts.test().copyImage(i, pixels, (images + i) * size);
            labels[images + i] = parts.test().label(i);
        }
        return dataset(pixels, labels, images, size, parts.provenance());
    }

    /** Ten patterns with noise. */
    private static Dataset made(int images) {
        int size = 784;
        int tested = tested(images, images);
        RandomStream coins = Streams.seed(1).stream("digits");
        float[][] pattern = new float[10][size];
        for (float[] p : pattern) for (int k = 0; k < size; k++) p[k] = coins.nextDouble() < 0.2 ? 1 : 0;
        float[] pixels = new float[(images + tested) * size];
        int[] labels = new int[images + tested];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = coins.nextInt(10);
            for (int k = 0; k < size; k++)
                pixels[i * size + k] = (float) Math.min(1, Math.abs(pattern[labels[i]][k] - 0.5 * coins.nextDouble()));
        }
        return dataset(
                pixels,
                labels,
                images,
                size,
                new Dataset.Provenance(
                        "mnist (stand-in)",
                        List.of(),
                        true,
                        List.of("Ten random patterns with noise stand in for MNIST.")));
    }

    private static int tested(int images, int most) {
        return Math.min(most, Math.max(10, images / 6));
    }

    private static Dataset dataset(float[] pixels, int[] labels, int images, int size, Dataset.Provenance provenance) {
        Role[] roles = new Role[labels.length];
        Arrays.fill(roles, 0, images, Role.TRAIN);
        Arrays.fill(roles, images, roles.length, Role.TEST);
        return new Dataset(
                        Graph.undirected(labels.length, new int[0], new int[0]),
                        DenseFeatures.of(labels.length, size, pixels),
                        Labels.single(10, labels),
                        provenance)
                .withSplit(Split.byRole(roles));
    }
}
