package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
class FftTest {
    private static final MathContext DIGITS = new MathContext(40);

    /** Powers of the first root of unity, by the half-angle formulas and repeated products in 40 digits. */
    private static BigDecimal[][] roots(int size) {
        BigDecimal re = BigDecimal.ONE.negate(), im = BigDecimal.ZERO, two = BigDecimal.valueOf(2);
        for (int n = 2; n < size; n *= 2) {
            BigDecimal half = BigDecimal.ONE.add(re).divide(two, DIGITS).sqrt(DIGITS);
            im = BigDecimal.ONE.subtract(re).divide(two, DIGITS).sqrt(DIGITS);
            re = half;
        }
        BigDecimal[][] roots = new BigDecimal[size][];
        roots[0] = new BigDecimal[] {BigDecimal.ONE, BigDecimal.ZERO};
        for (int i = 1; i < size; i++) {
            BigDecimal[] p = roots[i - 1];
            roots[i] = new BigDecimal[] {
                p[0].multiply(re).subtract(p[1].multiply(im)).round(DIGITS),
                p[0].multiply(im).add(p[1].multiply(re)).round(DIGITS)
            };
        }
        return roots;
    }

    @Test
    void everyOutputIsWithinTheStatedBoundOfTheExactOne() {
        RandomStream random = Streams.seed(11).stream("fft");
        double closest = 0;
        for (int size : new int[] {2, 4, 8, 64, 128, 256}) {
            BigDecimal[][] roots = roots(size);
            for (int kind = 0; kind < 3; kind++) {
                double[] x = new double[size];
                double sum = 0;
                for (int i = 0; i < size; i++) {
                    // flat, peaked as a tilted probability is, and with both signs
                    x[i] = kind == 1
                            ? Math.exp(-40 * random.nextDouble())
                            : random.nextDouble() - (kind == 2 ? 0.5 : 0);
                    sum += Math.abs(x[i]);
                }
                double[] z = x.clone();
                Fft.of(size).forward(z);
                int bits = Integer.numberOfTrailingZeros(size / 2);
                for (int k = 0; k <= size / 2; k++) {
                    BigDecimal exactRe = BigDecimal.ZERO, exactIm = BigDecimal.ZERO;
                    for (int i = 0; i < size; i++) {
                        BigDecimal[] w = roots[(int) ((long) i * k % size)];
                        exactRe = exactRe.add(w[0].multiply(new BigDecimal(x[i])), DIGITS);
                        exactIm = exactIm.subtract(w[1].multiply(new BigDecimal(x[i])), DIGITS);
                    }
                    boolean real = k % (size / 2) == 0;
                    int at = real ? k / (size / 2) : 2 * (Integer.reverse(k) >>> (32 - bits));
                    double error = Math.hypot(
                            exactRe.subtract(new BigDecimal(z[at])).doubleValue(),
                            exactIm.subtract(new BigDecimal(real ? 0 : z[at + 1]))
                                    .doubleValue());
                    closest = Math.max(closest, error / (Fft.error(size) * sum));
                }
                Fft.of(size).inverse(z);
                for (int i = 0; i < size; i++)
                    assertTrue(
                            Math.abs(z[i] / size - x[i]) <= 2 * Fft.error(size) * sum * Math.sqrt(size),
                            "back, " + size);
            }
        }
        assertTrue(closest <= 1, "the bound must hold, worst share of it " + closest);
        assertTrue(closest > 1e-3, "and must not be a bound of something else, worst share of it " + closest);
    }

    /** One number at a place j has the spectrum e^(-2 pi i jk/n): known to a rounding, and cheap where the length is large. */
    @Test
    void longTransformsOfOneNumber() {
        for (int size : new int[] {1 << 14, 1 << 15})
            for (int j : new int[] {1, size / 4 + 3, size - 5}) {
                double[] x = new double[size];
                x[j] = 1;
                Fft fft = Fft.of(size);
                fft.forward(x);
                int bits = Integer.numberOfTrailingZeros(size / 2);
                for (int k = 0; k <= size / 2; k++) {
                    double angle = -2 * Math.PI * ((long) j * k % size) / size;
                    boolean real = k % (size / 2) == 0;
                    int at = real ? k / (size / 2) : 2 * (Integer.reverse(k) >>> (32 - bits));
                    // the angle has a rounding of its own
                    double error = Fft.error(size) + 2e-15;
                    assertEquals(Math.cos(angle), x[at], error);
                    if (!real) assertEquals(Math.sin(angle), x[at + 1], error);
                }
                fft.inverse(x);
                for (int i = 0; i < size; i++) assertEquals(i == j ? 1 : 0, x[i] / size, Fft.error(size));
            }
    }

    /** e^(-i pi r), where r has the digits of the place in reversed order, behind the point. */
    @Test
    void twiddlesAreRootsOfUnity() {
        int blocks = 64;
        double[] w = Fft.table(blocks);
        assertEquals(2 * blocks, w.length);
        for (int i = 0; i < blocks; i++) {
            double turn = 0;
            for (int bit = 0; bit < 6; bit++) turn += (i >> bit & 1) * Math.pow(2, -1 - bit);
            assertEquals(Math.cos(Math.PI * turn), w[2 * i], 4e-16, "place " + i);
            assertEquals(-Math.sin(Math.PI * turn), w[2 * i + 1], 4e-16, "place " + i);
        }
    }

    @Test
    void onlyPowersOfTwo() {
        for (int size : new int[] {-4, 0, 1, 3, 12}) {
            assertEquals("size must be a power of two and at least 2, was " + size, refused(() -> Fft.of(size)));
        }
        assertEquals(10 * 0x1p-53 * 15, Fft.error(1 << 15));
    }
}
