package dpgnn.random;

import dpgnn.base.Check;

/**
 * Draws Laplace numbers, rounded to the nearest whole number, for releases. Added to whole numbers, this is the Laplace
 * mechanism with rounded output.
 *
 * <p><b>Guarantee.</b> Of a Laplace number of scale t the size rounds to 0 with probability 1 - e^(-1/(2t)); else it is 1 plus a
 * geometric number that misses with e^(-1/t); and the sign is fair. With secure coins each value has its probability to a relative
 * 2^-41 ({@link ExactGeometric}, twice, and rates that are off by a rounding), in the tails too; so the law is off by at most 2^-42 in
 * total variation, and the odds of any two values by a factor of at most 1 + 2^-39.
 */
public final class RoundedLaplace {
    private static final long LARGEST = 1L << 60;

    private RoundedLaplace() {}

    /** A draw; the scale is in units of what is rounded to. */
    public static long draw(double scale, RandomStream coins) {
        Check.given("coins", coins);
        if (!(scale > 0 && scale <= 0x1p50))
            throw new IllegalArgumentException("scale must be in (0, 2^50], was " + scale);
        boolean negative = coins.nextBoolean();
        // misses: whether the number is not rounded to zero
        if (new ExactGeometric(-StrictMath.expm1(-0.5 / scale), coins).next(1) == 0) return 0;
        long size = 1 + new ExactGeometric(-StrictMath.expm1(-1 / scale), coins).next(LARGEST);
        return negative ? -size : size;
    }
}
