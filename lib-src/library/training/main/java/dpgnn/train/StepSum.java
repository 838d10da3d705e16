package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.DeviceSteps;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Computes the sum of a step's gradients, from the batch to the part that may be seen. */
abstract sealed class StepSum {
    /**
     * Where the exact sum of a batch is computed: by {@link ExampleGradients} on this machine, or share by share on others. Every
     * place gives the same sum, in every bit.
     *
     * <p>Proof: docs/proofs.md, lemma 65.
     */
    @FunctionalInterface
    interface Place {
        /**
         * Sums the clipped gradients of a batch.
         *
         * @param into takes the sum; what it held is lost
         * @return the sum of the losses, whose last bits may depend on the place
         * @throws IOException when the other machines fail
         */
        double sum(Parameters at, Batch batch, Clip.Limits limits, RandomStream dropout, ExactSum into)
                throws IOException;

        /** What a release assumes of the place: full sentences. */
        default List<String> assumptions() {
            return List.of();
        }
    }

    /** What gradients of the next step are clipped to, and what is counted. */
    Clip.Limits limits;

    /** What the sum is after {@link #add} and, where noise is added, after {@link #hide}; its last number may be a clip's count. */
    final float[] values;

    /** The numbers that the optimiser has. */
    final float[] gradient;

    final ExampleGradients gradients;

    /** Whether the place of the steps was looked for. */
    private boolean settled;

    /** Steps that stay on a device; null where they do not. */
    private DeviceSteps there;

    StepSum(ExampleGradients gradients, Clip.Limits limits) {
        this.gradients = gradients;
        this.limits = limits;
        gradient = new float[gradients.network().size()];
        values = limits.counts() ? new float[gradient.length + 1] : gradient;
    }

    /** @param schedule null for a training without privacy */
    static StepSum of(Trainer trainer, Network network, TrainingView view, Schedule schedule) {
        // Where nothing is clipped no bound could be kept.
        if (trainer.elsewhere != null
                && schedule != null
                && schedule.plan().clip().limits().counts())
            throw new IllegalArgumentException("a cluster computes sums and counts no gradients, which "
                    + schedule.plan().clip() + " needs; train on one machine, or take another clip");
        if (schedule != null
                && trainer.sumsAreExact()
                && !schedule.plan().clip().limits().isOpen())
            return new Exact(ExampleGradients.exact(network, view.features(), view.labels()), schedule, trainer);
        if (trainer.exact || trainer.elsewhere != null)
            throw new IllegalArgumentException(
                    "exact sums, on this machine or on several, need a private plan that clips, and secure streams or"
                            + " exactSums()");
        ExampleGradients gradients = ExampleGradients.of(network, view.features(), view.labels());
        return schedule == null ? new Plain(gradients) : new Private(gradients, schedule, trainer);
    }

    /** Finds the place of all steps before the first one, when parameters and optimiser are those to go on with. */
    final void settle(Trainer trainer, Parameters parameters, Optimizer optimizer, Batch batch) {
        if (settled) return;
        settled = true;
        if (!gradients.isOnDevice()) return;
        // a batch's size is private: a release does not tell it
        if (!trainer.streams.isSecure()) System.getLogger("dpgnn").log(System.Logger.Level.INFO, gradients.room(batch));
        if (trainer.probe == null) there = onDevice(parameters, optimizer);
    }

    /** Sums the clipped gradients of a batch; returns the sum of the losses. */
    final double add(Parameters at, Batch batch, RandomStream dropout) throws IOException {
        return there == null ? addHere(at, batch, dropout) : there.sum(batch, limits, dropout);
    }

    double addHere(Parameters at, Batch batch, RandomStream dropout) throws IOException {
        return gradients.clippedSum(at, batch, limits, dropout, gradient);
    }

    /** What a release assumes of whatever computes the sum. */
    List<String> assumptions() {
        return gradients.assumptions();
    }

    /** Steps that stay on a device, where that is possible; else null. */
    DeviceSteps onDevice(Parameters parameters, Optimizer optimizer) {
        return DeviceSteps.of(gradients, parameters, optimizer);
    }

    /** The standard deviation of the noise; 0 for none. */
    double deviation() {
        return 0;
    }

    /** The norm that the noise of the next step is a multiple of; 0 for none. */
    double unit() {
        return 0;
    }

    /** The threshold that a clip has moved to; 0 where none moves. */
    double movedTo() {
        return 0;
    }

    /** Goes on from a threshold that a clip had moved to. */
    void moveTo(double threshold) {}

    /** The gradient, once all values are hidden and divided; a clip that counts moves by the last of them. */
    float[] moved() {
        return gradient;
    }

    /** What a device makes the noise of a step from. */
    long noiseKey(long step) {
        return 0;
    }

    /** The epsilon of so many steps; NaN without privacy. */
    double epsilon(long steps) {
        return Double.NaN;
    }

    /** What a training without a setting of its own says of its plan. */
    void describe(Map<String, Object> parameters) {}

    /** What listeners are told of every step. */
    void tell(Map<String, Double> figures) {}

    /** The figures of a run that are its plan's. */
    void measure(Map<String, Double> metrics) {}

    /** Whether what is hidden is released, so that nothing else of the data may be shown. */
    boolean isRelease() {
        return false;
    }

    /** Shows the sum to somebody who may change it. */
    void show(Consumer<double[]> to) {
        double[] open = new double[values.length];
        for (int i = 0; i < open.length; i++) open[i] = values[i];
        to.accept(open);
        for (int i = 0; i < open.length; i++) values[i] = (float) open[i];
    }

    /** Puts noise between the sum and whoever looks at it; on a device {@link #moveThere} does it. */
    final void hide(long step) {
        if (there == null) hideHere(step);
    }

    void hideHere(long step) {}

    /** Hides, divides and moves where steps stay on a device; false where they do not. */
    final boolean moveThere(long step, double divisor) {
        if (there == null) return false;
        if (!there.move(deviation(), divisor, noiseKey(step)))
            throw new StepFailed(step + 1, "the gradient is not finite", null);
        return true;
    }

    /** A step without privacy: nothing is clipped, and nothing is hidden. */
    static final class Plain extends StepSum {
        Plain(ExampleGradients gradients) {
            super(gradients, Clip.Limits.of(Double.POSITIVE_INFINITY));
        }
    }

    /** A step whose sum is hidden by noise, in floating point: for an experiment or an audit. */
    static sealed class Private extends StepSum {
        /**
         * Three times the relative error that {@link ExampleGradients} states for a clipped norm: no clipped norm exceeds the
         * clip's.
         */
        private static final double ROUNDING = 1e-5;

        final Schedule schedule;
        final RandomStream noise;
        private final double rounding;
        private Clip clip;

        Private(ExampleGradients gradients, Schedule schedule, Trainer trainer) {
            this(gradients, schedule, trainer, ROUNDING);
        }

        private Private(ExampleGradients gradients, Schedule schedule, Trainer trainer, double rounding) {
            super(gradients, schedule.plan().clip().limits().lowered(rounding));
            this.schedule = schedule;
            this.rounding = rounding;
            clip = schedule.plan().clip();
            noise = trainer.stream("noise");
        }

        @Override
        double addHere(Parameters at, Batch batch, RandomStream dropout) throws IOException {
            double loss = super.addHere(at, batch, dropout);
            if (!limits.counts()) return loss;
            System.arraycopy(gradient, 0, values, 0, gradient.length);
            values[gradient.length] = (float) gradients.counted(limits);
            return loss;
        }

        @Override
        final double unit() {
            return clip.noiseUnit();
        }

        @Override
        final double movedTo() {
            return limits.counts() ? clip.limits().thresholds()[0] : 0;
        }

        @Override
        final void moveTo(double threshold) {
            if (threshold > 0) take(clip.at(threshold));
        }

        @Override
        final float[] moved() {
            if (!limits.counts()) return gradient;
            System.arraycopy(values, 0, gradient, 0, gradient.length);
            take(clip.after(values[gradient.length]));
            return gradient;
        }

        private void take(Clip next) {
            clip = next;
            limits = next.limits().lowered(rounding);
        }

        /** A device has seeded Gaussian noise and no other, and counts nothing. */
        @Override
        DeviceSteps onDevice(Parameters parameters, Optimizer optimizer) {
            return limits.counts() || noise.secure() || schedule.plan().noise() != GaussianNoise.standard()
                    ? null
                    : super.onDevice(parameters, optimizer);
        }

        @Override
        double deviation() {
            return schedule.deviation();
        }

        @Override
        long noiseKey(long step) {
            return noise.fork(step).nextLong();
        }

        @Override
        double epsilon(long steps) {
            return steps == 0 ? 0 : schedule.epsilon(schedule.spent(steps));
        }

        @Override
        void describe(Map<String, Object> parameters) {
            parameters.put("plan", schedule.plan().toString());
        }

        @Override
        void measure(Map<String, Double> metrics) {
            metrics.put("noise multiplier", schedule.multiplier());
            tell(metrics);
        }

        /** A release tells nothing but its weights, though the clip is no secret. */
        @Override
        void tell(Map<String, Double> figures) {
            if (limits.counts() && !isRelease()) figures.putIfAbsent("clip", movedTo());
        }

        @Override
        boolean isRelease() {
            return noise.secure();
        }

        @Override
        void hideHere(long step) {
            schedule.addNoise(values, unit(), coins(step));
        }

        /** Those of a step: a seeded step that is taken again has the same. */
        final RandomStream coins(long step) {
            return noise.secure() ? noise : noise.fork(step);
        }
    }

    /** Exact until it is hidden, as in a release; what is rounded to floats is the noisy sum. Exact sums see to rounding themselves. */
    static final class Exact extends Private {
        private final Place place;
        private final ExactSum whole = new ExactSum(gradient.length);
        private final double[] exact = new double[values.length];

        Exact(ExampleGradients gradients, Schedule schedule, Trainer trainer) {
            super(gradients, schedule, trainer, 0);
            place = trainer.elsewhere == null ? gradients::exactSum : trainer.elsewhere;
        }

        @Override
        double addHere(Parameters at, Batch batch, RandomStream dropout) throws IOException {
            double loss = place.sum(at, batch, limits, dropout, whole);
            for (ParameterSlot slot : at.slots()) whole.read(slot, exact);
            if (limits.counts()) exact[gradient.length] = gradients.counted(limits);
            return loss;
        }

        @Override
        List<String> assumptions() {
            List<String> all = new ArrayList<>(super.assumptions());
            all.addAll(place.assumptions());
            return all;
        }

        /** A device's own steps have sums in floating point. */
        @Override
        DeviceSteps onDevice(Parameters parameters, Optimizer optimizer) {
            return null;
        }

        @Override
        void show(Consumer<double[]> to) {
            to.accept(exact);
        }

        @Override
        void hideHere(long step) {
            schedule.release(exact, unit(), coins(step));
            for (int i = 0; i < values.length; i++) values[i] = (float) exact[i];
        }
    }
}
