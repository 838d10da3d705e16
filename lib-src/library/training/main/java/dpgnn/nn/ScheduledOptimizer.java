package dpgnn.nn;

import dpgnn.base.Check;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Moves parameters by a share of what another optimiser would, and the share follows from the number of the step: a schedule of its
 * learning rate.
 *
 * <p><b>Guarantee.</b> Given a gradient that already carries its noise, and a public schedule, this is post-processing and costs
 * no privacy.
 */
public final class ScheduledOptimizer implements Optimizer {
    private enum Shape {
        /** From 1 down to 0, along half a wave. */
        COSINE,
        /** From 1 down to 0, along a line. */
        LINEAR,
        /** From near 0 up to 1, along a line, and 1 from there on. */
        WARM_UP
    }

    private final Optimizer inner;
    private final Shape shape;
    private final long length;
    private long steps;
    private float[] before = new float[0];
    private float[] after = new float[0];

    private ScheduledOptimizer(Optimizer inner, Shape shape, long length) {
        this.inner = Check.given("inner", inner);
        this.shape = shape;
        this.length = Check.atLeast("steps", length, 1);
    }

    /** The rate falls to 0 within so many steps, slowly at first and at last; later steps move nothing. */
    public static ScheduledOptimizer cosine(Optimizer inner, long steps) {
        return new ScheduledOptimizer(inner, Shape.COSINE, steps);
    }

    /** The rate falls to 0 within so many steps, by equal amounts; later steps move nothing. */
    public static ScheduledOptimizer linear(Optimizer inner, long steps) {
        return new ScheduledOptimizer(inner, Shape.LINEAR, steps);
    }

    /** The rate rises by equal amounts and is whole from this step on; another schedule may be within. */
    public static ScheduledOptimizer warmUp(Optimizer inner, long steps) {
        return new ScheduledOptimizer(inner, Shape.WARM_UP, steps);
    }

    @Override
    public String name() {
        return "Scheduled[" + shape.name().toLowerCase(Locale.ROOT) + ", steps=" + length + ", " + inner.name() + "]";
    }

    /** The share of a step, counted from 0. */
    double share(long step) {
        double done = Math.min(step, length) / (double) length;
        return switch (shape) {
            case COSINE -> (1 + Math.cos(Math.PI * done)) / 2;
            case LINEAR -> 1 - done;
            case WARM_UP -> Math.min(1, (step + 1) / (double) length);
        };
    }

    @Override
    public void step(Parameters parameters, float[] gradient) {
        int n = Check.given("parameters", parameters).size();
        if (before.length != n) {
            before = new float[n];
            after = new float[n];
        }
        parameters.read(before);
        inner.step(parameters, gradient);
        float share = (float) share(steps++);
        if (share == 1) return;
        parameters.read(after);
        for (int i = 0; i < n; i++) after[i] = before[i] + share * (after[i] - before[i]);
        parameters.write(after);
    }

    @Override
    public ScheduledOptimizer fresh() {
        return new ScheduledOptimizer(inner.fresh(), shape, length);
    }

    @Override
    public byte[] save() {
        byte[] within = inner.save();
        return ByteBuffer.allocate(Long.BYTES + within.length)
                .putLong(steps)
                .put(within)
                .array();
    }

    @Override
    public void load(byte[] saved) {
        if (Check.given("saved", saved).length < Long.BYTES)
            throw new IllegalArgumentException(
                    "saved state must be a count and another one's state, had " + saved.length + " bytes");
        steps = ByteBuffer.wrap(saved).getLong();
        inner.load(Arrays.copyOfRange(saved, Long.BYTES, saved.length));
    }
}
