package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Cells so wide that it matters where in them a mass lies: at the two ends, so that both masses are kept. */
class CellMomentTest {
    private static LossCells cells() {
        LossCells cells = new LossCells();
        cells.add(0.7, 0.8, 0.1, -0.4, 0, 0.7, 0.8);
        cells.add(0.3, 0.2, -0.1, 0.2, 0.7, 0.3, 0.2);
        return cells;
    }

    private static double ends(LossCells cells, double order) {
        double sum = 0;
        for (int i = 0; i < cells.size(); i++) {
            double low = Math.exp(cells.low(i)), high = Math.exp(cells.high(i)), b = cells.massB(i);
            double share = high > low ? (cells.massA(i) / b - low) / (high - low) : 0;
            sum += b * ((1 - share) * Math.pow(low, order) + share * Math.pow(high, order));
        }
        return Math.log(sum) / (order - 1);
    }

    @Test
    void aMomentIsThatOfTheEndsAndTheLargerDirection() {
        for (double order : new double[] {1.2, 2, 3, 17}) {
            double exact = Math.max(ends(cells(), order), ends(cells().reversed(), order));
            double found = CellMoment.upper(cells(), order);
            assertEquals(exact, found, 1e-9 * exact, "" + order);
            assertTrue(found >= exact, "" + order);
            assertEquals(found, CellMoment.upper(cells().reversed(), order), 1e-15);
        }
    }

    @Test
    void anAtomLiesWhereItIsAndWhatBCannotMakeIsEndless() {
        LossCells atoms = new LossCells();
        double loss = Math.log(3);
        atoms.add(0.25, 0.75, 0.5, -loss, -loss, 0.25, 0.75);
        atoms.add(0.75, 0.25, -0.5, loss, loss, 0.75, 0.25);
        assertEquals(Math.log(0.75 / 9 + 0.25 * 9), CellMoment.upper(atoms, 2), 1e-11);
        LossCells lost = cells();
        lost.add(1e-12, 0, -1e-12, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1e-12, 0);
        assertEquals(Double.POSITIVE_INFINITY, CellMoment.upper(lost, 2));
        LossCells alone = cells();
        alone.add(1e-12, 0, -1e-12, 20, 30, 1e-12, 0);
        assertEquals(Double.POSITIVE_INFINITY, CellMoment.upper(alone, 2));
    }

    /** Nearly all of a wide cell lies at its lower end, but what lies at the upper one makes the moment: it must not be lost. */
    @Test
    void aLittleAtTheUpperEndOfAWideCellCounts() {
        for (double share : new double[] {1e-8, 1e-6, 1e-3}) {
            double low = -0.3, high = 0.7, order = 40, b = 0.5;
            double a = b * ((1 - share) * Math.exp(low) + share * Math.exp(high));
            LossCells cells = new LossCells();
            cells.add(a, b, b - a, low, high);
            cells.add(1 - a, 1 - b, a - b, Math.log((1 - a) / (1 - b)), Math.log((1 - a) / (1 - b)));
            double sum = b * ((1 - share) * Math.exp(order * low) + share * Math.exp(order * high));
            double exact = Math.log(sum + (1 - b) * Math.pow((1 - a) / (1 - b), order)) / (order - 1);
            double found = CellMoment.upper(cells, order);
            assertTrue(found >= exact, share + ": " + found + " below " + exact);
            assertEquals(Math.max(exact, ends(cells.reversed(), order)), found, 1e-4 * exact, "" + share);
        }
    }
}
