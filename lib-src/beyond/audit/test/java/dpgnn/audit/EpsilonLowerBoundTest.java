package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class EpsilonLowerBoundTest {
    /** scipy.stats.beta.ppf(1 - level, k + 1, n - k). */
    @Test
    void limitsAgreeWithThoseOfClopperAndPearson() {
        assertEquals(0.03621669264517642, EpsilonLowerBound.upperLimit(0, 100, 0.025), 1e-10);
        assertEquals(0.11283491110537495, EpsilonLowerBound.upperLimit(5, 100, 0.025), 1e-10);
        assertEquals(0.4934890122471661, EpsilonLowerBound.upperLimit(491, 1000, 0.45), 1e-10);
        assertEquals(1, EpsilonLowerBound.upperLimit(7, 7, 0.025));
    }

    @Test
    void aPerfectTestCertifiesNoMoreThanItsRunsAllow() {
        double limit = EpsilonLowerBound.upperLimit(0, 1000, 0.025);
        assertEquals(
                Math.log((1 - 1e-5 - limit) / limit),
                EpsilonLowerBound.ofCounts(0, 1000, 0, 1000, 1e-5, 0.95).epsilon(),
                1e-12);
    }

    @Test
    void guessingCertifiesNothing() {
        assertEquals(0, EpsilonLowerBound.ofCounts(50, 100, 50, 100, 1e-5, 0.95).epsilon());
        assertEquals(
                0, EpsilonLowerBound.ofCounts(100, 100, 100, 100, 1e-5, 0.95).epsilon());
    }

    /** One Gaussian mechanism attacked by its best test: the bound lies below its true epsilon, and not at nothing. */
    @Test
    void theBoundOfAGaussianLiesBelowItsEpsilonAndFindsAHalvedNoise() {
        double delta = 1e-5;
        int runs = 40_000;
        RandomStream noise = Streams.seed(11).stream("noise");
        double[] without = new double[runs];
        double[] with = new double[runs];
        for (int i = 0; i < runs; i++) {
            without[i] = noise.nextGaussian();
            with[i] = noise.nextGaussian() + 1;
        }
        double truth = new GaussianDp(1).epsilon(delta);
        double found = EpsilonLowerBound.ofScores(without, with, delta, 0.95).epsilon();
        assertTrue(found < truth && found > 1, "found " + found + " of " + truth);

        for (int i = 0; i < runs; i++) with[i] += 1;
        assertTrue(EpsilonLowerBound.ofScores(without, with, delta, 0.95).epsilon() > found + 1);
    }

    /** What chose the threshold is not counted: halves that know everything say nothing of halves that know nothing. */
    @Test
    void theHalfThatChoseTheThresholdIsNotCounted() {
        double[] without = new double[400];
        double[] with = new double[400];
        for (int i = 0; i < 200; i++) with[i] = 1;
        for (int i = 200; i < 400; i++) without[i] = with[i] = i % 2;
        assertEquals(0, EpsilonLowerBound.ofScores(without, with, 1e-5, 0.95).epsilon());
        assertEquals(0, EpsilonLowerBound.ofFront(without, with, 4, 1e-5, 0.95).epsilon());
        for (int i = 200; i < 400; i++) without[i] = 1 - (with[i] = 1);
        assertTrue(EpsilonLowerBound.ofScores(without, with, 1e-5, 0.95).epsilon() > 2);
    }

    /** Several thresholds share the error probability: each alone is less sure of itself. */
    @Test
    void thresholdsShareTheErrorProbability() {
        double[] without = new double[100];
        double[] with = new double[100];
        java.util.Arrays.fill(with, 1);
        double one = EpsilonLowerBound.atThreshold(without, with, 0.5, 0, 0.99).epsilon();
        double five = EpsilonLowerBound.atThresholds(without, with, new double[] {0.1, 0.3, 0.5, 0.7, 0.9}, 0, 0.95)
                .epsilon();
        assertEquals(one, five, 1e-12);
    }

    /** Both limits on the curve of mu give back its epsilon; a bootstrap scatters around it. */
    @Test
    void aGaussianCurveGivesBackItsEpsilon() {
        var normal = new org.apache.commons.math3.distribution.NormalDistribution(null, 0, 1);
        double alarms = 1 - normal.cumulativeProbability(0.5);
        EpsilonLowerBound on = new EpsilonLowerBound(0, 0.95, alarms, alarms);
        assertEquals(new GaussianDp(1).epsilon(1e-5), on.gaussian(1e-5), 1e-6);
        RandomStream coins = Streams.seed(4).stream("scores");
        double[] without = new double[2000];
        double[] with = new double[2000];
        for (int i = 0; i < with.length; i++) {
            without[i] = coins.nextGaussian();
            with[i] = 1 + coins.nextGaussian();
        }
        BootstrapEstimate estimate = BootstrapEstimate.of(without, with, 0.5, 1e-5, 0.95, 400, coins);
        double truth = new GaussianDp(1).epsilon(1e-5);
        assertTrue(estimate.low() < truth && truth < estimate.high(), estimate.toString());
        assertTrue(estimate.low() < estimate.middle() && estimate.high() < 1.2 * truth, estimate.toString());
    }

    @Test
    void badInputIsNamed() {
        refused(() -> EpsilonLowerBound.upperLimit(3, 2, 0.1));
        refused(() -> EpsilonLowerBound.ofCounts(0, 1, 0, 1, -1, 0.95));
        refused(() -> EpsilonLowerBound.ofCounts(0, 1, 0, 1, 1e-5, 1));
        refused(() -> EpsilonLowerBound.ofScores(new double[] {1, Double.NaN, 2, 3}, new double[4], 0, 0.9));
    }
}
