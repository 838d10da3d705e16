package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.StatedPair;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pairs that are no mixtures of normal laws: the digits of their losses, the borders of their cells, and how many there are. */
class SampledLossesTest {
    private static final String WHY = "outcomes that are chosen for this test alone";
    private static final Resolution FINE = new Resolution(1e-3, 1e-13, 0, 0, false, 1);

    private static LossCells laplace(double scale, Resolution resolution) {
        LossCells cells = new LossCells();
        OtherLosses.laplace(cells, scale, resolution);
        return cells;
    }

    private static LossCells cells(Event event, Resolution resolution) {
        return EventFamily.of(event).cells(event, resolution);
    }

    private static double largest(Event event) {
        return EventFamily.of(event).largest(event);
    }

    /** Against the series at small losses, and the largest term where the exponential overflows. */
    @Test
    void aSampledLossHasItsDigits() {
        for (double q : new double[] {1e-15, 1e-12, 1e-3})
            for (double l : new double[] {-1e-3, 1e-9, 1e-3}) {
                double x = q * Math.expm1(l);
                assertEquals(
                        x - x * x / 2 + x * x * x / 3, SampledLosses.mixed(l, q), 1e-11 * Math.abs(x), l + " at " + q);
            }
        for (double q : new double[] {1e-6, 0.5, 1})
            assertEquals(1000 + Math.log(q), SampledLosses.mixed(1000, q), 1e-12, "1000 at " + q);
        for (double q : new double[] {0.95, 1 - 0x1p-20, 1})
            for (double l : new double[] {-1, -3, -20, -34, -600, -1000}) {
                double exact = Math.log(1 - q + q * Math.exp(Math.max(l, -600))) + Math.min(0, q < 1 ? 0 : l + 600);
                assertEquals(exact, SampledLosses.mixed(l, q), 1e-14 * (1 - exact), l + " at " + q);
            }
        for (double q : new double[] {1e-6, 0.5}) {
            double l = 30 - Math.log(q);
            for (double off : new double[] {-1e-9, 0, 1e-9})
                assertEquals(30 + off + (1 - q) * Math.exp(-30), SampledLosses.mixed(l + off, q), 1e-13, "30 at " + q);
        }
    }

    /** A cell ends where the next one begins, but for a rounding by which both reach out; and no cell is wider than was asked for. */
    private static void borders(LossCells cells, double largest, double step, String what) {
        for (int i = 0; i < cells.size(); i++) {
            String cell = what + ", cell " + i + " of " + cells.size() + ": " + cells.low(i) + " to " + cells.high(i);
            assertTrue(cells.high(i) - cells.low(i) <= step * (1 + 1e-9) + 1e-12 * largest, cell);
            if (i == 0) continue;
            double shared = cells.high(i - 1) - cells.low(i);
            assertTrue(shared >= 1e-14 * largest && shared <= 1e-13 * largest, cell + " share " + shared);
        }
    }

    /** Masses are laws, and their ratio lies between the borders of their cell. */
    private static void masses(LossCells cells, double largest, String what) {
        for (int i = 0; i < cells.size(); i++) {
            double blur = 1e-12 * (cells.massA(i) + cells.massB(i));
            assertEquals(cells.massB(i) - cells.massA(i), cells.difference(i), blur, what + ", cell " + i);
            if (cells.massA(i) < 1e-280 || cells.massB(i) < 1e-280) continue;
            double ratio = cells.difference(i) / cells.massA(i);
            double loss =
                    Math.abs(ratio) < 0.5 ? -Math.log1p(ratio) : Math.log(cells.massA(i)) - Math.log(cells.massB(i));
            String cell = what + ", cell " + i + ": " + loss + " in " + cells.low(i) + " to " + cells.high(i);
            assertTrue(loss >= cells.low(i) - 1e-9 * largest && loss <= cells.high(i) + 1e-9 * largest, cell);
        }
        assertEquals(1, Cells.massA(cells), 1e-12, what);
        assertEquals(1, Cells.massB(cells), 1e-12, what);
    }

    @Test
    void cellsOfLaplaceNoiseShareARounding() {
        for (double scale : new double[] {0.02, 1, 1e6}) {
            double most = 1 / scale, step = most / 100;
            Resolution resolution = new Resolution(step, 1e-13, 0, 0, false, 1);
            LossCells cells = laplace(scale, resolution);
            borders(cells, most, step, "scale " + scale);
            assertTrue(cells.low(0) < -most && cells.high(0) > -most);
            int last = cells.size() - 1;
            assertTrue(cells.low(last) < most && cells.high(last) > most);
            for (double q : new double[] {0.01, 0.3, 1})
                for (Relation relation : new Relation[] {Relation.ADD_REMOVE, Relation.REPLACE}) {
                    SampledLaplace event = new SampledLaplace(q, scale, relation);
                    double up = SampledLosses.mixed(most, q), down = SampledLosses.mixed(-most, q);
                    double largest = relation == Relation.ADD_REMOVE ? up : up - down;
                    assertEquals(largest, largest(event), 2e-14 * largest);
                    assertTrue(largest(event) > largest, event.toString());
                    double fine = largest / 50;
                    LossCells found = cells(event, new Resolution(fine, 1e-13, 0, 0, false, 1));
                    borders(found, largest, fine, event.toString());
                    masses(found, largest, event.toString());
                    assertTrue(found.high(found.size() - 1) > largest, event.toString());
                    assertTrue(found.low(0) < (relation == Relation.ADD_REMOVE ? down : -largest), event.toString());
                    // the loss rises nowhere faster than at its largest
                    double slope = q / (q + (1 - q) * Math.exp(-most)), parts = Math.max(32, 2 * most * slope / fine);
                    assertTrue(found.size() <= 2 * parts + 4, event + ": " + found.size() + " cells");
                }
        }
    }

    /** A first look has 32 cells between the ends, so that it sees the profile to within a part in a hundred. */
    @Test
    void aCoarseLookAtLaplaceNoiseIsNotBlind() {
        for (double scale : new double[] {0.5, 3}) {
            LossCells cells = laplace(scale, Resolution.coarse(1e-12, 1));
            double epsilon = 0.5 / scale, sum = Cells.stick(cells, Math.exp(epsilon));
            assertEquals(-Math.expm1((epsilon - 1 / scale) / 2), sum, 0.01 * sum);
            assertEquals(34, cells.size());
        }
    }

    private static void inside(double loss, LossCells cells, int i) {
        String cell = loss + " in cell " + i + ": " + cells.low(i) + " to " + cells.high(i);
        assertTrue(cells.low(i) < loss && loss < cells.high(i), cell);
        assertTrue(cells.high(i) - cells.low(i) <= 1e-13 * Math.abs(loss), cell);
    }

    @Test
    void anAnswerHasALossOnEitherSide() {
        LossCells many = cells(new RandomisedAnswer(0.7, 4), FINE);
        assertEquals(3, many.size());
        inside(-Math.log(7), many, 0);
        inside(Math.log(7), many, 2);
        assertEquals(0, many.movedA(1));
        LossCells two = cells(new RandomisedAnswer(0.75, 2), FINE);
        assertEquals(2, two.size());
        inside(-Math.log(3), two, 0);
        inside(Math.log(3), two, 1);
    }

    @Test
    void aStatedPairKeepsWhatIsImpossibleAndWhatIsNearlyEqual() {
        LossCells cells = cells(StatedPair.of(WHY, new double[] {0.7, 0.3, 0, 0}, new double[] {0, 0.5, 0.5, 0}), FINE);
        for (int i = 0; i < cells.size(); i++) {
            if (cells.massA(i) > 0 && cells.massB(i) > 0) inside(Math.log(0.6), cells, i);
            else {
                assertTrue(Double.isInfinite(cells.low(i)) && cells.low(i) == cells.high(i), "cell " + i);
                assertTrue(cells.massA(i) == 0 || cells.low(i) > 0, "cell " + i);
                assertTrue(cells.massB(i) == 0 || cells.low(i) < 0, "cell " + i);
            }
        }
        assertEquals(1, Cells.massA(cells), 1e-15);
        assertEquals(1, Cells.massB(cells), 1e-15);
        LossCells less = cells(StatedPair.within(WHY, new double[] {0.5, 0.49}, new double[] {0.49, 0.5}, 0.01), FINE);
        assertEquals(4, less.size());
        for (int i = 0; i < 4; i++) assertEquals(less.massB(i) - less.massA(i), less.difference(i), 1e-17);
        // masses whose logarithms are no neighbours of each other's
        for (int k = 1; k < 20; k++) {
            double little = k * 0x1p-53;
            LossCells equal =
                    cells(StatedPair.of(WHY, new double[] {0.3 + little, 0.7 - little}, new double[] {0.3, 0.7}), FINE);
            inside(Math.log1p((0.7 - little - 0.7) / 0.7), equal, 1);
            inside(Math.log1p((0.3 + little - 0.3) / 0.3), equal, 2);
        }
    }

    /** As far out as a double holds any mass: what A alone has there has no limit of loss. */
    @Test
    void whatIsTooSmallForADoubleKeepsItsLoss() {
        Resolution far = new Resolution(1e-3, 1e-300, 0, 0, false, 1);
        for (Relation relation : new Relation[] {Relation.ADD_REMOVE, Relation.REPLACE}) {
            LossCells cells = cells(new SampledDiscreteGaussian(0.3, 1, 3, relation), far);
            int alone = 0;
            for (int i = 0; i < cells.size(); i++) {
                if (cells.massA(i) == 0 || cells.massB(i) > 0) continue;
                // what the other world has of it is too small for a double, but its loss is known
                boolean beyond = i == cells.size() - 1;
                assertEquals(beyond, cells.low(i) == Double.POSITIVE_INFINITY, "cell " + i);
                assertTrue(cells.low(i) > Math.log(cells.massA(i)) - Math.log(Double.MIN_VALUE) - 1, "cell " + i);
                if (!beyond) alone++;
            }
            assertEquals(1, Cells.massA(cells), 1e-13);
            assertTrue(alone > 0, relation.toString());
        }
    }

    /** Who is always drawn is under plain noise, however little it is. */
    @Test
    void aSampleOfAllIsNone() {
        for (double scale : new double[] {0.02, 0.03, 1})
            for (double order : new double[] {1.5, 2, 8}) {
                double plain = RenyiDivergence.upper(new Event.Laplace(scale), order, Amplification.GAUSSIAN);
                double found = RenyiDivergence.upper(
                        new SampledLaplace(1, scale, Relation.ADD_REMOVE), order, Amplification.GAUSSIAN);
                assertTrue(found >= plain * (1 - 1e-12) && found <= plain * (1 + 1e-5), scale + ": " + found);
            }
    }

    /** Without sampling, and where a sum would be too long, the answer is that of the continuous law, rounded up. */
    @Test
    void whatIsNotSummedIsRoundedUp() {
        for (Event event : List.of(
                new SampledDiscreteGaussian(1, 3, 2, Relation.ADD_REMOVE),
                new SampledDiscreteGaussian(0.5, 30_000, 20_000, Relation.ADD_REMOVE))) {
            double exact = 4 * 4 / 18.0, found = RenyiDivergence.upper(event, 4, Amplification.GAUSSIAN);
            assertTrue(found >= exact && found <= exact * (1 + 1e-10), event + ": " + found);
        }
    }

    /** What a discrete law has beyond the numbers that are looked at counts as told apart for certain, on both sides. */
    @Test
    void theTailOfADiscreteLawIsGivenUp() {
        for (double tail : new double[] {1e-9, 1e-3})
            for (Relation relation : new Relation[] {Relation.ADD_REMOVE, Relation.REPLACE}) {
                LossCells cells = cells(new SampledDiscreteGaussian(0.3, 2.5, 3, relation), Resolution.coarse(tail, 1));
                double a = Cells.massA(cells), b = Cells.massB(cells);
                assertTrue(a >= 1 + tail - 1e-13 && a <= 1 + 2 * tail, relation + " at " + tail + ": " + a);
                assertTrue(b >= 1 + tail - 1e-13 && b <= 1 + 2 * tail, relation + " at " + tail + ": " + b);
            }
    }
}
