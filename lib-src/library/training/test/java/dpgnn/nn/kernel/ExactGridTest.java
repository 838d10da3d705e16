package dpgnn.nn.kernel;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The grid of exact sums and the whole numbers on it, against decimals and whole numbers of any length. */
@Tag("jdk")
@Tag("vectors")
class ExactGridTest {
    private static ParameterSlot slot(int layer, int rows, int columns, int offset) {
        return new ParameterSlot("slot", layer, rows, columns, offset, 1, false, 0);
    }

    private static ExactSum sum(int size, double... thresholds) {
        ExactSum sum = new ExactSum(size);
        sum.begin(thresholds, 1);
        return sum;
    }

    /** 2^-41 of the power of two below the threshold: in one grid for all layers, or in one for each. */
    @Test
    void theStepFollowsTheThreshold() {
        ExactSum one = sum(1, 0.3), two = sum(1, 0.3, 5), power = sum(1, 4);
        assertEquals(-2, one.exponent(0));
        assertEquals(-2, one.exponent(7), "one threshold is that of every layer");
        assertEquals(0x1p43, one.perUnit(0));
        assertEquals(0x1p43, one.perUnit(7));
        assertEquals(-2, two.exponent(0));
        assertEquals(2, two.exponent(1));
        assertEquals(0x1p43, two.perUnit(0));
        assertEquals(0x1p39, two.perUnit(1));
        assertEquals(2, power.exponent(0));
        BigInteger most = BigInteger.TWO.pow(ExactSum.BITS + 1).multiply(BigInteger.valueOf(ExactSum.EXAMPLES));
        assertTrue(most.bitLength() <= 63, "as many examples as may be fit into a long");
    }

    @Test
    void gradientsAreRoundedToTheStepAndAddUpExactly() {
        RandomStream coins = Streams.seed(1).stream("gradients");
        int size = 50;
        ExactSum sum = sum(size, 0.3);
        BigInteger[] expected = new BigInteger[size];
        java.util.Arrays.fill(expected, BigInteger.ZERO);
        for (int e = 0; e < 40; e++) {
            float[] gradient = new float[size];
            double factor = Math.scalb((double) (float) coins.nextOpenDouble(), -e);
            for (int i = 0; i < size; i++) {
                gradient[i] = (float) coins.nextGaussian();
                BigDecimal steps = new BigDecimal(factor)
                        .multiply(new BigDecimal(gradient[i]))
                        .multiply(new BigDecimal(0x1p43));
                expected[i] = expected[i].add(
                        steps.setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact());
            }
            sum.add(gradient, factor);
        }
        double[] read = new double[size + 2];
        sum.read(slot(0, 6, 8, 1), read);
        assertEquals(0, read[0], "outside the slot");
        assertEquals(0, read[49]);
        for (int i = 0; i < size; i++) assertEquals(expected[i].longValueExact(), sum.totals[i]);
        for (int i = 1; i < 49; i++)
            assertEquals(
                    new BigDecimal(expected[i]).divide(new BigDecimal(0x1p43)).doubleValue(), read[i]);
    }

    /** Rows 0 and 1 are of one example, row 2 of another; a factor of 0 leaves out what is no number. */
    @Test
    void aSlotOfOneNumberTakesItsExamplesRows() {
        RowSet rows = new RowSet();
        rows.begin(3);
        rows.endExample(2);
        rows.endExample(3);
        rows.endExample(4);
        ExactSum sum = sum(3, 1, 2);
        sum.add(slot(1, 1, 1, 2), rows, new double[] {0.5, 0.25, 3, Double.NaN}, new double[] {0.5, 0.25, 0});
        assertArrayEquals(new long[] {0, 0, (long) ((0.75 * 0.5 + 3 * 0.25) * 0x1p40)}, sum.totals);
        sum.add(slot(0, 1, 1, 1), rows, new double[] {1, 1, 0, 0}, new double[] {1, 0, 0});
        assertEquals(0x1p42, sum.totals[1]);
    }

    @Test
    void partsOfASumAreOnItsGridAndAddUp() {
        ExactSum whole = sum(2, 0.3), part = whole.another();
        whole.add(new float[] {0.25f, -0.25f}, 1);
        assertEquals(2, part.totals.length);
        part.totals[0] = 7;
        part.begin(whole);
        assertArrayEquals(new long[2], part.totals, "begins empty");
        assertEquals(whole.perUnit(0), part.perUnit(0));
        assertEquals(whole.exponent(0), part.exponent(0));
        part.add(new float[] {0.125f, 0.125f}, 1);
        whole.add((GradientSum) part);
        whole.add(new long[] {1, 2});
        assertArrayEquals(new long[] {3L << 40 | 1, -(1L << 40) + 2}, whole.totals);
        whole.begin(new double[] {0.3}, 1);
        assertArrayEquals(new long[2], whole.totals);
    }

    @Test
    void whatHasNoGridIsRefusedByName() {
        ExactSum sum = new ExactSum(1);
        sum.begin(new double[] {0x1p-300, 0x1p300}, ExactSum.EXAMPLES);
        String message = refused(() -> sum.begin(new double[] {1}, ExactSum.EXAMPLES + 1));
        assertEquals("an exact sum takes at most 1048576 examples, were 1048577", message);
        for (double bad :
                new double[] {0, Math.nextDown(0x1p-300), Math.nextUp(0x1p300), Double.NaN, Double.POSITIVE_INFINITY, -1
                }) {
            message = refused(() -> sum.begin(new double[] {1, bad}, 1));
            assertEquals(
                    "a threshold of an exact sum must be in " + 0x1p-300 + ".." + 0x1p300 + ", was " + bad, message);
        }
    }

    /** A share of 1.02 times 2^-12 for a layer, which add up as norms do, and 1e-6 for factors and norms. */
    @Test
    void theMarginGrowsWithTheRootOfTheLayers() {
        assertEquals(1.02 / 4096 + 1e-6, ExactSum.margin(1), 1e-15);
        assertEquals(3 * 1.02 / 4096 + 1e-6, ExactSum.margin(9), 1e-15);
    }

    /** More rows than wait at a time, with and without a last column, rows that are added at once, and totals that were there. */
    @Test
    void productsOfWholeNumbersAddUpExactly() {
        RandomStream coins = Streams.seed(3).stream("rows");
        for (int in : new int[] {1, 24, 31})
            for (int out : new int[] {1, 16, 21})
                for (boolean bias : new boolean[] {false, true})
                    for (int rows : new int[] {0, 1, 127, 128, 300}) {
                        int columns = bias ? in + 1 : in, size = columns * out + 3;
                        WholeProducts products = new WholeProducts(columns, out);
                        long[] totals = new long[size], expected = new long[size];
                        java.util.Arrays.fill(totals, 5);
                        java.util.Arrays.fill(expected, 5);
                        for (int r = 0; r < rows; r++) {
                            float[] x = new float[in + 2], y = new float[out + 1];
                            for (int i = 0; i < x.length; i++) x[i] = (float) coins.nextGaussian();
                            for (int j = 0; j < y.length; j++) y[j] = (float) coins.nextGaussian();
                            products.add(x, 2, in, 64, 0.7, y, 1, 32);
                            for (int j = 0; j < out; j++) {
                                long grown = Math.round(Math.rint(y[1 + j] * 32.0));
                                for (int i = 0; i < in; i++)
                                    expected[1 + i * out + j] += Math.round(Math.rint(x[2 + i] * 64.0)) * grown;
                                if (bias) expected[1 + in * out + j] += 45 * grown;
                            }
                        }
                        double[] signal = new double[out];
                        for (int j = 0; j < out; j++) {
                            signal[j] = j - 3;
                            expected[1 + (in - 1) * out + j] += 11L * (j - 3);
                        }
                        products.add(11, in - 1, signal);
                        products.drain(in, totals, 1, 1 + in * out);
                        assertArrayEquals(expected, totals, in + " x " + out + ", " + rows + " rows");
                        products.drain(in, totals, 1, 1 + in * out);
                        assertArrayEquals(expected, totals, "drained before");
                        // what was cleared or drained is in no later sum
                        products.add(7, 0, signal);
                        products.clear();
                        products.add(2, 0, signal);
                        products.drain(in, totals, 1, 1 + in * out);
                        for (int j = 0; j < out; j++) expected[1 + j] += 2L * (j - 3);
                        assertArrayEquals(expected, totals, "used again");
                    }
    }
}
