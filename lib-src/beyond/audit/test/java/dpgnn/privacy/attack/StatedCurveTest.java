package dpgnn.privacy.attack;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.AccountantLike;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.numeric.Normal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Curves of a few statements, whose every figure has a formula. */
class StatedCurveTest {
    private static final double NEAR = 1e-14;
    private static final double[] EPSILONS = {0.2, 1, 2.5}, DELTAS = {0.3, 0.05, 1e-3}, OTHERS = {0.35, 0.02, 4e-3};
    private static final TradeOffCurve CURVE = TradeOffCurve.of(EPSILONS, DELTAS, OTHERS);

    private static double exact(double alarms) {
        double most = 0;
        for (int i = 0; i < EPSILONS.length; i++) {
            most = Math.max(most, 1 - DELTAS[i] - Math.exp(EPSILONS[i]) * alarms);
            most = Math.max(most, Math.exp(-EPSILONS[i]) * (1 - OTHERS[i] - alarms));
        }
        return most;
    }

    /** At the attacker's side of the exact figure, by some roundings and no more. */
    private static void below(double exact, double ours, String what) {
        assertTrue(ours <= exact && ours >= exact - NEAR, what + ": " + ours + " for " + exact);
    }

    @Test
    void missesAreTheLargestLine() {
        for (double alarms = 0; alarms <= 1; alarms += 1 / 1024.0) {
            below(exact(alarms), CURVE.misses(alarms) + (exact(alarms) == 0 ? 0 : 1e-16), "at " + alarms);
            below(-1 + exact(alarms), -CURVE.finds(alarms), "at " + alarms);
        }
        assertEquals(CURVE.finds(0.1), CURVE.reconstruction(0.1));
        assertEquals(0, CURVE.misses(1));
        assertTrue(CURVE.finds(1) <= 1);
    }

    /** Lines at 45 degrees and others touch a convex curve at its corners. */
    @Test
    void deltaIsTheDistanceBelowALine() {
        List<double[]> corners = CURVE.corners();
        for (double epsilon : new double[] {0, 0.1, 0.2, 0.7, 1, 2, 2.5, 3, 20}) {
            double most = 0;
            for (double[] c : corners) most = Math.max(most, 1 - exact(c[0]) - Math.exp(epsilon) * c[0]);
            double ours = CURVE.delta(epsilon);
            assertTrue(ours >= most && ours <= most + 2 * NEAR, epsilon + ": " + ours + " for " + most);
        }
        assertEquals(CURVE.delta(0), CURVE.advantage());
        assertEquals(1, TradeOffCurve.of(new double[] {1}, new double[] {1}).delta(0));
        TradeOffCurve one = TradeOffCurve.of(new double[] {1}, new double[] {0.1});
        assertEquals(0.1 + 0.9 * (Math.E - 1) / (Math.E + 1), one.advantage(), NEAR);
        assertEquals(0.1, one.delta(1), NEAR);
        for (double members : new double[] {0.5, 0.2, 0.9}) {
            double rare = Math.min(members, 1 - members);
            double exact = 1 - rare + rare * one.delta(Math.log((1 - rare) / rare));
            assertEquals(exact, one.accuracy(members), NEAR);
            assertTrue(one.accuracy(members) >= 1 - rare + rare * exactDelta((1 - rare) / rare), "rounded up");
        }
    }

    /** Of epsilon 1 and delta 0.1, at e^epsilon. */
    private static double exactDelta(double factor) {
        double middle = 0.9 / (1 + Math.E);
        return Math.max(0.1, 1 - middle - factor * middle);
    }

    @Test
    void cornersAreWhereTwoLinesMeet() {
        TradeOffCurve one = TradeOffCurve.of(new double[] {1}, new double[] {0.1});
        double middle = 0.9 / (1 + Math.E);
        double[][] expected = {{0, 0.9}, {middle, middle}, {0.9, 0}, {1, 0}};
        List<double[]> corners = one.corners();
        assertEquals(expected.length, corners.size());
        for (int i = 0; i < expected.length; i++) assertArrayEquals(expected[i], corners.get(i), NEAR);
        // a statement that another one implies has no corner
        TradeOffCurve implied = TradeOffCurve.of(new double[] {1, 1, 3}, new double[] {0.1, 0.5, 0.2});
        assertEquals(expected.length, implied.corners().size());
        List<double[]> all = CURVE.corners();
        assertTrue(all.size() >= 6, all.size() + " corners");
        for (int i = 1; i + 1 < all.size(); i++) {
            double[] a = all.get(i - 1), b = all.get(i), c = all.get(i + 1);
            assertEquals(exact(b[0]), b[1], NEAR);
            double before = (b[1] - a[1]) / (b[0] - a[0]), after = (c[1] - b[1]) / (c[0] - b[0]);
            assertTrue(after > before + 1e-3, "it bends at corner " + i);
            double between = (a[0] + b[0]) / 2;
            assertEquals((a[1] + b[1]) / 2, exact(between), NEAR, "and nowhere else");
        }
    }

    /** By duality: the most that can be won is the least over t of t and what exceeds t times the alarms for each secret. */
    @Test
    void bayesRiskIsThatOfTheDualProgramme() {
        for (double[] prior :
                new double[][] {{0.5, 0.5}, {0.7, 0.2, 0.1}, {0.97, 0.02, 0.01}, {0.25, 0.25, 0.25, 0.25}, {1, 0}}) {
            List<double[]> corners = CURVE.corners();
            double[] slopes = new double[corners.size()];
            for (int i = 1; i < slopes.length; i++)
                slopes[i] = (corners.get(i - 1)[1] - corners.get(i)[1]) / (corners.get(i)[0] - corners.get(i - 1)[0]);
            double won = 1;
            for (double p : prior)
                for (double slope : slopes) {
                    double t = p * slope, sum = t;
                    for (double q : prior) {
                        double most = 0;
                        for (double[] c : corners) most = Math.max(most, q * (1 - c[1]) - t * c[0]);
                        sum += most;
                    }
                    won = Math.min(won, sum);
                }
            double risk = CURVE.bayesRisk(prior), exact = 1 - won;
            assertTrue(
                    risk <= exact + 1e-15 && risk >= Math.max(0, exact - 2e-12), Arrays.toString(prior) + " " + risk);
        }
        assertEquals(0, CURVE.bayesRisk(1, 0));
    }

    /** One mu lies below the whole curve inside the floor, and none that is smaller; the regret closes the gap and not more. */
    @Test
    void oneMuTouchesTheCurve() {
        for (double floor : new double[] {1e-4, 0.01, 0.2}) {
            TradeOffCurve.GaussianFit fit = CURVE.gaussian(floor);
            assertEquals(floor, fit.floor());
            // a convex curve that is below the ends of a line is below the line: corners, and where it enters and
            // leaves
            double end = 0, beyond = 1;
            for (int i = 0; i < 60; i++) {
                double middle = (end + beyond) / 2;
                if (exact(middle) >= floor) end = middle;
                else beyond = middle;
            }
            double least = Math.max(quantile(floor) + quantile(exact(floor)), quantile(end) + quantile(floor));
            for (double[] c : CURVE.corners())
                if (c[0] >= floor && c[1] >= floor) least = Math.max(least, quantile(c[0]) + quantile(c[1]));
            for (double alarms = floor; alarms < end; alarms += 1e-3)
                assertTrue(least >= quantile(alarms) + quantile(exact(alarms)) - 1e-9);
            assertTrue(fit.mu() >= least, "floor " + floor + ": " + fit + " for " + least);
            assertEquals(least, fit.mu(), 1e-8, "floor " + floor);
            double shift = 0;
            for (double[] c : CURVE.corners())
                if (c[0] >= floor && c[1] >= floor) shift = Math.max(shift, least(c, fit.mu()));
            assertTrue(floor > 0.1 || shift > 0.01, "mu gives something away: " + shift);
            assertEquals(shift, fit.regret(), 1e-8, "floor " + floor);
        }
        // misses fall below the floor behind the only corner within it: the end of that line decides
        TradeOffCurve steep = TradeOffCurve.of(new double[] {0}, new double[] {0.5});
        double end = quantile(0.5 - 1e-3) + quantile(1e-3);
        assertEquals(end, steep.gaussian(1e-3).mu(), 1e-6);
        // the same between two corners inside
        TradeOffCurve three =
                TradeOffCurve.of(new double[] {2, 0.5, 1}, new double[] {0, 0.2, 0.9}, new double[] {0.9, 0.9, 0.3});
        assertEquals(
                quantile(0.6 / Math.exp(0.5)) + quantile(0.2),
                three.gaussian(0.2).mu(),
                1e-8);
        // not below the exact one by what quantiles are off: z(0.4) + z(0.5), of 20 digits
        double touching = TradeOffCurve.of(new double[] {0}, new double[] {0.1})
                .gaussian(0.4)
                .mu();
        assertTrue(touching >= 0.25334710313579979 && touching < 0.2533471051, "was " + touching);
        assertEquals(
                0,
                TradeOffCurve.of(new double[] {0}, new double[] {0})
                        .gaussian(0.1)
                        .mu(),
                2e-9);
        assertEquals(
                Double.POSITIVE_INFINITY,
                TradeOffCurve.of(new double[] {1}, new double[] {1})
                        .gaussian(0.1)
                        .mu());
    }

    private static double least(double[] corner, double mu) {
        double low = 0, high = 1;
        for (int i = 0; i < 50; i++) {
            double shift = (low + high) / 2, alarms = corner[0] - shift, misses = corner[1] - shift;
            if (alarms <= 0 || misses <= 0 || misses <= Normal.upper(mu - quantile(alarms))) high = shift;
            else low = shift;
        }
        return high;
    }

    private static double quantile(double tail) {
        return Laws.quantile(tail, Normal::upper);
    }

    /** Answers as the Gaussian of this mu does, from this delta on, and writes down what it is asked. */
    private record Asked(double mu, double from, List<Double> deltas) implements AccountantLike {
        @Override
        public double leastEpsilon(Event event, double delta) {
            deltas.add(delta);
            return delta < from ? Double.POSITIVE_INFINITY : new GaussianDp(mu).epsilon(delta);
        }

        @Override
        public double leastDelta(Event event, double epsilon) {
            return new GaussianDp(mu).delta(epsilon);
        }
    }

    @Test
    void anAccountantIsAskedFromRareEventsToTheMostOnce() {
        Event event = new Event.Gaussian(1);
        for (double mu : new double[] {1e-3, 1, 6}) {
            Asked asked = new Asked(mu, 0, new ArrayList<>());
            TradeOffCurve curve = TradeOffCurve.of(event, asked);
            double most = new GaussianDp(mu).delta(0);
            assertEquals(1e-12, asked.deltas.get(0), 1e-12 * most, "mu " + mu);
            for (int i = 0; i < asked.deltas.size(); i++) {
                double delta = asked.deltas.get(i), odds = Math.log(delta / (most - delta));
                assertTrue(delta < most && delta >= 1e-12);
                if (i == 0 || asked.deltas.get(i - 1) == 1e-12) continue;
                double before = asked.deltas.get(i - 1), stride = odds - Math.log(before / (most - before));
                assertEquals(Math.log(before / (most - before)) < -4 ? 0.4 : 0.12, stride, 1e-3, "at " + delta);
            }
            double last = asked.deltas.get(asked.deltas.size() - 1);
            assertEquals(5, Math.log(last / (most - last)), 0.13);
            assertTrue(curve.toString().startsWith("TradeOffCurve of " + (asked.deltas.size() + 1) + " statements"));
            for (double alarms : new double[] {1e-6, 0.01, 0.3}) {
                double exact = Normal.upper(mu - quantile(alarms));
                assertTrue(curve.misses(alarms) <= exact && curve.misses(Math.max(0, alarms - 4e-4)) >= exact - 4e-4);
            }
        }
        // no delta that is rare enough: what is proved of epsilon 0 remains
        TradeOffCurve alone = TradeOffCurve.of(event, new Asked(1e-13, 0, new ArrayList<>()));
        assertEquals("TradeOffCurve of 1 statements, epsilon 0.0 to 0.0", alone.toString());
        TradeOffCurve half = TradeOffCurve.of(event, new Asked(20, 0.4, new ArrayList<>()));
        assertTrue(half.misses(0) <= 0.6 && half.misses(0) > 0.55, half + ": " + half.misses(0));
        Asked never = new Asked(100, 1, new ArrayList<>());
        assertEquals(0, TradeOffCurve.of(event, never).misses(0.5), "nothing hides");
    }

    @Test
    void statementsOfHugeEpsilonsSayNothing() {
        TradeOffCurve one = TradeOffCurve.of(new double[] {1, 601}, new double[] {0.1, 0});
        assertEquals("TradeOffCurve of 1 statements, epsilon 1.0 to 1.0", one.toString());
        assertEquals(
                "TradeOffCurve of 2 statements, epsilon 1.0 to 600.0",
                TradeOffCurve.of(new double[] {1, 600}, new double[] {0.1, 0}).toString());
        assertEquals(
                "TradeOffCurve of 0 statements, epsilon 0.0 to 0.0",
                TradeOffCurve.of(new double[] {700}, new double[] {0}).toString());
    }

    @Test
    void theFigureHasTheCurveAndTheCoin() {
        var points = CURVE.figure("ours").points();
        var curve = points.where("series", "ours");
        assertEquals(121, curve.rows());
        double[] alarms = curve.numbers("x"), misses = curve.numbers("y");
        for (int i = 0; i < alarms.length; i++) {
            assertEquals((double) i * i / (120 * 120), alarms[i], 1e-15);
            assertEquals(CURVE.misses(alarms[i]), misses[i]);
        }
        assertEquals(2, points.where("series", "a coin").rows());
    }

    @Test
    void whatIsNoStatementIsNamed() {
        refused(
                () -> TradeOffCurve.of(new double[1], new double[2]),
                "epsilons and deltas must be equally many and at least one, was 1 and 2");
        refused(
                () -> TradeOffCurve.of(new double[1], new double[1], new double[2]),
                "others must be as many as deltas, was 2");
        refused(() -> TradeOffCurve.of(new double[] {1, -1}, new double[2]), "epsilon 1");
        refused(() -> TradeOffCurve.of(new double[1], new double[1], new double[] {2}), "other delta 0");
        refused(() -> CURVE.bayesRisk(1), "secrets must be at least 2, was 1");
        refused(() -> CURVE.bayesRisk(0.5, 0.5 + 2e-9), "the sum of the prior must be 1");
        refused(() -> CURVE.bayesRisk(1.5, -0.5), "a probability of the prior");
        refused(() -> TradeOffCurve.of(new double[0], new double[0]), "at least one");
        refused(() -> TradeOffCurve.of(new double[] {1}, new double[] {2}), "delta 0");
        for (double bad : new double[] {-0.1, 1.5}) refused(() -> CURVE.misses(bad), "alarms");
        refused(() -> CURVE.precision(1), "members");
        for (double bad : new double[] {0, 1}) refused(() -> CURVE.accuracy(bad), "members");
        refused(() -> CURVE.delta(-1), "epsilon");
        for (double bad : new double[] {0, 0.5}) refused(() -> CURVE.gaussian(bad), "floor");
    }
}
