package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every noise must do. */
abstract class NoiseContract {
    static final int NUMBERS = 200_000;

    abstract Noise noise();

    /** The distribution function of one coordinate over its deviation, given a run of coordinates drawn together. */
    abstract double standardisedCdf(double x);

    /** Whether coordinates of one call are independent, so that one call is a sample. */
    boolean coordinatesAreIndependent() {
        return true;
    }

    float[] draw(double deviation, RandomStream coins) {
        if (coordinatesAreIndependent()) {
            float[] sum = new float[NUMBERS];
            noise().add(sum, deviation, 1, coins);
            return sum;
        }
        float[] all = new float[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            float[] one = new float[1];
            noise().add(one, deviation, 1, coins.fork(i));
            all[i] = one[0];
        }
        return all;
    }

    @Test
    void followsItsLaw() {
        double deviation = 3.7;
        assertFollows(draw(deviation, Streams.seed(1).stream("noise")), deviation);
    }

    /** Kolmogorov-Smirnov at a level of about 1e-6, and the second moment. */
    void assertFollows(float[] drawn, double deviation) {
        float[] sorted = drawn.clone();
        Arrays.sort(sorted);
        double gap = 0;
        double squares = 0;
        for (int i = 0; i < sorted.length; i++) {
            double cdf = standardisedCdf(sorted[i] / deviation);
            gap = Math.max(gap, Math.max(Math.abs(cdf - (double) i / NUMBERS), Math.abs(cdf - (i + 1.0) / NUMBERS)));
            squares += sorted[i] * (double) sorted[i];
        }
        assertEquals(0, gap, 2.7 / Math.sqrt(NUMBERS), "largest gap between the distribution functions");
        assertEquals(deviation, Math.sqrt(squares / NUMBERS), 0.02 * deviation);
    }

    @Test
    void isAddedToWhatIsThere() {
        float[] zero = new float[100];
        float[] ten = new float[100];
        Arrays.fill(ten, 10);
        noise().add(zero, 1, 1, Streams.seed(2).stream("noise"));
        noise().add(ten, 1, 1, Streams.seed(2).stream("noise"));
        for (int i = 0; i < 100; i++) assertEquals(zero[i] + 10, ten[i], 1e-5);
    }

    @Test
    void isFixedByItsSeed() {
        float[] first = new float[50];
        float[] second = new float[50];
        noise().add(first, 1, 1, Streams.seed(3).stream("noise"));
        noise().add(second, 1, 1, Streams.seed(3).stream("noise"));
        assertArrayEquals(first, second);
        noise().add(second, 1, 1, Streams.seed(4).stream("noise"));
        assertFalse(Arrays.equals(first, second));
    }

    @Test
    void refusesToBeNone() {
        RandomStream coins = Streams.seed(1).stream("noise");
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            refused(() -> noise().add(new float[1], bad, 1, coins));
            refused(() -> noise().add(new float[1], 1, bad, coins));
            refused(() -> noise().release(new double[1], bad, 1, coins));
            refused(() -> noise().release(new double[1], 1, bad, coins));
        }
    }
}
