package dpgnn.random;

import dpgnn.base.Check;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Draws a Poisson sample of 0 .. end-1 by the gaps between its members, which are geometric. The cost grows with the sample,
 * not with the population. A member depends on the coins and the rate only, so that samples of neighbouring populations under
 * the same coins differ in nothing but the changed member.
 *
 * <p><b>Guarantee.</b> Every member is in the sample with exactly this rate, a double, independently (docs/proofs.md, lemma 35): a gap is
 * taken from 53 bits of a uniform number where they decide it, rounding of logarithms included, and from more bits where not.
 */
public final class PoissonSubset {
    /** More than the relative error of the quotient of two logarithms. */
    private static final double ROUNDING = 1e-15;
    /** Decimal digits that the powers of a probability may lose. */
    private static final int LOST = 25;

    private final double rate;
    private final double logMiss;
    private final RandomStream coins;
    private long at = -1;

    /** The coins are moved. */
    public PoissonSubset(double rate, RandomStream coins) {
        this.rate = Check.closed("rate", rate, 0, 1);
        this.logMiss = StrictMath.log1p(-rate);
        this.coins = Check.given("coins", coins);
    }

    /** The next member, or -1 when there is none below the end. */
    public long next(long end) {
        if (logMiss == 0) return -1;
        long room = end - at - 1;
        long gap = Double.isInfinite(logMiss) ? 0 : gap(room);
        if (gap >= room) {
            at = end;
            return -1;
        }
        at += 1 + gap;
        return at;
    }

    /** The largest k with U at most (1 - rate)^k, or anything from the limit on if that is as large. */
    private long gap(long limit) {
        double u = coins.nextOpenDouble();
        double log = StrictMath.log(u), least = Math.floor(log / logMiss * (1 - ROUNDING));
        if (least >= limit) return limit;
        // a bound of ln(u - 2^-53) that is cheaper than a logarithm
        double lowest = log - 0x1.0p-53 / (u - 0x1.0p-53), most = Math.floor(lowest / logMiss * (1 + ROUNDING));
        return least == most ? (long) least : settled(u, (long) least, limit);
    }

    /** With more bits of U, which lies above u - 2^-53 and not above u. */
    private long settled(double u, long least, long limit) {
        BigInteger below = BigInteger.valueOf((long) (u * 0x1.0p53) - 1);
        int bits = 53;
        for (long k = least; k < limit; ) {
            MathContext digits = new MathContext(2 * LOST + bits / 3, RoundingMode.HALF_EVEN);
            BigDecimal unit = BigDecimal.ONE.divide(new BigDecimal(BigInteger.ONE.shiftLeft(bits)), digits);
            BigDecimal power =
                    power(BigDecimal.ONE.subtract(new BigDecimal(rate)).round(digits), k + 1, digits);
            BigDecimal error = power.movePointLeft(digits.getPrecision() - LOST);
            if (new BigDecimal(below.add(BigInteger.ONE)).multiply(unit).compareTo(power.subtract(error)) <= 0) k++;
            else if (new BigDecimal(below).multiply(unit).compareTo(power.add(error)) >= 0) return k;
            else {
                below = below.shiftLeft(64).add(new BigInteger(Long.toUnsignedString(coins.nextLong())));
                bits += 64;
            }
        }
        return limit;
    }

    private static BigDecimal power(BigDecimal base, long exponent, MathContext digits) {
        BigDecimal result = BigDecimal.ONE;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) result = result.multiply(base, digits);
            base = base.multiply(base, digits);
        }
        return result;
    }
}
