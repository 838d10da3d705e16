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
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trains on digits in lots (Igamberdiev and Habernal 2022, appendix D): a perceptron 784-512-512-10 with dropout, and one
 * gradient of a lot's mean loss, clipped as a whole. The images are records of a graph without edges, dealt once into
 * {@code parts} lots. A step draws one lot.
 */
public final class DigitStudy {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<DigitRun> STUDY =
            new Study<>("digits", 1, run -> Run.Data.of(data(run)), DigitStudy::run);

    private static final String LOSS = "loss of the last test batch";
    private static final int WIDTH = 512;
    private static final double RATE = 0.01;
    private static final double DROPOUT = 0.5;
    private static final Map<String, Dataset> READ = new ConcurrentHashMap<>();

    private DigitStudy() {}

    /** The metric is "test", the micro-F1; its history has it after every epoch. */
    static Run run(DigitRun run) throws IOException, InterruptedException {
        Dataset data = data(run);
        Split split = data.publicSplit().orElseThrow();
        Mlp model = Mlp.of(
                Recipe.of(WIDTH).withHops(0).withDense(2).withDropout(run.dropout() == null ? DROPOUT : run.dropout()));
        Network own = model.network(data.features().width(), data.labels().classes());
        Evaluation test = Evaluation.wholeGraph(data.evaluation(split, Role.TEST));
        Trainer trainer = PrivateTrainer.of(model, plan(run), Streams.seed(run.seed()))
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
                .delta(TextGcn.DELTA)
                .accountant(run.parts() == 1 ? GaussianAccountant.exact() : PldAccountant.standard());
    }

    /** Synthetic images where MNIST is missing; their name marks them. */
    private static Dataset data(DigitRun run) throws IOException {
        String key = run.data() + " " + run.images();
        Dataset known = READ.get(key);
        if (known != null) return known;
        Dataset made = run.data() == DigitRun.Source.MNIST ? real(run.images()) : made(run.images());
        READ.put(key, made);
        return made;
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
