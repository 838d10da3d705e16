package dpgnn.generate;

import dpgnn.base.Check;

/**
 * A sum of clipped gradients that is exact: every number is rounded to whole steps of a grid, and steps are added as longs. Two
 * sums that differ in one gradient differ by that one's rounded numbers and by nothing else, however many were added.
 *
 * <p><b>Guarantee.</b> A step is 2^-32 of the power of two below the clip. Rounding moves a gradient of d numbers by at most
 * sqrt(d) 2^-33 clips, which {@link #within} leaves room for, beside the rounding of norm and factor. A number has at most 2^33
 * steps, so that {@link #MOST} gradients stay below 2^62.
 *
 * <p>Proof: docs/proofs.md, lemma 27.
 */
final class GridSum {
    /** How many gradients may be expected; twice as many still fit, and more are not drawn in the life of a universe. */
    static final long MOST = 1L << 28;

    private static final double FEWEST = 0x1.0p-300;
    private static final int BITS = 32;

    private final long[] steps;
    private final double within;
    private final double step;
    private final double perUnit;

    /** @param clip the norm that no gradient exceeds, rounding included */
    GridSum(int dimension, double clip) {
        Check.that(clip >= FEWEST && clip <= 1 / FEWEST, "clip", "in " + FEWEST + ".." + 1 / FEWEST, clip);
        steps = new long[dimension];
        within = clip * (1 - 1e-6 - Math.sqrt(dimension) * 0x1.0p-33);
        step = Math.scalb(1.0, Math.getExponent(clip) - BITS);
        perUnit = 1 / step;
    }

    /** The norm to which a gradient is clipped before its numbers are rounded. */
    double within() {
        return within;
    }

    /** Adds this many times some numbers, from an index on. */
    void add(double factor, double[] numbers, int at) {
        for (int i = 0; i < numbers.length; i++) steps[at + i] += (long) Math.rint(factor * numbers[i] * perUnit);
    }

    /** The sum; each number is off by one rounding to 53 bits. */
    double[] values() {
        double[] values = new double[steps.length];
        for (int i = 0; i < steps.length; i++) values[i] = steps[i] * step;
        return values;
    }
}
