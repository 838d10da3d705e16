package dpgnn.baseline;

import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Backend;
import dpgnn.nn.Gcn;
import dpgnn.nn.Initialiser;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.sampling.WalkUnion;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Provenance;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Threshold;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The trainings of Ayle et al. (2023), each a function of its setting. Every setting names {@code dataset} (see
 * {@link WalkData}), {@code method}, {@code layers} (1: a single map; 2), {@code width} of the hidden layer, {@code rate} of
 * Adam, {@code variant} (see {@link WalkVariant}) and {@code seed}. Methods are
 *
 * <ul>
 *   <li>{@code GCN} and {@code MLP}, without privacy: at most {@code steps} steps, evaluated after {@code every} of them, ended by
 *       50 evaluations without a better validation figure; the figures are those of the best one;
 *   <li>{@code DRW}, {@code DRW-R}, {@code DRW-D} (with a {@code period}) and {@code FDP} (with a {@code degree}), private: as
 *       many steps as {@code epsilon} affords under {@code accounting} (see {@link WalkAccounting}), with noise {@code lambda}
 *       times the sensitivity and gradients clipped to {@code clip} times their norm at the start, on synthetic features.
 * </ul>
 */
public final class WalkStudy {
    private static final int PATIENCE = 50;

    /** To be run in a {@link dpgnn.train.Sweep}. */
    public static final Study<Setting> STUDY = new Study<>("walks", 1, WalkStudy::data, WalkStudy::run);

    /** The same of {@link #untrained} networks. */
    public static final Study<Setting> UNTRAINED =
            new Study<>("untrained walks", 1, WalkStudy::data, WalkStudy::untrained);

    private WalkStudy() {}

    private static Run.Data data(Setting setting) throws IOException {
        WalkVariant variant = WalkVariant.of(setting.text("variant"));
        return Run.Data.of(
                WalkData.of(setting.text("dataset"), variant.features()).data());
    }

    /**
     * The record of a training: metrics "test" and "validation" are micro-F1. A private one has been evaluated where its
     * epsilon comes to a whole number k, after "steps at epsilon k" steps.
     */
    public static Run run(Setting setting) throws IOException, InterruptedException {
        String method = setting.text("method");
        WalkVariant variant = WalkVariant.of(setting.text("variant"));
        WalkData data = WalkData.of(setting.text("dataset"), variant.features());
        return method.equals("GCN") || method.equals("MLP")
                ? plain(setting, data, variant)
                : privately(setting, data, variant);
    }

    /**
     * The record of no training at all: the figures of a network as {@link #run} finds it before its first step. The setting
     * names {@code dataset}, {@code method}, {@code layers}, {@code width}, {@code variant} and {@code seed}.
     */
    public static Run untrained(Setting setting) throws IOException {
        WalkVariant variant = WalkVariant.of(setting.text("variant"));
        WalkData data = WalkData.of(setting.text("dataset"), variant.features());
        Network network = model(setting, variant)
                .network(data.data().features().width(), data.data().labels().classes());
        WalkScores scores = new WalkScores(data);
        Parameters start = network.initial(Streams.seed(setting.whole("seed")).stream("init"));
        return Run.of(
                setting,
                Run.Data.of(data.data()),
                Provenance.of(Backend.found().sentence()),
                scores.figures(network, start),
                Map.of(),
                List.of());
    }

    private static Run plain(Setting setting, WalkData data, WalkVariant variant)
            throws IOException, InterruptedException {
        long every = setting.whole("every");
        Trainer trainer = PlainTrainer.of(
                        model(setting, variant),
                        sampler(setting, variant),
                        setting.whole("steps"),
                        Streams.seed(setting.whole("seed")))
                .listen(new Plateau("validation", every, PATIENCE));
        prepare(trainer, setting);
        new WalkScores(data).follow(trainer, step -> step % every == 0);
        Run run = trainer.train(data.view()).run();
        List<Run.Point> validation = run.history().get("validation");
        int best = 0;
        for (int i = 1; i < validation.size(); i++)
            if (validation.get(i).value() > validation.get(best).value()) best = i;
        TreeMap<String, Double> metrics = new TreeMap<>(run.metrics());
        metrics.put("validation", validation.get(best).value());
        metrics.put("test", run.history().get("test").get(best).value());
        metrics.put("best step", (double) validation.get(best).step());
        return run.withMetrics(metrics);
    }

    private static Run privately(Setting setting, WalkData data, WalkVariant variant)
            throws IOException, InterruptedException {
        Model model = model(setting, variant);
        Sampler sampler = sampler(setting, variant);
        Streams streams = Streams.seed(setting.whole("seed"));
        WalkAccounting accounting = WalkAccounting.of(setting.text("accounting"));
        double lambda = setting.number("lambda");
        double delta = WalkTables.delta(data.name());
        Sampler.Facts facts = Sampler.Facts.of(data.view().participants());
        Sampler.Draws draws = sampler.draws(data.view().participants(), streams.stream("sampler"));
        TreeMap<String, Double> reached = new TreeMap<>();
        List<Long> stops = new ArrayList<>();
        long steps = accounting.steps(sampler, facts, draws, lambda, setting.number("epsilon"), delta);
        if (steps < 1)
            throw new IllegalArgumentException("no step fits into epsilon " + setting.number("epsilon")
                    + " with lambda " + lambda + " under " + accounting.text() + " accounting");
        for (int k = 1; k <= setting.number("epsilon"); k++) {
            long affordable = accounting.steps(sampler, facts, draws, lambda, k, delta);
            if (affordable == 0) continue;
            stops.add(affordable);
            reached.put("steps at epsilon " + k, (double) affordable);
        }
        Trainer trainer =
                PrivateTrainer.of(model, plan(setting, data, variant, model, sampler, streams, steps), streams);
        prepare(trainer, setting);
        new WalkScores(data).follow(trainer, step -> !variant.has("end-only") && stops.contains(step));
        Run run = trainer.train(data.view()).run();
        reached.putAll(run.metrics());
        return run.withMetrics(reached);
    }

    private static Plan plan(
            Setting setting,
            WalkData data,
            WalkVariant variant,
            Model model,
            Sampler sampler,
            Streams streams,
            long steps) {
        WalkAccounting accounting = WalkAccounting.of(setting.text("accounting"));
        double share = setting.number("clip");
        Threshold threshold = variant.has("measured")
                ? Threshold.measured(model, sampler, data.view(), share, streams)
                : Threshold.synthetic(model, sampler, data.view(), share, streams);
        Plan plan = threshold
                .plan(sampler, GaussianNoise.standard())
                .accountant(accounting.accountant())
                .multiplier(WalkAccounting.multiplier(
                        sampler, Sampler.Facts.of(data.view().participants()), setting.number("lambda")))
                .steps(variant.has("overshoot") ? steps + 1 : steps)
                .delta(WalkTables.delta(data.name()));
        return accounting.countsDrawn() ? plan.exact() : plan;
    }

    private static void prepare(Trainer trainer, Setting setting) {
        double rate = setting.number("rate");
        trainer.experiment(setting).optimizer(() -> Adam.of(rate));
    }

    /** The sampler of a setting, with the batch size of the paper's table 4. */
    public static Sampler sampler(Setting setting, WalkVariant variant) {
        String method = setting.text("method");
        int layers = setting.integer("layers");
        int batch = WalkTables.batch(method, layers, setting.text("dataset"));
        DisjointWalks walks = DisjointWalks.of(layers, batch);
        if (variant.has("all-edges")) walks = walks.withAllEdges();
        return switch (method) {
            case "GCN" -> WalkUnion.of(layers, batch);
            case "MLP" -> UniformNodes.of(batch);
            case "DRW" -> walks;
            case "DRW-R" -> walks.restarts(WalkTables.RESTARTS);
            case "DRW-D" -> walks.redrawnEvery(setting.whole("period"));
            case "FDP" -> {
                BoundedDegree bounded = BoundedDegree.features(setting.integer("degree"), layers, batch);
                yield variant.has("path") ? bounded.withPaths() : bounded;
            }
            default ->
                throw new IllegalArgumentException("method must be GCN, MLP, DRW, DRW-R, DRW-D or FDP, was " + method);
        };
    }

    private static Model model(Setting setting, WalkVariant variant) {
        int layers = setting.integer("layers");
        if (layers < 1 || layers > 2) throw new IllegalArgumentException("layers must be 1 or 2, was " + layers);
        int width = layers == 1 ? 1 : setting.integer("width");
        boolean perceptron = setting.text("method").equals("MLP");
        Recipe recipe = perceptron
                ? Recipe.of(width).withHops(0).withDense(layers - 1).withInitialiser(Initialiser.GLOROT)
                : Recipe.layers(layers, width);
        if (variant.has("linear")) recipe = recipe.withInitialiser(Initialiser.LINEAR);
        if (variant.has("normalised")) recipe = recipe.withNormalisedLogits();
        return perceptron ? Mlp.of(recipe) : Gcn.of(recipe);
    }
}
