package dpgnn.privacy.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class GaussLegendreTest {
    private static double power(double from, double to, int k) {
        return GaussLegendre.integrate(x -> Math.pow(x, k), from, to);
    }

    /** Exact up to degree 31, whatever the interval and its direction, and no further. */
    @Test
    void polynomialsAreExact() {
        for (int k = 0; k <= 31; k++) {
            assertEquals(1.0 / (k + 1), power(0, 1, k), 1e-15, "degree " + k);
            double exact = (Math.pow(1.5, k + 1) - Math.pow(-0.5, k + 1)) / (k + 1);
            assertEquals(exact, power(-0.5, 1.5, k), 1e-14 * exact, "degree " + k);
            assertEquals(-exact, power(1.5, -0.5, k), 1e-14 * exact, "degree " + k);
        }
        assertNotEquals(2.0 / 33, power(-1, 1, 32), 1e-11);
    }

    @Test
    void asymmetricFunctionsAreTakenOnBothSides() {
        assertEquals(Math.exp(3) - Math.exp(1), GaussLegendre.integrate(Math::exp, 1, 3), 1e-14 * Math.exp(3));
        assertEquals(Math.log(2), GaussLegendre.integrate(x -> 1 / x, 1, 2), 1e-15);
    }
}
