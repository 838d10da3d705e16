package dpgnn.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
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

    /** The least number of 53 bits stands for all below it: only the next word tells 2^-53 from 2^-56. */
    @Test
    void theLeastNumberIsSettledByTheWordsBehindIt() {
        assertEquals(53, gap(0.5, 0, 0xC000000000000000L));
        assertEquals(54, gap(0.5, 0, 0x6000000000000000L));
        assertEquals(56, gap(0.5, 0, 0x1800000000000000L));
        // 0.7^102 is 1.4275 of 2^-53; the second least number stands for 1 to 2 of them
        assertEquals(102, gap(0.3, 1 << 11, 0x3333333333333333L));
        assertEquals(101, gap(0.3, 1 << 11, 0xCCCCCCCCCCCCCCCCL));
        assertEquals(53, new PoissonSubset(0.5, WrittenCoins.of(0, 0xC000000000000000L)).next(54), "the last of 54");
        assertEquals(-1, new PoissonSubset(0.5, WrittenCoins.of(0, 1)).next(54), "beyond the last of 54");
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
