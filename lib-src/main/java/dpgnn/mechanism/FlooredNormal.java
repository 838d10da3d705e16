package dpgnn.mechanism;

import dpgnn.random.Stream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The floor of 2^40 Z for a standard normal Z, in integers. |Z| = k + x with k whole and 0 ≤ x < 1 has a density proportional
 * to exp(-k²/2) exp(-x (2k + x) / 2) (Karney 2016): k is drawn from a table of 64-bit probabilities, x is 64 bits, and the
 * last factor is a coin. The coin is tossed in double precision and, where that cannot decide, in 60 decimal digits, so that
 * no error of floating point enters.
 *
 * <p>What is left of the total variation: the table's 16 roundings by 2^-64 (2^-60 after the rejections), k beyond 15
 * (2^-180), x cut at 64 bits (a relative density error of 16 × 2^-64). Together below 2^-58.
 */
final class FlooredNormal {
    static final double TOTAL_VARIATION = 0x1.0p-58;

    private static final int BITS = 40;
    private static final int LARGEST = 15;
    /** How far the double-precision coin can be wrong: x (2k + x) / 2 is below 16 and has an error below 2^-47. */
    private static final double DOUBT = 0x1.0p-44;

    private static final MathContext DIGITS = new MathContext(60);
    private static final long[] BELOW = cumulative();

    private FlooredNormal() {}

    static long sample(Stream stream) {
        while (true) {
            int k = whole(stream.nextLong());
            long x = stream.nextLong();
            long coin = stream.nextLong();
            if (!accepted(k, x, coin >>> 1, stream)) continue;
            long floor = ((long) k << BITS) + (x >>> (64 - BITS));
            // floor(-y) = -floor(y) - 1 for y that is not whole; whole ones have probability zero.
            return (coin & 1) == 0 ? floor : -floor - 1;
        }
    }

    private static int whole(long word) {
        for (int k = 0; k < LARGEST; k++) if (Long.compareUnsigned(word, BELOW[k]) < 0) return k;
        return LARGEST;
    }

    /** Whether a uniform number that begins with the 63 bits of the coin is below exp(-x (2k + x) / 2). */
    private static boolean accepted(int k, long x, long coin, Stream stream) {
        double fraction = (x >>> 11) * 0x1.0p-53;
        double probability = StrictMath.exp(-0.5 * fraction * (2 * k + fraction));
        double uniform = coin * 0x1.0p-63;
        if (Math.abs(uniform - probability) > DOUBT) return uniform < probability;
        return decided(k, x, coin, stream);
    }

    /** The same coin with 64 bits more, against a probability of 60 digits. */
    static boolean decided(int k, long x, long coin, Stream stream) {
        BigDecimal fraction = new BigDecimal(new BigInteger(Long.toUnsignedString(x)))
                .divide(new BigDecimal(BigInteger.ONE.shiftLeft(64)), DIGITS);
        BigDecimal exponent = fraction.multiply(fraction.add(BigDecimal.valueOf(2L * k)), DIGITS)
                .divide(BigDecimal.valueOf(-2), DIGITS);
        BigInteger bits =
                BigInteger.valueOf(coin).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(stream.nextLong())));
        BigDecimal uniform = new BigDecimal(bits).divide(new BigDecimal(BigInteger.ONE.shiftLeft(127)), DIGITS);
        return uniform.compareTo(exp(exponent)) < 0;
    }

    /** The cumulative probabilities of k, as unsigned fractions of 2^64. */
    private static long[] cumulative() {
        BigDecimal[] weight = new BigDecimal[LARGEST + 1];
        BigDecimal total = BigDecimal.ZERO;
        for (int k = 0; k <= LARGEST; k++) {
            weight[k] = exp(BigDecimal.valueOf(-k * (long) k).divide(BigDecimal.valueOf(2)));
            total = total.add(weight[k]);
        }
        long[] below = new long[LARGEST];
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 0; k < LARGEST; k++) {
            sum = sum.add(weight[k]);
            below[k] = sum.divide(total, DIGITS)
                    .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(64)))
                    .setScale(0, RoundingMode.HALF_EVEN)
                    .min(new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)))
                    .toBigInteger()
                    .longValue();
        }
        return below;
    }

    /** e^y for y ≤ 0: the series at y / 2^10, squared ten times. */
    static BigDecimal exp(BigDecimal y) {
        MathContext more = new MathContext(DIGITS.getPrecision() + 15);
        BigDecimal small = y.divide(BigDecimal.valueOf(1024), more);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int i = 1; i <= 40; i++) {
            term = term.multiply(small, more).divide(BigDecimal.valueOf(i), more);
            sum = sum.add(term, more);
        }
        for (int i = 0; i < 10; i++) sum = sum.multiply(sum, more);
        return sum.round(DIGITS);
    }
}
