package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.upper;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Event.Composed;
import dpgnn.privacy.Event.DiscreteGaussian;
import dpgnn.privacy.Event.Gaussian;
import dpgnn.privacy.Event.Hypergeometric;
import dpgnn.privacy.Event.Laplace;
import dpgnn.privacy.Event.MixtureOfGaussians;
import dpgnn.privacy.Event.NonPrivate;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Repeated;
import dpgnn.privacy.Event.Unsupported;
import dpgnn.privacy.Event.WithoutReplacement;
import dpgnn.privacy.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class PldAccountantTest {
    private final PldAccountant pld = PldAccountant.standard();

    private static Event steps(double rate, double multiplier, Relation relation, long times) {
        return new Repeated(new PoissonSampled(rate, multiplier, relation), times);
    }

    /** Exact delta of a Gaussian of mean mu (Balle and Wang 2018), by another library's error function. */
    private static double gaussianDelta(double mu, double epsilon) {
        return upper(epsilon / mu - mu / 2) - Math.exp(epsilon) * upper(epsilon / mu + mu / 2);
    }

    @Test
    void referenceValues() {
        // dp_accounting 0.6.0: upper bounds with value interval 2.5e-5, so the exact value is a little below
        assertUpper(1.8282371, pld.bounds(steps(0.01, 1, Relation.ADD_REMOVE, 1000), 1e-5), 1e-3);
        assertUpper(2.8434406, pld.bounds(steps(0.01, 1, Relation.REPLACE, 1000), 1e-5), 1e-3);
        assertUpper(0.9263415, pld.bounds(new Gaussian(4), 1e-5), 1e-3);
        // trap 10 of HeterPoisson: mu = sqrt(40)/3
        assertUpper(10.67, pld.bounds(new Repeated(new Gaussian(3), 40), 1e-5), 1e-3);
    }

    private static void assertUpper(double reference, PldAccountant.Bounds bounds, double relative) {
        assertTrue(bounds.lower() <= reference * (1 + 1e-7), bounds + " against " + reference);
        assertEquals(reference, bounds.upper(), relative * reference);
        assertTrue(bounds.lower() > reference * (1 - 2 * relative), bounds + " against " + reference);
    }

    @Test
    void nothingButGaussiansIsExact() {
        Event one = new Repeated(new Gaussian(0.6), 1000);
        Event same = new Composed(List.of(
                new Repeated(new Gaussian(1.2), 2000),
                steps(1, 0.6, Relation.ADD_REMOVE, 500),
                new Composed(List.of())));
        PldAccountant.Bounds bounds = pld.bounds(one, 1e-9), other = pld.bounds(same, 1e-9);
        assertTrue(bounds.lower() < bounds.upper() && bounds.upper() - bounds.lower() < 1e-9 * bounds.upper());
        assertEquals(bounds.upper(), other.upper(), 1e-9 * bounds.upper());
        // anything else beside them is discretised and can only add
        Event more = new Composed(List.of(new Gaussian(2), new Laplace(20)));
        assertTrue(pld.epsilon(more, 1e-6) > pld.epsilon(new Gaussian(2), 1e-6));
        PldAccountant.Bounds delta = pld.deltaBounds(new Gaussian(2), 0.5);
        assertTrue(delta.lower() < delta.upper() && delta.upper() < delta.lower() * (1 + 1e-10), delta.toString());
    }

    /**
     * q, sigma, epsilon and delta of two Poisson-sampled Gaussian steps: the larger of both directions of the integral over x of
     * dA(x) delta_1(epsilon - L(x)), with the closed form of delta_1 for one step; mpmath with 30 digits.
     */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/account/two-steps.csv")
    @Extent.OneIn(3)
    void bracketsTwoSampledSteps(double q, double sigma, double epsilon, double delta) {
        Event event = steps(q, sigma, Relation.ADD_REMOVE, 2);
        PldAccountant.Bounds deltas = pld.deltaBounds(event, epsilon), epsilons = pld.bounds(event, delta);
        assertTrue(deltas.lower() <= delta && delta <= deltas.upper(), deltas + " must hold " + delta);
        assertTrue(epsilons.lower() <= epsilon && epsilon <= epsilons.upper(), epsilons + " must hold " + epsilon);
        assertEquals(epsilon, epsilons.upper(), 5e-3 * epsilon);
    }

    @Test
    void epsilonMovesTheRightWay() {
        double before = 0;
        for (long t : new long[] {1, 10, 100, 1000, 10_000}) {
            double epsilon = pld.epsilon(steps(0.01, 1, Relation.ADD_REMOVE, t), 1e-6);
            assertTrue(epsilon > before, "steps " + t);
            before = epsilon;
        }
        before = 0;
        for (double q : new double[] {1e-8, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.999, 1}) {
            double epsilon = pld.epsilon(steps(q, 2, Relation.ADD_REMOVE, 50), 1e-6);
            assertTrue(epsilon >= before, "rate " + q);
            before = epsilon;
        }
        assertEquals(pld.epsilon(new Repeated(new Gaussian(2), 50), 1e-6), before, 0, "a rate of 1 samples nothing");
        before = Double.POSITIVE_INFINITY;
        for (double m : new double[] {0.3, 0.5, 1, 2, 10, 100, 500}) {
            double epsilon = pld.epsilon(steps(0.02, m, Relation.ADD_REMOVE, 1000), 1e-6);
            assertTrue(epsilon < before || epsilon == 0, "multiplier " + m);
            before = epsilon;
        }
    }

    @Test
    void orderOfCompositionDoesNotMatter() {
        List<Event> events = new ArrayList<>(List.of(
                steps(0.02, 1.1, Relation.ADD_REMOVE, 300),
                new Gaussian(5),
                new Repeated(new Laplace(20), 7),
                new WithoutReplacement(100, 10, 3)));
        double one = pld.epsilon(new Composed(events), 1e-6);
        Collections.reverse(events);
        assertEquals(one, pld.epsilon(new Composed(events), 1e-6), 1e-9 * one);
        assertTrue(one > pld.epsilon(new Composed(events.subList(0, 3)), 1e-6));
    }

    @Test
    void otherMechanisms() {
        assertUpper(1, pld.bounds(new Laplace(1), 1e-9), 1e-3);
        // exact delta of one discrete Gaussian, summed term by term
        double sum = 0, delta = 0;
        for (int x = -60; x <= 60; x++) sum += Math.exp(-x * x / 32.0);
        for (int x = -60; x <= 60; x++)
            delta += Math.max(0, Math.exp(-x * x / 32.0) - Math.exp(0.7) * Math.exp(-(x - 1) * (x - 1) / 32.0)) / sum;
        PldAccountant.Bounds discrete = pld.deltaBounds(new DiscreteGaussian(4, 1, 1), 0.7);
        assertTrue(discrete.lower() <= delta && delta <= discrete.upper(), discrete + " must hold " + delta);
        assertEquals(delta, discrete.upper(), 0.02 * delta);
        // one step without replacement: q delta_G(eps) at ln(1 + q (e^eps - 1)), Balle, Barthe and Gaboardi 2018
        double q = 0.25, exact = q * gaussianDelta(0.5, 1.3), at = Math.log1p(q * Math.expm1(1.3));
        PldAccountant.Bounds without = pld.deltaBounds(new WithoutReplacement(100, 25, 2), at);
        assertTrue(without.lower() <= exact && exact <= without.upper(), without + " must hold " + exact);
        assertEquals(exact, without.upper(), 0.01 * exact);
        // every batch holds all affected terms
        assertEquals(pld.epsilon(new Gaussian(2), 1e-6), pld.epsilon(new Hypergeometric(50, 3, 50, 2), 1e-6), 2e-3);
        assertEquals(
                pld.epsilon(new PoissonSampled(0.3, 2, Relation.ADD_REMOVE), 1e-6),
                pld.epsilon(MixtureOfGaussians.of(2, new double[] {0, 1}, new double[] {0.7, 0.3}), 1e-6),
                1e-9);
        assertTrue(pld.epsilon(new PoissonSampled(0.3, 2, Relation.REPLACE), 1e-6)
                > pld.epsilon(new PoissonSampled(0.3, 2, Relation.ADD_REMOVE), 1e-6));
    }

    @Test
    void tinyDeltaAndManyStepsStayBracketed() {
        List<Event> events = List.of(
                steps(1e-8, 1, Relation.ADD_REMOVE, 1_000_000),
                steps(0.01, 1, Relation.ADD_REMOVE, 1_000_000),
                steps(0.5, 500, Relation.ADD_REMOVE, 1_000_000));
        for (Event event : Extent.some(events, 1)) {
            PldAccountant.Bounds bounds = pld.bounds(event, 1e-12);
            assertTrue(bounds.lower() > 0 && bounds.lower() <= bounds.upper(), event + ": " + bounds);
            assertTrue(bounds.upper() < 1.05 * bounds.lower(), event + ": " + bounds);
        }
    }

    @Test
    void nothingPrivateAndNothingAtAll() {
        assertEquals(Double.POSITIVE_INFINITY, pld.epsilon(new NonPrivate("no noise"), 1e-5));
        assertEquals(1, pld.delta(new Composed(List.of(new Gaussian(1), new NonPrivate("x"))), 3));
        assertEquals(0, pld.epsilon(new Composed(List.of()), 1e-5));
        assertEquals(0, pld.epsilon(new Repeated(new Gaussian(1), 0), 1e-5));
        assertEquals(0, pld.epsilon(steps(0, 1, Relation.ADD_REMOVE, 10), 1e-5));
    }

    @Test
    void refusalsSayWhichAndWhy() {
        for (double delta : new double[] {0, -1e-5, 1, Double.NaN})
            refused(() -> pld.epsilon(new Gaussian(1), delta), "delta must be in [1.0E-100, 1)");
        for (double epsilon : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY})
            refused(() -> pld.delta(new Gaussian(1), epsilon), "epsilon must be finite");
        refused(() -> new Gaussian(-1), "scale must be positive");
        refused(() -> new PoissonSampled(1.5, 1, Relation.REPLACE), "rate must be in [0, 1]");
        Event unsupported = new Composed(List.of(new Gaussian(1), new Unsupported("a private batch size")));
        assertFalse(pld.supports(unsupported));
        refused(() -> pld.epsilon(unsupported, 1e-5), "a private batch size");
        refused(() -> pld.epsilon(new DiscreteGaussian(4, 1, 2), 1e-5), "dimension 2");
        refused(() -> PldAccountant.of(0), "tolerance");
    }

    @Test
    void samplingNeverCostsMoreThanNone() {
        for (double q : new double[] {0.9, 0.9999, 1 - 1e-7, 1 - 1e-12})
            for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.REPLACE))
                for (long times : new long[] {1, 100, 10_000})
                    assertTrue(
                            pld.epsilon(steps(q, 2, relation, times), 1e-6)
                                    <= pld.epsilon(steps(1, 2, relation, times), 1e-6),
                            q + " " + relation + " " + times);
        assertTrue(pld.epsilon(new Repeated(new WithoutReplacement(100_000, 99_999, 2), 50), 1e-6)
                <= pld.epsilon(new Repeated(new Gaussian(2), 50), 1e-6));
    }

    @Test
    void laplaceIsNotAboveItsOtherBounds() {
        for (double m : new double[] {0.3, 3, 100})
            for (long times : new long[] {1, 10, 1000})
                for (double delta : new double[] {1e-2, 1e-10}) {
                    Event event = new Repeated(new Laplace(m), times);
                    double epsilon = pld.epsilon(event, delta);
                    assertTrue(epsilon <= times / m * (1 + 1e-12), event + ": " + epsilon);
                    assertTrue(
                            epsilon <= RdpAccountant.standard().epsilon(event, delta) * (1 + 3e-4),
                            event + ": " + epsilon);
                }
    }

    /** What doubles cannot cut is refused, not searched for without an end. */
    @Test
    void aDeltaThatIsTooSmallIsRefused() {
        Event event = new PoissonSampled(1e-300, 1, Relation.ADD_REMOVE);
        for (double delta : new double[] {0, 1e-305, 0x1p-400, 1, Double.NaN})
            refused(() -> PldAccountant.standard().epsilon(event, delta));
        assertEquals(0, PldAccountant.standard().epsilon(event, 1e-100));
    }
}
