package dpgnn.privacy.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lattices against the atoms of the cells that they are made of, which divergences need no lattice for. */
class LossLatticeTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    /** Cells in the order of their losses, each with an atom inside of it. */
    private static LossCells random(long seed, int count, double spread, double width) {
        RandomStream coins = Streams.seed(seed).stream("cells");
        double[] loss = new double[count], mass = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            loss[i] = spread * (i + coins.nextDouble()) / count - spread / 3;
            sum += mass[i] = coins.nextDouble() + (i == count / 2 ? 3 : 0);
        }
        LossCells cells = new LossCells();
        for (int i = 0; i < count; i++) {
            double a = 0.9 * mass[i] / sum, b = a * Math.exp(-loss[i]);
            double low = loss[i] - width * coins.nextDouble(), high = loss[i] + width * coins.nextDouble();
            cells.add(a, b, a * Math.expm1(-loss[i]), low, high, a, b);
        }
        return cells;
    }

    private static double loss(LossLattice lattice, int i) {
        return lattice.origin() + (lattice.first() + i) * lattice.step();
    }

    private static double stick(LossLattice lattice, double epsilon) {
        double sum = lattice.infinity();
        for (int i = 0; i < lattice.mass().length; i++)
            sum += lattice.mass()[i] * Math.max(0, -Math.expm1(epsilon - loss(lattice, i)));
        return sum;
    }

    private static double stick(LossCells cells, double epsilon, double shift) {
        double sum = 0;
        for (int i = 0; i < cells.size(); i++)
            sum += cells.massA(i) * Math.max(0, -Math.expm1(epsilon - cells.merged(i) - shift));
        return sum;
    }

    @Test
    void anUpperLatticeKeepsBothMassesAndIsNeverBelow() {
        for (double width : new double[] {1e-14, 0.004, 0.3, 1.6})
            for (double step : new double[] {0.01, 0.13, 0.9})
                for (double spread : new double[] {0.02, 1, 9}) {
                    LossCells cells = random(7, 60, spread, width);
                    LossLattice upper = LossLattice.upper(List.of(cells), step, NONE);
                    double a = 0, b = 0, keptA = 0, keptB = 0;
                    for (int i = 0; i < cells.size(); i++) {
                        a += cells.massA(i);
                        b += cells.massB(i);
                    }
                    for (int i = 0; i < upper.mass().length; i++) {
                        assertTrue(upper.mass()[i] >= 0);
                        keptA += upper.mass()[i];
                        keptB += upper.mass()[i] * Math.exp(-loss(upper, i));
                    }
                    String what = width + ", " + step + ", " + spread;
                    assertEquals(step, upper.step());
                    assertEquals(0, upper.infinity());
                    assertEquals(a * (1 + LossCells.ROUNDING), keptA, 1e-14, what);
                    assertTrue(
                            keptB <= b * (1 - 0.9 * LossCells.ROUNDING) && keptB >= b * (1 - 1e-10),
                            what + ": " + keptB + " of " + b);
                    for (double e = -spread; e < spread + 1; e += spread / 40) {
                        double right = stick(cells, e, 0), found = stick(upper, e);
                        assertTrue(found >= right * (1 - 1e-13), what + " at " + e + ": " + found + ", " + right);
                        assertTrue(found <= stick(cells, e, step * 1.001 + width) + 1e-11, what + " at " + e);
                    }
                }
    }

    @Test
    void aLowerLatticeIsNeverAboveAndLosesTwoStepsAtMost() {
        for (double width : new double[] {1e-14, 0.004})
            for (double step : new double[] {0.01, 0.13, 0.9})
                for (double spread : new double[] {0.02, 1, 9})
                    for (boolean centred : new boolean[] {false, true}) {
                        LossCells cells = random(8, 60, spread, width);
                        LossLattice lower = LossLattice.lower(List.of(cells), step, NONE, centred);
                        String what = width + ", " + step + ", " + spread + ", " + centred;
                        double a = 0, b = 0, keptB = 0;
                        for (int i = 0; i < lower.mass().length; i++) {
                            a += lower.mass()[i];
                            keptB += lower.mass()[i] * Math.exp(-loss(lower, i));
                        }
                        for (int i = 0; i < cells.size(); i++) b += cells.massB(i);
                        assertEquals(0.9 * (1 - LossCells.ROUNDING), a, 1e-14, what);
                        assertTrue(keptB >= b * (1 + 0.9 * LossCells.ROUNDING), what + ": " + keptB + " of " + b);
                        assertEquals(centred, lower.origin() != 0);
                        for (double e = -spread; e < spread + 1; e += spread / 40) {
                            double right = stick(cells, e, 0), found = stick(lower, e);
                            assertTrue(found <= right * (1 + 1e-13), what + " at " + e + ": " + found + ", " + right);
                            assertTrue(found >= stick(cells, e, -2.001 * step) - 1e-11, what + " at " + e);
                        }
                    }
    }

    @Test
    void aFloorRaisesOrLeavesOutWhatLiesBelow() {
        LossCells cells = random(9, 60, 6, 1e-14);
        double floor = 1.5, below = 0;
        for (int i = 0; i < cells.size(); i++) if (cells.high(i) < floor) below += cells.massA(i);
        LossLattice upper = LossLattice.upper(List.of(cells), 0.05, floor);
        LossLattice lower = LossLattice.lower(List.of(cells), 0.05, floor, true);
        double raised = 0, kept = 0;
        for (double mass : upper.mass()) raised += mass;
        for (double mass : lower.mass()) kept += mass;
        assertEquals(0.9, raised, 1e-11);
        assertEquals(0.9 - below, kept, 0.05);
        assertTrue(loss(upper, 0) >= floor - 0.15 && loss(upper, 0) <= floor, "" + loss(upper, 0));
        for (double e = floor; e < 5; e += 0.1) {
            assertTrue(stick(upper, e) >= stick(cells, e, 0) * (1 - 1e-13), "at " + e);
            assertTrue(stick(upper, e) <= stick(cells, e, 0.051) + 1e-11, "at " + e);
            assertTrue(stick(lower, e) >= stick(cells, e, -0.101) - 1e-11, "at " + e);
        }
        // a floor above all losses leaves the largest
        LossLattice last = LossLattice.upper(List.of(cells), 0.05, 100);
        assertTrue(last.mass().length <= 6 && stick(last, 3) >= stick(cells, 3, 0));
    }

    @Test
    void infiniteLossesCountAboveAndNotBelow() {
        LossCells cells = new LossCells();
        cells.add(0, 0.25, 0.25, NONE, NONE, 0, 0.25);
        cells.add(0.75, 0.75, 0, 0, 0, 0, 0);
        cells.add(0.25, 0, -0.25, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0.25, 0);
        LossLattice upper = LossLattice.upper(List.of(cells, cells), 0.1, NONE);
        assertEquals(0.5, upper.infinity(), 1e-12);
        assertTrue(upper.infinity() > 0.5);
        assertEquals(0, LossLattice.lower(List.of(cells), 0.1, NONE, true).infinity());
        double finite = 0;
        for (double mass : upper.mass()) finite += mass;
        assertEquals(1.5, finite, 1e-14);
        LossLattice none = LossLattice.upper(List.of(new LossCells()), 0.1, NONE);
        assertEquals(0, none.infinity() + none.mass()[0]);
        for (double step : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            assertThrows(IllegalStateException.class, () -> LossLattice.upper(List.of(cells), step, NONE));
        assertThrows(IllegalStateException.class, () -> LossLattice.upper(List.of(cells), 1, Double.NaN));
    }

    /** B's mass is too small for a double: only the interval of the losses is known. */
    @Test
    void aLossWhoseOtherMassVanishesCountsFromItsIntervalsEnds() {
        LossCells cells = new LossCells();
        cells.add(0.75, 1, 0.25, Math.log(0.75), Math.log(0.75), 0.75, 1);
        cells.add(0.25, 0, -0.25, 800, 810, 0.25, 0);
        LossLattice lower = LossLattice.lower(List.of(cells), 0.5, NONE, true);
        LossLattice upper = LossLattice.upper(List.of(cells), 0.5, NONE);
        assertEquals(0.25, stick(lower, 790), 1e-4);
        assertEquals(0, stick(lower, 800));
        assertEquals(0.25, stick(upper, 800), 1e-3);
        assertEquals(0, stick(upper, 811));
    }

    @Test
    void momentsAndTiltedMassesAreTheirSums() {
        LossLattice lattice = LossLattice.upper(List.of(random(3, 80, 4, 0.01)), 0.02, NONE);
        for (double tilt : new double[] {0, 0.3, 4, 60, -2, 900, 5000}) sums(lattice, tilt);
    }

    /** Next to the largest losses, which have next to no mass, everything else underflows. */
    @Test
    void largestLossesOfNoMassToSpeakOfDoNotHideTheOthers() {
        LossCells cells = new LossCells();
        cells.add(0.9, 1, 0.1, Math.log(0.9), Math.log(0.9), 0.9, 1);
        cells.add(3e-298, 0, -3e-298, 299, 299, 3e-298, 0);
        cells.add(1e-298, 0, -1e-298, 300, 300, 1e-298, 0);
        for (double tilt : new double[] {2, 2.2, 2.3, 3}) sums(LossLattice.upper(List.of(cells), 0.5, NONE), tilt);
    }

    private static void sums(LossLattice lattice, double tilt) {
        double most = NONE, sum = 0;
        double[] logs = new double[lattice.mass().length], tilted = new double[logs.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(lattice.mass()[i]) + tilt * (lattice.first() + i) * lattice.step();
            most = Math.max(most, logs[i]);
        }
        for (double log : logs) sum += Math.exp(log - most);
        assertEquals(most + Math.log(sum), lattice.logMoment(tilt, tilted), 1e-9 * (1 + Math.abs(most)));
        assertEquals(most + Math.log(sum), lattice.logMoment(tilt), 1e-9 * (1 + Math.abs(most)));
        for (int i = 0; i < logs.length; i++) assertEquals(Math.exp(logs[i] - most) / sum, tilted[i], 1e-9, "" + tilt);
    }

    @Test
    void theTwoHeaviestAtomsLieOnTheLattice() {
        LossCells cells = new LossCells();
        cells.add(0.1, 0.1, 0, -0.4, -0.4, 0.1, 0.1);
        cells.add(0.3, 0.3, 0, 0.1, 0.1, 0.3, 0.3);
        cells.add(0.5, 0.5, 0, 1.37, 1.37, 0.5, 0.5);
        cells.add(0.2, 0.2, 0, 2, 2, 0.2, 0.2);
        cells.add(5, 5, 0, 3, 4, 5, 5);
        cells.add(7, 0, -7, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 7, 0);
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(cells), 0.05), 1e-15);
        assertEquals(2, LossLattice.aligned(List.of(cells), 2));
        LossCells turned = new LossCells();
        for (int i = cells.size() - 1; i >= 0; i--)
            turned.add(cells.massA(i), cells.massB(i), 0, cells.low(i), cells.high(i), 0, 0);
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(turned), 0.05), 1e-15);
        LossCells one = new LossCells();
        one.add(0.3, 0.3, 0, 0.1, 0.1, 0.3, 0.3);
        assertEquals(0.05, LossLattice.aligned(List.of(one), 0.05));
    }
}
