package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class GaussianNoiseTest extends NoiseContract {
    @Override
    Noise noise(double multiplier) {
        return GaussianNoise.of(multiplier);
    }

    @Override
    DoubleUnaryOperator cdf() {
        return NoiseContract::phi;
    }

    /** The cells are narrow in the tails, where an error of a sampler hides. */
    @Test
    void theSamplersAgreeWithTheDensityCellByCell() {
        Stream stream = Streams.seed(9).stream("noise");
        double[] fast = new double[400_000];
        double[] floored = new double[400_000];
        for (int i = 0; i < fast.length; i++) {
            fast[i] = Ziggurat.sample(stream);
            floored[i] = FlooredNormal.sample(stream) * 0x1.0p-40;
        }
        for (double[] sample : new double[][] {fast, floored}) {
            double chi = 0;
            int cells = 80;
            int[] count = new int[cells + 2];
            for (double z : sample) count[(int) Math.max(0, Math.min(cells + 1, Math.floor((z + 4) * 10) + 1))]++;
            for (int c = 0; c < count.length; c++) {
                double low = c == 0 ? 0 : phi(-4 + (c - 1) / 10.0);
                double high = c == cells + 1 ? 1 : phi(-4 + c / 10.0);
                double expected = (high - low) * sample.length;
                chi += (count[c] - expected) * (count[c] - expected) / expected;
            }
            // 81 degrees of freedom: beyond 150 once in 10^5 times; the seed is fixed.
            assertTrue(chi < 150, "chi-square " + chi);
        }
    }

    @Test
    void secureNoiseIsALittleLargerThanItMustBe() {
        GaussianNoise noise = GaussianNoise.of(2);
        double deviation = noise.deviation(0.5, 100_000);
        double grid = deviation * 0x1.0p-40;
        assertTrue(deviation >= 2 * (0.5 + Math.sqrt(100_000) * grid));
        assertEquals(1, deviation, 1e-9);
        assertThrows(
                IllegalArgumentException.class, () -> GaussianNoise.of(1e11).deviation(1, 100));
    }

    @Test
    void whatTheSamplerCostsIsSmall() {
        assertTrue(GaussianNoise.samplerDelta(8, 100_000L * 150) < 2e-7);
    }

    @Test
    void doubtfulCoinsAreDecidedInSixtyDigits() {
        String expected = "0.367879441171442321595523770161460867445811131031767834507836";
        assertEquals(
                new BigDecimal(expected).doubleValue(),
                FlooredNormal.exp(BigDecimal.ONE.negate()).doubleValue());
        assertTrue(FlooredNormal.exp(BigDecimal.ONE.negate())
                        .subtract(new BigDecimal(expected))
                        .abs()
                        .compareTo(new BigDecimal("1e-58"))
                < 0);
        Stream stream = Streams.seed(1).stream("coin");
        // k = 1 and x = 1/2: exp(-5/8) = 0.535261428518990.
        double p = 0.535261428518990;
        assertTrue(FlooredNormal.decided(1, 1L << 63, (long) ((p - 1e-12) * 0x1.0p63), stream));
        assertTrue(!FlooredNormal.decided(1, 1L << 63, (long) ((p + 1e-12) * 0x1.0p63), stream));
    }

    /** The low bits of a plain double sum betray the summand; on the grid every value is possible from every other. */
    @Test
    void secureSumsLieOnTheGrid() {
        double grid = GaussianNoise.of(1).deviation(1, 1) * 0x1.0p-40;
        Stream stream = Streams.secure().stream("noise");
        for (int i = 0; i < 200; i++) {
            float[] value = {0.1f};
            GaussianNoise.of(1).addTo(value, 1, stream);
            double nearest = Math.rint(value[0] / grid) * grid;
            assertEquals((float) nearest, value[0]);
        }
    }
}
