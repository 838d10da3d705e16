package dpgnn.random;

/**
 * The number of coins that miss before one hits, for releases: every value g has its probability (1-q)^g q to a relative
 * 2^-43, however improbable it is. A logarithm of one uniform number has tails that end at 53 bits.
 *
 * <p><b>How.</b> The gap is B J + R, B = 2^b the least power of two with (1-r)^B at most 1/2. J is geometric, R is uniform on b bits
 * and accepted with probability (1-r)^R, at least 1/4. Each of these probabilities is a double p, realised exactly by comparing
 * its bits with coins. The exponent of (1-r)^R and of (1-r)^B is at most 1.4 and off by 5e-16,
 * StrictMath.exp by an ulp, so p is off by a relative 8e-16; normalising R doubles that, and J at most 128 raises it to
 * 129 times 8e-16 < 2^-43. J exceeds 128 with a probability of at most 2^-128.
 */
final class ExactGeometric {
    private static final double LEAST_RATE = 0x1p-55;

    private final RandomStream coins;
    private final boolean all;
    private final boolean none;
    private final int bits;
    private final double logMiss;
    private final double missed;

    ExactGeometric(double rate, RandomStream coins) {
        this.coins = coins;
        all = rate == 1;
        // a sample that never hits has no more than any rate
        none = rate < LEAST_RATE;
        logMiss = StrictMath.log1p(-rate);
        int b = 0;
        while (!none && !all && StrictMath.scalb(-logMiss, b) < StrictMath.log(2)) b++;
        bits = b;
        // from a rate of 1/2 on the difference is exact
        missed = all ? 0 : b == 0 ? 1 - rate : StrictMath.exp(StrictMath.scalb(logMiss, b));
    }

    /** How many coins miss before the next hit, at least {@code limit} where that is not before it. */
    long next(long limit) {
        if (all) return 0;
        if (none) return limit;
        long blocks = 0;
        while (hits(missed)) if (++blocks > limit >>> bits) return limit;
        while (true) {
            long rest = bits == 0 ? 0 : coins.nextLong() >>> (64 - bits);
            if (hits(StrictMath.exp(logMiss * rest))) {
                long gap = (blocks << bits) + rest;
                return Math.min(gap, limit);
            }
        }
    }

    /** True with this probability exactly: as many halves as its exponent says, then its 53 bits. */
    private boolean hits(double probability) {
        if (probability >= 1) return true;
        int halves = Math.min(64, -Math.getExponent(probability) - 1);
        if (halves > 0 && coins.nextLong() >>> (64 - halves) != 0) return false;
        return coins.nextLong() >>> 1 < (long) StrictMath.scalb(probability, halves + 63);
    }
}
