package dpgnn.random;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gaps and Laplace numbers of a release. */
@Tag("jdk")
@Tag("vectors")
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
        RandomStream unlucky = new WrittenCoins(at -> at < 3 ? 0 : SeededStream.mix(at + 1));
        long first = new PoissonSubset(0.01, unlucky).next(1_000_000);
        assertTrue(first > 4000, "the first member after so many misses was " + first);
    }

    private static long gap(double rate, long limit, long... words) {
        return new ExactGeometric(rate, WrittenCoins.of(words)).next(limit);
    }

    /** Where a word decides for a hit and where not, from the definition: a miss of 1/4 is half of all words, and half of those. */
    @Test
    void wordsDecideAtTheProbabilityExactly() {
        long low = Long.MAX_VALUE, high = Long.MIN_VALUE;
        assertEquals(0, gap(0.75, 9, high), "no half");
        assertEquals(0, gap(0.75, 9, low, high), "not below 1/2 of it");
        assertEquals(1, gap(0.75, 9, low, low, high), "below it");
        assertEquals(2, gap(0.75, 9, 0, 0, 0, 0, high));
        assertEquals(1, gap(0.5, 9, low, high));
        assertEquals(3, gap(0.75, 3, 0, 0, 0, 0, 0, 0, 0, 0), "the limit");
        // two a block: a block that misses, then one whose second hits
        assertEquals(3, gap(0.3, 9, 0, 0, -1, -1, 0));
        assertEquals(2, gap(0.3, 9, 0, 0, -1, -1, -1, 0, 0), "the second is rejected, the first is not");
    }

    @Test
    void theLeastRateIsARate() {
        assertEquals(7, gap(Math.nextDown(0x1p-55), 7), "no coin is thrown below it");
        assertEquals(0, gap(0x1p-55, 7, -1, 0));
        assertEquals(0, gap(Math.nextDown(1.0), 7, -1));
    }

    /** A limit within a block of sixteen cuts off what is beyond, and nothing before it. */
    @Test
    void aLimitCutsOffWhatIsBeyondAndNothingElse() {
        int limit = 20, n = 100_000;
        int[] seen = new int[limit + 1];
        ExactGeometric gaps = new ExactGeometric(0.05, Streams.seed(3).stream("coins"));
        for (int i = 0; i < n; i++) seen[(int) gaps.next(limit)]++;
        for (int k = 0; k <= limit; k++) {
            double p = Math.pow(0.95, k) * (k < limit ? 0.05 : 1);
            assertEquals(n * p, seen[k], 5 * Math.sqrt(n * p), "gaps of " + k);
        }
    }

    /** Sign, whether it is zero, how many more: a word each, but for those that a rejection asks for. */
    @Test
    void wordsGiveTheLaplaceNumberThatTheyStandFor() {
        assertEquals(-2, RoundedLaplace.draw(1, WrittenCoins.of(-1, -1, -1, 0, 0, 0, -1)));
        assertEquals(2, RoundedLaplace.draw(1, WrittenCoins.of(0, -1, -1, 0, 0, 0, -1)));
        assertEquals(1, RoundedLaplace.draw(1, WrittenCoins.of(0, -1, -1, 0, -1)));
        assertEquals(0, RoundedLaplace.draw(1, WrittenCoins.of(-1, -1, 0)));
    }

    @Test
    void scalesThatAreNoneAreRefused() {
        for (double bad : new double[] {0, -1, Double.NaN, Math.nextUp(0x1p50), Double.POSITIVE_INFINITY}) {
            assertEquals("scale must be in (0, 2^50], was " + bad, refused(() -> RoundedLaplace.draw(bad, coins)));
        }
        assertTrue(Math.abs(RoundedLaplace.draw(0x1p50, coins)) < 0x1p58, "more than 256 scales");
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
    }
}
