package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.random.WrittenCoins;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Discrete Gaussians of any scale, word by word. At 2^45 no number of draws would show a wrong word of a product, so the algorithm
 * stands here once more, in numbers of any size, and must draw the same from the same words.
 */
class DiscreteDrawsTest {
    private static final MathContext DIGITS = new MathContext(120);
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    /** exp(-x) for x from 0 to 1152: the series of x / 2^20, squared twenty times. */
    private static BigDecimal exp(BigDecimal x) {
        BigDecimal small = x.negate().divide(new BigDecimal(1 << 20), DIGITS), sum = BigDecimal.ONE, term = sum;
        for (int n = 1; n < 40; n++) sum = sum.add(term = term.multiply(small).divide(new BigDecimal(n), DIGITS));
        for (int i = 0; i < 20; i++) sum = sum.multiply(sum, DIGITS);
        return sum;
    }

    /** The probabilities that the upper bits of |k| are v or less, times 2^192. */
    private static BigInteger[] upTo(int coarse) {
        BigDecimal[] sums = new BigDecimal[48 << coarse];
        BigDecimal total = BigDecimal.ZERO;
        for (int v = 0; v < sums.length; v++)
            sums[v] = total = total.add(exp(new BigDecimal(v * v).divide(new BigDecimal(2 << 2 * coarse))));
        BigDecimal all = total;
        return Arrays.stream(sums)
                .map(sum -> new BigDecimal(WORD.pow(3))
                        .multiply(sum)
                        .divide(all, DIGITS)
                        .toBigInteger())
                .toArray(BigInteger[]::new);
    }

    private static BigInteger whole(long word) {
        return new BigInteger(Long.toUnsignedString(word));
    }

    private record Oracle(int bits, BigInteger[] upTo, RandomStream coins) {
        long next() {
            int fine = bits - Math.min(bits, 6);
            while (true) {
                BigInteger word = whole(coins.nextLong());
                int v = 0;
                while (upTo[v].shiftRight(128).compareTo(word) < 0) v++;
                BigInteger other = whole(coins.nextLong()),
                        from = BigInteger.valueOf(v).shiftLeft(fine);
                BigInteger k = from.add(other.shiftRight(64 - fine));
                if (other.testBit(0) && k.signum() == 0) continue;
                BigInteger share = k.pow(2).subtract(from.pow(2)).shiftLeft(126 - 2 * bits - 1);
                int count = 1;
                while (below(share) && coins.nextInt(count) == 0) count++;
                if (count % 2 == 1) return (other.testBit(0) ? k.negate() : k).longValueExact();
            }
        }

        /** Whether a number of 126 bits is below another; its lower 64 bits are drawn if they decide it. */
        private boolean below(BigInteger share) {
            int upper = whole(coins.nextLong()).shiftRight(2).compareTo(share.shiftRight(64));
            return upper != 0 ? upper < 0 : whole(coins.nextLong()).compareTo(share.mod(WORD)) < 0;
        }
    }

    @Test
    void drawsAreThoseOfTheAlgorithmInNumbersOfAnySize() {
        for (int bits : new int[] {0, 1, 5, 6, 7, 31, 32, 33, 45}) {
            BigInteger[] upTo = upTo(Math.min(bits, 6));
            for (int seed = 0; seed < 3; seed++) {
                RandomStream coins = Streams.seed(seed).stream("coins"), same = Streams.seed(seed).stream("coins");
                DiscreteGaussian ours = new DiscreteGaussian(bits, coins);
                Oracle theirs = new Oracle(bits, upTo, same);
                for (int i = 0; i < 300; i++) {
                    assertEquals(theirs.next(), ours.next(), "draw " + i + " at 2^" + bits);
                    assertEquals(same.position(), coins.position());
                }
            }
        }
    }

    /** On either side of borders, by the first words of a number that decide it; by one word at every border that 30 bits tell. */
    @Test
    void asManyBitsAreDrawnAsDecideWhichSideOfABorderANumberIsOn() {
        for (int bits = 0; bits <= 6; bits++) {
            BigInteger[] upTo = upTo(bits);
            int[] seen = new int[3];
            for (int v = 1; v < upTo.length - 1; v++)
                for (int words = 1; words <= (v % (1 << bits) == 0 ? 3 : 1); words++) {
                    int rest = 192 - 64 * words;
                    BigInteger border = upTo[v].shiftRight(rest), apart = border.subtract(upTo[v - 1].shiftRight(rest));
                    BigInteger next = upTo[v + 1].shiftRight(rest).subtract(border);
                    if (apart.min(next).bitLength() < 30) continue;
                    assertEquals(v, drawn(bits, words, border.subtract(BigInteger.ONE)), v + " at 2^" + bits);
                    assertEquals(v + 1, drawn(bits, words, border.add(BigInteger.ONE)), v + " at 2^" + bits);
                    seen[words - 1]++;
                }
            for (int count : seen) assertTrue(count >= 5, Arrays.toString(seen));
        }
    }

    /** No border is so near to a multiple of 2^-64 that the error of the table, 2^-16 of that, could take its first word for another. */
    @Test
    void theErrorOfTheTableChangesNoWordOfIt() {
        BigInteger near = BigInteger.ONE.shiftLeft(48);
        for (int bits = 0; bits <= 6; bits++)
            for (BigInteger border : upTo(bits)) {
                BigInteger behind = border.shiftRight(64).mod(WORD);
                if (border.shiftRight(128).longValue() == -1) break;
                assertTrue(
                        behind.compareTo(near) > 0 && behind.compareTo(WORD.subtract(near)) < 0,
                        behind + " at 2^" + bits);
            }
    }

    /** Draws with no lower bits: after the number come a positive sign and a coin that falls. */
    private static long drawn(int bits, int words, BigInteger number) {
        long[] all = new long[words + 2];
        for (int i = 0; i < words; i++)
            all[i] = number.shiftRight(64 * (words - 1 - i)).longValue();
        all[words + 1] = -1;
        RandomStream coins = WrittenCoins.of(all);
        long drawn = new DiscreteGaussian(bits, coins).next();
        assertEquals(all.length, coins.position(), "words of " + Arrays.toString(all));
        return drawn;
    }

    /** Beyond 48 scales is a probability of exp(-1152), which 26 words tell from none: nothing is drawn there. */
    @Test
    void theLastValueIsBelowFortyEightScales() {
        RandomStream ones = new WrittenCoins(at -> -1);
        assertEquals(-(48 * 8 - 1), new DiscreteGaussian(3, ones).next());
        assertEquals(26 + 2, ones.position());
    }

    /** With the upper bits the same the lower ones decide, and the same number is not below. */
    @Test
    void aNumberIsNotBelowItself() {
        long word = 0xB3C4_9F17_2D68_A5E2L;
        BigInteger k = BigInteger.valueOf(word >>> 25), share = k.pow(2).shiftLeft(126 - 91);
        long upper = share.shiftRight(64).longValue() << 2, lower = share.longValue();
        assertEquals(k.longValue(), new DiscreteGaussian(45, WrittenCoins.of(0, word, upper, lower)).next());
        assertEquals(0, new DiscreteGaussian(45, WrittenCoins.of(0, word, upper, lower - 1, 0, -1, 0, 0, -1)).next());
        assertEquals(0, new DiscreteGaussian(45, WrittenCoins.of(0, word, upper - 4, 0, -1, 0, 0, -1)).next());
        assertEquals(
                k.longValue(),
                new DiscreteGaussian(45, WrittenCoins.of(0, word, 0, 0, 0, 0, -1)).next(),
                "an odd count");
    }

    /** The nearest multiple of the step, and a draw of so many steps. */
    @Test
    void aReleaseIsTheGridsIndexAndADraw() {
        double[] sum = {0.3, -7, 1e-5}, discrete = sum.clone();
        double step = GaussianNoise.enlarged(2, 0.5, 3) / 0x1p45;
        GaussianNoise.standard().release(sum, 2, 0.5, Streams.seed(6).stream("noise"));
        DiscreteGaussian same = new DiscreteGaussian(45, Streams.seed(6).stream("noise"));
        double[] start = {0.3, -7, 1e-5};
        for (int i = 0; i < 3; i++) assertEquals((Math.rint(start[i] / step) + same.next()) * step, sum[i]);
        DiscreteGaussianNoise.of(4).release(discrete, 2, 0.5, Streams.seed(6).stream("noise"));
        same = new DiscreteGaussian(4, Streams.seed(6).stream("noise"));
        for (int i = 0; i < 3; i++) assertEquals((Math.rint(start[i] * 8) + same.next()) / 8, discrete[i]);
    }

    @Test
    void scalesThatDoNotFitAreRefused() {
        RandomStream coins = Streams.seed(1).stream("coins");
        refused(() -> new DiscreteGaussian(-1, coins));
        refused(() -> new DiscreteGaussian(46, coins));
    }

    @Test
    void aCountsNoiseIsTheFirstPowerOfTwoFromWhatIsAskedFor() {
        double[] asked = {1, 1.5, 2, 2.001, 3.9, 4, 1000, 0x1p40};
        int[] bits = {0, 1, 1, 2, 2, 2, 10, 40};
        for (int i = 0; i < asked.length; i++) {
            NoisyCount count = NoisyCount.of(asked[i]);
            assertEquals(bits[i], count.bits(), "for " + asked[i]);
            assertEquals(new Event.DiscreteGaussian(Math.scalb(1.0, bits[i]), 1, 1), count.event());
        }
        for (double bad : new double[] {0.999, -1, Double.NaN, 0x1.0001p40})
            assertThrows(IllegalArgumentException.class, () -> NoisyCount.of(bad), "sigma " + bad);
        refused(() -> new NoisyCount(-1));
        refused(() -> new NoisyCount(41));
    }

    @Test
    void aCountIsReleasedWithTheNoiseOfItsEvent() {
        NoisyCount counter = NoisyCount.of(4);
        RandomStream coins = Streams.seed(2).stream("coins"), same = Streams.seed(2).stream("coins");
        DiscreteGaussian noise = new DiscreteGaussian(2, same);
        for (int i = 0; i < 50; i++) assertEquals(100 + noise.next(), counter.release(100, coins));
    }

    @Test
    void theGridRoundsToTheNearestAndCutsOffWhatIsFar() {
        double[] values = {0.26, -0.24, 0.375, 1e300, Double.NEGATIVE_INFINITY};
        RoundingGrid.index(values, 0.25);
        double[] expected = {1, -1, 2, 0x1p60, -0x1p60};
        for (int i = 0; i < values.length; i++) assertEquals(expected[i], values[i]);
        refused(() -> RoundingGrid.index(new double[] {0, Double.NaN}, 1));
        // two numbers, each off by half a step and by 2^8 steps, in four dimensions
        assertEquals(2 * 2 * 256.5, RoundingGrid.shift(4, 1));
        assertEquals(3 * 2 * 256.5 * 0.125, RoundingGrid.shift(9, 0.125));
    }
}
