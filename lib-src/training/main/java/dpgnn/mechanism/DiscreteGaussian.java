package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;

/**
 * Draws integers k with probability proportional to exp(-k² / (2 s²)) for s = 2^bits, exactly: the algorithm of Canonne,
 * Kamath and Steinke (2020), in which every coin has a rational bias whose denominator is a power of two, so that integers
 * suffice and no rounding happens anywhere.
 *
 * <p>Proof: docs/proofs.md, lemma 31.
 */
final class DiscreteGaussian {
    private final int bits;
    private final long scale;
    private final RandomStream coins;

    DiscreteGaussian(int bits, RandomStream coins) {
        this.bits = Check.within("bits", bits, 0, 45);
        this.scale = 1L << bits;
        this.coins = coins;
    }

    /** One draw: a discrete Laplace proposal of scale s, accepted with probability exp(-(|y| - s)² / (2 s²)). */
    long next() {
        while (true) {
            long u = bits == 0 ? 0 : coins.nextLong() >>> (64 - bits);
            if (!expOfFraction(0, u, bits)) continue;
            long v = 0;
            while (expOfOne()) v++;
            if (v >= 1L << 12) continue; // has probability exp(-4096), and would overflow below
            long y = u + (v << bits);
            boolean negative = coins.nextBoolean();
            if (negative && y == 0) continue;
            long distance = Math.abs(y - scale);
            if (acceptSquare(distance)) return negative ? -y : y;
        }
    }

    /** True with probability exp(-d² / 2^(2 bits + 1)). */
    private boolean acceptSquare(long d) {
        long high = Math.multiplyHigh(d, d);
        long low = d * d;
        int width = 2 * bits + 1;
        long whole = width >= 64 ? high >>> (width - 64) : (high << (64 - width)) | (low >>> width);
        for (long i = 0; i < whole; i++) if (!expOfOne()) return false;
        long restHigh = width > 64 ? high & ((1L << (width - 64)) - 1) : 0;
        long restLow = width >= 64 ? low : low & ((1L << width) - 1);
        return expOfFraction(restHigh, restLow, width);
    }

    /** True with probability exp(-1). */
    private boolean expOfOne() {
        int k = 1;
        while (coins.nextInt(k) == 0) k++;
        return (k & 1) == 1;
    }

    /** True with probability exp(-r / 2^width), where r < 2^width is given in two words. */
    private boolean expOfFraction(long high, long low, int width) {
        int k = 1;
        while (coins.nextInt(k) == 0 && below(high, low, width)) k++;
        return (k & 1) == 1;
    }

    /** True with probability r / 2^width. */
    private boolean below(long high, long low, int width) {
        if (width > 64) {
            long drawn = coins.nextLong() >>> (128 - width);
            if (drawn != high) return drawn < high;
            return Long.compareUnsigned(coins.nextLong(), low) < 0;
        }
        if (width == 0) return false;
        return Long.compareUnsigned(coins.nextLong() >>> (64 - width), low) < 0;
    }
}
