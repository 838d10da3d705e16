package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.PerExample;
import dpgnn.random.Stream;
import dpgnn.sampling.Batch;

/** The sum of a step's gradients, from the batch to what may be seen of it: plain, hidden for an experiment, or released. */
abstract sealed class StepSum {
    /** Three times the relative error that {@link PerExample} states for a clipped norm, so that no clipped norm exceeds the clip's. */
    private static final double ROUNDING = 1e-5;

    /** What gradients are clipped to: one threshold, or one per layer. */
    final double[] thresholds;

    /** What the sum is after {@link #add}, and after {@link #hide}. */
    final float[] values;

    final PerExample gradients;

    private StepSum(PerExample gradients, double[] thresholds) {
        this.gradients = gradients;
        this.thresholds = thresholds;
        values = new float[gradients.network().size()];
    }

    /** @param schedule null for a training without privacy */
    static StepSum of(Trainer trainer, Network network, TrainingView view, Schedule schedule) {
        if (schedule == null) return new Plain(PerExample.of(network, view.features(), view.labels()));
        Clip clip = schedule.plan().clip();
        Stream noise = trainer.streams.stream("noise");
        // An audit's sums are open, and where nothing is clipped no bound could be kept.
        if (noise.secure() && trainer.probe == null && !(clip instanceof Clip.NoneNoPrivacy))
            return new Released(PerExample.exact(network, view.features(), view.labels()), schedule, noise);
        return new Hidden(PerExample.of(network, view.features(), view.labels()), schedule, noise);
    }

    /** Sums the clipped gradients of a batch; returns the sum of the losses. */
    double add(Parameters at, Batch batch, Stream dropout) {
        return gradients.clippedSum(at, batch, thresholds, dropout, values);
    }

    /** Puts noise between the sum and whoever looks at it. */
    abstract void hide(long step);

    /** How gradients were added, for a guarantee. */
    abstract String remark();

    /** The clip's thresholds, less what the rounding of norms may add to a clipped gradient; exact sums see to that themselves. */
    private static double[] thresholds(Clip clip, double rounding) {
        double[] exact = clip instanceof Clip.PerLayer layers
                ? layers.thresholds().stream().mapToDouble(Double::doubleValue).toArray()
                : new double[] {clip.norm()};
        for (int l = 0; l < exact.length; l++) exact[l] *= 1 - rounding;
        return exact;
    }

    /** Of a training without privacy. */
    static final class Plain extends StepSum {
        private Plain(PerExample gradients) {
            super(gradients, new double[] {Double.POSITIVE_INFINITY});
        }

        @Override
        void hide(long step) {}

        @Override
        String remark() {
            return "";
        }
    }

    /** In floating point, with noise, for an experiment or an audit. */
    static final class Hidden extends StepSum {
        private final Schedule schedule;
        private final Stream noise;

        private Hidden(PerExample gradients, Schedule schedule, Stream noise) {
            super(gradients, thresholds(schedule.plan().clip(), ROUNDING));
            this.schedule = schedule;
            this.noise = noise;
        }

        @Override
        void hide(long step) {
            schedule.addNoise(values, noise.secure() ? noise : noise.fork(step));
        }

        @Override
        String remark() {
            return "The clipped gradients, each within the clip's norm, rounding included, were added in 32-bit floating"
                    + " point; the rounding of that sum is not part of the bound (at most gamma_n times the sum of"
                    + " absolute values, Higham 2002).";
        }
    }

    /** Exact until it is hidden, for a release; what is rounded to floats is the noisy sum. */
    static final class Released extends StepSum {
        private final Schedule schedule;
        private final Stream noise;
        private final double[] exact = new double[values.length];

        private Released(PerExample gradients, Schedule schedule, Stream noise) {
            super(gradients, thresholds(schedule.plan().clip(), 0));
            this.schedule = schedule;
            this.noise = noise;
        }

        @Override
        double add(Parameters at, Batch batch, Stream dropout) {
            return gradients.clippedSum(at, batch, thresholds, dropout, exact);
        }

        @Override
        void hide(long step) {
            schedule.release(exact, noise);
            for (int i = 0; i < values.length; i++) values[i] = (float) exact[i];
        }

        @Override
        String remark() {
            return "The clipped gradients, each within the clip's norm, rounding included, and a function of its example"
                    + " alone, were added exactly.";
        }
    }
}
