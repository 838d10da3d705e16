package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.step.Cells.atoms;
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
        assertEquals(NONE, none.logMoment(1));
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
        assertEquals(-0.25 * Math.expm1(-0.5 * 1600 - Math.log(0.75) + 799), stick(lower, 799), 1e-12);
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
        for (double tilt : new double[] {2, 2.2, 2.3, 3, 5}) sums(LossLattice.upper(List.of(cells), 0.5, NONE), tilt);
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
        LossCells cells = atoms(0.1, -0.4, 0.3, 0.1, 0.5, 1.37, 0.2, 2);
        cells.add(5, 5, 0, 3, 4, 5, 5);
        cells.add(7, 0, -7, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 7, 0);
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(cells), 0.05), 1e-15);
        assertEquals(2, LossLattice.aligned(List.of(cells), 2));
        LossCells turned = new LossCells();
        for (int i = cells.size() - 1; i >= 0; i--)
            turned.add(cells.massA(i), cells.massB(i), 0, cells.low(i), cells.high(i), 0, 0);
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(turned), 0.05), 1e-15);
        assertEquals(0.05, LossLattice.aligned(List.of(atoms(0.3, 0.1)), 0.05));
    }

    /** Far losses of a wide lattice, whose powers are beyond a double, and many of a fine one, whose errors may not add up. */
    @Test
    void momentsOfWideAndOfFineLattices() {
        LossCells wide = new LossCells();
        for (double loss = -1000; loss <= 1000; loss += 100) {
            double a = loss == 0 ? 0.2 : 0.04;
            wide.add(a, 0, -a, loss, loss, 0, 0);
        }
        for (double tilt : new double[] {-2, -0.5, 0.5, 2}) sums(LossLattice.upper(List.of(wide), 2, NONE), tilt);
        LossLattice lattice = LossLattice.upper(List.of(atoms(0.4, 0, 0.1, 10)), 1e-4, NONE);
        double[] tilted = new double[lattice.mass().length];
        for (double tilt : new double[] {0.9, 1.7, 3.1}) {
            lattice.logMoment(tilt, tilted);
            for (int i = 0; i < tilted.length; i++) {
                if (lattice.mass()[i] < 1e-3 || loss(lattice, i) < 1) continue;
                double right = lattice.mass()[i] * Math.exp(tilt * (lattice.first() + i) * lattice.step()) / 0.4;
                int heaviest = -lattice.first();
                assertEquals(1, tilted[i] / tilted[heaviest] / right, 1e-13, "tilt " + tilt);
            }
        }
    }

    /** It covers an error of an ulp in the loss and some of the exponential's, and is no more than a few of both. */
    @Test
    void theBlurIsWhatRoundingMayMove() {
        for (double loss : new double[] {0, 1e-9, 0.3, 1, 30, 600, 1e5, 1e15}) {
            assertTrue(LossLattice.blur(loss) >= 40 * 0x1p-53 + 0.5 * Math.ulp(loss), "at " + loss);
            assertTrue(LossLattice.blur(loss) <= 100 * 0x1p-53 + 4 * Math.ulp(loss), "at " + loss);
            assertEquals(LossLattice.blur(loss), LossLattice.blur(-loss));
        }
    }

    /** Masses whose parts A and B share to the last digit: what remains is the rounding of the sharing out itself. */
    @Test
    void sharedMassesAreGivenToTheUpperEndByTheBlurAlone() {
        LossCells moved = random(7, 60, 9, 0.3), cells = new LossCells();
        double b = 0, kept = 0;
        for (int i = 0; i < moved.size(); i++) {
            cells.add(moved.massA(i), moved.massB(i), moved.difference(i), moved.low(i), moved.high(i), 0, 0);
            b += moved.massB(i);
        }
        LossLattice upper = LossLattice.upper(List.of(cells), 0.9, NONE);
        for (int i = 0; i < upper.mass().length; i++) kept += upper.mass()[i] * Math.exp(-loss(upper, i));
        assertTrue(kept < b * (1 - 2e-15) && kept > b * (1 - 3e-14), kept / b - 1 + "");
    }

    /** Three losses half-way between multiples and on them: what lies on a multiple is what brings the sums there. */
    @Test
    void aLowerLatticesMultipleTakesWhatBringsItThereAndNoMore() {
        double step = 0.01, a = 0.2, r = LossCells.ROUNDING;
        for (double base : new double[] {0, 1}) {
            LossCells cells = new LossCells();
            for (double apart : new double[] {-0.005, 0.005, 0.02}) {
                double b = a * Math.exp(-apart - base), loss = base + apart;
                cells.add(a, b, a * Math.expm1(-loss), loss, loss, a, b);
            }
            LossLattice lower = LossLattice.lower(List.of(cells), step, NONE, false);
            // the first two take their sums to just below the multiple, and a part of the third one brings them there
            double lack = a * (Math.expm1(0.005) + Math.expm1(-0.005) + r * (2 + Math.exp(0.005) + Math.exp(-0.005)));
            double gain = a * (-Math.expm1(-0.02) - r * (1 + Math.exp(-0.02)));
            int at = (int) Math.rint(base / step) - lower.first();
            assertEquals(a * (1 - r) * (2 + lack / gain), lower.mass()[at], 1e-12 * a, "base " + base);
        }
    }

    /** A small mass far above is not used up to lift a large one to its multiple, which is rounded down. */
    @Test
    void whatLiesFarAboveIsNotMerged() {
        LossLattice lower = LossLattice.lower(List.of(atoms(0.5, 0.005, 1e-3, 5)), 0.01, NONE, false);
        assertEquals(-1e-3 * Math.expm1(-3), stick(lower, 2), 1e-5 * 1e-3);
    }

    /** A loss of which only a lower end is known counts at the end of the lattice, as a whole. */
    @Test
    void aLossBeyondTheLatticeCountsAtItsEnd() {
        LossCells cells = atoms(0.4, 0.5);
        cells.add(0.3, 3e-4, -0.2997, 0.6, Double.POSITIVE_INFINITY, 0, 0);
        LossLattice lower = LossLattice.lower(List.of(cells), 0.1, NONE, false);
        double sum = 0;
        for (double mass : lower.mass()) sum += mass;
        assertEquals(0.7, sum, 1e-14);
        assertEquals(0.3, lower.mass()[lower.mass().length - 1], 1e-14);
    }

    /** However many steps a cell reaches across, its two ends keep both of its masses. */
    @Test
    void cellsOfManyStepsAreSharedOutToo() {
        for (int steps = 60; steps < 70; steps++) {
            double high = steps * 0.125, a = 0.5, b = 0.5 * Math.exp(-1);
            LossCells cells = new LossCells();
            cells.add(a, b, b - a, 0, high, 0, 0);
            // nothing of A, wherever it lies, needs no room
            cells.add(0, 0.1, 0.1, 2 * high, 3 * high, 0, 0);
            LossLattice upper = LossLattice.upper(List.of(cells), 0.125, NONE);
            assertEquals(1, upper.origin(), 1e-12);
            assertEquals(steps + 3, upper.mass().length, 1);
            double kept = 0;
            for (int i = 0; i < upper.mass().length; i++) kept += upper.mass()[i] * Math.exp(-loss(upper, i));
            assertEquals(b, kept, 1e-13, steps + " steps");
        }
    }

    /** As many cells as a list of them has room for at first, of which each counts once. */
    @Test
    void allCellsCountOnce() {
        LossCells cells = new LossCells();
        for (int i = 0; i < 256; i++) {
            double loss = i < 255 ? 0.1 : 0.37, a = i < 254 ? 1e-4 : 0.3, b = a * Math.exp(-loss);
            cells.add(a, b, a * Math.expm1(-loss), loss, loss, 0, 0);
        }
        for (LossLattice lattice : List.of(
                LossLattice.upper(List.of(cells), 0.05, NONE), LossLattice.lower(List.of(cells), 0.05, NONE, true))) {
            double sum = 0;
            for (double mass : lattice.mass()) sum += mass;
            assertEquals(0.6254, sum, 1e-12);
        }
        assertEquals(0.27 / 6, LossLattice.aligned(List.of(cells), 0.05), 1e-15);
    }

    @Test
    void whatLiesOnTheFirstMultipleIsKept() {
        LossLattice lower = LossLattice.lower(List.of(atoms(0.4, 1, 0.4, 5)), 1, 2.5, false);
        assertEquals(1, lower.first());
        assertEquals(0.4, lower.mass()[0], 1e-12);
        // one atom alone has a range, too
        LossLattice alone = LossLattice.lower(List.of(atoms(0.4, 5)), 1, NONE, false);
        assertEquals(0.4, alone.mass()[5 - alone.first()], 1e-12);
    }

    @Test
    void twoEqualAtomsAreCountedFromTheirMeanAndAHeavierOneFromItself() {
        LossCells equal = atoms(0.25, 0.25, 0.25, 0.5), one = atoms(0.3, 0.25, 0.25, 0.5);
        assertEquals(0.375, LossLattice.upper(List.of(equal), 1, NONE).origin());
        assertEquals(0.25, LossLattice.upper(List.of(one), 1, NONE).origin());
        // what lies within one step is counted together
        LossCells three = atoms(0.2, 0.05, 0.3, 0.25, 0.3, 0.27);
        assertEquals(0.26, LossLattice.upper(List.of(three), 0.1, NONE).origin(), 1e-15);
    }

    @Test
    void anAtomAtZeroIsAlignedToAndOfEqualOnesTheFirst() {
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(atoms(0.5, 0, 0.3, 1.27, 0.3, 2)), 0.05), 1e-15);
        // a loss that is known to some digits is one
        LossCells far = new LossCells();
        far.add(0.5, 0.5, 0, 1000, 1000 + 1e-10, 0, 0);
        far.add(0.3, 0.3, 0, 1001.27, 1001.27, 0, 0);
        assertEquals(1.27 / 26, LossLattice.aligned(List.of(far), 0.05), 1e-9);
    }

    @Test
    void moreStepsThanAnArrayHoldsAreRefused() {
        LossCells cells = atoms(0.5, -40, 0.5, 0, 0.5, 30);
        assertEquals(
                "the losses from -40.0 to 30.0 need more than 2^26 steps of 1.0E-6",
                refused(Composition.TooFine.class, () -> LossLattice.lower(List.of(cells), 1e-6, NONE, false)));
    }
}
