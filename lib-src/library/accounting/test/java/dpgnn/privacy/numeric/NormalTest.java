package dpgnn.privacy.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

@Tag("jdk")
@Tag("vectors")
class NormalTest {
    private static final double DIGITS = 4e-15;

    private static void near(double exact, double ours, String what) {
        assertEquals(exact, ours, DIGITS * Math.abs(exact), what);
    }

    /** x, density, upper tail, its logarithm, Mills' ratio, with mpmath at 60 digits. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/numeric/normal-1.csv")
    void allDigitsInBothTails(double x, double density, double upper, double logUpper, double mills) {
        near(density, Normal.density(x), "density");
        near(upper, Normal.upper(x), "upper");
        near(mills, Normal.mills(x), "Mills");
        assertEquals(logUpper, Normal.logUpper(x), DIGITS * Math.max(Math.abs(logUpper), Math.min(1, upper)), "log");
        assertEquals(1, Normal.upper(x) + Normal.upper(-x), DIGITS);
    }

    /** x, logarithm of the upper tail, Mills' ratio, beyond the table. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/numeric/normal-3.csv")
    void farTails(double x, double logUpper, double mills) {
        near(mills, Normal.mills(x), "Mills");
        near(logUpper, Normal.logUpper(x), "log");
    }

    /** Pr[a < X <= b]. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/numeric/normal-2.csv")
    void betweenDoesNotCancel(double a, double b, double exact) {
        // a difference of tails, each to its digits
        double size = a >= 0 ? Normal.upper(a) : b <= 0 ? Normal.upper(-b) : 1;
        assertEquals(exact, Normal.between(a, b), DIGITS * size);
    }

    @Test
    void ends() {
        assertEquals(0, Normal.upper(39));
        assertEquals(0, Normal.upper(Double.POSITIVE_INFINITY));
        assertEquals(1, Normal.upper(Double.NEGATIVE_INFINITY));
        assertTrue(Double.isNaN(Normal.upper(Double.NaN)));
        assertEquals(Math.log(Math.sqrt(2 * Math.PI)), Normal.LOG_SQRT_TWO_PI, 2e-16);
    }

    @Test
    void aQuantileIsTheLeastWithItsTail() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            double tail = Math.exp(-700 * random.nextDouble() * random.nextDouble()) / 2;
            double x = Normal.upperQuantile(tail);
            assertTrue(Normal.upper(x) <= tail, "tail " + tail);
            assertTrue(x == 0 || Normal.upper(x - 1e-10) > tail, "tail " + tail);
        }
        for (double tail : new double[] {0.5, 0.7, 1}) assertEquals(0, Normal.upperQuantile(tail));
        assertEquals(0, Normal.upper(Normal.upperQuantile(0)));
    }

    /** Where two knots' series meet they agree, and they begin with the square root of pi/2. */
    @Test
    void theSeriesOfNeighbouringKnotsAgree() {
        double[] table = Normal.taylor();
        int terms = 14, knots = table.length / terms;
        assertTrue((knots - 1) / 8.0 >= 39, knots + " knots");
        near(Math.sqrt(Math.PI / 2), table[0], "at 0");
        for (int i = 0; i + 1 < knots; i++) {
            double left = 0, right = 0;
            for (int n = terms - 1; n >= 0; n--) {
                left = left / 16 + table[i * terms + n];
                right = -right / 16 + table[(i + 1) * terms + n];
            }
            near(left, right, "after knot " + i);
        }
    }
}
