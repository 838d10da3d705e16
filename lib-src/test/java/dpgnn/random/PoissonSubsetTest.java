package dpgnn.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class PoissonSubsetTest {
    /**
     * Where the 53 bits of a uniform number leave a gap open, the bits behind them settle it: a power of 1 - q is written out, and
     * the numbers just below it and just above it differ in their second word alone.
     */
    @Test
    void aGapIsSettledByAllBitsThatItNeeds() {
        for (double rate : new double[] {0.3, 0.01, 0.9, 1e-5})
            for (int gap : new int[] {3, 7, 30}) {
                BigDecimal miss = BigDecimal.ONE.subtract(new BigDecimal(rate));
                BigInteger power = miss.pow(gap, new MathContext(120))
                        .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(117)))
                        .toBigInteger();
                if (power.bitLength() < 70) continue;
                long first = power.shiftRight(64).longValueExact() << 11, second = power.longValue();
                assertEquals(gap - 1, gap(rate, first, second + 1), "above, at rate " + rate);
                assertEquals(gap, gap(rate, first, second - 1), "below, at rate " + rate);
            }
    }

    private static long gap(double rate, long... words) {
        WrittenCoins coins = WrittenCoins.of(words);
        long gap = new PoissonSubset(rate, coins).next(1L << 40);
        assertEquals(2, coins.position(), "the first word leaves it open");
        return gap;
    }

    @Test
    void oneWordIsEnoughNearlyAlways() {
        for (double rate : new double[] {0.5, 1e-3, 1e-9}) {
            RandomStream coins = Streams.seed(5).stream("coins");
            PoissonSubset skips = new PoissonSubset(rate, coins);
            int members = 0;
            while (members < 20_000 && skips.next(Long.MAX_VALUE / 2) >= 0) members++;
            assertTrue(coins.position() >= members && coins.position() <= members + 5, rate + ": " + coins.position());
        }
    }

    @Test
    void limits() {
        assertEquals(-1, new PoissonSubset(0, Streams.seed(1).stream("coins")).next(1000));
        PoissonSubset all = new PoissonSubset(1, Streams.seed(1).stream("coins"));
        for (int k = 0; k < 5; k++) assertEquals(k, all.next(5));
        assertEquals(-1, all.next(5));
        // the smallest uniform number there is, and a rate that never lets anything in
        assertEquals(-1, new PoissonSubset(0.5, WrittenCoins.of(0)).next(40));
        assertEquals(-1, new PoissonSubset(1e-300, WrittenCoins.of(0, 0)).next(1L << 60));
    }
}
