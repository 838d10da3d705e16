package dpgnn.train;

import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.DeviceSteps;
import dpgnn.nn.ExampleGradients;
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

/** A step whose sum is hidden by noise, in floating point: for an experiment or an audit. */
sealed class PrivateSum extends StepSum {
    /**
     * Three times the relative error that {@link ExampleGradients} states for a clipped norm: no clipped norm exceeds the
     * clip's.
     */
    private static final double ROUNDING = 1e-5;

    final Schedule schedule;
    final RandomStream noise;

    PrivateSum(ExampleGradients gradients, Schedule schedule, Trainer trainer) {
        this(gradients, schedule, trainer, ROUNDING);
    }

    private PrivateSum(ExampleGradients gradients, Schedule schedule, Trainer trainer, double rounding) {
        super(gradients, thresholds(schedule.plan().clip(), rounding));
        this.schedule = schedule;
        noise = trainer.streams.stream("noise");
    }

    /** The clip's thresholds, less what the rounding of norms may add to a clipped gradient. */
    private static double[] thresholds(Clip clip, double rounding) {
        double[] exact = clip.norms();
        for (int l = 0; l < exact.length; l++) exact[l] *= 1 - rounding;
        return exact;
    }

    /** A device has seeded Gaussian noise and no other. */
    @Override
    DeviceSteps onDevice(Parameters parameters, Optimizer optimizer) {
        return noise.secure() || schedule.plan().noise() != GaussianNoise.standard()
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
    }

    @Override
    boolean isRelease() {
        return noise.secure();
    }

    @Override
    void hide(long step) {
        schedule.addNoise(values, coins(step));
    }

    /** Those of a step: a seeded step that is taken again has the same. */
    final RandomStream coins(long step) {
        return noise.secure() ? noise : noise.fork(step);
    }

    /** Exact until it is hidden, as in a release; what is rounded to floats is the noisy sum. Exact sums see to rounding themselves. */
    static final class Exact extends PrivateSum {
        private final SumPlace place;
        private final ExactSum whole = new ExactSum(values.length);
        private final double[] exact = new double[values.length];

        Exact(ExampleGradients gradients, Schedule schedule, Trainer trainer) {
            super(gradients, schedule, trainer, 0);
            place = trainer.elsewhere == null ? gradients::exactSum : trainer.elsewhere;
        }

        @Override
        double add(Parameters at, Batch batch, RandomStream dropout) throws IOException {
            double loss = place.sum(at, batch, thresholds, dropout, whole);
            for (ParameterSlot slot : at.slots()) whole.read(slot, exact);
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
        void hide(long step) {
            schedule.release(exact, coins(step));
            for (int i = 0; i < values.length; i++) values[i] = (float) exact[i];
        }
    }
}
