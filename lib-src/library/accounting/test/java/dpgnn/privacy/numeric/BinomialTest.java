package dpgnn.privacy.numeric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Against exact probabilities, of 40 digits. */
class BinomialTest {
    private static final MathContext DIGITS = new MathContext(40);
    private static final int MOST = 200;

    /** Of 0..most outcomes that are at all possible; a Poisson law, whose n is 0, has no last one. */
    private static double[] exact(int n, double p) {
        BigDecimal[] w = new BigDecimal[n == 0 ? MOST : n + 1];
        BigDecimal mean = new BigDecimal(p);
        BigDecimal odds = n == 0 ? mean : mean.divide(BigDecimal.ONE.subtract(mean), DIGITS);
        BigDecimal sum = w[0] = BigDecimal.ONE;
        for (int k = 0; k + 1 < w.length; k++) {
            BigDecimal ratio = n == 0 ? odds : odds.multiply(BigDecimal.valueOf(n - k));
            w[k + 1] = w[k].multiply(ratio).divide(BigDecimal.valueOf(k + 1), DIGITS);
            sum = sum.add(w[k + 1]);
        }
        double[] law = new double[w.length];
        for (int k = 0; k < law.length; k++) law[k] = w[k].divide(sum, DIGITS).doubleValue();
        return law;
    }

    private static void compare(Binomial kept, double[] exact, double cut, String what) {
        int last = kept.first + kept.probability.length - 1, mode = 0;
        assertTrue(kept.first >= 0 && last < exact.length, what + ": " + kept.first + " to " + last);
        double inside = 0, outside = 0, sum = 0;
        for (int k = 0; k < exact.length; k++) {
            boolean in = k >= kept.first && k <= last;
            if (in) inside += exact[k];
            else outside += exact[k];
            if (exact[k] > exact[mode]) mode = k;
        }
        for (int k = 0; k < exact.length; k++) {
            if (k < kept.first || k > last) {
                assertTrue(exact[k] <= cut * exact[mode] * 1.001, what + ": " + k + " is left out");
                continue;
            }
            double ours = kept.probability[k - kept.first];
            assertEquals(exact[k] / inside, ours, 1e-13 * ours, what + ": " + k);
            sum += ours;
            // one outcome below the cut at either end, and no more
            if (k > kept.first && k < last)
                assertTrue(exact[k] > cut * exact[mode] * 0.999, what + ": " + k + " is kept");
        }
        assertEquals(1, sum, 1e-14, what);
        assertTrue(kept.omitted * inside >= outside, what + ": " + kept.omitted + " for " + outside);
        // what is left out, over the mode's probability, but for the ratios beyond the ends, which go on falling
        assertTrue(kept.omitted * exact[mode] <= 1.5 * outside, what + ": " + kept.omitted + " for " + outside);
        double tail = 0;
        double[] tails = kept.tails();
        assertEquals(kept.probability.length, tails.length);
        for (int i = tails.length - 1; i >= 0; i--) assertEquals(tail += kept.probability[i], tails[i], 1e-15);
    }

    @Test
    void everyOutcomeHasItsProbabilityAndWhatIsLeftOutIsGivenUp() {
        for (double cut : new double[] {1e-3, 1e-6, 1e-12})
            for (int n : new int[] {1, 2, 3, 7, 40, 150})
                for (double p : new double[] {1e-3, 0.03, 0.25, 0.5, 0.625, 0.9, 0.999})
                    compare(Binomial.of(n, p, cut), exact(n, p), cut, n + ", " + p + ", " + cut);
    }

    @Test
    void aPoissonLawHasNoLastOutcome() {
        for (double cut : new double[] {1e-3, 1e-6, 1e-12})
            for (double mean : new double[] {1e-3, 0.5, 1, 1.75, 4, 10.3, 40.5})
                compare(Binomial.poisson(mean, cut), exact(0, mean), cut, mean + ", " + cut);
    }

    /** Up to what underflows, of which a few outcomes are there on either side. */
    @Test
    void withoutACutAllThatADoubleHolds() {
        for (Binomial all : new Binomial[] {Binomial.of(5000, 0.25, 0), Binomial.poisson(900, 0)}) {
            double[] p = all.probability;
            assertTrue(p[0] <= 1e-300 && p[p.length - 1] <= 1e-300);
            long nothing = Arrays.stream(p).filter(x -> x == 0).count();
            assertTrue(nothing < 20, nothing + " of " + p.length);
        }
    }

    @Test
    void certainOutcomes() {
        for (double p : new double[] {-0.0, 0}) {
            Binomial never = Binomial.of(9, p, 1e-9);
            assertEquals(0, never.first);
            assertArrayEquals(new double[] {1}, never.probability);
            assertEquals(0, never.omitted);
        }
        Binomial always = Binomial.of(9, 1, 1e-9);
        assertEquals(9, always.first);
        assertArrayEquals(new double[] {1}, always.probability);
        assertEquals(0, always.omitted);
    }

    /** Lemma 37 of docs/proofs.md. */
    @Test
    void whatIsDroppedIsGivenUp() {
        for (double cut : new double[] {1e-2, 1e-4, 1e-7, 1e-10})
            for (int n : new int[] {1, 3, 30, 400, 5000})
                for (double p : new double[] {1e-4, 0.03, 0.5, 0.9}) {
                    // up to what underflows
                    Binomial all = Binomial.of(n, p, 0);
                    Binomial kept = Binomial.of(n, p, cut);
                    int size = kept.probability.length, from = kept.first - all.first;
                    double below = 0, above = 0;
                    for (int i = 0; i < from; i++) below += all.probability[i];
                    for (int i = from + size; i < all.probability.length; i++) above += all.probability[i];
                    double most = 2 * cut / (1 - cut);
                    assertTrue(below <= most && above <= most, n + ", " + p + ", " + cut + ": " + below + ", " + above);
                    // the rest is scaled up, never down
                    for (int i = 0; i < size; i++)
                        assertTrue(kept.probability[i] >= all.probability[from + i] * (1 - 1e-12));
                }
    }
}
