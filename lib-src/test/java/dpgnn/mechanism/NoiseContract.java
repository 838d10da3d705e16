package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What every noise must do. */
abstract class NoiseContract {
    private static final int MANY = 100_000;
    /** A statistic of a fair sample is beyond this once in 10^8 times. */
    private static final double RARE_KS = 3.1;

    abstract Noise noise(double multiplier);

    /** The distribution function of one value under multiplier 1 and norm 1. */
    abstract DoubleUnaryOperator cdf();

    /** Fills with independent values under multiplier 1 and norm 1. */
    void draw(float[] values, Stream stream) {
        noise(1).addTo(values, 1, stream);
    }

    @Test
    void seededNoiseHasItsDistribution() {
        checkDistribution(Streams.seed(11).stream("noise"));
    }

    @Test
    void secureNoiseHasItsDistribution() {
        checkDistribution(Streams.secure().stream("noise"));
    }

    /** The normal distribution function by its series (Marsaglia 2004). */
    static double phi(double x) {
        if (Math.abs(x) > 8) return x < 0 ? 0 : 1;
        double sum = x;
        double before = 0;
        double term = x;
        for (int i = 3; sum != before; i += 2) {
            before = sum;
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-0.5 * x * x - 0.91893853320467274178);
    }

    private void checkDistribution(Stream stream) {
        float[] values = new float[MANY];
        draw(values, stream);
        double[] sorted = new double[MANY];
        double squares = 0;
        for (int i = 0; i < MANY; i++) {
            sorted[i] = values[i];
            squares += sorted[i] * sorted[i];
        }
        Arrays.sort(sorted);
        double worst = 0;
        for (int i = 0; i < MANY; i++) {
            double p = cdf().applyAsDouble(sorted[i]);
            worst = Math.max(worst, Math.max(Math.abs(p - (double) i / MANY), Math.abs((i + 1.0) / MANY - p)));
        }
        assertTrue(worst * Math.sqrt(MANY) < RARE_KS, "Kolmogorov-Smirnov statistic " + worst * Math.sqrt(MANY));
        assertEquals(1, squares / MANY, 0.06, "the variance");
        assertTrue(sorted[MANY - 1] > 3.3 && sorted[0] < -3.3, "both tails are there");
    }

    @Test
    void sizeIsMultiplierTimesNorm() {
        float[] one = new float[50];
        float[] other = new float[50];
        noise(1).addTo(one, 1, Streams.seed(5).stream("noise"));
        noise(3).addTo(other, 0.5, Streams.seed(5).stream("noise"));
        for (int i = 0; i < one.length; i++) assertEquals(1.5 * one[i], other[i], 1e-5 * Math.abs(one[i]) + 1e-6);
        assertEquals(3, noise(1).withMultiplier(3).multiplier());
    }

    @Test
    void noiseIsAddedAndFreshEveryTime() {
        Stream stream = Streams.secure().stream("noise");
        float[] first = new float[20];
        float[] second = new float[20];
        Arrays.fill(first, 1e4f);
        noise(1).addTo(first, 1, stream);
        noise(1).addTo(second, 1, stream);
        for (float v : first) assertEquals(1e4, v, 60);
        for (int i = 0; i < 20; i++) first[i] -= 1e4f;
        assertFalse(Arrays.equals(first, second));
    }

    @Test
    void theSameSeedGivesTheSameNoise() {
        float[] one = new float[100];
        float[] other = new float[100];
        noise(2).addTo(one, 1, Streams.seed(5).stream("noise"));
        noise(2).addTo(other, 1, Streams.seed(5).stream("noise"));
        assertTrue(Arrays.equals(one, other));
    }

    @Test
    void sizesThatAreNoneAreRefused() {
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> noise(bad));
            Stream stream = Streams.seed(1).stream("noise");
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> noise(1).addTo(new float[1], bad, stream));
            assertTrue(refused.getMessage().contains("" + bad), refused.getMessage());
        }
    }
}
