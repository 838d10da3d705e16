package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.numeric.GaussianDp;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RdpAccountantTest {
    /** Next to no noise costs next to what it costs without sampling, at once, and nothing grows beyond memory. */
    @ParameterizedTest
    @ValueSource(doubles = {9e-4, 1e-5, 1e-100, 1e-300, Double.MIN_VALUE})
    void soLittleNoiseIsAnsweredAtOnce(double scale) {
        for (Event event : List.of(
                new Event.PoissonSampled(0.01, scale, Relation.ADD_REMOVE),
                new Event.PoissonSampled(0.01, scale, Relation.REPLACE),
                Event.MixtureOfGaussians.of(scale, new double[] {0, 1}, new double[] {0.9, 0.1}),
                new Event.HomeStars(0.1, 2, scale),
                new Event.HeterPoisson(0.1, 1, 3, scale, true, Event.Proof.CONSERVATIVE),
                new Event.Hypergeometric(200, 4, 20, scale)))
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
                for (double order : new double[] {1.25, 2, 512.5}) {
                    double found = RdpAccountant.standard().rdp(event, order);
                    double whole = order * Math.pow(event.shift() / scale, 2) / 2;
                    assertTrue(found >= whole * (1 - 1e-9) && found <= whole * (1 + 1e-9), event + ": " + found);
                }
                FilterAccountant filter = FilterAccountant.standard();
                refused(
                        IllegalStateException.class,
                        () -> PrivacyFilter.of(filter, 4, 1e-5).spend(event),
                        "does not admit");
            });
    }

    private final RdpAccountant rdp = RdpAccountant.standard();

    private static Event poisson(double rate, double multiplier, long steps) {
        return new Event.Repeated(new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE), steps);
    }

    @Test
    void everyCorner() {
        for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.REPLACE))
            for (double rate : new double[] {0, 1e-8, 1e-3, 0.5, 1 - 1e-9, 1})
                for (double multiplier : new double[] {0.3, 1, 30, 500})
                    for (long steps : new long[] {1, 1000, 1_000_000})
                        for (double delta : new double[] {1e-5, 1e-12}) {
                            Event step = new Event.PoissonSampled(rate, multiplier, relation);
                            RdpAccountant.Answer answer = rdp.answer(new Event.Repeated(step, steps), delta);
                            double noise = relation == Relation.REPLACE ? multiplier / 2 : multiplier;
                            double exact = GaussianDp.of(noise, steps).epsilon(delta);
                            String where = relation + " " + step + " " + steps + " " + delta + ": " + answer;
                            assertTrue(answer.epsilon() >= 0 && answer.epsilon() < Double.POSITIVE_INFINITY, where);
                            if (rate == 1) assertTrue(answer.epsilon() >= exact, where);
                            if (rate == 1) assertTrue(answer.epsilon() < exact * 1.3, where);
                            if (rate == 0) assertEquals(0, answer.epsilon(), where);
                        }
    }

    @Test
    void monotone() {
        double[] rates = {1e-6, 1e-3, 0.02, 0.3, 0.9, 1};
        double[] multipliers = {300, 20, 4, 1, 0.5};
        for (double multiplier : multipliers) {
            double before = 0;
            for (double rate : rates) before = grows(before, rdp.epsilon(poisson(rate, multiplier, 100), 1e-6));
        }
        for (double rate : rates) {
            double before = 0;
            for (double multiplier : multipliers)
                before = grows(before, rdp.epsilon(poisson(rate, multiplier, 100), 1e-6));
            before = 0;
            for (long steps : new long[] {1, 2, 50, 1000})
                before = grows(before, rdp.epsilon(poisson(rate, 2, steps), 1e-6));
            before = 0;
            for (double delta : new double[] {0.1, 1e-3, 1e-6, 1e-12})
                before = grows(before, rdp.epsilon(poisson(rate, 2, 50), delta));
            before = 0;
            for (double order : new double[] {1.01, 1.5, 2, 2.5, 3, 17, 200})
                before = grows(before, rdp.rdp(poisson(rate, 2, 1), order));
        }
    }

    private static double grows(double before, double now) {
        assertTrue(now >= before, now + " after " + before);
        return now;
    }

    @Test
    void orderOfCompositionDoesNotMatter() {
        Event a = poisson(0.01, 1, 300);
        Event b = new Event.Gaussian(7);
        Event c = new Event.Laplace(20);
        Event one = new Event.Composed(List.of(a, new Event.Composed(List.of(b, c)), a));
        Event two = new Event.Composed(List.of(c, new Event.Repeated(a, 2), b));
        assertEquals(rdp.epsilon(one, 1e-5), rdp.epsilon(two, 1e-5), 1e-13);
        assertTrue(rdp.epsilon(one, 1e-5) > rdp.epsilon(a, 1e-5));
        assertEquals(0, rdp.epsilon(new Event.Composed(List.of()), 1e-5));
        assertEquals(0, rdp.epsilon(new Event.Repeated(a, 0), 1e-5));
        assertEquals(0, rdp.delta(new Event.Composed(List.of()), 0));
    }

    @Test
    void theBestOrderOnTheEdge() {
        Event event = poisson(0.01, 4, 10_000);
        RdpAccountant.Answer small = RdpAccountant.of(2, 3, 4).answer(event, 1e-5);
        assertTrue(small.edge());
        assertEquals(4, small.order());
        assertTrue(small.warning().contains("4.0"), small.warning());
        RdpAccountant.Answer large = RdpAccountant.of(100, 200).answer(event, 1e-5);
        assertTrue(large.edge());
        assertFalse(RdpAccountant.of(10, 17, 30).answer(event, 1e-5).edge());
        // Beyond the standard grid on either side, it extends itself.
        RdpAccountant.Answer quiet = rdp.answer(new Event.Gaussian(500), 1e-12);
        assertFalse(quiet.edge());
        assertTrue(quiet.order() > 1024 && quiet.epsilon() < 0.01220, quiet.toString());
        assertEquals("", quiet.warning());
        RdpAccountant.Answer loud = rdp.answer(new Event.Repeated(new Event.Gaussian(0.3), 1_000_000), 1e-5);
        assertFalse(loud.edge());
        assertTrue(loud.order() < 1.01, loud.toString());
        // where no order of a grid is finite another grid may be, unless nothing is hidden
        for (RdpAccountant each : List.of(rdp, RdpAccountant.of(2, 3, 4))) {
            assertTrue(each.answer(new Event.Gaussian(1e-170), 1e-5).edge());
            RdpAccountant.Answer open = each.answer(new Event.NonPrivate("no noise"), 1e-5);
            assertEquals(Double.POSITIVE_INFINITY, open.epsilon());
            assertFalse(open.edge());
        }
    }

    @Test
    void conversions() {
        Event event = poisson(0.02, 1.5, 500);
        RdpAccountant classic = rdp.withConversion(RdpConversion.CLASSIC);
        for (double delta : new double[] {1e-3, 1e-6, 1e-12}) {
            assertTrue(rdp.epsilon(event, delta) < classic.epsilon(event, delta));
            double epsilon = rdp.epsilon(event, delta);
            // Back and forth on the same curve.
            assertEquals(delta, rdp.delta(event, epsilon), 1e-6 * delta);
            assertEquals(delta, classic.delta(event, classic.epsilon(event, delta)), 1e-6 * delta);
        }
        assertEquals(0, RdpConversion.IMPROVED.epsilon(1e-14, 2, 1e-5));
        assertEquals(1, rdp.delta(new Event.NonPrivate("no noise"), 3));
    }

    @Test
    void supportsAndVersion() {
        for (Event known : new Event[] {
            new Event.Gaussian(1),
            new Event.HomeStars(0.1, 3, 4),
            new Event.HeterPoisson(0.1, 1, 5, 6, true, Event.Proof.CONSERVATIVE),
            new Event.HeterPoisson(0.1, 1, 5, 6, true, Event.Proof.PUBLISHED)
        }) assertTrue(rdp.supports(known), known.toString());
        // those who look between and beyond their orders answer otherwise than those who do not
        assertTrue(RdpAccountant.standard().version().contains("extending"));
        assertFalse(RdpAccountant.of(2, 3).version().contains("extending"));
    }

    @Test
    void refusals() {
        Event bad = new Event.Repeated(new Event.Unsupported("the sampler has no known profile"), 3);
        assertFalse(rdp.supports(bad));
        refused(() -> rdp.epsilon(bad, 1e-5), "no known profile");
        for (double delta : new double[] {0, 1, -1e-5, Double.NaN})
            refused(() -> rdp.epsilon(new Event.Gaussian(1), delta), "delta");
        refused(() -> rdp.delta(new Event.Gaussian(1), -1), "epsilon");
        refused(() -> rdp.rdp(new Event.Gaussian(1), 1), "order");
        refused(() -> RdpAccountant.of(0.5), "0.5");
        refused(() -> RdpAccountant.of(), "orders");
        refused(() -> new Event.PoissonSampled(1.5, 1, Relation.REPLACE), "1.5");
        refused(() -> new Event.Gaussian(-2), "-2");
        refused(() -> new Event.Gaussian(Double.NaN), "NaN");
        assertEquals(Double.POSITIVE_INFINITY, rdp.epsilon(new Event.NonPrivate("clipping is off"), 1e-5));
        assertTrue(rdp.supports(new Event.NonPrivate("")));
        Event many = new Event.HeterPoisson(0.1, 1, 1000, 6, true, Event.Proof.CONSERVATIVE);
        assertFalse(rdp.supports(many));
        refused(() -> rdp.epsilon(many, 1e-5), "1000");
    }

    @Test
    void heterPoissonLimits() {
        // Hardly any peripherals: a Poisson sample of sensitivity C.
        Event few = new Event.HeterPoisson(0.2, 1e-12, 5, 3, true, Event.Proof.PUBLISHED);
        Event sample = new Event.PoissonSampled(0.2, 3, Relation.ADD_REMOVE);
        assertEquals(rdp.rdp(sample, 4.5), rdp.rdp(few, 4.5), 1e-10);
        // All are centres: shift C for certain.
        Event all = new Event.HeterPoisson(1, 1, 1, 3, true, Event.Proof.PUBLISHED);
        assertEquals(rdp.rdp(new Event.Gaussian(3), 4.5), rdp.rdp(all, 4.5), 1e-12);
        for (int degree = 1; degree <= 6; degree++) {
            double published = rdp.rdp(new Event.HeterPoisson(0.2, 2, degree, 8, true, Event.Proof.PUBLISHED), 4.5);
            double more = rdp.rdp(new Event.HeterPoisson(0.2, 2, degree + 1, 8, true, Event.Proof.PUBLISHED), 4.5);
            double proved = rdp.rdp(new Event.HeterPoisson(0.2, 2, degree, 8, true, Event.Proof.CONSERVATIVE), 4.5);
            double loose = rdp.rdp(new Event.HeterPoisson(0.2, 2, degree, 8, false, Event.Proof.PUBLISHED), 4.5);
            assertTrue(published <= more, degree + ": " + published + " > " + more);
            assertTrue(published <= proved && published <= loose);
        }
    }

    /** One large divergence and a thousand of which each is less than half of its last place: none is lost. */
    @Test
    void aSumOfDivergencesIsNoLessThanItsParts() {
        List<Event> all = new ArrayList<>(List.of(new Event.Gaussian(1)));
        for (int i = 0; i < 1000; i++) all.add(new Event.Gaussian(1e8 * (1 + i * 1e-6)));
        Event composed = new Event.Composed(all);
        FilterAccountant filter = FilterAccountant.standard();
        double[] orders = filter.orders(), sums = new double[orders.length];
        for (int k = 0; k < orders.length; k++) {
            BigDecimal sum = BigDecimal.ZERO;
            // a / (2 s²), in doubles to a share of 1e-16
            for (Event event : all) {
                double scale = ((Event.Gaussian) event).scale();
                sum = sum.add(new BigDecimal(orders[k] / (2 * scale * scale) * (1 - 4e-16)));
            }
            sums[k] = sum.doubleValue();
            double ours = RdpAccountant.standard().rdp(composed, orders[k]);
            assertTrue(ours >= sums[k] && ours <= sums[k] * (1 + 2e-12), orders[k] + ": " + ours + " for " + sums[k]);
        }
        for (double epsilon : new double[] {3, 10, 30})
            assertTrue(filter.delta(composed, epsilon) >= Math.exp(filter.logDelta(sums, epsilon)), "at " + epsilon);
    }
}
