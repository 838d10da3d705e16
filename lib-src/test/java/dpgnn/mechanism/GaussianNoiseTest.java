package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class GaussianNoiseTest extends NoiseContract {
    private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);

    @Override
    Noise noise() {
        return GaussianNoise.standard();
    }

    @Override
    double standardisedCdf(double x) {
        return NORMAL.cumulativeProbability(x);
    }

    @Test
    void followsTheSameLawFromASecureStream() {
        assertFollows(draw(0.25, Streams.secure().stream("noise")), 0.25);
    }

    /** The ziggurat's tail: beyond 3.65 it is drawn by another algorithm, and one in 3 800 numbers lies there. */
    @Test
    void tailsHaveTheirWeight() {
        RandomStream coins = Streams.seed(5).stream("noise");
        int n = 4_000_000;
        int beyond3 = 0;
        int beyond4 = 0;
        for (int i = 0; i < n; i++) {
            double x = Math.abs(Ziggurat.next(coins));
            if (x > 3) beyond3++;
            if (x > 4) beyond4++;
        }
        double p3 = 2 * NORMAL.cumulativeProbability(-3);
        double p4 = 2 * NORMAL.cumulativeProbability(-4);
        assertEquals(n * p3, beyond3, 5 * Math.sqrt(n * p3));
        assertEquals(n * p4, beyond4, 5 * Math.sqrt(n * p4));
    }

    @Test
    void roundingIsPaidForByMoreNoise() {
        double enlarged = GaussianNoise.enlarged(2, 0.5, 100_000);
        assertTrue(enlarged > 2 && enlarged < 2 * (1 + 1e-4), "was " + enlarged);
        // The ratio of shift to deviation with rounding must not exceed the ratio without, for shifts from the clip
        // norm on.
        double step = enlarged / 0x1.0p45;
        for (double shift : new double[] {0.5, 1, 4})
            assertTrue((shift + RoundingGrid.shift(100_000, step)) / enlarged <= shift / 2, "shift " + shift);
    }

    @Test
    void noiseThatTheGridCannotCarryIsRefused() {
        assertTrue(GaussianNoise.enlarged(1e8, 1, 10_000) < 2e8);
        String message = assertThrows(IllegalArgumentException.class, () -> GaussianNoise.enlarged(3e10, 1, 4))
                .getMessage();
        assertTrue(message.contains("at most 1.7e10"), message);
    }

    @Test
    void sumsThatAreNotNumbersAreRefusedBeforeARelease() {
        float[] sum = {Float.NaN};
        assertThrows(IllegalArgumentException.class, () -> noise().add(sum, 1, 1, Streams.secure().stream("noise")));
    }
}
