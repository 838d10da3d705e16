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
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Scores;
import dpgnn.nn.kernel.Activation;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Trains by {@link Gap}: encoder, hops and classifiers, each with its own randomness. The guarantee of the whole is
 * {@link Gap#guarantees}; the guarantees of single trainings are parts of it. Where the unit is an edge, hops have noise and trainings
 * have none.
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
     * @param multiplier of all parts, for instance from {@link Gap#multiplier}
     */
    public static GapTraining of(Gap gap, double multiplier, Streams streams) {
        Check.given("gap", gap);
        Check.positive("multiplier", multiplier);
        return new GapTraining(gap, multiplier, seeded(streams));
    }

    /** The path of the training with neither clip nor noise. */
    public static GapTraining plain(Gap gap, Streams streams) {
        Check.given("gap", gap);
        return new GapTraining(gap, 0, seeded(streams));
    }

    private static Streams seeded(Streams streams) {
        if (Check.given("streams", streams).isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded: GAP is here for experiments, and its ledger is not kept");
        return streams;
    }

    /** What a training gives: its networks, and the hops of the nodes that it saw. */
    public final class Fitted {
        private final List<Trained> stages;
        private final Features cached;
        private final TrainingView view;

        private Fitted(List<Trained> stages, Features cached, TrainingView view) {
            this.stages = List.copyOf(stages);
            this.cached = cached;
            this.view = view;
        }

        /** What is proved of the whole at this delta; an error where nothing had noise. */
        public Guarantee guarantee(double delta) {
            if (multiplier == 0) throw new IllegalStateException("this training had no noise: nothing is guaranteed");
            int roots = view.participants().announcedRoots();
            List<Guarantee> all =
                    gap.guarantees(roots, multiplier, delta, view.provenance().leaks());
            return all.get(all.size() - 1);
        }

        public Trained encoder() {
            return stages.get(0);
        }

        public Trained classifier() {
            return stages.get(stages.size() - 1);
        }

        /** The networks in the order of their trainings, the encoder first and the classifier last. */
        public List<Trained> stages() {
            return stages;
        }

        /** X_0 .. X_K of every node of the view, side by side; X_0 has no noise, and is left out where the hops stand alone. */
        public Features cached() {
            return cached;
        }

        /** Predictions from the cached hops, of nodes of the data that the view was made of; nothing is aggregated anew. */
        public Scores scores(Dataset data, Split split, Role role) {
            return judged(new Dataset(data.graph(), cached, data.labels(), data.provenance()).evaluation(split, role));
        }

        /**
         * Predictions for nodes of another graph, whose hops are formed here, with as much noise. They are one more release of
         * whatever the two graphs share.
         */
        public Scores elsewhere(EvaluationView view) {
            Graph graph = view.graph();
            Hops hops = new Hops(graph, graph::outDegree, view.features(), encoder(), "elsewhere");
            for (int k = 1; k <= gap.hops(); k++) hops.next(stages.get(gap.progressive() ? k - 1 : 0));
            return judged(new EvaluationView(
                    graph, hops.cached(), view.labels(), view.nodes(), view.original(), view.provenance()));
        }

        private Scores judged(EvaluationView view) {
            return Evaluation.stars(view, 0, streams.stream("none"))
                    .scores(classifier().network(), classifier().parameters());
        }
    }

    public Fitted train(TrainingView view) {
        List<Trained> stages = new ArrayList<>(List.of(trained("encoder", encoder(), view)));
        Role[] roles = new Role[view.graph().nodes()];
        for (int v = 0; v < roles.length; v++) roles[v] = view.participants().isRoot(v) ? Role.TRAIN : Role.NONE;
        Hops hops = new Hops(view.graph(), view.participants()::outDegree, view.features(), stages.get(0), "hops");
        for (int k = 1; k <= gap.hops(); k++) {
            hops.next(stages.get(stages.size() - 1));
            if (k < gap.hops() && !gap.progressive()) continue;
            TrainingView onHops = new Dataset(view.graph(), hops.cached(), view.labels(), view.provenance())
                    .transductive(Split.byRole(roles));
            HopMlps model = new HopMlps(hops.parts.size(), gap.width());
            stages.add(trained(k == gap.hops() ? "classifier" : "stage " + k, model, onHops));
        }
        return new Fitted(stages, hops.cached(), view);
    }

    private Mlp encoder() {
        return Mlp.of(Recipe.of(gap.width()).withHops(0).withDense(2).withActivation(Activation.SELU));
    }

    private Trained trained(String part, Model model, TrainingView view) {
        int roots = view.participants().announcedRoots();
        PoissonNodes sampler =
                new PoissonNodes(gap.samplingRate(roots), gap.noise().ofRows());
        Trainer trainer = multiplier == 0 || gap.noise().unit() == Unit.EDGE
                ? PlainTrainer.of(model, sampler, gap.steps(roots), of(part))
                : Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                        .steps(gap.steps(roots))
                        .multiplier(multiplier)
                        .delta(Math.pow(roots, -1.1))
                        .accountant(PldAccountant.of(0.01))
                        .experiment(model, of(part));
        return trainer.optimizer(() -> Adam.of(gap.rate())).train(view);
    }

    /** Streams of its own for each part: noise that two parts shared would hide nothing. */
    private Streams of(String part) {
        return Streams.seed(streams.stream(part).nextLong());
    }

    /** The hops of one graph as far as they are formed. */
    private final class Hops {
        private final int nodes, width = gap.width();
        private final GapHops sums;
        private final RandomStream noise;
        private final List<float[]> parts = new ArrayList<>();
        private float[] newest;
        private int formed;

        Hops(Graph graph, IntUnaryOperator outDegree, Features features, Trained encoder, String part) {
            nodes = graph.nodes();
            sums = GapHops.of(gap, graph, outDegree, of(part).stream("sampler"));
            noise = of(part).stream("noise");
            newest = unit(MlpEncoder.values(encoder(), encoder.parameters(), features));
            if (gap.own()) parts.add(newest);
        }

        /**
         * Forms one more.
         *
         * @param stage the network whose map of the newest hop is aggregated, where there are stages and a hop
         */
        void next(Trained stage) {
            if (gap.progressive() && formed > 0)
                newest = unit(MlpEncoder.mapped(
                        stage.parameters(),
                        "hop" + (parts.size() - 1),
                        Activation.SELU,
                        DenseFeatures.of(nodes, width, newest)));
            newest = sums.next(newest, width, multiplier, noise.fork(++formed));
            parts.add(newest);
        }

        private float[] unit(float[] rows) {
            // Without noise an overflow is a mistake to be seen; with noise nobody may learn that some node caused one.
            if (multiplier == 0) DenseFeatures.of(nodes, width, rows);
            GapHops.normalise(rows, width);
            return rows;
        }

        Features cached() {
            float[] all = new float[nodes * width * parts.size()];
            for (int v = 0; v < nodes; v++)
                for (int k = 0; k < parts.size(); k++)
                    System.arraycopy(parts.get(k), v * width, all, (v * parts.size() + k) * width, width);
            return DenseFeatures.of(nodes, parts.size() * width, all);
        }
    }
}
