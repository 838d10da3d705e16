package dpgnn.mechanism;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Adds Gaussian noise. From a seeded stream it is drawn by the ziggurat, fast and reproducible. From a secure stream it is
 * drawn so that the released floating-point numbers reveal nothing that the noise should hide (Mironov 2012):
 *
 * <p><b>Guarantee.</b> The sum is rounded to a grid of step g, which moves two neighbouring sums apart by at most sqrt(d) g
 * times a constant; the deviation is enlarged by that share of the clip norm, so that the stated multiplier still holds for
 * every shift of at least the clip norm. What is added is a discrete Gaussian on the same grid with a deviation of 2^45 grid
 * steps, drawn exactly, in integers, from the DRBG. A continuous Gaussian rounded to that grid, whose addition to a sum on the grid
 * is post-processing of the Gaussian mechanism, differs from it by a total variation of at most 1 / (20 s²) per number for
 * s = 2^45 ({@link #variation}; midpoint rule: a cell's mass differs from its height at the middle by a share of at most
 * (x² + 1) / (24 s²)). All that follows, the return to floats included, is post-processing.
 *
 * <p>Proofs: docs/proofs.md, lemmas 30, 32 and 33.
 */
public final class GaussianNoise implements Noise {
    private static final int BITS = 45;
    private static final double STEPS = 0x1.0p45;

    private static final GaussianNoise STANDARD = new GaussianNoise();

    private GaussianNoise() {}

    /** Returns Gaussian noise; the plan sets how much. */
    public static GaussianNoise standard() {
        return STANDARD;
    }

    @Override
    public String name() {
        return "Gaussian";
    }

    @Override
    public boolean dependsOnDimension() {
        return false;
    }

    @Override
    public Event event(Event gaussian, long dimension) {
        return gaussian;
    }

    @Override
    public double variation() {
        return 1 / (20 * STEPS * STEPS);
    }

    @Override
    public void add(float[] sum, double deviation, double clip, RandomStream coins) {
        Noise.check(deviation, clip);
        if (coins.secure()) addExactly(this, sum, deviation, clip, coins);
        else Ziggurat.add(sum, deviation, coins);
    }

    @Override
    public void release(double[] sum, double deviation, double clip, RandomStream coins) {
        Noise.check(deviation, clip);
        DiscreteGaussian discrete = new DiscreteGaussian(BITS, coins);
        double step = enlarged(deviation, clip, sum.length) / STEPS;
        RoundingGrid.index(sum, step);
        for (int i = 0; i < sum.length; i++) sum[i] = ((long) sum[i] + discrete.next()) * step;
    }

    /** On a grid, by what a noise releases. */
    static void addExactly(Noise noise, float[] sum, double deviation, double clip, RandomStream coins) {
        double[] wide = new double[sum.length];
        for (int i = 0; i < sum.length; i++) wide[i] = sum[i];
        noise.release(wide, deviation, clip, coins);
        for (int i = 0; i < sum.length; i++) sum[i] = (float) wide[i];
    }

    /**
     * The deviation D' whose share of the clip norm plus rounding is the share of the clip norm that was asked for: D'/(C + s) is
     * at least D/C, where s is what rounding to a grid of D'/2^45 adds. It is D (1 + s'/C) with s' for a grid of 2 D/2^45, which is
     * enough as long as D' is at most 2 D, that is s' at most C; else it is refused.
     */
    static double enlarged(double deviation, double clip, int dimension) {
        double step = 2 * deviation / STEPS, shift = RoundingGrid.shift(dimension, step);
        if (!(shift <= clip / 2))
            throw new IllegalArgumentException("a multiplier of " + deviation / clip + " in " + dimension
                    + " dimensions is too large for noise on a grid: multiplier times the root of the dimension must be at"
                    + " most 1.7e10, was " + deviation / clip * Math.sqrt(dimension));
        return deviation * (1 + shift / clip) * (1 + 0x1.0p-50);
    }
}
