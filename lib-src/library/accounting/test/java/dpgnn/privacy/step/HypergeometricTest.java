package dpgnn.privacy.step;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Event.Hypergeometric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts of affected terms in a batch, and what they cost. */
class HypergeometricTest {
    /** Counts by hand: C(4, r) C(6, 3 - r) of 120, and with 5 marked of 7 and 4 drawn 10, 20 and 5 of 35 from 2 on. */
    @Test
    void hypergeometricCounts() {
        assertArrayEquals(
                new double[] {20 / 120.0, 60 / 120.0, 36 / 120.0, 4 / 120.0},
                HypergeometricMixture.pmf(10, 4, 3),
                1e-15);
        assertArrayEquals(new double[] {10 / 35.0, 20 / 35.0, 5 / 35.0}, HypergeometricMixture.pmf(7, 5, 4), 1e-15);
        assertArrayEquals(new double[] {1}, HypergeometricMixture.pmf(3, 3, 2), 0);
        for (double scale : new double[] {0.3, 0.05, 2}) {
            double sum = 0, order = 3;
            for (int r = 2; r <= 4; r++)
                sum += HypergeometricMixture.pmf(7, 5, 4)[r - 2]
                        * Math.exp(Math.min(700, order * (order - 1) / 2 * r * r / 25.0 / (scale * scale)));
            double exact = scale < 0.1
                    ? Math.log(5 / 35.0) + order * (order - 1) / 2 * 16 / 25.0 / (scale * scale)
                    : Math.log(sum);
            double found = HypergeometricMixture.rdp(new Event.Hypergeometric(7, 5, 4, scale), order);
            assertEquals(exact / (order - 1), found, 1e-11 * exact);
            assertTrue(found > exact / (order - 1) * (1 + 0.5e-12));
        }
    }

    /** No factorial is a double here; mean and variance have closed forms. */
    @Test
    void largeCountsHaveTheirMoments() {
        for (long[] row : new long[][] {{10_000, 5000, 5000}, {10_000, 9000, 3000}, {1_000_000, 2000, 900_000}}) {
            double[] pmf = HypergeometricMixture.pmf(row[0], row[1], row[2]);
            double part = (double) row[1] / row[0], rest = (double) (row[0] - row[2]) / (row[0] - 1);
            double expected = row[2] * part, sum = 0, mean = 0, square = 0;
            double least = Math.max(0, row[2] - (row[0] - row[1]));
            for (int i = 0; i < pmf.length; i++) {
                sum += pmf[i];
                mean += pmf[i] * (least + i);
                square += pmf[i] * (least + i - expected) * (least + i - expected);
            }
            assertEquals(1, sum, 1e-12);
            assertEquals(expected, mean, 1e-9 * expected);
            assertEquals(expected * (1 - part) * rest, square, 1e-9 * square);
        }
    }

    @Test
    void tooManyCountsAreNamed() {
        Event event = new Hypergeometric(50_000_000, 30_000_000, 30_000_000, 1);
        refused(() -> RenyiDivergence.upper(event, 2, Amplification.GAUSSIAN), "10,000,000", "20000001");
    }

    /** A batch of nearly all leaves few counts possible, however many are affected. */
    @Test
    void whatCountsIsHowManyCountsThereMayBe() {
        Hypergeometric event = new Hypergeometric(1_000_100, 700_000, 1_000_000, 1);
        assertEquals(null, LossModels.refusal(event));
        List<LossCells> cells = OtherLosses.hypergeometric(event, Resolution.coarse(1e-12, 8));
        assertEquals(1, Cells.massA(cells), 1e-10);
        assertEquals(1, Cells.massB(cells), 1e-10);
        assertTrue(cells.size() <= 102, "parts " + cells.size());
        // counts that are too improbable for a double are told for certain, on both sides
        LossCells lost = cells.get(cells.size() - 1);
        assertEquals(2, lost.size());
        assertTrue(lost.massA(0) > 0 && lost.massA(0) < 1e-20 && lost.massB(0) == 0);
        assertEquals(Double.POSITIVE_INFINITY, lost.low(0));
        assertTrue(lost.massB(1) == lost.massA(0) && lost.massA(1) == 0);
        assertEquals(Double.NEGATIVE_INFINITY, lost.high(1));
    }
}
