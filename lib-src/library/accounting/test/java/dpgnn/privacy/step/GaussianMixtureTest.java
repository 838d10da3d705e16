package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.Normal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the line is cut: what must not change the cells, how exact their losses are, and how many there are. */
class GaussianMixtureTest {
    private static final Resolution FINE = new Resolution(0.02, 1e-12, 0, 0, false, 1);
    private static final double[] SHIFTS = {0, 2, 4};
    private static final double[][] WEIGHTS = {{0.2, 0.5, 0.3}, {0.7, 0.2, 0.1}};

    private static double[] times(double unit, double... values) {
        double[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) scaled[i] *= unit;
        return scaled;
    }

    private static LossCells cut(GaussianMixture mixture, Resolution resolution) {
        LossCells cells = new LossCells();
        mixture.cut(cells, 1, resolution);
        return cells;
    }

    /** A Poisson sample of a record that is added, or of one that is replaced by its opposite. */
    private static GaussianMixture sampled(double rate, double multiplier, double unit, boolean replaced) {
        double[] weights = {1 - rate, rate}, up = times(unit, 0, 1);
        return replaced
                ? GaussianMixture.between(unit * multiplier, up, weights, times(unit, 0, -1), weights)
                : GaussianMixture.against(unit * multiplier, up, weights);
    }

    private static void same(LossCells one, LossCells other, double scale, double near, String what) {
        assertEquals(one.size(), other.size(), what);
        for (int i = 0; i < one.size(); i++) {
            String cell = what + ", cell " + i;
            double mass = one.massA(i) + one.massB(i);
            assertEquals(scale * one.massA(i), other.massA(i), near * mass, cell);
            assertEquals(scale * one.massB(i), other.massB(i), near * mass, cell);
            assertEquals(scale * one.difference(i), other.difference(i), near * mass, cell);
            assertEquals(scale * one.movedA(i), other.movedA(i), near * mass, cell);
            assertEquals(scale * one.movedB(i), other.movedB(i), near * mass, cell);
            assertEquals(one.low(i), other.low(i), near, cell);
            assertEquals(one.high(i), other.high(i), near, cell);
        }
    }

    /** Nothing but shifts over deviations matters: in units that are a power of two every cell is the same, to the last bit. */
    @Test
    void theUnitOfTheLineDoesNotMatter() {
        for (double unit : new double[] {0x1p-20, 0x1p20})
            for (Resolution resolution : List.of(FINE, Resolution.coarse(1e-12, 1))) {
                for (double multiplier : new double[] {0.05, 0.3, 4})
                    for (boolean replaced : new boolean[] {false, true})
                        same(
                                cut(sampled(0.1, multiplier, 1, replaced), resolution),
                                cut(sampled(0.1, multiplier, unit, replaced), resolution),
                                1,
                                0,
                                multiplier + ", " + replaced + " in " + unit + " at " + resolution);
                double[] scales = {0.999, 0.001};
                List<LossCells> one = GaussianMixture.family(3, SHIFTS, WEIGHTS).cut(scales, resolution);
                List<LossCells> other = GaussianMixture.family(3 * unit, times(unit, SHIFTS), WEIGHTS)
                        .cut(scales, resolution);
                for (int s = 0; s < 2; s++) same(one.get(s), other.get(s), 1, 0, "family in " + unit);
            }
    }

    /** A pair that is rarer altogether is cut where it was, as long as all that counts for it is rarer as well. */
    @Test
    void theWeightOfAllTogetherDoesNotMatter() {
        double rarer = 0x1p-10;
        for (boolean reversed : new boolean[] {false, true}) {
            Resolution often = new Resolution(0.02, 1e-12, 0.8, 1, reversed, 1);
            Resolution rare = new Resolution(0.02, 1e-12 * rarer, 0.8, 1 + Math.log(rarer), reversed, 1);
            GaussianMixture mixture = GaussianMixture.family(3, SHIFTS, WEIGHTS);
            List<LossCells> one = mixture.cut(new double[] {0.7, 0.3}, often);
            List<LossCells> other = mixture.cut(new double[] {0.7 * rarer, 0.3 * rarer}, rare);
            for (int s = 0; s < 2; s++) same(one.get(s), other.get(s), rarer, 1e-9, "mixture " + s);
        }
    }

    /**
     * A cell of tilted mass p and width w costs p w², so that for their number widths are best where they go with the third root of
     * the density (Hölder). The bounds are what was measured, and some percent: a mixture of a thousandth of the weight has a sixth
     * of the cells, which are not as well placed, because they end where others do.
     */
    @Test
    void cellsAreNearlyAsWideAsIsBestForTheirNumber() {
        double[][] most = {{1.3, 2.7, 1030, 173}, {1.2, 2.4, 1270, 186}, {1.3, 1.9, 1650, 203}};
        double[][] back = {{1.4, 2.95, 830, 165}, {1.55, 3.1, 715, 160}, {1.8, 3.1, 650, 157}};
        for (int tilt = 0; tilt < 3; tilt++)
            for (boolean reversed : new boolean[] {false, true}) {
                Resolution resolution = new Resolution(5e-3, 1e-12, tilt, reversed ? 0 : tilt, reversed, 40);
                List<LossCells> both =
                        GaussianMixture.family(3, SHIFTS, WEIGHTS).cut(new double[] {0.999, 0.001}, resolution);
                double[] bound = reversed ? back[tilt] : most[tilt];
                for (int s = 0; s < 2; s++) {
                    LossCells cells = both.get(s);
                    double waste = waste(cells, tilt, reversed);
                    String what = resolution + ", mixture " + s + ": " + cells.size() + " cells, waste " + waste;
                    assertTrue(waste <= bound[s] && cells.size() <= bound[2 + s], what);
                    assertTrue(waste > 1 && cells.size() >= 0.95 * bound[2 + s], what);
                }
            }
    }

    private static double waste(LossCells cells, double tilt, boolean reversed) {
        double cost = 0, best = 0, most = 0;
        int n = 0;
        for (int i = 0; i < cells.size(); i++) {
            double low = cells.low(i);
            double mass = reversed ? cells.massB(i) * Math.exp(-tilt * low) : cells.massA(i) * Math.exp(tilt * low);
            if (!Double.isInfinite(low)) most = Math.max(most, mass);
        }
        for (int i = 0; i < cells.size(); i++) {
            double low = cells.low(i), width = cells.high(i) - low;
            double mass = reversed ? cells.massB(i) * Math.exp(-tilt * low) : cells.massA(i) * Math.exp(tilt * low);
            if (!(mass > 1e-9 * most) || Double.isInfinite(width)) continue;
            cost += mass * width * width;
            best += Math.cbrt(mass * width * width);
            n++;
        }
        return cost * n * n / (best * best * best);
    }

    /** Rates at which the loss is a rounding of one: it has its digits all the same, and so has the difference of the masses. */
    @Test
    void tinyRatesKeepTheirDigits() {
        double rate = 0x1p-50;
        for (boolean replaced : new boolean[] {false, true}) {
            LossCells cells = cut(sampled(rate, 1, 1, replaced), new Resolution(0.02 * rate, 1e-12, 0, 0, false, 1));
            assertTrue(cells.size() > 100, "cells " + cells.size());
            for (int i = 1; i < cells.size() - 1; i++) {
                if (cells.massB(i) < 1e-200) continue;
                double loss = -cells.difference(i) / cells.massB(i), blur = 1e-10 * (rate + Math.abs(loss));
                String cell = i + ": " + loss + " in " + cells.low(i) + " to " + cells.high(i);
                assertTrue(loss >= cells.low(i) - blur && loss <= cells.high(i) + blur, cell);
                if (i > 1) assertEquals(cells.high(i - 1), cells.low(i), blur, cell);
            }
        }
    }

    private static void whole(LossCells cells, String what) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.massA(i) < 1e-280 || cells.massB(i) < 1e-280) continue;
            double loss = Math.log(cells.massA(i)) - Math.log(cells.massB(i)), blur = 1e-10 * (1 + Math.abs(loss));
            String cell = what + ", cell " + i + ": " + loss + " in " + cells.low(i) + " to " + cells.high(i);
            assertTrue(loss >= cells.low(i) - blur && loss <= cells.high(i) + blur, cell);
            // both reach out by what rounding may have moved them
            if (i > 0) assertTrue(cells.high(i - 1) > cells.low(i), cell + " after " + cells.high(i - 1));
        }
        assertEquals(1, Cells.massA(cells), 1e-12, what);
        assertEquals(1, Cells.massB(cells), 1e-12, what);
    }

    /** Shifts of many deviations, where likelihood ratios overflow and underflow, and rates at which A has left the centre. */
    @Test
    void littleNoiseLosesNoMassAndNoLoss() {
        for (double multiplier : new double[] {0.01, 0.05, 0.5}) {
            whole(cut(GaussianMixture.against(multiplier, new double[] {1}, new double[] {1}), FINE), "one shift");
            for (double rate : new double[] {0.1, 0.9})
                for (boolean replaced : new boolean[] {false, true})
                    whole(
                            cut(sampled(rate, multiplier, 1, replaced), FINE),
                            rate + " under " + multiplier + (replaced ? " replaced" : ""));
        }
    }

    /** The loss of a sampled step never falls to ln(1 - q), and comes as near as one likes. */
    @Test
    void theLeastLossIsThatOfWhoIsNotDrawn() {
        for (double rate : new double[] {1e-9, 0.1, 0.5, 0.8})
            assertEquals(
                    Math.log1p(-rate), cut(sampled(rate, 2, 1, false), FINE).low(0), 1e-15 * (1 + rate));
    }

    /** From a ratio of e^30 on, at x = 30.5, ratios are taken relative to the largest: on both sides the loss is the same. */
    @Test
    void theLossIsTheSameWhereTheFormulaChanges() {
        double loss = 30 + Math.log(0.1 + 0.9 * Math.exp(-30));
        for (double x : new double[] {Math.nextDown(30.5), 30.5, Math.nextUp(30.5)}) {
            LossCells cells = new LossCells();
            sampled(0.1, 1, 1, false).cutFrom(cells, x, FINE);
            assertEquals(1, cells.size());
            assertEquals(loss, cells.low(0), 1e-12);
            assertEquals(Double.POSITIVE_INFINITY, cells.high(0));
        }
    }

    /** A first look cuts the bulk into cells of half a deviation, which see the total variation; the finer tolerance has more states. */
    @Test
    void aCoarseLookIsNotBlind() {
        LossCells cells = cut(sampled(0.3, 1, 1, false), Resolution.coarse(1e-12, 1));
        double sum = Cells.stick(cells, 1);
        assertEquals(0.3 * (2 * Normal.upper(-0.5) - 1), sum, 0.02 * sum);
        assertEquals(68, cells.size(), 4);
        assertEquals(40, Resolution.states(1e-3));
        assertEquals(12, Resolution.states(Math.nextUp(1e-3)));
    }
}
