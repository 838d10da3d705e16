package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.random.WrittenCoins;
import java.math.BigDecimal;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
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

    /** In decimals of any length: shift and rounding over the noise drawn are at most the clip over the noise that was asked for. */
    @Test
    void enlargedNoiseCoversRoundingExactly() {
        for (double multiplier : new double[] {1e-12, 1e-9, 0.3, 1, 7, 1e5, 1e8})
            for (double clip : new double[] {1e-3, 0.7, 1, 33})
                for (int dimension : new int[] {1, 9, 10_000}) {
                    double asked = multiplier * clip, drawn = GaussianNoise.enlarged(asked, clip, dimension);
                    BigDecimal step = new BigDecimal(drawn).divide(new BigDecimal(0x1p45));
                    BigDecimal shift = new BigDecimal(Math.sqrt(dimension) * 513).multiply(step);
                    BigDecimal moved = new BigDecimal(clip).add(shift).multiply(new BigDecimal(asked));
                    assertTrue(
                            moved.compareTo(new BigDecimal(clip).multiply(new BigDecimal(drawn))) <= 0,
                            "multiplier " + multiplier + ", clip " + clip + ", dimension " + dimension);
                    assertEquals(
                            asked * (1 + 2 * shift.doubleValue() / clip),
                            drawn,
                            1e-12 * drawn + shift.doubleValue() * asked / clip);
                }
    }

    /** What is added to a release lies on the grid of the noise that was enlarged; the rest is rounded away. */
    @Test
    void aReleaseIsOnTheGridOfTheNoiseThatIsDrawn() {
        double[] sum = {0.3, -7, 1e-5};
        noise().release(sum, 2, 0.5, Streams.secure().stream("noise"));
        double step = GaussianNoise.enlarged(2, 0.5, 3) / 0x1p45;
        for (double x : sum) assertEquals(x, Math.rint(x / step) * step);
        float[] narrow = new float[100];
        Arrays.fill(narrow, 0.3f);
        noise().add(narrow, 1e-3, 1, Streams.secure().stream("noise"));
        int moved = 0;
        for (float x : narrow) {
            assertEquals(0.3, x, 0.01);
            if (x != 0.3f) moved++;
        }
        assertTrue(moved > 90, "of 100 numbers " + moved + " had noise");
    }

    @Test
    void statesWhatItIs() {
        assertFalse(noise().dependsOnDimension());
        assertEquals("Gaussian", noise().name());
        Event step = new Event.Gaussian(3);
        assertEquals(step, noise().event(step, 100));
        assertEquals(new Event.Repeated(step, 4), noise().events(new Event.Repeated(step, 4), 100));
        // lemma 32: 1 / (20 s^2) at s = 2^45
        assertEquals(0x1p-90 / 20, noise().variation());
    }

    /** Laplace noise, as another library might add it to floats. */
    @Test
    void aNoiseThatDoesNotSayHowItHidesExactSumsProtectsNoRelease() {
        Noise other = new NoiseLike() {
            @Override
            public String name() {
                return "Laplace";
            }
        };
        assertEquals(
                "Laplace noise protects no release; use GaussianNoise",
                refused(() -> other.release(new double[1], 1, 1, Streams.seed(1).stream("noise"))));
        assertTrue(other.dependsOnDimension());
        assertEquals(0, other.variation());
    }

    /** The tail of Marsaglia (1964): an exponential from where it begins, and another that accepts it. */
    @Test
    void theTailIsDrawnFromItsBeginning() {
        long half = (1L << 63) - (1 << 11), all = -1, begin = (1L << 63) - (1 << 11);
        double x = Math.log(2) / 3.6541528853610088;
        // layer 0, the far right of it; halves: x as above, and y of log 2, twice of which is more than x squared
        assertEquals(3.6541528853610088 + x, Ziggurat.next(WrittenCoins.of(begin, half, half)), 1e-15);
        assertEquals(-3.6541528853610088 - x, Ziggurat.next(WrittenCoins.of(-begin, half, half)), 1e-15);
        // y of 0 accepts nothing but 0
        assertEquals(3.6541528853610088 + x, Ziggurat.next(WrittenCoins.of(begin, half, all, half, half)), 1e-15);
        assertEquals(3.6541528853610088, Ziggurat.next(WrittenCoins.of(begin, all, all)), 1e-15);
    }

    private static double bell(double x) {
        return Math.exp(-x * x / 2);
    }

    private static long word(double share, int layer) {
        return (long) (share * 0x1p52) << 11 | layer;
    }

    /**
     * The layers of Marsaglia and Tsang (2000), which all have one area, worked out here once more: inside the next layer a number is
     * taken at once, in the wedge where a uniform height lies under the bell, else another one is drawn.
     */
    @Test
    void theZigguratTakesWhatLiesUnderTheBell() {
        double area = 0.00492867323399, tail = 3.6541528853610088;
        double[] edge = new double[257];
        edge[0] = area / bell(tail);
        edge[1] = tail;
        for (int i = 2; i < 256; i++) edge[i] = Math.sqrt(-2 * Math.log(area / edge[i - 1] + bell(edge[i - 1])));
        double other = 0.01 * edge[100];
        int wedges = 0, taken = 0;
        for (int layer : new int[] {0, 1, 2, 50, 133, 200, 254, 255})
            for (double share = -0.9995; share < 1; share += 0.0137) {
                double x = share * edge[layer];
                boolean inside = Math.abs(x) < edge[layer + 1];
                if (layer == 0 && !inside) continue;
                for (double height : new double[] {0, 0.1, 0.4, 0.7, 0.999}) {
                    double y = bell(edge[layer]) + height * (bell(edge[layer + 1]) - bell(edge[layer]));
                    boolean takes = inside || y < bell(x);
                    if (!inside) wedges++;
                    if (!inside && takes) taken++;
                    WrittenCoins coins =
                            WrittenCoins.of(word(share, layer), (long) (height * 0x1p53) << 11, word(0.01, 100));
                    assertEquals(takes ? x : other, Ziggurat.next(coins), 1e-12, layer + ": " + x + " at " + y);
                    assertEquals(inside ? 1 : takes ? 2 : 3, coins.position());
                }
            }
        assertTrue(taken > 20 && wedges - taken > 20, taken + " of " + wedges);
        float[] sum = {10};
        Ziggurat.add(sum, 2, WrittenCoins.of(word(0.5, 0)));
        assertEquals(10 + 2 * 0.5 * edge[0], sum[0], 1e-5);
    }

    @Test
    void noiseThatTheGridCannotCarryIsRefused() {
        assertTrue(GaussianNoise.enlarged(1e8, 1, 10_000) < 2e8);
        String message = refused(() -> GaussianNoise.enlarged(6e10, 2, 4));
        assertTrue(message.contains("at most 1.7e10, was 6.0E10"), message);
        assertTrue(message.startsWith("a multiplier of 3.0E10 in 4 dimensions is too large"), message);
    }

    @Test
    void sumsThatAreNotNumbersAreRefusedBeforeARelease() {
        float[] sum = {Float.NaN};
        refused(() -> noise().add(sum, 1, 1, Streams.secure().stream("noise")));
    }
}
