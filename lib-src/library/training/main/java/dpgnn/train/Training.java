package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Backend;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.layer.NonFinite;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.Provenance;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A training, one step at a time, private or not. A step draws a batch, sums its clipped gradients, hides the sum by noise, and moves the
 * parameters; {@link #take} does all four. {@link #state} is what the next step depends on besides its coins and the data.
 * Trainers, {@link AdaptiveTraining} and audits are its clients: it keeps no ledger, tells no listener and follows no figure.
 *
 * <pre>{@code
 * var training = Training.of(plan.experiment(model, 7), view);
 * for (long step = 0; step < training.planned(); step++) training.take(step);
 * }</pre>
 *
 * <p><b>Guarantee.</b> None by itself: it counts no step. What {@link #draw} and {@link #sum} give is private, what {@link #move} leaves in the
 * parameters is covered by the event of its step, each taken once. Others can have the steps of experiments alone.
 */
public final class Training {
    private enum Stage {
        MOVED,
        DRAWN,
        SUMMED,
        HIDDEN
    }

    private final Trainer trainer;
    private final Network network;
    private final TrainingView view;
    private final Source source;
    private final Schedule schedule;
    private final Optimizer optimizer;
    private final Parameters parameters;
    private final StepSum sum;
    private final boolean clips;
    private final RandomStream dropout;
    private final Batch batch = new Batch();

    /** What a step that fails says of the way on. */
    Supplier<String> advice = () -> "";

    private Stage stage = Stage.MOVED;
    private long step;
    private double loss;
    private SumProbe.Moment moment;

    /** What draws its batches, and how many examples are expected in one. */
    record Source(Sampler.Draws draws, double expected) {}

    /** @param schedule null for a training without privacy */
    Training(
            Trainer trainer,
            Network network,
            TrainingView view,
            Source source,
            Schedule schedule,
            Optimizer optimizer,
            Parameters parameters) {
        this.trainer = trainer;
        this.network = network;
        this.view = view;
        this.source = source;
        this.schedule = schedule;
        this.optimizer = optimizer;
        this.parameters = parameters;
        sum = StepSum.of(trainer, network, view, schedule);
        dropout = trainer.stream("dropout");
        clips = !sum.limits.isOpen();
    }

    /** From the first weights on. */
    private static Training fresh(
            Trainer trainer, Network network, TrainingView view, Source source, Schedule schedule) {
        Optimizer optimizer = Check.given("optimizer", trainer.optimizer.get());
        Parameters initial = network.initial(trainer.streams.stream("init"));
        return new Training(trainer, network, view, source, schedule, optimizer, initial);
    }

    /** The steps of an experiment, from its first one; its listeners and figures hear nothing. */
    public static Training of(OpenTrainer trainer, TrainingView view) {
        return Check.given("trainer", trainer).training(view);
    }

    /** Without privacy. */
    static Training plain(PlainTrainer trainer, TrainingView view) {
        Sampler sampler = trainer.sampler();
        Network network = network(trainer, view);
        Sampler.Draws draws = sampler.draws(view.participants(), trainer.streams.stream("sampler"));
        double divisor = sampler.expectedExamples(Sampler.Facts.of(view.participants()));
        return fresh(trainer, network, view, new Source(draws, divisor), null);
    }

    /** By the trainer's plan. */
    static Training planned(Trainer trainer, TrainingView view) {
        Plan plan = trainer.plan();
        Network network = network(trainer, view);
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
        return fresh(trainer, network, view, new Source(draws, expected), schedule);
    }

    private static Network network(Trainer trainer, TrainingView view) {
        return trainer.model.network(
                Check.given("view", view).features().width(), view.labels().classes());
    }

    /** How many steps there are. */
    public long planned() {
        return trainer instanceof PlainTrainer plain ? plain.steps() : schedule.steps();
    }

    public Network network() {
        return network;
    }

    /** Those that the next step moves; what is written here goes on. */
    public Parameters parameters() {
        return parameters;
    }

    /** Null without privacy. */
    public Schedule schedule() {
        return schedule;
    }

    Optimizer optimizer() {
        return optimizer;
    }

    TrainingView view() {
        return view;
    }

    StepSum stepSum() {
        return sum;
    }

    /** The mean loss of the last batch; private. */
    double loss() {
        return loss;
    }

    /** Draws the first weights of an accountable training from the key of its start. */
    void begin(byte[] start) {
        trainer.coins.begin(start, "");
        parameters.load(network.initial(trainer.coins.stream("init")).save());
    }

    private void go(Stage from, Stage to) {
        if (stage != from)
            throw new IllegalStateException("a step is drawn, summed, hidden and moved in this order, and this one was "
                    + stage.name().toLowerCase(java.util.Locale.ROOT));
        stage = to;
    }

    /**
     * Draws the batch of a step, counted from 0.
     *
     * @return valid until the next one is drawn; private
     */
    public Batch draw(long ofStep) {
        stage = Stage.MOVED;
        source.draws.draw(ofStep, batch);
        step = ofStep;
        sum.settle(trainer, parameters, optimizer, batch);
        go(Stage.MOVED, Stage.DRAWN);
        return batch;
    }

    /**
     * Sums the clipped gradients of the batch.
     *
     * @return the sum of the losses; private
     */
    public double sum() throws IOException {
        go(Stage.DRAWN, Stage.SUMMED);
        double total = sum.add(parameters, batch, dropout.fork(step));
        loss = batch.examples() == 0 ? 0 : total / batch.examples();
        moment = trainer.probe == null
                ? null
                : new SumProbe.Moment(step, network, parameters, batch, sum.limits, sum.unit());
        if (moment != null) sum.show(open -> trainer.probe.summed(moment, open));
        return total;
    }

    /** Puts noise between the sum and the parameters; on a device the move does it. */
    public void hide() {
        go(Stage.SUMMED, Stage.HIDDEN);
        sum.hide(step);
    }

    /** Divides what is hidden by a public number and moves the parameters with it. */
    public void move() {
        go(Stage.HIDDEN, Stage.MOVED);
        if (sum.moveThere(step, source.expected)) return;
        float[] values = sum.values;
        for (int i = 0; i < values.length; i++) {
            values[i] /= (float) source.expected;
            // With a clip no step fails: whether one does would tell of the data what no noise covers.
            if (!clips && !Float.isFinite(values[i]))
                throw new StepFailed(step + 1, "the gradient is not finite in layer " + layerOf(i), null);
        }
        if (moment != null) trainer.probe.released(moment, values);
        float[] gradient = sum.moved();
        optimizer.step(parameters, gradient);
        parameters.read(gradient);
        requireNumbers(step, gradient);
    }

    /**
     * Takes a step, counted from 0.
     *
     * @throws StepFailed when a gradient that is not clipped is not finite, or a place of its sum fails
     */
    public void take(long ofStep) {
        try {
            draw(ofStep);
            sum();
            hide();
            move();
        } catch (NonFinite | IOException e) {
            throw new StepFailed(ofStep + 1, e.getMessage() + advice.get(), e);
        } catch (IllegalStateException e) {
            String told = Backend.failed(e);
            if (told == null) throw e;
            if (trainer.streams.isSecure())
                throw new StepFailed(ofStep + 1, "the device failed or has too little memory" + advice.get(), null);
            throw new StepFailed(ofStep + 1, told + advice.get(), e);
        }
    }

    /** The weights are released, and that some are no numbers with them: to say so tells nothing more. */
    void requireNumbers(long ofStep, float[] weights) {
        for (int i = 0; i < weights.length; i++)
            if (!Float.isFinite(weights[i]))
                throw new StepFailed(
                        ofStep + 1,
                        "the weights after it are not all finite numbers, in layer " + layerOf(i)
                                + "; take a smaller learning rate, clip or noise" + advice.get(),
                        null);
    }

    private String layerOf(int index) {
        return parameters.slots().stream()
                .filter(s -> index >= s.offset() && index < s.offset() + s.size())
                .map(s -> s.name())
                .findFirst()
                .orElse("?");
    }

    /** All that the next step depends on but its coins and the data. */
    public byte[] state() {
        byte[] weights = parameters.save();
        byte[] moments = optimizer.save();
        ByteBuffer bytes = ByteBuffer.allocate(weights.length + Double.BYTES + moments.length);
        return bytes.put(weights).putDouble(sum.movedTo()).put(moments).array();
    }

    /**
     * Goes on from what {@link #state} gave.
     *
     * @throws IllegalArgumentException for a state of another model
     */
    public void state(byte[] saved) {
        int weights = parameters.size() * Float.BYTES, head = weights + Double.BYTES;
        Check.that(
                Check.given("saved", saved).length >= head,
                "the length of a state",
                "at least " + head + " bytes",
                saved.length);
        parameters.load(Arrays.copyOf(saved, weights));
        sum.moveTo(ByteBuffer.wrap(saved, weights, Double.BYTES).getDouble());
        optimizer.load(Arrays.copyOfRange(saved, head, saved.length));
    }

    /**
     * What a guarantee of this training is worth, given how it was made.
     *
     * @param charged which budget it is charged to; null for none
     * @param also what else it assumes
     */
    RunVerdict verdict(String charged, List<String> also) {
        List<String> leaks = new ArrayList<>(schedule.plan().leaksOf(view.provenance()));
        if (trainer.probe != null) leaks.add("An audit saw the sums before noise was added.");
        List<String> assumptions = new ArrayList<>(sum.assumptions());
        assumptions.addAll(also);
        return new RunVerdict(
                schedule,
                sum,
                trainer.streams.isSecure(),
                trainer.memory.audited(schedule.plan()),
                assumptions,
                leaks,
                charged);
    }

    /** What trainings that begin now run on. */
    static String machine() {
        return Backend.found().name();
    }

    /** Puts a device, whose last bits are its own, among the parameters of a run. */
    static void nameDevice(Map<String, Object> parameters) {
        if (Backend.found().isDevice()) parameters.put("device", machine());
    }

    /**
     * The record of a training that took so many of its steps.
     *
     * @param metrics besides those of its plan
     */
    Run record(
            long taken,
            long steps,
            Map<String, Double> metrics,
            Map<String, List<Run.Point>> history,
            List<Guarantee> guarantees) {
        TreeMap<String, Object> all = new TreeMap<>(trainer.parameters);
        if (all.isEmpty()) {
            all.put("model", network.name());
            all.put("optimizer", optimizer.name());
            all.put("streams", trainer.streams.toString());
            all.put("steps", steps);
            sum.describe(all);
            if (trainer.exact) all.put("sums", "exact");
            nameDevice(all);
        }
        TreeMap<String, Double> measured = new TreeMap<>(metrics);
        measured.put("steps", (double) taken);
        sum.measure(measured);
        Run run = new Run(
                null,
                trainer.experiment,
                all,
                Run.Data.of(view.provenance()),
                new TreeMap<>(Provenance.of(Backend.found().sentence())),
                measured,
                new TreeMap<>(history),
                guarantees);
        return trainer.streams.isSecure() ? run.withheld() : run;
    }
}
