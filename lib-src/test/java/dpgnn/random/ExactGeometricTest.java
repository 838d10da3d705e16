package dpgnn.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Gaps and Laplace numbers of a release. */
class ExactGeometricTest {
    private final RandomStream coins = Streams.secure().stream("coins");

    @Test
    void gapsFollowTheGeometricLaw() {
        for (double rate : new double[] {1e-3, 0.05, 0.3, 0.5, 0.77, 0.999}) {
            int n = 200_000, none = 0;
            double mean = 0;
            ExactGeometric gaps = new ExactGeometric(rate, coins);
            for (int i = 0; i < n; i++) {
                long gap = gaps.next(Long.MAX_VALUE);
                if (gap == 0) none++;
                mean += gap;
            }
            double deviation = Math.sqrt(1 - rate) / rate;
            assertEquals((1 - rate) / rate, mean / n, 6 * deviation / Math.sqrt(n), "mean at rate " + rate);
            assertEquals(rate, (double) none / n, 6 * Math.sqrt(rate * (1 - rate) / n), "no miss at rate " + rate);
        }
        assertEquals(0, new ExactGeometric(1, coins).next(10));
        assertEquals(10, new ExactGeometric(0, coins).next(10));
    }

    /** Words that never hit: a logarithm of 53 bits would end the gap at 37 / rate. */
    @Test
    void tailsGoBeyond53Bits() {
        long[] words = {0};
        RandomStream unlucky = new RandomStream() {
            @Override
            public boolean secure() {
                return true;
            }

            @Override
            public long nextLong() {
                return words[0]++ < 3 ? 0 : SeededStream.mix(words[0]);
            }

            @Override
            public RandomStream fork(String name) {
                return this;
            }

            @Override
            public RandomStream fork(long number) {
                return this;
            }

            @Override
            public long coin(long index) {
                return nextLong();
            }

            @Override
            public long position() {
                return words[0];
            }

            @Override
            public void seek(long position) {
                words[0] = position;
            }
        };
        long first = new PoissonSubset(0.01, unlucky).next(1_000_000);
        assertTrue(first > 4000, "the first member after so many misses was " + first);
    }

    @Test
    void samplesHaveTheirRate() {
        for (double rate : new double[] {0.001, 0.2, 0.7, 1}) {
            long members = 0, end = 400_000;
            PoissonSubset skips = new PoissonSubset(rate, coins);
            for (long v = skips.next(end); v >= 0; v = skips.next(end)) members++;
            assertEquals(rate * end, members, 6 * Math.sqrt(end * rate * (1 - rate)) + 1e-9);
        }
        assertEquals(-1, new PoissonSubset(0, coins).next(1000));
        assertEquals(-1, new PoissonSubset(1e-300, coins).next(Long.MAX_VALUE));
    }

    @Test
    void laplaceRoundsToTheNearest() {
        for (double scale : new double[] {0.2, 1, 7.5, 200}) {
            int n = 200_000, zero = 0;
            double size = 0, sum = 0;
            for (int i = 0; i < n; i++) {
                long k = RoundedLaplace.draw(scale, coins);
                if (k == 0) zero++;
                size += Math.abs(k);
                sum += k;
            }
            double p0 = -Math.expm1(-0.5 / scale), miss = Math.exp(-1 / scale), mean = (1 - p0) / (1 - miss);
            assertEquals(p0, (double) zero / n, 6 * Math.sqrt(p0 * (1 - p0) / n), "zeros at scale " + scale);
            assertEquals(mean, size / n, 8 * (scale + 1) / Math.sqrt(n), "size at scale " + scale);
            assertEquals(0, sum / n, 8 * (scale + 1) / Math.sqrt(n), "mean at scale " + scale);
        }
        assertThrows(IllegalArgumentException.class, () -> RoundedLaplace.draw(0, coins));
    }
}
