package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Values with mpmath at 60 digits. */
class BregmanTest {
    /** x, e^x - 1 - x. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/bregman-1.csv")
    void anExponentialLessItsTangent(double x, double exact) {
        // above 0.1 two numbers are subtracted, of which the larger is about twenty times the result
        assertEquals(exact, Bregman.exponential(x), (Math.abs(x) > 0.1 ? 6e-15 : 4e-16) * exact);
    }

    @Test
    void nothingIsAboveItsTangentAtZero() {
        assertEquals(0, Bregman.exponential(0));
        for (double a : new double[] {1.5, 2, 100}) assertEquals(0, Math.exp(Bregman.logPower(a, 0, 0)));
    }

    /** a, u, ln((1 + u)^a - 1 - a u). */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/bregman-2.csv")
    void aPowerLessItsTangent(double a, double u, double exact) {
        assertEquals(exact, Bregman.logPower(a, u, Math.log1p(u)), 3e-14 * Math.max(1, Math.abs(exact)));
    }

    /** Where 1 + u is 0, or no double, its logarithm says what it is. */
    @Test
    void farFromOne() {
        for (double a : new double[] {1.25, 2, 7}) {
            // 0 - 1 + a
            assertEquals(Math.log(a - 1), Bregman.logPower(a, -1, Double.NEGATIVE_INFINITY), 1e-15);
            assertEquals(Math.log(a - 1), Bregman.logPower(a, -1, -650), 1e-15);
            assertEquals(Math.log(a - 1), Bregman.logPower(a, -1, -550), 2e-13);
            // (1 + u)^a alone
            assertEquals(a * 900, Bregman.logPower(a, Double.POSITIVE_INFINITY, 900), 1e-12);
        }
    }
}
