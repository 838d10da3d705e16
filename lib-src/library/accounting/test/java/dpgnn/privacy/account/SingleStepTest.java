package dpgnn.privacy.account;

import static dpgnn.privacy.step.Cells.atoms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One cell at a time: what it adds below its losses, among them and above, and to which side its rounding goes. */
class SingleStepTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static SingleStep of(boolean upper, double a, double b, double low, double high) {
        LossCells cells = new LossCells();
        cells.add(a, b, b - a, low, high, a, b);
        return new SingleStep(List.of(cells), upper);
    }

    /** At least (upper) or at most (lower) the right one, and next to it. */
    private static void near(double right, SingleStep step, boolean upper, double epsilon) {
        double found = step.delta(epsilon);
        assertEquals(right, found, 2e-9 * right, "at " + epsilon);
        assertTrue(upper ? found > right : found < right, "at " + epsilon + ": " + found + " of " + right);
    }

    @Test
    void aCellAddsAllOfItOrItsEndsOrNothing() {
        for (double shift : new double[] {-2, -0.2, 0, 1.3, 100, 500}) {
            double low = shift + 0.2, high = shift + 0.7, b = 0.2 * Math.exp(-shift - 0.45), a = 0.2;
            SingleStep upper = of(true, a, b, low, high), lower = of(false, a, b, low, high);
            for (double e : new double[] {shift - 1, shift, low}) {
                near(a - Math.exp(e) * b, upper, true, e);
                near(a - Math.exp(e) * b, lower, false, e);
            }
            // both masses are kept at the ends: up e^-high + (a - up) e^-low = b
            double up = (a - b * Math.exp(low)) / -Math.expm1(low - high);
            for (double e : new double[] {shift + 0.25, shift + 0.6}) near(up * -Math.expm1(e - high), upper, true, e);
            near(a - Math.exp(shift + 0.3) * b, lower, false, shift + 0.3);
            assertEquals(0, lower.delta(shift + 0.5));
            assertEquals(0, upper.delta(high));
            assertEquals(0, lower.delta(high));
        }
    }

    @Test
    void endlessLossesCountAboveAndNotBelow() {
        near(0.3, of(true, 0.3, 0.1, 1, INFINITY), true, 2);
        near(0.3, of(true, 0.3, 0, INFINITY, INFINITY), true, 1e6);
        assertEquals(0, of(false, 0.3, 0, INFINITY, INFINITY).delta(0));
        near(0.3 * -Math.expm1(-1.5), of(true, 0.3, 0.4, Double.NEGATIVE_INFINITY, 2), true, 0.5);
        double b = 0.3 * Math.exp(-650.5);
        near(0.3 - b * Math.exp(650), of(true, 0.3, b, 650.2, 651), true, 650);
        near(0.3 - b * Math.exp(650), of(false, 0.3, b, 650.2, 651), false, 650);
        // two outcomes that everybody tells apart are no more than certain
        assertEquals(1, of(true, 1.2, 0, INFINITY, INFINITY).delta(0));
    }

    /** Masses that agree in nearly all digits may each be off by a share of themselves, which is more than their difference knows. */
    @Test
    void roundingGoesToTheSafeSide() {
        double loss = 1e-6;
        for (double a : new double[] {0.3, 3e-3})
            for (double base : new double[] {0, 1.5, -3}) {
                double b = a * Math.exp(-base - loss), right = a * -Math.expm1(-loss);
                double off = 0.9 * LossCells.ROUNDING * 2 * a;
                LossCells cells = new LossCells();
                cells.add(a, b, base == 0 ? a * Math.expm1(-loss) : b - a, base + loss, base + loss, a, b);
                double over = new SingleStep(List.of(cells), true).delta(base);
                double under = new SingleStep(List.of(cells), false).delta(base);
                assertTrue(over >= right + off && over <= right + 40 * off, base + ": " + (over - right) / off);
                assertTrue(under <= right - off && under >= right - 40 * off, base + ": " + (under - right) / off);
            }
    }

    /** A cell whose masses hardly differ, and agree but for that: what its upper end gets is rounded up by a share of its mass. */
    @Test
    void aDividedCellsUpperEndIsRoundedUp() {
        double a = 0.3, more = 1e-12 * a, e = 0.5;
        LossCells cells = new LossCells();
        cells.add(a, a - more, -more, 0, 1, 0, 0);
        double up = more / -Math.expm1(-1), found = new SingleStep(List.of(cells), true).delta(e) / -Math.expm1(e - 1);
        assertTrue(found >= up + 0.9e-14 * a && found <= up + 1.1e-14 * a, (found - up) / a + "");
    }

    @Test
    void atTheEndsOfACellNothingIsLostOrAdded() {
        for (double loss : new double[] {0.2, 3}) {
            assertEquals(0, of(true, 0.3, 0.3 * Math.exp(-loss), loss, loss).delta(loss));
            assertEquals(0, of(false, 0.3, 0.3 * Math.exp(-loss), loss, loss).delta(loss));
        }
        near(0.3 - 0.1 * Math.E, of(true, 0.3, 0.1, 1, INFINITY), true, 1);
    }

    /** However many cells there are, each counts once and nothing else. */
    @Test
    void allCellsCount() {
        for (int count : new int[] {255, 256, 257, 512}) {
            LossCells cells = new LossCells();
            double a = 0.9 / count, b = a * Math.exp(-0.3);
            for (int i = 0; i < count; i++) cells.add(a, b, a * Math.expm1(-0.3), 0.3, 0.3, 0, 0);
            for (boolean upper : new boolean[] {true, false}) {
                SingleStep all = new SingleStep(List.of(cells, cells), upper);
                near(-1.8 * Math.expm1(0.1 - 0.3) / 1.8, new SingleStep(List.of(scaled(cells)), upper), upper, 0.1);
                assertEquals(Math.min(upper ? 1 : 2, 1.8 - 1.8 * Math.exp(-1.3)), all.delta(-1), 1e-8);
            }
        }
    }

    private static LossCells scaled(LossCells cells) {
        LossCells scaled = new LossCells();
        for (int i = 0; i < cells.size(); i++)
            scaled.add(
                    cells.massA(i) / 0.9,
                    cells.massB(i) / 0.9,
                    cells.difference(i) / 0.9,
                    cells.low(i),
                    cells.high(i),
                    0,
                    0);
        return scaled;
    }

    @Test
    void aDeltaThatIsMetIsReached() {
        LossCells cells = atoms(0.5, 2);
        cells.add(0.25, 0, -0.25, 1, INFINITY, 0, 0);
        SingleStep upper = new SingleStep(List.of(cells), true), lower = new SingleStep(List.of(cells), false);
        assertEquals(0, upper.epsilon(upper.delta(0)));
        assertEquals(0, lower.epsilon(lower.delta(0)));
        assertEquals(2, upper.epsilon(upper.delta(3)), 1e-9);
        assertEquals(INFINITY, upper.epsilon(Math.nextDown(upper.delta(3))));
    }

    @Test
    void epsilonsAreTheSafeEnds() {
        LossCells cells = new LossCells();
        cells.add(0.25, 0.75, 0.5, -Math.log(3), -Math.log(3), 0.25, 0.75);
        cells.add(0.75, 0.25, -0.5, Math.log(3), Math.log(3), 0.75, 0.25);
        SingleStep upper = new SingleStep(List.of(cells), true), lower = new SingleStep(List.of(cells), false);
        for (double delta : new double[] {0.4, 0.25, 1e-3, 1e-7}) {
            double exact = Math.log(3 - 4 * delta);
            assertEquals(exact, upper.epsilon(delta), 1e-8);
            assertEquals(exact, lower.epsilon(delta), 1e-8);
            assertTrue(upper.epsilon(delta) > exact && upper.delta(upper.epsilon(delta)) <= delta);
            assertTrue(lower.epsilon(delta) < exact && lower.delta(lower.epsilon(delta)) > delta);
        }
        assertEquals(0, upper.epsilon(0.6));
        assertEquals(0, of(false, 0.5, 0.5 * Math.exp(-1e-5), 1e-5, 1e-5).epsilon(0.1));
        assertEquals(INFINITY, of(true, 0.1, 0, INFINITY, INFINITY).epsilon(0.05));
    }
}
