package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class NoiseVarianceTest {
    private static final int CANARIES = 500;
    private static final int STEPS = 20;

    private static double[][] noise(DoubleSupplier from) {
        double[][] all = new double[CANARIES][STEPS];
        for (double[] one : all) for (int t = 0; t < STEPS; t++) one[t] = from.getAsDouble();
        return all;
    }

    private static NoiseVariance of(double[][] noise) {
        return NoiseVariance.of(noise, 0.99);
    }

    /** scipy.stats.chi2.ppf(0.01, 10) is 2.558212160. */
    @Test
    void theLimitIsThatOfAChiSquare() {
        double[][] ones = new double[10][1];
        for (int k = 0; k < 10; k++) ones[k][0] = k % 2 == 0 ? 1 : -1;
        NoiseVariance found = of(ones);
        assertEquals(Math.sqrt(10 / 2.558212160186896), found.multiplier(), 1e-7);
        assertEquals(1, found.estimate(), 1e-12);
        assertEquals(0.01, found.chance(found.multiplier()), 1e-6);
    }

    @Test
    void soundNoiseIsNotContradictedAndItsDeviationIsFound() {
        for (int seed = 0; seed < 40; seed++) {
            RandomStream coins = Streams.seed(seed).stream("noise");
            NoiseVariance found = of(noise(() -> 3 * coins.nextGaussian()));
            assertTrue(found.isGaussian(), found.toString());
            assertTrue(found.multiplier() > 2.98 && found.multiplier() < 3.15, found.toString());
        }
    }

    /** The deviation of a dozen numbers is hardly known; a level of one in ten is kept all the same. */
    @Test
    void fewNumbersAreNotContradictedEither() {
        RandomStream coins = Streams.seed(2).stream("noise");
        int contradicted = 0;
        for (int i = 0; i < 3000; i++) {
            double[][] few = new double[4][3];
            for (double[] one : few) for (int t = 0; t < one.length; t++) one[t] = coins.nextGaussian();
            if (!NoiseVariance.of(few, 0.9).isGaussian()) contradicted++;
        }
        assertTrue(contradicted <= 300, contradicted + " of 3,000");
    }

    /** Laplace noise of the same variance: whatever is concluded from Gaussian noise would be wrong. */
    @Test
    void noiseOfAnotherShapeIsCaught() {
        RandomStream coins = Streams.seed(1).stream("noise");
        NoiseVariance laplace =
                of(noise(() -> Math.log(coins.nextOpenDouble() / coins.nextOpenDouble()) / Math.sqrt(2)));
        assertFalse(laplace.isGaussian());
        assertTrue(laplace.faults().get(0).contains("is not Gaussian"));
        NoiseVariance partly = of(noise(() -> coins.nextBoolean() ? coins.nextGaussian() : 0));
        assertFalse(partly.isGaussian());
    }

    @Test
    void noiseThatIsSharedOrUsedAgainIsCaught() {
        RandomStream coins = Streams.seed(2).stream("noise");
        double[] common = coins.doubles(STEPS).map(u -> coins.nextGaussian()).toArray();
        double[][] shared = noise(coins::nextGaussian);
        for (double[] one : shared) for (int t = 0; t < STEPS; t++) one[t] = 0.8 * one[t] + 0.6 * common[t];
        assertTrue(
                of(shared).faults().stream().anyMatch(f -> f.contains("is shared")),
                of(shared).toString());
        double[][] again = noise(coins::nextGaussian);
        for (double[] one : again) one[11] = one[4];
        assertTrue(
                of(again).faults().contains("The noise of step 4 is used again in step 11."),
                of(again).toString());
    }
}
