package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.random.WrittenCoins;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/**
 * Discrete Gaussians of any scale, coin by coin. At 2^45 no number of draws would show a wrong word of a square: so the algorithm
 * of Canonne, Kamath and Steinke (2020) stands here once more, in whole numbers of any size, and must make the same of the same coins.
 */
class DiscreteDrawsTest {
    private record Paper(int bits, RandomStream coins) {
        long next() {
            BigInteger scale = BigInteger.ONE.shiftLeft(bits);
            while (true) {
                BigInteger u = uniform(bits);
                if (!exp(u, bits)) continue;
                long v = 0;
                while (exp(BigInteger.ONE, 0)) v++;
                BigInteger y = u.add(scale.multiply(BigInteger.valueOf(v)));
                boolean negative = coins.nextLong() < 0;
                if (negative && y.signum() == 0) continue;
                // exp(-(|y| - s)^2 / (2 s^2)), whole powers of e first
                BigInteger[] parts =
                        y.subtract(scale).pow(2).divideAndRemainder(scale.pow(2).shiftLeft(1));
                boolean accepted = true;
                for (int i = 0; i < parts[0].intValueExact() && accepted; i++) accepted = exp(BigInteger.ONE, 0);
                if (accepted && exp(parts[1], 2 * bits + 1)) return (negative ? y.negate() : y).longValueExact();
            }
        }

        private BigInteger uniform(int width) {
            return width == 0
                    ? BigInteger.ZERO
                    : new BigInteger(Long.toUnsignedString(coins.nextLong() >>> (64 - width)));
        }

        /** True with probability exp(-r / 2^width). */
        private boolean exp(BigInteger r, int width) {
            int k = 1;
            while (coins.nextInt(k) == 0 && below(r, width)) k++;
            return k % 2 == 1;
        }

        /** Whether a number of so many bits is below r; its lower 64 bits are drawn if they decide it. */
        private boolean below(BigInteger r, int width) {
            if (width == 0) return r.signum() > 0;
            if (width <= 64) return uniform(width).compareTo(r) < 0;
            int upper = uniform(width - 64).compareTo(r.shiftRight(64));
            return upper != 0 ? upper < 0 : uniform(64).compareTo(r.mod(BigInteger.ONE.shiftLeft(64))) < 0;
        }
    }

    @Test
    void drawsAreThoseOfTheAlgorithmInWholeNumbersOfAnySize() {
        for (int bits : new int[] {0, 1, 5, 31, 32, 33, 36, 45})
            for (int seed = 0; seed < 3; seed++) {
                RandomStream coins = Streams.seed(seed).stream("coins"), same = Streams.seed(seed).stream("coins");
                DiscreteGaussian ours = new DiscreteGaussian(bits, coins);
                Paper theirs = new Paper(bits, same);
                for (int i = 0; i < 700; i++) {
                    assertEquals(theirs.next(), ours.next(), "draw " + i + " at 2^" + bits);
                    assertEquals(same.position(), coins.position());
                }
            }
    }

    /** 2^64 of 2^65 at a deviation of 2^32: with the upper bit the same, no lower word is below zero, zero neither. */
    @Test
    void aNumberIsNotBelowItself() {
        assertEquals(0, new DiscreteGaussian(32, WrittenCoins.of(0, 0, 0, 0, -1, 0, 0, -1, 0)).next());
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

    /** 4,096 scales have a probability of exp(-4096), and their square might not fit: they are drawn again. */
    @Test
    void aProposalBeyondAllReasonIsDrawnAgain() {
        // after the first word, 0, 0, -1 is a coin of exp(-1) that falls
        RandomStream coins = new WrittenCoins(at -> at < 14_000 ? at % 3 == 0 ? -1 : 0 : at * 0x9E3779B97F4A7C15L);
        long drawn = new DiscreteGaussian(0, coins).next();
        assertTrue(Math.abs(drawn) < 100 && coins.position() > 14_000, drawn + " after " + coins.position());
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
