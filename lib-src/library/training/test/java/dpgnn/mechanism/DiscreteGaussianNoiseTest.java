package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
class DiscreteGaussianNoiseTest extends NoiseContract {
    @Override
    Noise noise() {
        return DiscreteGaussianNoise.of(30);
    }

    @Override
    double standardisedCdf(double x) {
        return new NormalDistribution(0, 1).cumulativeProbability(x);
    }

    /** Chi-square of small scales, where the integers show, against the exact weights. */
    @Test
    void drawsTheExactWeights() {
        for (int bits : new int[] {0, 1, 2, 3, 6, 7, 8}) {
            RandomStream coins = Streams.seed(bits).stream("noise");
            DiscreteGaussian discrete = new DiscreteGaussian(bits, coins);
            int n = 300_000;
            Map<Long, Integer> counts = new HashMap<>();
            for (int i = 0; i < n; i++) counts.merge(discrete.next(), 1, Integer::sum);
            double s = 1L << bits;
            double total = 0;
            for (int k = -2000; k <= 2000; k++) total += Math.exp(-k * k / (2 * s * s));
            double chiSquare = 0;
            int cells = 0;
            for (int k = -2000; k <= 2000; k++) {
                double expected = n * Math.exp(-k * k / (2 * s * s)) / total;
                if (expected < 20) continue;
                double seen = counts.getOrDefault((long) k, 0);
                chiSquare += (seen - expected) * (seen - expected) / expected;
                cells++;
            }
            assertTrue(
                    chiSquare < cells + 6 * Math.sqrt(2.0 * cells),
                    "chi-square " + chiSquare + " over " + cells + " cells at s = " + s);
        }
    }

    @Test
    void isOnItsGrid() {
        float[] sum = {0.3f, -7};
        DiscreteGaussianNoise.of(4).add(sum, 2, 1, Streams.secure().stream("noise"));
        for (float x : sum) assertEquals(Math.rint(x / 0.125), x / 0.125, 1e-6);
    }

    @Test
    void statesItsEventAndRefusesSubSampling() {
        Event.DiscreteGaussian event = assertInstanceOf(
                Event.DiscreteGaussian.class, DiscreteGaussianNoise.of(30).event(new Event.Gaussian(2), 100));
        assertEquals(0x1.0p30, event.sigma());
        assertTrue(event.sensitivity() > 0x1.0p29, "rounding must add to the sensitivity");
        assertEquals(0x1.0p29, event.sensitivity(), 0x1.0p14);
        assertInstanceOf(
                Event.Unsupported.class, noise().event(new Event.PoissonSampled(0.1, 1, Relation.ADD_REMOVE), 100));
        // 2^4 / 2 steps, and those that rounding may add in four dimensions
        event = (Event.DiscreteGaussian) DiscreteGaussianNoise.of(4).event(new Event.Gaussian(2), 4);
        assertEquals(16, event.sigma());
        assertEquals(Math.nextUp(8 + 1026.0), event.sensitivity());
        assertEquals(4, event.dimension());
        assertTrue(noise().dependsOnDimension());
        assertTrue(noise().name().contains("2^30"));
        assertEquals(0, noise().variation(), "its event is of the discrete Gaussian itself");
        refused(() -> DiscreteGaussianNoise.of(3));
        refused(() -> DiscreteGaussianNoise.of(46));
    }
}
