package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Adds discrete Gaussian noise to sums that are rounded to a grid, for releases of integers. The sum is divided by the step
 * of the grid and rounded; then a discrete Gaussian is added, whose deviation is a power of two of steps, drawn exactly
 * (Canonne, Kamath and Steinke 2020).
 *
 * <p><b>Guarantee.</b> Theorem 14 of that paper: the Rényi divergence of order a between the two worlds is at most a D² / (2
 * s²) for a sensitivity of D steps, as for the continuous Gaussian. D is the sensitivity of the sum plus what rounding adds.
 * The guarantee covers steps in which every example takes part. What a sub-sampled discrete Gaussian satisfies in many
 * dimensions is not proved here, and such a plan is refused.
 *
 * <p>Proofs: docs/proofs.md, lemmas 30 and 34.
 */
public final class DiscreteGaussianNoise implements Noise {
    private final int bits;

    private DiscreteGaussianNoise(int bits) {
        this.bits = bits;
    }

    /**
     * A deviation of 2^bits grid steps; the more bits, the finer the grid.
     *
     * @param bits from 4 to 45
     */
    public static DiscreteGaussianNoise of(int bits) {
        Check.within("bits", bits, 4, 45);
        return new DiscreteGaussianNoise(bits);
    }

    @Override
    public String name() {
        return "discrete Gaussian with a deviation of 2^" + bits + " grid steps";
    }

    @Override
    public Event event(Event gaussian, long dimension) {
        if (gaussian instanceof Event.Gaussian g) {
            double scale = Math.scalb(1.0, bits);
            double rounding = RoundingGrid.shift(Math.toIntExact(dimension), 1);
            return new Event.DiscreteGaussian(scale, Math.nextUp(scale / g.scale() + rounding), dimension);
        }
        return new Event.Unsupported("a sub-sampled discrete Gaussian in " + dimension
                + " dimensions; use GaussianNoise, which is as safe, or a sampler that takes every example");
    }

    @Override
    public void add(float[] sum, double deviation, double clip, RandomStream coins) {
        GaussianNoise.addExactly(this, sum, deviation, clip, coins);
    }

    @Override
    public void release(double[] sum, double deviation, double clip, RandomStream coins) {
        Noise.check(deviation, clip);
        double step = deviation / Math.scalb(1.0, bits);
        DiscreteGaussian discrete = new DiscreteGaussian(bits, coins);
        RoundingGrid.index(sum, step);
        for (int i = 0; i < sum.length; i++) sum[i] = ((long) sum[i] + discrete.next()) * step;
    }
}
