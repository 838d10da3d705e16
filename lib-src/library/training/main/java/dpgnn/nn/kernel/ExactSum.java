package dpgnn.nn.kernel;

import java.util.Arrays;

/**
 * A sum of clipped gradients that is exact: every number of an example's clipped gradient is rounded to a multiple of a step that
 * is the same for all examples, and the multiples are added as whole numbers. So the sum depends neither on order nor on blocks,
 * and two sums that differ in an example differ by that example's rounded gradient, and by nothing else.
 *
 * <p>The step is 2^-41 of the power of two below the threshold, so that 2^20 examples fit into 63 bits.
 *
 * <p>Proof: docs/proofs.md, lemma 27.
 */
public final class ExactSum extends GradientSum {
    /** How many bits a threshold has in steps, or one more. */
    public static final int BITS = 41;
    /** The most examples whose sum cannot overflow. */
    public static final int EXAMPLES = 1 << 20;

    private static final double FEWEST = 0x1.0p-300;

    public final long[] totals;
    private int[] exponents = new int[0];
    private double[] perUnit = new double[0];

    public ExactSum(int size) {
        totals = new long[size];
    }

    /** By how much smaller a threshold has to be so that rounding to multiples of the step takes no gradient beyond it. */
    public static double margin(int layers) {
        // An ExactGradient is off by 2^-12 times 1.02 at most, in each layer; factors are rounded to
        // 24 bits, and norms, at least 2^-9 of the magnitude that their rounding is relative to, to 23.
        return Math.sqrt(layers) * 1.02 * 0x1.0p-12 + 1e-6;
    }

    /** Makes it empty, for so many examples of gradients within these thresholds. */
    public void begin(double[] thresholds, int examples) {
        if (examples > EXAMPLES)
            throw new IllegalArgumentException(
                    "an exact sum takes at most " + EXAMPLES + " examples, were " + examples);
        Arrays.fill(totals, 0);
        for (double c : thresholds)
            if (!(c >= FEWEST && c <= 1 / FEWEST))
                throw new IllegalArgumentException(
                        "a threshold of an exact sum must be in " + FEWEST + ".." + 1 / FEWEST + ", was " + c);
        exponents = Arrays.stream(thresholds).mapToInt(Math::getExponent).toArray();
        perUnit = Arrays.stream(exponents)
                .mapToDouble(x -> Math.scalb(1.0, BITS - x))
                .toArray();
    }

    /** The power of two below a layer's threshold. */
    public int exponent(int layer) {
        return exponents[exponents.length == 1 ? 0 : layer];
    }

    /** How many steps of a layer make 1. */
    public double perUnit(int layer) {
        return perUnit[perUnit.length == 1 ? 0 : layer];
    }

    @Override
    public ExactSum another() {
        return new ExactSum(totals.length);
    }

    @Override
    public void begin(GradientSum whole) {
        Arrays.fill(totals, 0);
        exponents = ((ExactSum) whole).exponents;
        perUnit = ((ExactSum) whole).perUnit;
    }

    @Override
    public void add(GradientSum other) {
        add(((ExactSum) other).totals);
    }

    /** Adds the totals of a sum that was begun with the same thresholds, here or on another machine. */
    public void add(long[] more) {
        for (int i = 0; i < totals.length; i++) totals[i] += more[i];
    }

    @Override
    public void add(float[] gradient, double factor) {
        double scale = factor * perUnit(0);
        for (int i = 0; i < gradient.length; i++) totals[i] += (long) Math.rint(scale * gradient[i]);
    }

    /** A factor of zero leaves out whatever is there. */
    @Override
    public void add(ParameterSlot slot, RowSet rows, double[] gradients, double[] factor) {
        for (int e = 0; e < rows.examples; e++) {
            double own = 0;
            for (int r = rows.exampleStart[e]; r < rows.exampleStart[e + 1]; r++) own += gradients[r];
            if (factor[e] > 0) totals[slot.offset()] += (long) Math.rint(factor[e] * own * perUnit(slot.layer()));
        }
    }

    /** The values of a slot; each is off by one rounding to 53 bits. */
    public void read(ParameterSlot slot, double[] into) {
        double step = Math.scalb(1.0, exponent(slot.layer()) - BITS);
        for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) into[i] = totals[i] * step;
    }
}
