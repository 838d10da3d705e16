package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.Features;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceFailure;
import dpgnn.nn.DeviceSteps;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.layer.NonFinite;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.Provenance;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** One training, private or not: steps, figures, checkpoints. */
final class TrainingLoop implements AutoCloseable {
    /** The features that the last training looked at. */
    private static volatile Reference<Features> lookedAt = new WeakReference<>(null);

    private final Trainer trainer;
    private final Network network;
    private final TrainingView view;
    private final Sampler.Draws draws;
    private final double divisor;
    private final Schedule schedule;
    private final Optimizer optimizer;
    private final Parameters parameters;
    private final StepSum sum;
    private final boolean clips;
    private final RandomStream dropout;
    private final Batch batch = new Batch();

    private final TreeMap<String, List<Run.Point>> history = new TreeMap<>();
    private final Map<String, Double> latest = new LinkedHashMap<>();
    private TrainingFolder folder = TrainingFolder.none();
    private double loss;
    /** Whether steps may stay on a device was asked; null where they do not. */
    private boolean asked;

    private DeviceSteps onDevice;

    /** @param schedule null for a training without privacy */
    TrainingLoop(
            Trainer trainer,
            Network network,
            TrainingView view,
            Sampler.Draws draws,
            double divisor,
            Schedule schedule) {
        this(
                trainer,
                network,
                view,
                draws,
                divisor,
                schedule,
                Check.given("optimizer", trainer.optimizer.get()),
                network.initial(trainer.streams.stream("init")));
    }

    /** The training of a trainer that has a plan, before its first step. */
    static TrainingLoop planned(Trainer trainer, TrainingView view) {
        Plan plan = trainer.plan();
        Network network = trainer.model.network(
                Check.given("view", view).features().width(), view.labels().classes());
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        Sampler.Draws draws = plan.sampler().draws(view.participants(), trainer.stream("sampler"));
        Schedule schedule = plan.schedule(plan.made(facts, draws, network.size(), trainer.model));
        double expected = plan.sampler().expectedExamples(facts);
        if (trainer instanceof ReleaseTrainer) {
            ReleaseTrainer.requireTheorem(schedule);
            ReleaseTrainer.requireSmallVariation(
                    plan, schedule.provable().epsilon(), plan.numbers(network) * (double) schedule.steps());
        }
        if (trainer.sumsAreExact()) {
            ReleaseTrainer.requireRoom(expected);
            schedule.requireRelease(trainer.streams.stream("none"));
        }
        return new TrainingLoop(trainer, network, view, draws, expected, schedule);
    }

    /** From these parameters on. */
    TrainingLoop(
            Trainer trainer,
            Network network,
            TrainingView view,
            Sampler.Draws draws,
            double divisor,
            Schedule schedule,
            Optimizer optimizer,
            Parameters parameters) {
        if (trainer.probe != null && trainer.folder != null)
            throw new IllegalArgumentException("a training with a probe keeps no checkpoint: take checkpoint("
                    + trainer.folder + ", ...) or the probe away");
        this.trainer = trainer;
        this.network = network;
        this.view = view;
        this.draws = draws;
        this.divisor = divisor;
        this.schedule = schedule;
        this.optimizer = optimizer;
        this.parameters = parameters;
        sum = StepSum.of(trainer, network, view, schedule);
        dropout = trainer.stream("dropout");
        clips = Double.isFinite(sum.thresholds[0]);
    }

    /** Takes the steps of its schedule that are still to be taken. */
    Trained run() throws InterruptedException, IOException {
        return run(schedule.steps());
    }

    /** The facts of an accountable training, without its commitments. */
    Map<String, String> facts() {
        return TrainingFolder.facts(trainer, network, view, schedule, optimizer.name());
    }

    long planned() {
        return schedule.steps();
    }

    Event event(long step) {
        return schedule.event(step);
    }

    /** Draws the first weights of an accountable training from the key of its start. */
    void begin(byte[] start) {
        trainer.coins.begin(start, "");
        parameters.load(network.initial(trainer.coins.stream("init")).save());
    }

    float[] weights() {
        return parameters.toArray();
    }

    /** Takes the steps that are still to be taken. */
    Trained run(long steps) throws InterruptedException, IOException {
        folder = TrainingFolder.open(trainer, network, view, schedule, optimizer);
        if (trainer.coins != null) begin(folder.start());
        long step = folder.restore(parameters, optimizer, history);
        sum.moveTo(folder.clip());
        long last = folder.last(steps);
        String title = title()
                + RunVerdict.lost(folder.past(), steps)
                + (folder.goesOn() ? ", from step " + step + " on" : "");
        warn();
        for (Listener listener : trainer.listeners) listener.started(title, last);
        try {
            boolean goOn = true;
            while (step < last && goOn) {
                if (Thread.interrupted()) throw interrupted(step, last);
                folder.intend(step, last, this::state);
                take(step);
                step++;
                goOn = look(step, last, true);
                if (step % trainer.checkpointEvery == 0 && step < last && goOn) save(step, false);
            }
            look(step, last, false);
            if (step < last) {
                folder.leaveOut(last - step);
                save(step, false); // That a listener ended it outlasts a crash from here on.
                folder.forfeit(step, last);
            }
            requireNumbers(step - 1, parameters.toArray());
            save(step, true);
            folder.end(this::state);
        } finally {
            for (Listener listener : trainer.listeners) listener.ended();
        }
        return new Trained(trainer.model, network, parameters, record(step, last, steps), schedule);
    }

    /** Says of the features, once, why a network may not learn from them. A release does not: that would tell of private values. */
    private void warn() {
        if (trainer.streams.isSecure() || trainer.probe != null || lookedAt.get() == view.features()) return;
        lookedAt = new WeakReference<>(view.features());
        view.features().unequal(false).ifPresent(note -> System.getLogger("dpgnn")
                .log(System.Logger.Level.WARNING, note));
    }

    /** Takes a step, counted from 0. */
    void take(long step) {
        float[] values = sum.values;
        try {
            draws.draw(step, batch);
            if (!asked) moveToDevice();
            if (onDevice != null) {
                takeOnDevice(step);
                return;
            }
            double total = sum.add(parameters, batch, dropout.fork(step));
            loss = batch.examples() == 0 ? 0 : total / batch.examples();
            SumProbe.Moment moment = trainer.probe == null
                    ? null
                    : new SumProbe.Moment(
                            step, network, parameters, batch, sum.thresholds, sum.gradients.gamma(), sum.unit());
            if (moment != null) sum.show(open -> trainer.probe.summed(moment, open));
            sum.hide(step);
            for (int i = 0; i < values.length; i++) {
                values[i] /= (float) divisor;
                // With a clip no step fails: whether one does would tell of the data what no noise covers.
                if (!clips && !Float.isFinite(values[i]))
                    throw new StepFailed(step + 1, "the gradient is not finite in layer " + layerOf(i), null);
            }
            if (moment != null) trainer.probe.released(moment, values);
            float[] gradient = sum.moved();
            optimizer.step(parameters, gradient);
            parameters.read(gradient);
            requireNumbers(step, gradient);
        } catch (NonFinite e) {
            throw new StepFailed(step + 1, e.getMessage() + folder.advice(), e);
        } catch (IOException e) {
            throw new StepFailed(step + 1, e.getMessage() + folder.advice(), e);
        } catch (DeviceFailure e) {
            String told = Backend.failed(e);
            if (trainer.streams.isSecure())
                throw new StepFailed(step + 1, "the device failed or has too little memory" + folder.advice(), null);
            throw new StepFailed(step + 1, told + folder.advice(), e);
        }
    }

    /** Before the first step, when parameters and optimiser are those to go on with. */
    private void moveToDevice() {
        asked = true;
        if (!sum.gradients.isOnDevice()) return;
        // a batch's size is private: a release does not tell it
        if (!trainer.streams.isSecure())
            System.getLogger("dpgnn")
                    .log(System.Logger.Level.INFO, Backend.found().room(sum.gradients.deviceBytes(batch)));
        if (trainer.probe == null) onDevice = sum.onDevice(parameters, optimizer);
    }

    private void takeOnDevice(long step) {
        double total = onDevice.sum(batch, sum.thresholds, dropout.fork(step));
        loss = batch.examples() == 0 ? 0 : total / batch.examples();
        if (!onDevice.move(sum.deviation(), divisor, sum.noiseKey(step)))
            throw new StepFailed(step + 1, "the gradient is not finite", null);
    }

    /** The weights are released, and that some are no numbers with them: to say so tells nothing more. */
    private void requireNumbers(long step, float[] weights) {
        for (int i = 0; i < weights.length; i++)
            if (!Float.isFinite(weights[i]))
                throw new StepFailed(
                        step + 1,
                        "the weights after it are not all finite numbers, in layer " + layerOf(i)
                                + "; take a smaller learning rate, clip or noise" + folder.advice(),
                        null);
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
            double value = f.metric().of(network, parameters.copy());
            points.add(new Run.Point(step, value));
            latest.put(name, value);
        });
    }

    /** Figures and listeners see what is private: where one fails, that may be an end by what it saw, like a listener's own. */
    private boolean look(long step, long last, boolean tell) throws IOException {
        try {
            follow(step, step == last || !tell);
            return !tell || tell(step, last);
        } catch (RuntimeException | Error e) {
            if (sum.isRelease() && !folder.hadEnded()) {
                folder.leaveOut(Math.max(1, last - step));
                save(step, false);
            }
            throw e;
        }
    }

    private boolean tell(long step, long steps) {
        if (trainer.listeners.isEmpty()) return true;
        double told = sum.isRelease() ? Double.NaN : loss;
        Map<String, Double> figures = new HashMap<>(latest);
        sum.tell(figures);
        Map<String, Long> measured = new HashMap<>();
        for (String name : latest.keySet()) {
            List<Run.Point> points = history.get(name);
            measured.put(name, points.get(points.size() - 1).step());
        }
        Listener.Moment moment =
                new Listener.Moment(step, steps, told, Map.copyOf(figures), Map.copyOf(measured), () -> spent(step));
        boolean goOn = true;
        for (Listener listener : trainer.listeners) goOn &= listener.step(moment);
        return goOn;
    }

    private double spent(long steps) {
        return sum.epsilon(steps == 0 ? 0 : steps + folder.past().lost());
    }

    private InterruptedException interrupted(long step, long steps) throws IOException {
        save(step, false);
        folder.hold(step, parameters, optimizer, history, sum.movedTo());
        String said = "the training was stopped after step " + step + " of " + steps + folder.advice();
        boolean told = step > 0 && schedule != null && !sum.isRelease();
        Event spent = told ? folder.spent(step) : null;
        return new StoppedAt(
                said,
                () -> unnoted(step, steps, told ? verdict(folder.charged()).stopped(spent, folder.past()) : List.of()));
    }

    /** An interrupt, with the record of the steps before it, whose epsilon may take longer than somebody waits who stops a cell. */
    static final class StoppedAt extends InterruptedException {
        private static final long serialVersionUID = 1;

        final transient Supplier<Run> soFar;

        private StoppedAt(String said, Supplier<Run> soFar) {
            super(said);
            this.soFar = soFar;
        }
    }

    /** All that the next step depends on but its coins and the data. */
    byte[] state() {
        byte[] weights = parameters.save();
        byte[] moments = optimizer.save();
        ByteBuffer bytes = ByteBuffer.allocate(weights.length + Double.BYTES + moments.length);
        return bytes.put(weights).putDouble(sum.movedTo()).put(moments).array();
    }

    /** Goes on from what {@link #state} gave. */
    void state(byte[] saved) {
        int weights = parameters.size() * Float.BYTES, head = weights + Double.BYTES;
        Check.that(saved.length >= head, "the length of a state", "at least " + head + " bytes", saved.length);
        parameters.load(Arrays.copyOf(saved, weights));
        sum.moveTo(ByteBuffer.wrap(saved, weights, Double.BYTES).getDouble());
        optimizer.load(Arrays.copyOfRange(saved, head, saved.length));
    }

    private void save(long step, boolean ended) throws IOException {
        folder.save(step, ended, parameters, optimizer, history, sum.movedTo());
    }

    private String title() {
        return trainer.experiment + " on " + view.name();
    }

    /**
     * @param step how many were taken
     * @param paid how many are paid for: more, where a listener ended the training
     */
    private Run record(long step, long paid, long steps) {
        return record(
                step,
                steps,
                schedule == null ? List.of() : guarantees(paid, paid == steps && folder.spentSteps(paid) == steps));
    }

    /** The record of a training that took so many of its steps. */
    Run record(long step, long steps, List<Guarantee> guarantees) {
        Run made = unnoted(step, steps, guarantees);
        return trainer.unnoticed ? made : made.kept();
    }

    private Run unnoted(long step, long steps, List<Guarantee> guarantees) {
        TreeMap<String, Object> all = new TreeMap<>(trainer.parameters);
        if (all.isEmpty()) {
            all.put("model", network.name());
            all.put("optimizer", optimizer.name());
            all.put("streams", trainer.streams.toString());
            all.put("steps", steps);
            sum.describe(all);
            if (trainer.exact) all.put("sums", "exact");
            if (Backend.found().isDevice()) all.put("device", Backend.found().name());
        }
        TreeMap<String, Double> metrics = new TreeMap<>(latest);
        metrics.put("steps", (double) step);
        if (folder.past().lost() > 0)
            metrics.put("steps lost", (double) folder.past().lost());
        sum.measure(metrics);
        Run run = new Run(
                null,
                trainer.experiment,
                all,
                Run.Data.of(view.provenance()),
                new TreeMap<>(Provenance.of(Backend.found().sentence())),
                metrics,
                history,
                guarantees);
        return trainer.streams.isSecure() ? run.withheld() : run;
    }

    private List<Guarantee> guarantees(long paid, boolean asScheduled) {
        return verdict(folder.charged())
                .guarantees(
                        folder.spent(paid),
                        asScheduled,
                        folder.past(),
                        view.provenance().given());
    }

    /**
     * What a guarantee of this training is worth, given how it was made.
     *
     * @param charged which budget it is charged to; null for none
     */
    RunVerdict verdict(String charged) {
        List<String> leaks = new ArrayList<>(schedule.plan().leaksOf(view.provenance()));
        if (trainer.probe != null) leaks.add("An audit saw the sums before noise was added.");
        List<String> assumptions = new ArrayList<>(sum.assumptions());
        if (trainer.coins != null)
            assumptions.add(
                    EpsilonCertificate.accountable(folder.ledger().head().hash()));
        return new RunVerdict(schedule, sum, trainer.streams.isSecure(), assumptions, leaks, charged);
    }

    @Override
    public void close() {
        folder.close();
    }
}
