package dpgnn.study.nodes;

import dpgnn.baseline.Gap;
import dpgnn.baseline.GapTraining;
import dpgnn.baseline.NaiveSgd;
import dpgnn.baseline.Ndp;
import dpgnn.baseline.PublicEdges;
import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Predictions;
import dpgnn.nn.Scores;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.train.Evaluation;
import dpgnn.train.Experiment;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One training of a baseline of tables II to IV of Xiang, Wang and Wang (2024). A run has the metrics "test accuracy", "test precision
 * macro", "test precision weighted", "epsilon claimed", "epsilon proved", "noise multiplier", "steps" and "seconds"; one of
 * {@link #ANSWERS} also has what its network would answer: "bare accuracy", "bare precision macro" and "bare precision weighted".
 *
 * @param method one of {@link NodeRun#METHODS}
 * @param dataset and {@code features}: see {@link NodeData}
 * @param epsilon what the method claims at delta |V_train|^-1.1; infinite for the same path without noise
 * @param model GCN, GIN, SAGE or ENCODED for NDP, "none" for the others, whose network is fixed
 * @param degree K, the bound on degrees, for NDP, and 0 for the others
 * @param testNeighbours how many neighbours a test node of NDP reads, all of them test nodes; 0 for all that it has
 */
public record NodeRun(
        String method,
        String dataset,
        String features,
        @Experiment.Named("setting") LearningSetting learning,
        TargetEpsilon epsilon,
        String model,
        @Experiment.Named("M") int degree,
        @Experiment.Named("nTest") int testNeighbours,
        long seed)
        implements Experiment<NodeRun> {
    public static final String NAIVE = "naive DP-SGD";
    /**
     * Naive DP-SGD of more and smaller batches, whose class for a test node is the true one of a randomised response. It covers all of
     * a node that is asked about (docs/proofs.md, lemma 87).
     */
    public static final String ANSWERS = "randomised answers";

    public static final String NDP = "NDP";
    /** Each as its own authors' code, or HeterPoisson's, runs it: see {@link ReleasedNdp} and {@link NaiveSgd#released}. */
    public static final String NDP_RELEASED = "NDP as released", NAIVE_RELEASED = "naive DP-SGD as released";

    public static final String GAP_PUBLISHED = "GAP (published)";
    public static final String GAP_CORRECTED = "GAP (corrected)";
    public static final String GAP_FULL = "GAP (full)";
    /** With the noise as published, and the bound on degrees under which it is proved. */
    public static final String GAP_WEIGHTED = "GAP (weighted)";

    /** The classifier reads the noisy hops alone, with the noise as published. */
    public static final String HOPS_PUBLISHED = "GAP hops (published)";
    /** The classifier reads the noisy hops alone, with the noise as corrected. */
    public static final String HOPS_CORRECTED = "GAP hops (corrected)";
    /** The same with the bound on degrees under which it is proved, predictions for protected nodes included. */
    public static final String HOPS_PROVED = "GAP hops (proved)";

    /** One hop in place of two. */
    static final String HOPS_ONE = "GAP hops (corrected, one hop)";
    /** Out-degrees up to 10, for which the corrected noise is a tenth. */
    static final String HOPS_FEW = "GAP hops (corrected, degrees to 10)";
    /** The classifier at a hundred times the rate: its answers follow the noise of the hops. */
    static final String HOPS_FAST = "GAP hops (corrected, rate 1)";

    /** Those whose claim is proved, on features of which no row depends on another node's. */
    private static final List<String> PROVED = List.of(NAIVE, ANSWERS, GAP_WEIGHTED, HOPS_PROVED);

    /** Of the training whose answers are randomised: those of the study of random allocation, by its protocol. */
    private static final int LOT = 256, EPOCHS = 20;

    private static final Map<String, Gap> GAPS = gaps();

    public static final List<String> METHODS = Stream.concat(Stream.of(NAIVE, ANSWERS, NDP), GAPS.keySet().stream())
            .toList();

    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<NodeRun> STUDY = new Study<>(
            "node baselines",
            1,
            run -> data(run.dataset(), run.features()),
            NodeRun::run,
            (run, kept) -> run(run, noise(kept)));

    private static final List<String> RELEASED = List.of(NDP_RELEASED, NAIVE_RELEASED);

    public NodeRun {
        if (!METHODS.contains(method) && !RELEASED.contains(method))
            throw new IllegalArgumentException(
                    "method must be one of " + METHODS + " or " + RELEASED + ", was " + method);
        if (RELEASED.contains(method) && Double.isInfinite(epsilon.value()))
            throw new IllegalArgumentException("epsilon of " + method + " must be finite, was infinite");
    }

    /**
     * What the paper's tables hold fixed, at epsilon 2. Methods whose claim is proved are trained on features of which no row depends on
     * another node's (see {@link NodeData#blind}).
     */
    public static NodeRun of(String method, String dataset) {
        boolean released = method.equals(NDP_RELEASED), ndp = released || method.equals(NDP);
        String rows = RELEASED.contains(method) ? "raw" : "rows";
        return new NodeRun(
                method,
                dataset,
                PROVED.contains(method) ? NodeData.blind(dataset, rows) : rows,
                LearningSetting.TRANSDUCTIVE,
                new TargetEpsilon(2),
                ndp ? "GCN" : "none",
                ndp ? 5 : 0,
                released ? 0 : 13,
                1);
    }

    @Override
    public String experiment() {
        return "node-baselines";
    }

    private static Map<String, Gap> gaps() {
        Gap published = Gap.of(Gap.Noise.PUBLISHED), corrected = Gap.of(Gap.Noise.CORRECTED);
        Gap hops = corrected.hopsOnly();
        Map<String, Gap> gaps = new LinkedHashMap<>();
        gaps.put(GAP_PUBLISHED, published);
        gaps.put(GAP_CORRECTED, corrected);
        gaps.put(GAP_FULL, Gap.of(Gap.Noise.FULL).withLoops());
        gaps.put(GAP_WEIGHTED, published.weighted());
        gaps.put(HOPS_PUBLISHED, published.hopsOnly());
        gaps.put(HOPS_CORRECTED, hops);
        gaps.put(HOPS_PROVED, hops.weighted());
        gaps.put(HOPS_ONE, hops.with(Gap::hops, 1));
        gaps.put(HOPS_FEW, hops.with(Gap::degree, 10));
        gaps.put(HOPS_FAST, hops.with(Gap::rate, 1.0));
        return gaps;
    }

    static Run.Data data(String dataset, String features) throws IOException {
        return Run.Data.of(NodeData.of(dataset, features));
    }

    /** The noise over the clip norm that a kept run states; empty where it had none. */
    static OptionalDouble noise(Run kept) {
        double multiplier = kept.metrics().getOrDefault("noise multiplier", 0.0);
        return multiplier > 0 ? OptionalDouble.of(multiplier) : OptionalDouble.empty();
    }

    static Run run(NodeRun run) throws IOException, InterruptedException {
        return run(run, OptionalDouble.empty());
    }

    private static Run run(NodeRun run, OptionalDouble noise) throws IOException, InterruptedException {
        Dataset data = NodeData.of(run.dataset(), run.features());
        long began = System.nanoTime();
        Job job =
                new Job(run, data, NodeData.split(data, run.seed()), Streams.seed(run.seed()), noise, new TreeMap<>());
        List<Guarantee> guarantees =
                switch (run.method()) {
                    case NAIVE -> job.naive(NaiveSgd.of(run.dataset()));
                    case ANSWERS -> job.answers(NaiveSgd.of(run.dataset()).with(LOT, EPOCHS));
                    case NAIVE_RELEASED -> job.naive(NaiveSgd.of(run.dataset()).released());
                    case NDP_RELEASED -> job.released();
                    case NDP -> job.ndp(Ndp.of(run.degree()), Ndp.model(run.model()));
                    default -> job.gap(GAPS.get(run.method()));
                };
        Map<String, Double> metrics = job.metrics;
        metrics.putIfAbsent("epsilon claimed", claimed(guarantees));
        metrics.put("epsilon proved", proved(guarantees));
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Study.made(run, data, metrics).guaranteed(guarantees);
    }

    /** The epsilon that a method's authors state, whatever stands behind it: that of the first; infinite where they state none. */
    public static double claimed(List<Guarantee> guarantees) {
        return guarantees.isEmpty()
                ? Double.POSITIVE_INFINITY
                : guarantees.get(0).epsilon();
    }

    /** The epsilon of a sound guarantee among these, or infinity. */
    public static double proved(List<Guarantee> guarantees) {
        return guarantees.stream()
                .filter(g -> g.verdict().hasTheorem())
                .mapToDouble(Guarantee::epsilon)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private record Job(
            NodeRun run,
            Dataset data,
            Split split,
            Streams streams,
            OptionalDouble noise,
            Map<String, Double> metrics) {
        double epsilon() {
            return run.epsilon().value();
        }

        boolean isPrivate() {
            return Double.isFinite(epsilon());
        }

        TrainingView view() {
            return run.learning().view(data, split);
        }

        EvaluationView test() {
            return data.evaluationAmong(split, Role.TEST);
        }

        List<Guarantee> naive(NaiveSgd naive) throws IOException, InterruptedException {
            return finish(trained(naive, view()), ownRows());
        }

        private Evaluation ownRows() {
            return Evaluation.stars(test(), 0, streams.stream("test"));
        }

        private Trained trained(NaiveSgd naive, TrainingView view) throws IOException, InterruptedException {
            int roots = view.participants().announcedRoots();
            Trainer trainer = isPrivate()
                    ? plan(naive, roots).experiment(naive.model(), streams)
                    : PlainTrainer.of(naive.model(), naive.sampler(roots), naive.steps(roots), streams);
            return trainer.optimizer(naive.optimizer()).train(view);
        }

        /** Neither the weights nor another's answer read a test node, so that its own answer is all that is spent of it. */
        List<Guarantee> answers(NaiveSgd naive) throws IOException, InterruptedException {
            TrainingView view = view();
            Trained trained = trained(naive, view);
            List<Guarantee> training = finish(trained, ownRows());
            for (String score : List.of("accuracy", "precision macro", "precision weighted"))
                metrics.put("bare " + score, metrics.get("test " + score));
            if (!isPrivate()) return training;
            Predictions own = ownRows().predictions(trained);
            RandomisedAnswer event = PublicEdges.event(epsilon(), data.labels().classes());
            RandomStream coins = streams.stream("answers");
            int[] nodes = own.nodes(), classes = own.classes();
            for (int i = 0; i < nodes.length; i++)
                classes[i] = PublicEdges.drawn(event, classes[i], coins.fork(nodes[i]));
            scored(Scores.of(data.labels(), nodes, classes));
            return List.of(ofAsked(view, training.get(0)));
        }

        private Guarantee ofAsked(TrainingView view, Guarantee training) {
            List<String> leaks = Plan.leaks(view.provenance(), Unit.NODE, false);
            List<String> remarks = new ArrayList<>(
                    List.of(
                            "It holds with delta 0, for one answer about each test node.",
                            "The coins came from a seed, for an experiment: they protect nothing from whoever knows the seed."));
            remarks.addAll(leaks);
            GuaranteeTerms terms = new GuaranteeTerms(
                    List.of("Who is trained on and who is asked about is public, as are the classes."),
                    List.of(),
                    view.provenance().given(),
                    List.of(
                            "Nodes that are trained on: they have the guarantee of the training, " + training.headline()
                                    + ".",
                            "Choosing this run among others on the same data."),
                    remarks);
            return Guarantee.of(Unit.NODE, Relation.REPLACE)
                    .by(
                            "randomised response",
                            leaks.isEmpty() ? epsilon() : Double.POSITIVE_INFINITY,
                            training.delta(),
                            leaks.isEmpty() ? Verdict.IDEAL : Verdict.UNSOUND,
                            terms);
        }

        List<Guarantee> released() throws InterruptedException {
            int roots = split.train().length;
            long steps = ReleasedNdp.steps(roots, epsilon());
            metrics.put("epsilon claimed", ReleasedNdp.epsilon(roots, steps));
            scored(new ReleasedNdp(data, split, run.learning())
                    .scores(new long[] {steps}, streams)
                    .get(0));
            metrics.put("steps", (double) steps);
            return List.of();
        }

        private Plan plan(NaiveSgd naive, int roots) {
            double delta = NodeData.delta(roots);
            return noise.isEmpty()
                    ? naive.plan(roots, epsilon(), delta)
                    : naive.plan(roots).multiplier(noise.getAsDouble()).delta(delta);
        }

        private Plan plan(Ndp ndp, Network network, Sampler.Facts facts) {
            double delta = NodeData.delta(facts.roots());
            return ndp.plan(network, facts, noise.orElseGet(() -> ndp.multiplier(facts, epsilon(), delta)), delta);
        }

        List<Guarantee> ndp(Ndp ndp, Model model) throws IOException, InterruptedException {
            TrainingView view = view();
            Sampler.Facts facts = Sampler.Facts.of(view.participants());
            BoundedDegree sampler = ndp.sampler(facts.roots());
            Network network =
                    model.network(view.features().width(), view.labels().classes());
            Trainer trainer = isPrivate()
                    ? plan(ndp, network, facts).experiment(model, streams)
                    : PlainTrainer.of(model, sampler, ndp.steps(facts.roots()), streams);
            Evaluation test = Evaluation.stars(test(), run.testNeighbours(), streams.stream("test"));
            return finish(trainer.optimizer(ndp.optimizer()).train(view), test);
        }

        private List<Guarantee> finish(Trained trained, Evaluation test) {
            scored(test.scores(trained.network(), trained.parameters()));
            metrics.put("steps", trained.metric("steps"));
            metrics.put("noise multiplier", isPrivate() ? trained.metric("noise multiplier") : 0);
            return trained.run().guarantees();
        }

        List<Guarantee> gap(Gap gap) throws IOException, InterruptedException {
            TrainingView view = view();
            int roots = view.participants().announcedRoots();
            double delta = NodeData.delta(roots);
            double multiplier = isPrivate() ? noise.orElseGet(() -> gap.multiplier(roots, epsilon(), delta)) : 0;
            GapTraining.Fitted fitted = (isPrivate()
                            ? GapTraining.of(gap, multiplier, streams)
                            : GapTraining.plain(gap, streams))
                    .train(view);
            scored(
                    run.learning() == LearningSetting.INDUCTIVE
                            ? fitted.elsewhere(test())
                            : fitted.scores(data, split, Role.TEST));
            metrics.put("steps", 2.0 * gap.steps(roots));
            metrics.put("noise multiplier", multiplier);
            return isPrivate()
                    ? gap.guarantees(roots, multiplier, delta, view.provenance().leaks())
                    : List.of();
        }

        private void scored(Scores scores) {
            metrics.put("test accuracy", scores.accuracy());
            metrics.put("test precision macro", scores.macroPrecision());
            metrics.put("test precision weighted", scores.weightedPrecision());
        }
    }
}
