package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Network;
import dpgnn.nn.NonFinite;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.PerExample;
import dpgnn.random.Stream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One training, private or not: steps, figures, checkpoints. */
final class Loop implements AutoCloseable {
    /** Three times the relative error that {@link PerExample} states for a clipped norm, so that no clipped norm exceeds the clip's. */
    private static final double ROUNDING = 1e-5;

    private final Trainer trainer;
    private final Network network;
    private final TrainingView view;
    private final Sampler.Draws draws;
    private final double divisor;
    private final PrivateTrainer.Privacy privacy;
    private final Optimizer optimizer;
    private final Parameters parameters;
    private final PerExample gradients;
    private final double[] thresholds;
    private final boolean clips;
    private final Stream dropout;
    private final Batch batch = new Batch();
    private final float[] sum;
    /** The sum of a release, which is exact; null in experiments. */
    private final double[] exact;

    private final TreeMap<String, List<Run.Point>> history = new TreeMap<>();
    private final Map<String, Double> latest = new LinkedHashMap<>();
    private Keeper keeper;
    private double loss;

    Loop(
            Trainer trainer,
            Network network,
            TrainingView view,
            Sampler.Draws draws,
            double divisor,
            PrivateTrainer.Privacy privacy) {
        if (trainer.probe != null && trainer.folder != null)
            throw new IllegalArgumentException("a training with a probe keeps no checkpoint: take checkpoint("
                    + trainer.folder + ", ...) or the probe away");
        this.trainer = trainer;
        this.network = network;
        this.view = view;
        this.draws = draws;
        this.divisor = divisor;
        this.privacy = privacy;
        optimizer = trainer.optimizer.get();
        parameters = network.initial(trainer.streams.stream("init"));
        boolean releases = privacy != null && privacy.exact();
        gradients = releases
                ? PerExample.exact(network, view.features(), view.labels())
                : PerExample.of(network, view.features(), view.labels());
        dropout = trainer.streams.stream("dropout");
        thresholds = privacy == null
                ? new double[] {Double.POSITIVE_INFINITY}
                : thresholds(privacy.plan.clip(), releases ? 0 : ROUNDING);
        clips = Double.isFinite(thresholds[0]);
        sum = new float[network.size()];
        exact = releases ? new double[sum.length] : null;
    }

    /** The clip's thresholds, less what the rounding of norms may add to a clipped gradient; exact sums see to that themselves. */
    private static double[] thresholds(Clip clip, double rounding) {
        double[] exact = clip instanceof Clip.PerLayer layers
                ? layers.thresholds().stream().mapToDouble(Double::doubleValue).toArray()
                : new double[] {clip.norm()};
        for (int l = 0; l < exact.length; l++) exact[l] *= 1 - rounding;
        return exact;
    }

    /** Takes the steps that are still to be taken. */
    Trained run(long steps) throws InterruptedException, IOException {
        keeper = Keeper.open(trainer, network, view, privacy, optimizer.name());
        long step = keeper.restore(parameters, optimizer, history);
        long last = keeper.last(steps);
        for (Listener listener : trainer.listeners) listener.started(title(), steps);
        try {
            boolean goOn = true;
            while (step < last && goOn) {
                if (Thread.interrupted()) throw interrupted(step, steps);
                keeper.intend(step, last);
                take(step);
                step++;
                follow(step, step == last);
                goOn = tell(step, steps);
                if (step % trainer.checkpointEvery == 0 && step < last && goOn) save(step, false);
            }
            follow(step, true);
            if (step < last) keeper.forfeit(step, last);
            keeper.settle(last);
            save(step, true);
        } finally {
            for (Listener listener : trainer.listeners) listener.ended();
        }
        return new Trained(network, parameters, record(step, last, steps), privacy == null ? null : privacy.schedule);
    }

    private void take(long step) {
        try {
            draws.draw(step, batch);
            double total = exact == null
                    ? gradients.clippedSum(parameters, batch, thresholds, dropout.fork(step), sum)
                    : gradients.clippedSum(parameters, batch, thresholds, dropout.fork(step), exact);
            loss = batch.examples() == 0 ? 0 : total / batch.examples();
            Probe.Moment moment =
                    trainer.probe == null ? null : new Probe.Moment(step, network, parameters, batch, thresholds);
            if (moment != null) trainer.probe.summed(moment, sum);
            if (exact != null) privacy.release(exact, sum);
            else if (privacy != null) privacy.addNoise(sum, step);
            for (int i = 0; i < sum.length; i++) {
                sum[i] /= (float) divisor;
                // With a clip no step fails: whether one does would tell of the data what no noise covers.
                if (!clips && !Float.isFinite(sum[i]))
                    throw new StepFailed(step + 1, "the gradient is not finite in layer " + layerOf(i), null);
            }
            if (moment != null) trainer.probe.released(moment, sum);
            optimizer.step(parameters, sum);
        } catch (NonFinite e) {
            throw new StepFailed(step + 1, e.getMessage() + keeper.advice(), e);
        }
    }

    private String layerOf(int index) {
        return parameters.slots().stream()
                .filter(s -> index >= s.offset() && index < s.offset() + s.size())
                .map(s -> s.name())
                .findFirst()
                .orElse("?");
    }

    private void follow(long step, boolean all) {
        trainer.followed.forEach((name, f) -> {
            if (!f.after().test(step) && !all) return;
            List<Run.Point> points = history.computeIfAbsent(name, n -> new ArrayList<>());
            if (!points.isEmpty() && points.get(points.size() - 1).step() == step) {
                latest.put(name, points.get(points.size() - 1).value());
                return;
            }
            double value = f.metric().of(network, parameters);
            points.add(new Run.Point(step, value));
            latest.put(name, value);
        });
    }

    private boolean tell(long step, long steps) {
        if (trainer.listeners.isEmpty()) return true;
        double told = privacy != null && trainer.streams.isSecure() ? Double.NaN : loss;
        Listener.Moment moment = new Listener.Moment(
                step, steps, told, Map.copyOf(latest), privacy == null ? () -> Double.NaN : privacy.spent(step));
        boolean goOn = true;
        for (Listener listener : trainer.listeners) goOn &= listener.step(moment);
        return goOn;
    }

    private InterruptedException interrupted(long step, long steps) throws IOException {
        save(step, false);
        return new InterruptedException(
                "the training was stopped after step " + step + " of " + steps + keeper.advice());
    }

    private void save(long step, boolean ended) throws IOException {
        keeper.save(step, ended, parameters, optimizer, history);
    }

    private String title() {
        return trainer.experiment + " on " + view.name();
    }

    /**
     * @param step how many were taken
     * @param paid how many are paid for: more, where a listener ended the training
     */
    private Run record(long step, long paid, long steps) {
        TreeMap<String, Object> all = new TreeMap<>(trainer.parameters);
        if (all.isEmpty()) {
            all.put("model", network.name());
            all.put("optimizer", optimizer.name());
            all.put("streams", trainer.streams.toString());
            all.put("steps", steps);
            if (privacy != null) all.put("plan", privacy.plan.toString());
        }
        TreeMap<String, Double> metrics = new TreeMap<>(latest);
        metrics.put("steps", (double) step);
        if (privacy != null) metrics.put("noise multiplier", privacy.schedule.multiplier());
        return new Run(
                        trainer.experiment,
                        all,
                        Run.Data.of(view.provenance()),
                        new TreeMap<>(Provenance.of(dpgnn.nn.Backend.found().sentence())),
                        metrics,
                        history,
                        privacy == null
                                ? List.of()
                                : privacy.guarantees(
                                        keeper.spent(paid),
                                        paid == steps && keeper.spentSteps(paid) == steps,
                                        paid - step))
                .kept();
    }

    @Override
    public void close() {
        if (keeper != null) keeper.close();
    }
}
