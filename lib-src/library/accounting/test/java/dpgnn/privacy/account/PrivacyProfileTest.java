package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.numeric.GaussianDp;
import org.junit.jupiter.api.Test;

/** Profiles of a few points, whose chords and compositions are sums by hand. */
class PrivacyProfileTest {
    /** Of an answer that is true with 3/4: at e^epsilon = x the divergence is (3 - x) / 4. */
    private static final PrivacyProfile ANSWER =
            PrivacyProfile.of(new double[] {0, Math.log(3)}, new double[] {0.5, 0}, new double[] {0.5, 0});

    @Test
    void betweenPointsTheChordCountsAndBehindThemTheLast() {
        for (double x : new double[] {1, 1.2, 2, 2.9, 3, 5, 1e9})
            assertEquals(Math.max(0, (3 - x) / 4), ANSWER.delta(Math.log(x)), 2e-13);
        for (double apart = 1e-15; apart < 1e-12; apart *= 3) {
            double e = Math.log(3) - apart;
            assertTrue(ANSWER.delta(e) >= 0.75 * (Math.log(3) - e), "next to the end: " + apart);
        }
        assertEquals(Math.log(2), ANSWER.epsilon(0.25), 1e-12);
        assertTrue(ANSWER.delta(ANSWER.epsilon(0.25)) <= 0.25);
        assertEquals(0, ANSWER.epsilon(0.5));
        PrivacyProfile two = PrivacyProfile.of(
                new double[] {0, 1, 900}, new double[] {0.8, 0.1, 0.05}, new double[] {0.6, 0.3, 1e-3});
        assertEquals(0.8, two.delta(0));
        assertEquals(0.3, two.delta(1));
        assertEquals(0.05, two.delta(900));
        assertEquals(0.05, two.delta(1e300));
        double half = (Math.E - Math.sqrt(Math.E)) / (Math.E - 1);
        assertEquals(0.1 + 0.7 * half, two.delta(0.5), 2e-13);
        // far points are a long chord: delta falls at its very end
        assertEquals(0.3 - 0.299 * Math.exp(-1), two.delta(899), 2e-13);
        assertEquals(Double.POSITIVE_INFINITY, two.epsilon(0.049));
        assertEquals(900, two.epsilon(0.05), 1e-9);
        assertArrayEquals(new double[] {0, 1, 900}, two.epsilons());
        assertArrayEquals(new double[] {0.8, 0.1, 0.05}, two.forward());
        assertArrayEquals(new double[] {0.6, 0.3, 1e-3}, two.backward());
        for (double delta : new double[] {0, 1, Double.NaN}) refused(() -> two.epsilon(delta));
        refused(() -> two.delta(-1e-9));
    }

    /** Losses are 3, 1, -1 and -3 times ln 3, with 27, 27, 9 and 1 in 64; for two they are 2, 0 and -2 times it. */
    @Test
    void answersCompose() {
        PrivacyProfile three = ANSWER.times(3, 1e-3), two = ANSWER.times(2, 1e-3), both = ANSWER.and(two, 1e-3);
        double ln3 = Math.log(3);
        for (double e : new double[] {0, 0.3, 0.9, 1.2, 2, 3, 3.2, 3.4, 50}) {
            double pair = 9 / 16.0 * Math.max(0, -Math.expm1(e - 2 * ln3));
            double triple = 27 / 64.0 * (Math.max(0, -Math.expm1(e - 3 * ln3)) + Math.max(0, -Math.expm1(e - ln3)));
            for (double[] bound :
                    new double[][] {{pair, two.delta(e)}, {triple, three.delta(e)}, {triple, both.delta(e)}}) {
                assertTrue(bound[1] >= bound[0], e + ": " + bound[1] + " below " + bound[0]);
                assertTrue(bound[1] <= bound[0] * 1.01 + 2e-5, e + ": " + bound[1] + " of " + bound[0]);
            }
        }
        assertSame(ANSWER, ANSWER.times(1, 1e-3));
        refused(() -> ANSWER.times(0, 1e-3));
    }

    @Test
    void whatRevealsNothingAndWhatIsGaussian() {
        PrivacyProfile nothing = PrivacyProfile.of(new double[1], new double[1], new double[1]);
        assertEquals(0, nothing.times(7, 1e-3).delta(0));
        assertEquals(0, nothing.epsilon(1e-12));
        // the total variations add up, and not by a rounding less
        PrivacyProfile same = ANSWER.and(nothing, 1e-3);
        assertTrue(same.delta(0) >= 0.5 && same.delta(0) < 0.5 + 1e-12, "" + same.delta(0));
        PrivacyProfile gaussian = PrivacyProfile.of(new Event.Repeated(new Event.Gaussian(4), 4), 1e-3);
        GaussianDp exact = new GaussianDp(0.5);
        for (double e : new double[] {0, 0.1, 1, 2, 3.5}) {
            assertTrue(gaussian.delta(e) >= exact.delta(e), "at " + e);
            assertEquals(1, gaussian.delta(e) / exact.delta(e), 1e-3, "at " + e);
        }
        assertTrue(gaussian.epsilons()[gaussian.epsilons().length - 1] > exact.epsilon(1e-14));
        // a hundredth of a deviation between the thresholds of best tests, up to eight deviations beyond the mean
        double[] wide = PrivacyProfile.of(new Event.Gaussian(0.25), 1e-3).epsilons();
        assertEquals(1001, wide.length, 1);
        assertEquals(40, wide[wide.length - 1], 1e-12);
        assertTrue(wide[wide.length - 1] > new GaussianDp(4).epsilon(1e-14));
    }

    @Test
    void pointsMustRiseAndDeltasMustNot() {
        double[] two = {0, 1}, falls = {0.5, 0.2};
        for (double[] epsilons : new double[][] {{0, 0}, {1, 2}, {0, Double.POSITIVE_INFINITY}, {0}, {}})
            refused(() -> PrivacyProfile.of(epsilons, falls, falls));
        refused(() -> PrivacyProfile.of(new double[0], new double[0], new double[0]));
        for (double[] bad : new double[][] {{0.5, 0.6}, {1.1, 0.2}, {0.5, -1e-9}, {0.5}, {0.5, Double.NaN}}) {
            refused(() -> PrivacyProfile.of(two, bad, falls));
            refused(() -> PrivacyProfile.of(two, falls, bad));
        }
        PrivacyProfile open = PrivacyProfile.of(new Event.NonPrivate("nothing is hidden"), 1e-3);
        assertEquals(1, open.delta(100));
        assertEquals(Double.POSITIVE_INFINITY, open.epsilon(0.5));
        PrivacyProfile flat = PrivacyProfile.of(two, new double[] {1, 1}, falls);
        assertEquals(1, flat.delta(0.5));
    }

    /** Between the losses that come, where a profile is a chord, it is one to the last margins, whatever delta is. */
    @Test
    void manyAnswersAreTightFromOneToTheLeastDelta() {
        for (int n : new int[] {12, 60}) {
            PrivacyProfile many = ANSWER.times(n, 1e-3);
            double[] between = n == 12
                    ? new double[] {1.1, 3.3, 5.55, 9.25, 10, 11.1, 11.8}
                    : new double[] {20.72, 25.16, 29.23, 33.67, 42.92, 49.21, 53.65, 58.09, 59.57};
            for (double e : between) {
                double sum = 0, log = n * Math.log(0.25), ln3 = Math.log(3);
                for (int k = 0; k <= n; k++) {
                    double loss = (2 * k - n) * ln3;
                    if (loss > e) sum += Math.exp(log + k * ln3) * -Math.expm1(e - loss);
                    log += Math.log((n - k) / (k + 1.0));
                }
                assertTrue(many.delta(e) >= sum, n + " at " + e);
                assertEquals(1, many.delta(e) / sum, 2e-9, n + " at " + e);
            }
        }
    }

    /** From the largest loss on nothing is revealed, with no delta at all. */
    @Test
    void whatIsPureEndsAtItsEpsilon() {
        double[] often = {0.75, 0.25}, seldom = {0.25, 0.75};
        Event answer = StatedPair.of("an answer that is true three times out of four", often, seldom);
        PrivacyProfile pure = PrivacyProfile.of(new Event.Repeated(answer, 3), 1e-3);
        double last = pure.epsilons()[pure.epsilons().length - 1], ln3 = Math.log(3);
        assertEquals(3 * ln3, last, 1e-12);
        assertTrue(last >= 3 * ln3);
        assertEquals(0, pure.delta(last));
        assertTrue(pure.delta(3 * ln3 - 1e-6) > 0);
        assertTrue(pure.epsilon(1e-13) <= last);
        // points that crowd before the only loss of one answer are not all kept
        double[] once = PrivacyProfile.of(answer, 1e-3).epsilons();
        for (int i = 2; i < once.length; i++) assertTrue(once[i] > once[i - 1] * (1 + 0.9e-9), once[i] + "");
    }

    @Test
    void anEpsilonNextToNothingIsAsExactAsALargeOne() {
        PrivacyProfile small =
                PrivacyProfile.of(new double[] {0, 1e-6}, new double[] {1e-6, 1e-7}, new double[] {1e-6, 1e-7});
        double right = Math.log1p(5e-7 / 9e-7 * Math.expm1(1e-6));
        assertEquals(right, small.epsilon(5e-7), 1e-12 * right);
    }
}
