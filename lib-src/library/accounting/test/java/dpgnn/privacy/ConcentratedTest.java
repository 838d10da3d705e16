package dpgnn.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcentratedTest {
    private final Concentrated accountant = new Concentrated();

    @ParameterizedTest
    @CsvSource({"0.7, 1, 1e-5", "4, 2000, 1e-5", "56, 500, 1e-5", "10, 40, 1e-9"})
    void neverBelowTheTruth(double multiplier, long steps, double delta) {
        var gaussian = new Event.Repeated(new Event.Gaussian(multiplier), steps);
        double epsilon = accountant.epsilon(gaussian, delta);
        assertTrue(epsilon >= GaussianDp.of(multiplier, steps).epsilon(delta), () -> "epsilon " + epsilon);
        assertTrue(accountant.delta(gaussian, 1)
                >= GaussianDp.of(multiplier, steps).delta(1));
        assertEquals(delta, accountant.delta(gaussian, epsilon), 1e-8 * delta);
        var laplace = new Event.Repeated(new Event.Laplace(multiplier), steps);
        assertTrue(accountant.epsilon(laplace, delta)
                >= PldAccountant.standard().bounds(laplace, delta).lower());
    }

    @ParameterizedTest
    @CsvSource({"0.1, 2"})
    void refusesWhatItDoesNotKnow(double rate, double multiplier) {
        var sampled = new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE);
        assertFalse(accountant.supports(new Event.Composed(List.of(new Event.Gaussian(1), sampled))));
        assertThrows(IllegalArgumentException.class, () -> accountant.epsilon(sampled, 1e-5));
    }
}
