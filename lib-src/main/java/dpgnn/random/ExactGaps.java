package dpgnn.random;

/**
 * The number of coins that miss before one hits, for releases: every value g has its probability (1-q)^g q to a relative
 * 2^-43, however improbable it is. A logarithm of one uniform number has tails that end at 53 bits.
 *
 * <p><b>Lemma (gaps).</b> Let a sample consist of independent gaps whose law P' is within a factor of 1 ± e of the geometric law
 * with rate r at every value, and of whose tails the same is then true. Given all other coins, coin z hits with a
 * probability of at most r (1+e)² / (1-e). Proof: the sample with z divides a gap g of the sample without z into two, g1 + 1 + g2 = g,
 * the second of which may be one that the end of the population cuts off. The odds of z are P'(g1) P'(g2) / P'(g), or the same with
 * tails, at most (1+e)² / (1-e) r / (1-r); and a factor of at least 1 in the odds is at most that factor in the probability.
 * With e = 2^-43 and r = q (1 - 2^-40) this is below q: the stated rate holds for every coin, whatever the others show.
 *
 * <p><b>How.</b> The gap is B J + R, B = 2^b the least power of two with (1-r)^B at most 1/2. J is geometric, R is uniform on b bits
 * and accepted with probability (1-r)^R, at least 1/4. Each of these probabilities is a double p, realised exactly by comparing
 * its bits with coins. The exponent of (1-r)^R and of (1-r)^B is at most 1.4 and off by 5e-16,
 * StrictMath.exp by an ulp, so p is off by a relative 8e-16; normalising R doubles that, and J at most 128 raises it to
 * 129 times 8e-16 < 2^-43. J exceeds 128 with a probability of at most 2^-128.
 */
final class ExactGaps {
    private static final double LEAST_RATE = 0x1p-55;

    private final Stream coins;
    private final boolean all;
    private final boolean none;
    private final int bits;
    private final double logMiss;
    private final double missed;

    ExactGaps(double rate, Stream coins) {
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

    /** Gaps for a sample in which no coin hits with more than the rate, by the lemma. */
    static ExactGaps below(double rate, Stream coins) {
        return new ExactGaps(rate == 1 ? 1 : rate * (1 - 0x1p-40), coins);
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
