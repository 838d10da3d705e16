package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class DiscreteGaussianNoiseTest extends NoiseContract {
    @Override
    Noise noise(double multiplier) {
        return DiscreteGaussianNoise.of(multiplier);
    }

    @Override
    DoubleUnaryOperator cdf() {
        // A grid of 1/4096 is finer than what 10^5 values resolve.
        return NoiseContract::phi;
    }

    @Test
    void probabilitiesAreThoseOfTheDefinition() {
        Stream stream = Streams.seed(4).stream("noise");
        for (int sigma : new int[] {1, 2, 5}) {
            int n = 200_000;
            int reach = 4 * sigma;
            long[] count = new long[2 * reach + 1];
            long beyond = 0;
            DiscreteGaussianNoise noise = new DiscreteGaussianNoise(1, sigma);
            for (int i = 0; i < n; i++) {
                long k = noise.sample(stream);
                if (Math.abs(k) <= reach) count[(int) k + reach]++;
                else beyond++;
            }
            double total = 0;
            for (int k = -20 * sigma; k <= 20 * sigma; k++) total += density(k, sigma);
            double chi = 0;
            double rest = 1;
            for (int k = -reach; k <= reach; k++) {
                double expected = n * density(k, sigma) / total;
                rest -= expected / n;
                chi += Math.pow(count[k + reach] - expected, 2) / expected;
            }
            chi += Math.pow(beyond - n * rest, 2) / (n * rest);
            int freedom = count.length;
            assertTrue(chi < freedom + 5 * Math.sqrt(2 * freedom), "chi-square " + chi + " at sigma " + sigma);
        }
    }

    private static double density(int k, int sigma) {
        return Math.exp(-(double) k * k / (2.0 * sigma * sigma));
    }

    @Test
    void roundingIsInTheSensitivity() {
        DiscreteGaussianNoise noise = new DiscreteGaussianNoise(2, 4);
        assertEquals(0.5, noise.grid(1));
        assertEquals(2 + 3, noise.sensitivity(1, 9), 1e-9);
    }

    @Test
    void gridsThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new DiscreteGaussianNoise(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new DiscreteGaussianNoise(1, 5000));
    }
}
