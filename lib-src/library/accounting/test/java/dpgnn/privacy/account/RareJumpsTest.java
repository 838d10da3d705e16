package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One outcome in fifty thousand gives much away, the others next to nothing; how often each came is all that counts. */
class RareJumpsTest {
    private static final double RARE = 2e-5, JUMP = 6, USUAL = 0.01;

    private static LossCells cells() {
        // the small losses are such that both of the laws add up to 1
        double rest = 1 - RARE, other = 1 - RARE * Math.exp(-JUMP);
        double more = (other - rest * Math.exp(-USUAL)) / (Math.exp(USUAL) - Math.exp(-USUAL)), less = rest - more;
        LossCells cells = new LossCells();
        add(cells, more, -USUAL, 0);
        add(cells, less, USUAL, 0);
        add(cells, RARE, JUMP, 0);
        return cells;
    }

    private static void add(LossCells cells, double a, double loss, double around) {
        double b = a * Math.exp(-loss);
        cells.add(a, b, a * Math.expm1(-loss), loss - around, loss + around, a, b);
    }

    private static double exact(int times, double epsilon) {
        LossCells cells = cells();
        double sum = 0;
        for (int j = 0; j <= Math.min(times, 6); j++)
            for (int k = 0; k + j <= times; k++) {
                int rest = times - j - k;
                double loss = j * JUMP + (k - rest) * USUAL;
                if (loss <= epsilon) continue;
                double log =
                        j * Math.log(cells.massA(2)) + k * Math.log(cells.massA(1)) + rest * Math.log(cells.massA(0));
                for (int i = 1; i <= j; i++) log += Math.log((times - j + i) / (double) i);
                for (int i = 1; i <= k; i++) log += Math.log((rest + i) / (double) i);
                sum += Math.exp(log) * -Math.expm1(epsilon - loss);
            }
        return sum;
    }

    @Test
    void boundsEncloseTheSumAndAreNearIt() {
        for (int times : new int[] {1, 2, 100, 400}) {
            double near = 4, delta = exact(times, near), excess = 0.05;
            RareJumps upper = new RareJumps(List.of(cells()), times, delta, near, excess, true);
            RareJumps lower = new RareJumps(List.of(cells()), times, delta, near, excess, false);
            for (double e : new double[] {0, 0.5, 2, 4, 5.5, 7}) {
                double right = exact(times, e);
                String what = times + " at " + e + ": " + lower.delta(e) + ", " + right + ", " + upper.delta(e);
                assertTrue(upper.delta(e) >= right, what);
                assertTrue(lower.delta(e) <= right, what);
                if (e < 2 || e > 5) continue;
                assertTrue(upper.delta(e) <= right * 1.02 + 1e-15, what);
                assertTrue(lower.delta(e) >= right * 0.98, what);
            }
            assertTrue(upper.epsilon(exact(times, 3)) >= 3 && lower.epsilon(exact(times, 3)) <= 3);
            assertEquals(3, upper.epsilon(exact(times, 3)), 0.05);
            assertEquals(3, lower.epsilon(exact(times, 3)), 0.05);
            // beyond where it was sought it says nothing, or less
            assertEquals(Double.POSITIVE_INFINITY, upper.epsilon(exact(times, 5)));
            assertEquals(near, lower.epsilon(exact(times, 5)));
            assertEquals(0, upper.epsilon(0.9));
        }
    }

    /** A jump between two losses, and one that B cannot make. */
    @Test
    void jumpsWithoutAKnownLossCountByTheirEnds() {
        LossCells cells = new LossCells();
        double lost = 1e-6;
        double rest = 1 - RARE - lost, other = 1 - RARE * Math.exp(-JUMP);
        cells.add(rest, other, other - rest, -1e-4, 0, rest, other);
        add(cells, RARE, JUMP, 1);
        cells.add(lost, 0, -lost, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, lost, 0);
        double near = 4, delta = 50 * (lost + RARE * -Math.expm1(near - JUMP));
        RareJumps upper = new RareJumps(List.of(cells), 50, delta, near, 0.05, true);
        RareJumps lower = new RareJumps(List.of(cells), 50, delta, near, 0.05, false);
        // mass up at the upper end, so that both masses are kept: up e^-(JUMP + 1) + (RARE - up) e^-(JUMP - 1) = RARE
        // e^-JUMP
        double up = RARE * -Math.expm1(-1) / -Math.expm1(-2);
        for (double e : new double[] {3, 4, 5.5, 6.5}) {
            double most = up * -Math.expm1(e - JUMP - 1) + (RARE - up) * Math.max(0, -Math.expm1(e - JUMP + 1));
            assertEquals(50 * (lost + most), upper.delta(e), 50e-3 * most + 1e-9, "at " + e);
            assertEquals(50 * RARE * Math.max(0, -Math.expm1(e - JUMP)), lower.delta(e), 2e-2 * delta, "at " + e);
        }
        assertEquals(RARE * JUMP + (1 - RARE - lost) * -cells.merged(0), RareJumps.typical(List.of(cells)), 1e-12);
    }

    /** So many plays of one jump, next to steps that hardly ever come: nothing else adds to delta. */
    private static RareJumps alone(
            boolean upper, long times, double a, double b, double low, double high, double moved) {
        LossCells cells = new LossCells();
        cells.add(1e-9, 1e-9, 0, 0, 0, 0, 0);
        cells.add(a, b, b - a, low, high, moved * a, moved * b);
        return new RareJumps(List.of(cells), times, 0.04, 4, 4, upper);
    }

    @Test
    void aJumpsLossIsRoundedDownByWhatItMayBeOff() {
        double a = 0.05, r = LossCells.ROUNDING;
        for (double loss : new double[] {0.01, 0.3, 3})
            for (double moved : new double[] {0, 1}) {
                RareJumps lower = alone(false, 1, a, a * Math.exp(-loss), loss - 0.004, loss + 0.5, moved);
                double e = loss - 1e-10, off = 2 * moved * r + LossLattice.blur(loss) * (1 + loss);
                double found = lower.delta(e) / (a * (1 - moved * r) * (1 - 1e-9));
                assertEquals(loss - e - off, found, 3e-15 + 1e-5 * off, loss + ", " + moved);
                double whole = a * (1 - moved * r) * (1 - 1e-9) * -Math.expm1(off - loss);
                assertEquals(whole, lower.delta(0), 2e-13 * a, loss + ", " + moved);
            }
    }

    @Test
    void aDividedJumpsUpperEndIsRoundedUp() {
        double a = 0.05, r = LossCells.ROUNDING;
        for (double low : new double[] {0.1, 1})
            for (double moved : new double[] {0, 1}) {
                // the loss is next to the lower end
                double apart = moved > 0 ? 1e-9 : 1e-12, high = low + 1, b = a * Math.exp(-low) * (1 - apart);
                RareJumps upper = alone(true, 1, a, b, low, high, moved);
                double excess =
                        (low < 0.5 ? -Math.fma(Math.expm1(low), b, b - a) : a - Math.exp(low) * b) + 2 * moved * r * a;
                double up = excess / -Math.expm1(-1) + LossLattice.blur(low) * a, e = low + 0.3;
                double found = upper.delta(e) / (1 + 1e-9) / -Math.expm1(e - high);
                assertEquals(up, found, 2e-4 * up, low + ", " + moved + ": " + (found - up) / a);
                double whole = up * -Math.expm1(-high) + (a * (1 + moved * r) - up) * -Math.expm1(-low);
                assertEquals(whole * (1 + 1e-9), upper.delta(0), 2e-14 * a, low + ", " + moved);
            }
    }

    /** Masses of powers of two, whose excess at the atom's own loss is 0 or a rounding. */
    @Test
    void anAtomIsAJumpAsAWhole() {
        double loss = Math.log(2);
        for (double b = 0.03125; b > 1e-9; b /= 2) {
            double found = alone(true, 1, 2 * b, b, loss, loss, 0).delta(0.3), right = 2 * b * -Math.expm1(0.3 - loss);
            assertEquals(right, found, 2e-9 * right + 1e-15, "b " + b);
            assertTrue(found >= right, "b " + b);
        }
    }

    @Test
    void twoJumpsCountForCertain() {
        for (int times : new int[] {1, 2, 3}) {
            double a = 0.02, p = a * (1 + LossCells.ROUNDING), pairs = times * (times - 1) / 2.0;
            RareJumps upper = alone(true, times, a, a * Math.exp(-3), 3, 3, 1);
            assertEquals(
                    p * p * pairs * (1 + 1e-9), upper.delta(Double.POSITIVE_INFINITY), 1e-12 * p * p * pairs + 1e-19);
            assertEquals(0, alone(false, times, a, a * Math.exp(-3), 3, 3, 1).delta(Double.POSITIVE_INFINITY));
        }
    }

    /** As many cells as a list of them has room for at first. */
    @Test
    void allCellsCountOnce() {
        LossCells cells = new LossCells();
        for (int i = 0; i < 254; i++) add(cells, 1e-9 / 254, -1e-5 * (254 - i), 0);
        add(cells, 0.01, 2, 0);
        add(cells, 0.02, 3, 0);
        assertEquals(256, cells.size());
        assertEquals(0.08 + 1.275e-12, RareJumps.typical(List.of(cells)), 1e-15);
        RareJumps upper = new RareJumps(List.of(cells), 1, 0.04, 4, 4, true);
        for (double e : new double[] {0.5, 1, 2.5}) {
            double right = 0.01 * Math.max(0, -Math.expm1(e - 2)) + 0.02 * -Math.expm1(e - 3);
            assertEquals(right, upper.delta(e), 1e-8 * right, "at " + e);
        }
    }

    /** A lattice that would be finer than a transform can be is made coarser until it fits. */
    @Test
    void whatWouldBeTooFineIsMadeCoarser() {
        double right = exact(400, 4);
        RareJumps upper = new RareJumps(List.of(cells()), 400, right, 4, 1e-13, true);
        assertTrue(upper.delta(4) >= right && upper.delta(4) < 1.0001 * right, upper.delta(4) + " of " + right);
    }

    @Test
    void aDeltaThatIsMetIsReached() {
        double near = 4, delta = exact(100, near);
        for (boolean upper : new boolean[] {true, false}) {
            RareJumps bound = new RareJumps(List.of(cells()), 100, delta, near, 0.05, upper);
            assertEquals(0, bound.epsilon(bound.delta(0)));
            assertEquals(near, bound.epsilon(bound.delta(near)), 1e-6);
        }
    }

    /** Under the tilts that belong to many steps in S, and to few, hardly anything is lost; a finer lattice is tighter still. */
    @Test
    void theTiltsOfAllStepsAndOfAllButOneAreTight() {
        for (int times : new int[] {30, 100, 400}) {
            RareJumps upper = new RareJumps(List.of(cells()), times, exact(times, 4), 4, 1e-3, true);
            RareJumps lower = new RareJumps(List.of(cells()), times, exact(times, 4), 4, 0.05, false);
            for (double e : new double[] {2, 4, 5}) {
                String what = times + " at " + e + ": " + upper.delta(e) / exact(times, e);
                assertTrue(upper.delta(e) <= exact(times, e) * (1 + 6e-9), what);
                assertTrue(lower.delta(e) >= exact(times, e) * (1 - 0.02), what + ", " + lower.delta(e));
            }
        }
    }
}
