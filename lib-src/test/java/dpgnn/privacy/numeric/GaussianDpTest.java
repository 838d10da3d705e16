package dpgnn.privacy.numeric;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianDpTest {
    /** mu, epsilon, ln(Q(eps/mu - mu/2) - e^eps Q(eps/mu + mu/2)) with mpmath at 80 digits, Q the upper normal tail. */
    @ParameterizedTest
    @CsvSource({
        "1e-06, 0.0, -14.7344490911689886",
        "1e-06, 2.5e-13, -14.7344494044974157",
        "1e-06, 5.000005e-07, -15.4360273522880637",
        "1e-06, 3.0000004999999998e-06, -21.6851968837360294",
        "1e-06, 1.0000000499999999e-05, -69.3686326912781347",
        "1e-06, 3.60000005e-05, -669.903795590656935",
        "0.001, 0.0, -7.82669385385347575",
        "0.001, 2.5e-07, -7.8270070752387062",
        "0.001, 0.0005005, -8.52880137537106798",
        "0.001, 0.0030005, -14.7777074756068845",
        "0.001, 0.0100005, -62.4609745019829788",
        "0.001, 0.0360005, -662.996067997399467",
        "0.05, 0.0, -3.91477496908513869",
        "0.05, 0.0006250000000000001, -3.9301751719545211",
        "0.05, 0.026250000000000002, -4.64248656009642876",
        "0.05, 0.15125, -10.8786479848880391",
        "0.05, 0.50125, -58.5537023253495581",
        "0.05, 1.80125, -659.085402011915348",
        "0.15, 0.0, -2.81699566659085074",
        "0.15, 0.005625, -2.86162884851894127",
        "0.15, 0.08625, -3.59484441138728821",
        "0.15, 0.46125, -9.80603228403761683",
        "0.15, 1.51125, -57.4647173506667878",
        "0.15, 5.41125, -657.98955345951853",
        "0.3, 0.0, -2.12665571655297368",
        "0.3, 0.0225, -2.21136578132427621",
        "0.3, 0.19499999999999998, -2.97461002165090284",
        "0.3, 0.945, -9.15077107790435486",
        "0.3, 3.045, -56.785842500464305",
        "0.3, 10.844999999999999, -657.300537635771201",
        "1, 0.0, -0.959916333695622319",
        "1, 0.25, -1.17859410157404839",
        "1, 1.0, -2.06406644650039053",
        "1, 3.5, -8.1080995270438142",
        "1, 10.5, -55.6459463544398027",
        "1, 36.5, -656.115622306072902",
        "3, 0.0, -0.1434252068611771",
        "3, 2.25, -0.419477707106386068",
        "3, 6.0, -1.53856820978012743",
        "3, 13.5, -7.36937042525588526",
        "3, 34.5, -54.7108330133231729",
        "3, 112.5, -655.069542806367855",
        "10, 0.0, -5.73303308096697955e-7",
        "10, 25.0, -0.00854365698237447149",
        "10, 55.0, -1.2898803814481028",
        "10, 80.0, -6.89684595106567924",
        "10, 150.0, -53.9317626336028046",
        "10, 410.0, -654.030357755475238",
        "100, 0.0, 0.0",
        "100, 2500.0, 0.0",
        "100, 5050.0, -1.18732958138857334",
        "100, 5300.0, -6.64011692258355653",
        "100, 6000.0, -53.3275683924645595",
        "100, 8600.0, -652.810970202050244",
        "3333, 0.0, 0.0",
        "3333, 2777222.25, 0.0",
        "3333, 5556111.0, -1.17625412637874908",
        "3333, 5564443.5, -6.60871084829046091",
        "3333, 5587774.5, -53.2343103897000984",
        "3333, 5674432.5, -652.513979079334188",
        "3333.3, 5672804.094369629, -624.30186429646581784",
        "33333.3, 556746227.7304419, -643.65504935605325848"
    })
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

    /** T steps at a noise of sigma times the sensitivity; delta 1e-5. */
    @ParameterizedTest
    @CsvSource({
        "4, 2000, 109.34, 0.005", "2, 2000, 344.45, 0.005", "26, 2000, 8.315, 0.0005", "13, 2000, 19.94, 0.005",
        "48, 2000, 4.034, 0.0005", "24, 2000, 9.166, 0.0005", "112, 2000, 1.552, 0.0005", "56, 2000, 3.380, 0.0005",
        "3, 40, 10.67, 0.005", "4, 1, 0.9263415, 1e-6"
    })
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
        assertThrows(IllegalArgumentException.class, () -> new GaussianDp(-1));
        assertThrows(IllegalArgumentException.class, () -> new GaussianDp(Double.NaN));
        for (double delta : new double[] {0, 1, -1, Double.NaN})
            assertTrue(refused(() -> new GaussianDp(1).epsilon(delta)).contains("delta"));
        assertThrows(IllegalArgumentException.class, () -> new GaussianDp(1).delta(-1));
        assertTrue(refused(() -> GaussianDp.of(0, 3)).contains("multiplier"));
    }
}
