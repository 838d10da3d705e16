package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.numeric.GaussianDp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GaussianAccountantTest {
    private final GaussianAccountant exact = GaussianAccountant.exact();

    @Test
    void fourTimesTheStepsAreTwiceTheMu() {
        Event four = new Event.Repeated(new Event.Gaussian(6), 40);
        Event half = new Event.Repeated(new Event.Gaussian(3), 10);
        assertEquals(exact.epsilon(half, 1e-6), exact.epsilon(four, 1e-6), 1e-9);
        Event both = new Event.Composed(List.of(new Event.Gaussian(6), new Event.Repeated(new Event.Gaussian(6), 39)));
        assertEquals(exact.epsilon(four, 1e-6), exact.epsilon(both, 1e-6), 1e-12);
    }

    /** Where nothing is added up, nothing is paid for the rounding of a sum. */
    @Test
    void stepsOfOneKindAreOneGaussian() {
        Event four = new Event.Repeated(new Event.Gaussian(4), 4);
        GaussianDp half = new GaussianDp(0.5);
        for (double epsilon : new double[] {0, 0.5, 3, 9})
            assertEquals(half.delta(epsilon), exact.delta(four, epsilon));
        for (double delta : new double[] {0.1, 1e-6, 1e-300})
            assertEquals(half.epsilon(delta), exact.epsilon(four, delta));
    }

    /** Each is less than what a sum of two doubles keeps; together they are not. Against decimals of any length. */
    @Test
    void manyStepsThatRevealNextToNothingAreNotLost() {
        List<Event> steps = new ArrayList<>(List.of(new Event.Gaussian(1)));
        BigDecimal squares = BigDecimal.ONE;
        for (int i = 0; i < 20_000; i++) {
            double scale = 1e8 + i;
            steps.add(new Event.Gaussian(scale));
            squares = squares.add(
                    BigDecimal.ONE.divide(new BigDecimal(scale).pow(2), MathContext.DECIMAL128),
                    MathContext.DECIMAL128);
        }
        GaussianDp truth = new GaussianDp(Math.sqrt(squares.doubleValue()));
        Event all = new Event.Composed(steps);
        for (double epsilon : new double[] {0.1, 2, 4, 10})
            assertTrue(exact.delta(all, epsilon) >= truth.lowerDelta(epsilon), "delta at epsilon " + epsilon);
        for (double delta : new double[] {1e-3, 1e-5, 1e-30}) {
            assertTrue(exact.epsilon(all, delta) >= truth.lowerEpsilon(delta), "epsilon at delta " + delta);
            assertEquals(truth.epsilon(delta), exact.epsilon(all, delta), 1e-9);
        }
    }

    @Test
    void knowsNothingElse() {
        Event sampled = new Event.PoissonSampled(0.1, 2, Relation.ADD_REMOVE);
        assertFalse(exact.supports(sampled));
        assertFalse(exact.supports(new Event.NonPrivate("gradients are not clipped")));
        refused(() -> exact.epsilon(sampled, 1e-5), "without sampling");
    }
}
