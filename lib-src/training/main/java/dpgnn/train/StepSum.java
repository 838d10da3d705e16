package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.DeviceSteps;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Computes the sum of a step's gradients, from the batch to the part that may be seen. */
abstract sealed class StepSum permits PlainSum, PrivateSum {
    /** What gradients are clipped to: one threshold, or one per layer. */
    final double[] thresholds;

    /** What the sum is after {@link #add} and, where noise is added, after {@link #hide}. */
    final float[] values;

    final ExampleGradients gradients;

    StepSum(ExampleGradients gradients, double... thresholds) {
        this.gradients = gradients;
        this.thresholds = thresholds;
        values = new float[gradients.network().size()];
    }

    /** @param schedule null for a training without privacy */
    static StepSum of(Trainer trainer, Network network, TrainingView view, Schedule schedule) {
        // Where nothing is clipped no bound could be kept.
        if (schedule != null && trainer.sumsAreExact() && !(schedule.plan().clip() instanceof Clip.NoneNoPrivacy))
            return new PrivateSum.Exact(
                    ExampleGradients.exact(network, view.features(), view.labels()), schedule, trainer);
        if (trainer.exact || trainer.elsewhere != null)
            throw new IllegalArgumentException(
                    "exact sums, on this machine or on several, need a private plan that clips, and secure streams or"
                            + " exactSums()");
        ExampleGradients gradients = ExampleGradients.of(network, view.features(), view.labels());
        return schedule == null ? new PlainSum(gradients) : new PrivateSum(gradients, schedule, trainer);
    }

    /** Sums the clipped gradients of a batch; returns the sum of the losses. */
    double add(Parameters at, Batch batch, RandomStream dropout) throws IOException {
        return gradients.clippedSum(at, batch, thresholds, dropout, values);
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
    abstract double deviation();

    /** What a device makes the noise of a step from. */
    abstract long noiseKey(long step);

    /** The epsilon of so many steps; NaN without privacy. */
    abstract double epsilon(long steps);

    /** What a training without a setting of its own says of its plan. */
    abstract void describe(Map<String, Object> parameters);

    /** The figures of a run that are its plan's. */
    abstract void measure(Map<String, Double> metrics);

    /** Whether what is hidden is released, so that nothing else of the data may be shown. */
    abstract boolean isRelease();

    /** Shows the sum to somebody who may change it. */
    void show(Consumer<double[]> to) {
        double[] open = new double[values.length];
        for (int i = 0; i < open.length; i++) open[i] = values[i];
        to.accept(open);
        for (int i = 0; i < open.length; i++) values[i] = (float) open[i];
    }

    /** Puts noise between the sum and whoever looks at it. */
    abstract void hide(long step);
}
