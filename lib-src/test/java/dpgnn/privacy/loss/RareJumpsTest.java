package dpgnn.privacy.loss;

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
}
