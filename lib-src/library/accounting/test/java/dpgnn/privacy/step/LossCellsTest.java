package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Cells of next to no mass, and masses that are next to equal. */
class LossCellsTest {
    /** The difference of the masses is given for its digits: near 0 it makes the loss, far from 0 the masses do. */
    @Test
    void aMergedLossHasItsDigits() {
        for (double more : new double[] {-1e-12, 1e-15, 1e-20})
            assertEquals(-more, LossCells.merged(0.25, 0.25 * (1 + more), 0.25 * more, -1, 1), 1e-11 * Math.abs(more));
        assertEquals(Math.log(0.25e20), LossCells.merged(0.25, 1e-20, -0.25, 0, 100), 1e-12);
        assertEquals(-Math.log(4e20), LossCells.merged(0.25e-20, 1, 1, -100, 0), 1e-12);
    }

    /** What is given away counts with its rounding, and is all that was there. */
    @Test
    void nextToNothingIsGivenAway() {
        LossCells cells = new LossCells();
        cells.add(1 - 3e-14, 1, 3e-14, -0.1, 0.1);
        cells.add(2e-14, 1e-16, -2e-14, 4, 6);
        cells.add(1e-14, 0, -1e-14, 30, 40);
        assertSame(cells, cells.capped(0.9e-14));
        assertSame(cells, cells.capped(1e-14));
        LossCells capped = cells.capped(1e-13);
        assertEquals(2, capped.size());
        assertEquals(3e-14, capped.massA(1), 1e-22);
        assertTrue(capped.massA(1) > 3e-14);
        assertEquals(Double.POSITIVE_INFINITY, capped.low(1));
    }
}
