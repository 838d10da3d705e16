package dpgnn.random;

/**
 * A Poisson sample of 0 .. end-1 by the gaps between its members, which are geometric: the work is that of the sample, not
 * of the population. A member depends on the coins and the rate only, so that samples of neighbouring populations under the
 * same coins differ in nothing but the changed member.
 *
 * <p><b>Guarantee.</b> With secure coins every coin falls with a probability of at most the rate, and at least the rate times
 * 1 - 2^-39, given all other coins ({@link ExactGaps}). Seeded coins follow the same law but for the 53 bits of one
 * logarithm a gap.
 */
public final class Skips {
    private final double logMiss;
    private final Stream coins;
    private final ExactGaps exact;
    private long at = -1;

    /** The coins are moved. */
    public Skips(double rate, Stream coins) {
        if (!(rate >= 0 && rate <= 1)) throw new IllegalArgumentException("rate must be in [0, 1], was " + rate);
        this.logMiss = StrictMath.log1p(-rate);
        this.coins = coins;
        exact = coins.secure() ? ExactGaps.below(rate, coins) : null;
    }

    /** The next member, or -1 when there is none below the end. */
    public long next(long end) {
        if (logMiss == 0) return -1;
        long left = end - at - 1;
        double gap = exact != null
                ? exact.next(Math.max(0, left))
                : Double.isInfinite(logMiss) ? 0 : Math.floor(StrictMath.log(coins.nextOpenDouble()) / logMiss);
        if (gap >= left) {
            at = end;
            return -1;
        }
        at += 1 + (long) gap;
        return at;
    }
}
