package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Event.HeterPoisson;
import dpgnn.privacy.Event.HomeStars;
import dpgnn.privacy.Event.Proof;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rates so small that a unit hardly ever changes anything, and others at the ends of their range. */
class RareChangeTest {
    private final PldAccountant pld = PldAccountant.standard();

    private static List<Event> sampled(double q) {
        return List.of(
                new HeterPoisson(q, 1.5, 20, 5, true, Proof.CONSERVATIVE),
                new HeterPoisson(q, 1.5, 20, 5, false, Proof.CONSERVATIVE),
                new HeterPoisson(q, 1.5, 1, 5, true, Proof.PUBLISHED),
                new HomeStars(q, 3, 5),
                new Event.PoissonSampled(q, 5, Relation.ADD_REMOVE),
                new Event.PoissonSampled(q, 5, Relation.REPLACE));
    }

    @Test
    void tinyRatesCostNothing() {
        for (double q : new double[] {Double.MIN_VALUE, 1e-320, Double.MIN_NORMAL, 1e-300, 1e-100, 1e-17, 1e-8})
            for (Event event : sampled(q)) {
                assertEquals(0, pld.epsilon(event, 1e-5), event.toString());
                assertEquals(0, pld.epsilon(new Event.Repeated(event, 10), 1e-5), event.toString());
                assertEquals("", pld.remark(event, 1e-5));
            }
    }

    /** At the other end nothing is understated: a rate next to one costs as much as one, and what is no rate is refused. */
    @Test
    @Tag("nightly")
    void ratesNextToOneCostAsMuchAsOne() {
        List<Event> always = sampled(1), almost = sampled(1 - 0x1p-53);
        for (int i = 0; i < always.size(); i++) {
            double whole = pld.epsilon(always.get(i), 1e-5);
            assertTrue(whole > 0.1, always.get(i).toString());
            assertEquals(
                    1,
                    pld.epsilon(almost.get(i), 1e-5) / whole,
                    1e-3,
                    almost.get(i).toString());
        }
        for (double q : new double[] {Double.NaN, -1e-320, Math.nextUp(1.0), Double.POSITIVE_INFINITY})
            refused(() -> sampled(q), "rate must be in [0, 1], was " + q);
    }

    /** The probability covers the divergence at epsilon 0, which the accountant bounds from below on its own. */
    @Test
    void theProbabilityCoversTheTotalVariation() {
        RandomStream coins = Streams.seed(11).stream("events");
        for (int i = 0; i < Extent.of(8, 3); i++) {
            double q = Math.pow(10, -3 * coins.nextDouble()), m = 0.05 + coins.nextDouble();
            int degree = 1 + coins.nextInt(6);
            double share = coins.nextDouble();
            List<Event> events = List.of(
                    new HeterPoisson(q, 0.5 + 4 * coins.nextDouble(), degree, m, i % 2 == 0, Proof.PUBLISHED),
                    new HomeStars(q, degree, m),
                    new Event.PoissonSampled(q, m, i % 2 == 0 ? Relation.ADD_REMOVE : Relation.REPLACE),
                    new Event.WithoutReplacement(100, degree, m),
                    new Event.Hypergeometric(200, degree, 3, m),
                    Event.MixtureOfGaussians.of(
                            m, new double[] {0, 1, 2}, new double[] {1 - q, q * share, q - q * share}));
            for (Event event : Extent.some(events, 1))
                assertTrue(
                        pld.deltaBounds(event, 0).lower() <= RareChange.probability(event),
                        event + ": " + pld.deltaBounds(event, 0).lower() + ", " + RareChange.probability(event));
        }
    }

    @Test
    void noMoreThanDeltaIsNeeded() {
        Event event = new Event.PoissonSampled(1e-6, 0.1, Relation.ADD_REMOVE);
        assertEquals(0, pld.epsilon(new Event.Repeated(event, 9), 1e-5));
        assertTrue(pld.epsilon(new Event.Repeated(event, 11), 1e-5) > 0);
        assertEquals(1, RareChange.probability(new Event.Gaussian(1)));
        assertEquals(1.1e-5, RareChange.probability(new Event.Repeated(event, 11)), 1e-15);
    }
}
