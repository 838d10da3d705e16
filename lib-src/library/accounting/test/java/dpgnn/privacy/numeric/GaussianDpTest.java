package dpgnn.privacy.numeric;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianDpTest {
    /** mu, epsilon, ln(Q(eps/mu - mu/2) - e^eps Q(eps/mu + mu/2)) with mpmath at 80 digits, Q the upper normal tail. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/numeric/gaussian-dp.csv")
    void profileInTheTails(double mu, double epsilon, double logDelta) {
        double ours = new GaussianDp(mu).logDelta(epsilon);
        // epsilon and mu are rounded in the oracle as well; the slope of ln delta in eps is at most about 40/mu.
        double tolerance = 4e-12 + 1e-13 * Math.abs(logDelta) + 1e-14 * 40 * epsilon / mu;
        assertEquals(logDelta, ours, tolerance);
        assertTrue(ours >= logDelta - 1e-16 * Math.abs(logDelta), "rounded up");
        double lower = new GaussianDp(mu).lowerDelta(epsilon);
        assertTrue(lower <= Math.exp(logDelta) * (1 - 2e-12), "rounded down by twice what the arithmetic may be off");
        assertTrue(lower <= new GaussianDp(mu).delta(epsilon), "rounded down");
        // a is a difference of numbers of this size
        double blur = 4e-16 * (1 + Math.abs(epsilon / mu - mu / 2)) * (epsilon / mu + mu);
        assertEquals(Math.exp(logDelta), lower, 4 * (tolerance + 1e-12 + blur) * Math.exp(logDelta));
        if (logDelta < -1e-3 && logDelta > -700) {
            double delta = Math.exp(logDelta);
            double back = new GaussianDp(mu).epsilon(delta);
            assertTrue(new GaussianDp(mu).delta(back) <= delta * (1 + 1e-13));
            assertEquals(epsilon, back, 1e-9 * epsilon + 1e-11 * mu);
            double lowest = new GaussianDp(mu).lowerEpsilon(delta);
            assertTrue(lowest <= back * (1 - 1e-12), "rounded down: " + lowest);
            assertTrue(
                    lowest == 0 || new GaussianDp(mu).logDelta(lowest) >= logDelta + 3e-12,
                    "its delta is larger, by the margins");
            assertEquals(epsilon, lowest, 1e-9 * epsilon + 1e-11 * mu);
        }
    }

    /** T steps at a noise of sigma times the sensitivity; delta 1e-5. Those of tables are in PaperBoundsTest. */
    @ParameterizedTest
    @CsvSource({"3, 40, 10.67, 0.005", "4, 1, 0.9263415, 1e-6"})
    void composition(double multiplier, long steps, double epsilon, double tolerance) {
        assertEquals(epsilon, GaussianDp.of(multiplier, steps).epsilon(1e-5), tolerance);
    }

    @Test
    void composesByAddingSquares() {
        GaussianDp once = GaussianDp.of(7, 50);
        assertEquals(2 * once.mu(), GaussianDp.of(7, 200).mu(), 1e-15);
        assertEquals(GaussianDp.of(7, 100).mu(), once.and(once).mu(), 1e-15);
    }

    @Test
    void limits() {
        assertEquals(0, new GaussianDp(0).delta(0));
        assertEquals(0, new GaussianDp(0).epsilon(1e-300));
        assertEquals(0, new GaussianDp(1e-9).epsilon(1e-5));
        assertEquals(0, new GaussianDp(1).delta(Double.POSITIVE_INFINITY));
        assertEquals(0, new GaussianDp(0).lowerDelta(0));
        assertEquals(0, new GaussianDp(1).lowerDelta(Double.POSITIVE_INFINITY));
        assertEquals(0, new GaussianDp(0).lowerEpsilon(1e-300));
        assertEquals(0, new GaussianDp(1e-9).lowerEpsilon(1e-5));
        double far = GaussianDp.of(0.3, 1_000_000).epsilon(1e-300);
        assertTrue(far > 5.5e6 && far < 6e6, "was " + far);
    }

    @Test
    void whatCostsNoEpsilonHasEpsilonZero() {
        int seen = 0;
        for (double mu = 1e-3; mu < 20; mu *= 1.01) {
            GaussianDp gaussian = new GaussianDp(mu);
            double delta = gaussian.delta(0);
            // else the logarithm was rounded down, and delta is a little less than that of epsilon 0
            if (delta == 1 || Math.log(delta) < gaussian.logDelta(0)) continue;
            assertEquals(0, gaussian.epsilon(delta), "mu " + mu);
            seen++;
        }
        assertTrue(seen > 500, "looked at " + seen);
    }

    /** Below the smallest normal double there is nothing between two numbers; at 1e15 a unit in the last place is 1/8. */
    @Test
    void searchesEndWhereDoublesHaveFewDigits() {
        GaussianDp least = new GaussianDp(1e-310);
        double high = least.epsilon(1e-312), low = least.lowerEpsilon(1e-312);
        assertTrue(low <= high && low > 1e-310 && high < 3e-310, low + " to " + high);
        assertTrue(least.logDelta(high) <= Math.log(1e-312));
        GaussianDp most = new GaussianDp(1e15);
        double epsilon = most.epsilon(1e-300);
        assertTrue(most.logDelta(epsilon) <= Math.log(1e-300), "rounded up");
        assertTrue(epsilon <= 5.1e29 && most.lowerEpsilon(1e-300) <= epsilon, "was " + epsilon);
    }

    @Test
    void refusals() {
        refused(() -> new GaussianDp(-1));
        refused(() -> new GaussianDp(Double.NaN));
        for (double delta : new double[] {0, 1, -1, Double.NaN})
            refused(() -> new GaussianDp(1).epsilon(delta), "delta");
        refused(() -> new GaussianDp(1).delta(-1));
        refused(() -> GaussianDp.of(0, 3), "multiplier");
    }
}
