package dpgnn.baseline;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Backend;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.Sampler;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Provenance;
import dpgnn.train.Run;
import dpgnn.train.Scores;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Sweep;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The baselines of Xiang, Wang and Wang's (2024) tables II to IV, each a function of its setting. A setting names
 *
 * <ul>
 *   <li>{@code method}: one of {@link #METHODS};
 *   <li>{@code dataset} and {@code features} (see {@link NodeData}), and {@code setting}, transductive or inductive;
 *   <li>{@code model}: GCN, GIN, SAGE or ENCODED for NDP, "none" for the others, whose network is fixed;
 *   <li>{@code epsilon}: what the method claims at delta |V_train|^-1.1, or "infinity" for the same path without noise;
 *   <li>{@code M}: K, the bound on degrees, for NDP, and 0 for the others;
 *   <li>{@code nTest}: how many neighbours a test node of NDP reads, all of them test nodes; {@code seed}.
 * </ul>
 *
 * A run has the metrics "test accuracy", "test precision macro", "test precision weighted", "epsilon claimed", "epsilon
 * proved", "noise multiplier", "steps" and "seconds".
 */
public final class NodeStudy {
    public static final String NAIVE = "naive DP-SGD";
    public static final String NDP = "NDP";
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

    public static final List<String> METHODS = List.of(
            NAIVE,
            NDP,
            GAP_PUBLISHED,
            GAP_CORRECTED,
            GAP_FULL,
            GAP_WEIGHTED,
            HOPS_PUBLISHED,
            HOPS_CORRECTED,
            HOPS_PROVED);

    /** Those whose claim is proved, on features of which no row depends on another node's. */
    private static final List<String> PROVED = List.of(NAIVE, GAP_WEIGHTED, HOPS_PROVED);

    /** To be run in a {@link dpgnn.train.Sweep}. */
    public static final Study<Setting> STUDY = new Study<>("node baselines", 1, NodeStudy::data, NodeStudy::run);

    private NodeStudy() {}

    private static String features(String dataset, boolean proved) {
        return proved ? NodeData.blind(dataset, "rows") : "rows";
    }

    /**
     * A sweep of one method; vary further names, or run it with {@link #run}. Methods whose claim is proved are trained on features
     * of which no row depends on another node's (see {@link NodeData#blind}).
     */
    public static Sweep<Setting> sweep(
            String method,
            List<String> datasets,
            String setting,
            Object[] epsilons,
            Object[] models,
            Object[] degrees) {
        boolean proved = PROVED.contains(method);
        return Sweep.of("node-baselines")
                .vary("method", method)
                .vary("dataset", datasets.toArray())
                .vary(
                        "features",
                        datasets.stream()
                                .map(name -> features(name, proved))
                                .distinct()
                                .toArray())
                .where(s -> s.text("features").equals(features(s.text("dataset"), proved)))
                .vary("setting", setting)
                .vary("epsilon", epsilons)
                .vary("model", models)
                .vary("M", degrees)
                .vary("nTest", 13);
    }

    /** The same for a method without models and degrees. */
    public static Sweep<Setting> sweep(String method, List<String> datasets, String setting, Object... epsilons) {
        return sweep(method, datasets, setting, epsilons, new Object[] {"none"}, new Object[] {0});
    }

    static Run.Data data(Setting setting) throws IOException {
        return Run.Data.of(NodeData.of(setting.text("dataset"), setting.text("features")));
    }

    public static Run run(Setting setting) throws IOException, InterruptedException {
        Dataset data = NodeData.of(setting.text("dataset"), setting.text("features"));
        long began = System.nanoTime();
        Job job = new Job(
                setting,
                data,
                NodeData.split(data, setting.whole("seed")),
                epsilon(setting.text("epsilon")),
                Streams.seed(setting.whole("seed")),
                new TreeMap<>());
        List<Guarantee> guarantees =
                switch (setting.text("method")) {
                    case NAIVE -> job.naive(NaiveSgd.of(setting.text("dataset")));
                    case NDP -> job.ndp(Ndp.of(setting.integer("M")), Ndp.model(setting.text("model")));
                    case GAP_PUBLISHED -> job.gap(Gap.of(Gap.Noise.PUBLISHED));
                    case GAP_CORRECTED -> job.gap(Gap.of(Gap.Noise.CORRECTED));
                    case GAP_FULL -> job.gap(Gap.of(Gap.Noise.FULL).withLoops());
                    case GAP_WEIGHTED -> job.gap(Gap.of(Gap.Noise.PUBLISHED).weighted());
                    case HOPS_PUBLISHED -> job.gap(Gap.of(Gap.Noise.PUBLISHED).hopsOnly());
                    case HOPS_CORRECTED -> job.gap(Gap.of(Gap.Noise.CORRECTED).hopsOnly());
                    case HOPS_PROVED ->
                        job.gap(Gap.of(Gap.Noise.CORRECTED).weighted().hopsOnly());
                    default ->
                        throw new IllegalArgumentException(
                                "method must be one of " + METHODS + ", was " + setting.text("method"));
                };
        Map<String, Double> metrics = job.metrics;
        metrics.put(
                "epsilon claimed",
                guarantees.isEmpty()
                        ? Double.POSITIVE_INFINITY
                        : guarantees.get(0).epsilon());
        metrics.put("epsilon proved", proved(guarantees));
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        return Run.of(
                setting, Run.Data.of(data), Provenance.of(Backend.found().sentence()), metrics, Map.of(), guarantees);
    }

    /** The epsilon of a sound guarantee among these, or infinity. */
    public static double proved(List<Guarantee> guarantees) {
        return guarantees.stream()
                .filter(g -> g.verdict().hasTheorem())
                .mapToDouble(Guarantee::epsilon)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** A positive number, or infinity. */
    static double epsilon(String text) {
        double epsilon;
        try {
            epsilon = text.equals("infinity") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            epsilon = Double.NaN;
        }
        if (!(epsilon > 0))
            throw new IllegalArgumentException("epsilon must be positive or \"infinity\", was \"" + text + "\"");
        return epsilon;
    }

    private record Job(
            Setting setting, Dataset data, Split split, double epsilon, Streams streams, Map<String, Double> metrics) {
        boolean inductive() {
            String text = setting.text("setting");
            if (!text.equals("transductive") && !text.equals("inductive"))
                throw new IllegalArgumentException("setting must be transductive or inductive, was \"" + text + "\"");
            return text.equals("inductive");
        }

        boolean isPrivate() {
            return Double.isFinite(epsilon);
        }

        TrainingView view() {
            return inductive() ? data.inductive(split) : data.transductive(split);
        }

        EvaluationView test() {
            return data.evaluationAmong(split, Role.TEST);
        }

        List<Guarantee> naive(NaiveSgd naive) throws IOException, InterruptedException {
            TrainingView view = view();
            int roots = view.participants().announcedRoots();
            Trainer trainer = isPrivate()
                    ? PrivateTrainer.of(naive.model(), naive.plan(roots, epsilon, NodeData.delta(roots)), streams)
                    : PlainTrainer.of(naive.model(), naive.sampler(roots), naive.steps(roots), streams);
            return finish(
                    trainer.optimizer(naive.optimizer()).train(view),
                    Evaluation.stars(test(), 0, streams.stream("test")));
        }

        List<Guarantee> ndp(Ndp ndp, Model model) throws IOException, InterruptedException {
            TrainingView view = view();
            Sampler.Facts facts = Sampler.Facts.of(view.participants());
            BoundedDegree sampler = ndp.sampler(facts.roots());
            Network network =
                    model.network(view.features().width(), view.labels().classes());
            Trainer trainer = isPrivate()
                    ? PrivateTrainer.of(
                            model, ndp.claiming(network, facts, epsilon, NodeData.delta(facts.roots())), streams)
                    : PlainTrainer.of(model, sampler, ndp.steps(facts.roots()), streams);
            Evaluation test = Evaluation.stars(test(), setting.integer("nTest"), streams.stream("test"));
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
            double multiplier = isPrivate() ? gap.multiplier(roots, epsilon, delta) : 0;
            GapTraining.Fitted fitted = (isPrivate()
                            ? GapTraining.of(gap, multiplier, streams)
                            : GapTraining.plain(gap, streams))
                    .train(view);
            scored(inductive() ? fitted.elsewhere(test()) : fitted.scores(data, split, Role.TEST));
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
