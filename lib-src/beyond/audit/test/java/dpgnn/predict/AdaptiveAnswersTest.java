package dpgnn.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.Normal;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Two answers with noise of deviation 1, of which the second is chosen by the first: their profile, by numerical integration. */
class AdaptiveAnswersTest {
    private static final double[] GAMMAS = {0.2, 0.7, 1, 1.5, 3, 10};

    /** Of N(c) against N(0). */
    private static double stick(double gamma, double c) {
        if (gamma <= 0) return 1;
        if (c == 0) return Math.max(0, 1 - gamma);
        double d = Math.abs(c), l = Math.log(gamma) / d;
        return Normal.upper(l - d / 2) - gamma * Normal.upper(l + d / 2);
    }

    /** A first answer that a unit moves by c, then one that it moves by what the strategy says of the first. */
    private static double adaptive(double gamma, double c, DoubleUnaryOperator then) {
        double sum = 0, step = 1e-3;
        for (double x = -10; x <= 10 + c; x += step) {
            double p = Normal.density(x - c), q = Normal.density(x);
            sum += step * p * stick(gamma * Math.exp(c * c / 2 - c * x), then.applyAsDouble(x));
        }
        return sum;
    }

    @Test
    void whoeverChoosesByWhatWasSeenGetsOneGaussianOfTheBound() {
        double bound = 1.5, c = 0.9, rest = Math.sqrt(bound * bound - c * c);
        for (double gamma : GAMMAS) {
            double one = stick(gamma, bound);
            assertEquals(one, adaptive(gamma, c, x -> rest), 1e-6, "all of it, always");
            assertEquals(one, adaptive(gamma, c, x -> x > 0.5 ? rest : -rest), 1e-6, "either way");
            double less = adaptive(gamma, c, x -> x > 0.5 ? rest : 0);
            assertTrue(less <= one + 1e-7, less + " above " + one);
            assertTrue(adaptive(gamma, c, x -> rest * Normal.upper(-x)) <= one + 1e-7);
        }
    }

    /** Where it is the mean that is bounded and not every path, more can be learned. */
    @Test
    void aBoundOnTheAverageIsNotEnough() {
        double c = 0.9, twice = 1.2 * Math.sqrt(2);
        double one = stick(3, Math.sqrt(c * c + 1.2 * 1.2));
        assertTrue(adaptive(3, c, x -> x > c / 2 ? 0 : twice) < one);
        assertTrue(adaptive(3, c, x -> x > c / 2 ? twice : 0) > 1.01 * one);
    }
}
