package dpgnn.nn;

/**
 * Clamps every coordinate of the gradient to an interval around 0 before another optimiser sees it. With a bound far below
 * the noise only signs are left, as in the HeterPoisson authors' code.
 *
 * <p><b>Guarantee.</b> Given a gradient that already carries its noise, and a public bound, this is post-processing and costs
 * no privacy.
 */
final class ClampedOptimizer implements Optimizer {
    private final Optimizer inner;
    private final float bound;
    private float[] cut = new float[0];

    ClampedOptimizer(Optimizer inner, double bound) {
        if (!(bound > 0) || !((float) bound > 0) || Double.isInfinite(bound))
            throw new IllegalArgumentException("bound must be positive and finite, was " + bound);
        this.inner = inner;
        this.bound = (float) bound;
    }

    @Override
    public String name() {
        return "Clamped[bound=" + bound + ", " + inner.name() + "]";
    }

    @Override
    public void step(Parameters parameters, float[] gradient) {
        if (cut.length != gradient.length) cut = new float[gradient.length];
        for (int i = 0; i < cut.length; i++) cut[i] = Math.max(-bound, Math.min(bound, gradient[i]));
        inner.step(parameters, cut);
    }

    @Override
    public ClampedOptimizer fresh() {
        return new ClampedOptimizer(inner.fresh(), bound);
    }

    @Override
    public byte[] save() {
        return inner.save();
    }

    @Override
    public void load(byte[] saved) {
        inner.load(saved);
    }
}
