package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.HopMlps;
import dpgnn.nn.Mlp;
import dpgnn.nn.MlpEncoder;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.kernel.Activation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Scores;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.util.function.IntUnaryOperator;

/**
 * Trains by {@link Gap}: encoder, hops and classifier, each with its own randomness. The guarantee of the whole is
 * {@link Gap#guarantees}; the guarantees of the two single trainings are parts of it.
 */
public final class GapTraining {
    private final Gap gap;
    private final double multiplier;
    private final Streams streams;

    private GapTraining(Gap gap, double multiplier, Streams streams) {
        this.gap = gap;
        this.multiplier = multiplier;
        this.streams = streams;
    }

    /**
     * A training with noise.
     *
     * @param multiplier of all three parts, for instance from {@link Gap#multiplier}
     */
    public static GapTraining of(Gap gap, double multiplier, Streams streams) {
        Check.given("gap", gap);
        Check.positive("multiplier", multiplier);
        if (streams.isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded: GAP is here for experiments, and its ledger is not kept");
        return new GapTraining(gap, multiplier, streams);
    }

    /** The same path with neither clip nor noise. */
    public static GapTraining plain(Gap gap, Streams streams) {
        Check.given("gap", gap);
        return new GapTraining(gap, 0, streams);
    }

    /** What a training gives: two networks, and the hops of the nodes that it saw. */
    public final class Fitted {
        private final Trained encoder;
        private final Trained classifier;
        private final Features cached;

        private Fitted(Trained encoder, Trained classifier, Features cached) {
            this.encoder = encoder;
            this.classifier = classifier;
            this.cached = cached;
        }

        public Trained encoder() {
            return encoder;
        }

        public Trained classifier() {
            return classifier;
        }

        /** X_0 .. X_K of every node of the view, side by side; X_0 has no noise, and is left out where the hops stand alone. */
        public Features cached() {
            return cached;
        }

        /** Predictions from the cached hops, of nodes of the data that the view was made of; nothing is aggregated anew. */
        public Scores scores(Dataset data, Split split, Role role) {
            return judged(new Dataset(data.graph(), cached, data.labels(), data.provenance()).evaluation(split, role));
        }

        /** Predictions for nodes of another graph, whose hops are formed here, with as much noise. */
        public Scores elsewhere(EvaluationView view) {
            Graph graph = view.graph();
            Features hops = hopsOf(encoder, graph, graph::outDegree, view.features(), "elsewhere");
            return judged(
                    new EvaluationView(graph, hops, view.labels(), view.nodes(), view.original(), view.provenance()));
        }

        private Scores judged(EvaluationView view) {
            return Evaluation.stars(view, 0, streams.stream("none"))
                    .scores(classifier.network(), classifier.parameters());
        }
    }

    public Fitted train(TrainingView view) {
        Trained encoder = trained("encoder", encoder(), view);
        Features cached = hopsOf(encoder, view.graph(), view.participants()::outDegree, view.features(), "hops");
        Role[] roles = new Role[view.graph().nodes()];
        for (int v = 0; v < roles.length; v++) roles[v] = view.participants().isRoot(v) ? Role.TRAIN : Role.NONE;
        TrainingView onHops =
                new Dataset(view.graph(), cached, view.labels(), view.provenance()).transductive(Split.byRole(roles));
        return new Fitted(
                encoder,
                trained("classifier", new HopMlps(gap.hops() + (gap.own() ? 1 : 0), gap.width()), onHops),
                cached);
    }

    private Mlp encoder() {
        return Mlp.of(Recipe.of(gap.width()).withHops(0).withDense(2).withActivation(Activation.SELU));
    }

    private Trained trained(String part, Model model, TrainingView view) {
        int roots = view.participants().announcedRoots();
        PoissonNodes sampler =
                new PoissonNodes(gap.samplingRate(roots), gap.noise().ofRows());
        Trainer trainer = multiplier == 0
                ? PlainTrainer.of(model, sampler, gap.steps(roots), of(part))
                : PrivateTrainer.of(
                        model,
                        Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                                .steps(gap.steps(roots))
                                .multiplier(multiplier)
                                .delta(Math.pow(roots, -1.1))
                                .accountant(PldAccountant.of(0.01)),
                        of(part));
        return trainer.optimizer(() -> Adam.of(gap.rate())).train(view);
    }

    /** Streams of its own for each part: noise that two parts shared would hide nothing. */
    private Streams of(String part) {
        return Streams.seed(streams.stream(part).nextLong());
    }

    private Features hopsOf(Trained encoder, Graph graph, IntUnaryOperator outDegree, Features features, String part) {
        int width = gap.width();
        int skipped = gap.own() ? 0 : 1;
        int parts = gap.hops() + 1 - skipped;
        float[] rows = MlpEncoder.values(encoder(), encoder.parameters(), features);
        // Without noise an overflow is a mistake to be seen; with noise nobody may learn that some node caused one.
        if (multiplier == 0) DenseFeatures.of(graph.nodes(), width, rows);
        GapHops.normalise(rows, width);
        GapHops hops = GapHops.of(gap, graph, outDegree, of(part).stream("sampler"));
        float[] all = new float[rows.length * parts];
        for (int k = 0; k <= gap.hops(); k++) {
            if (k > 0)
                rows = hops.next(
                        rows, width, multiplier, of(part).stream("noise").fork(k));
            if (k < skipped) continue;
            for (int v = 0; v < graph.nodes(); v++)
                System.arraycopy(rows, v * width, all, (v * parts + k - skipped) * width, width);
        }
        return DenseFeatures.of(graph.nodes(), parts * width, all);
    }
}
