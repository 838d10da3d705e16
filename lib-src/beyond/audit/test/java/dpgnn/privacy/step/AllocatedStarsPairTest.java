package dpgnn.privacy.step;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.bell;
import static dpgnn.privacy.Laws.upper;
import static dpgnn.privacy.step.Cells.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.attack.Pld;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chain of home stars by random allocation, against normal laws, curves by another rule, and instances. */
class AllocatedStarsPairTest {
    private static final PldAccountant PLD = PldAccountant.standard();

    private static LossCells cells(int batches, int homes, double scale) {
        return new AllocatedStarsLoss(new Event.AllocatedStars(batches, homes, scale))
                .cells(null, null)
                .get(0);
    }

    /** With one batch each link is a normal pair, and so is their chain, with the sum of the shifts. */
    @ParameterizedTest
    @CsvSource({"1, 3", "1, 10", "2, 5", "5, 40"})
    void oneBatchIsOneLongShift(int homes, double scale) {
        LossCells found = cells(1, homes, scale), back = found.reversed();
        GaussianDp exact = new GaussianDp((2 * homes + 1) / scale);
        for (double epsilon : new double[] {-2, -0.5, 0, 0.1, 0.7, 2, 4}) {
            double gamma = Math.exp(epsilon);
            double delta = epsilon >= 0 ? exact.delta(epsilon) : 1 - gamma + gamma * exact.delta(-epsilon);
            for (double seen : new double[] {stick(found, gamma), stick(back, gamma)}) {
                assertTrue(seen >= delta * (1 - 1e-12), seen + " below " + delta + " at " + epsilon);
                assertTrue(seen <= delta * 1.004 + 1e-18, seen + " above " + delta + " at " + epsilon);
            }
        }
        assertEquals(
                exact.epsilon(1e-5),
                PLD.epsilon(new Event.AllocatedStars(1, homes, scale), 1e-5),
                1e-9 * exact.epsilon(1e-5));
    }

    /** Of two batches, how likely the mean of W is above c: without the unit, and with it. */
    private static double above(double c, double mu, boolean with) {
        DoubleUnaryOperator given = z -> {
            double first = Math.exp(mu * z - mu * mu / 2), left = 2 * c - first;
            double a = left <= 0 ? Double.NEGATIVE_INFINITY : Math.log(left) / mu + mu / 2;
            return with ? (first * upper(a) + upper(a - mu)) / 2 : upper(a);
        };
        double sum = 0, step = 5e-3;
        for (double z = -8.5; z <= 8.5 + mu; z += step) sum += Math.exp(-z * z / 2) * given.applyAsDouble(z);
        return sum * step / Math.sqrt(2 * Math.PI);
    }

    /** What a test of this size finds if a unit comes, or of the other order if it leaves, by bisection. */
    private static double power(double size, double mu, boolean comes) {
        double low = 1e-6, high = 1e3;
        for (int i = 0; i < 34; i++) { // to nine digits
            double c = Math.sqrt(low * high), at = comes ? above(c, mu, false) : 1 - above(c, mu, true);
            if (at > size == comes) low = c;
            else high = c;
        }
        double c = Math.sqrt(low * high);
        return comes ? above(c, mu, true) : 1 - above(c, mu, false);
    }

    /** An attacker's curve of one epoch: misses are at most what the integral gives, and no less than nearly that. */
    @Test
    void anAttackersCurveIsThatOfTheEpoch() {
        TradeOffCurve curve = TradeOffCurve.of(new Event.RandomAllocation(2, 1.5));
        for (double alarms : new double[] {1e-4, 0.01, 0.2, 0.6}) {
            double exact = 1 - Math.max(power(alarms, 1 / 1.5, true), power(alarms, 1 / 1.5, false));
            assertTrue(curve.misses(alarms) <= exact + 1e-6, curve.misses(alarms) + " above " + exact);
            assertTrue(curve.misses(alarms) >= exact * 0.995, curve.misses(alarms) + " below " + exact);
        }
    }

    /** Of rows and of stars: curve, value and limit say what epsilon says. */
    @Test
    void curvesValuesAndLimitsAgreeWithEpsilon() {
        DoubleFunction<Event> rows = m -> new Event.Repeated(new Event.RandomAllocation(20, m), 5);
        DoubleFunction<Event> stars = m -> new Event.Repeated(new Event.AllocatedStars(20, 1, m), 5);
        for (DoubleFunction<Event> family : Extent.some(List.of(rows, stars), 1)) {
            Event event = family.apply(4);
            TradeOffCurve curve = TradeOffCurve.of(event);
            Pld value = Pld.of(event.parts().findFirst().orElseThrow()).times(5);
            for (double delta : new double[] {0.03, 1e-3, 1e-5, 1e-8}) {
                PldAccountant.Bounds found = PLD.bounds(event, delta);
                double epsilon = found.upper();
                assertEquals(epsilon, value.epsilon(delta), 2e-3 * epsilon, "at " + delta);
                assertEquals(delta, curve.delta(epsilon), 0.02 * delta, "at " + delta);
                assertTrue(value.epsilon(delta) >= found.lower() && curve.delta(found.lower()) >= delta * (1 - 1e-9));
                // no curve is above the lines of its epsilon by more than what lies between two of its own
                for (double alarms : new double[] {1e-6, 1e-3, 0.1, 0.5}) {
                    double line =
                            Math.max(1 - delta - Math.exp(epsilon) * alarms, Math.exp(-epsilon) * (1 - delta - alarms));
                    assertTrue(curve.misses(alarms) >= line - 1e-4, alarms + " at " + delta);
                }
            }
            assertEquals(PLD.delta(event, 0), curve.advantage(), 1e-3);
            assertEquals(curve.finds(0.05), AttackLimit.errors(0.05, 0.3).best(PLD, event), 1e-3);
        }
    }

    /** Each tries many multipliers, and each of these many thresholds. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Extent.OneIn(6)
    void theNoiseOfALimitKeepsIt(boolean withStars) {
        DoubleFunction<Event> family = m -> new Event.Repeated(
                withStars ? new Event.AllocatedStars(4, 1, m) : new Event.RandomAllocation(10, m), 2);
        AttackLimit limit = AttackLimit.errors(0.01, 0.9);
        double least = Calibration.of(PLD, 0.01).multiplier(family, limit);
        assertTrue(limit.best(PLD, family.apply(least)) <= 0.1);
        assertTrue(limit.best(PLD, family.apply(0.98 * least)) > 0.1);
        assertTrue(TradeOffCurve.of(family.apply(least)).misses(0.01) >= 0.9 - 1e-4);
    }

    /** One home: a star leaves, comes back as another one, and the node's own star comes, each found by a test of its own. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 3})
    @Extent.OneIn(3)
    void twoBatchesAreThreeTestsOneAfterTheOther(double scale) {
        double mu = 1 / scale;
        LossCells found = cells(2, 1, scale);
        for (double size : new double[] {1e-6, 1e-3, 0.05, 0.4}) {
            double exact = power(power(power(size, mu, false), mu, true), mu, true);
            double most = Double.POSITIVE_INFINITY, least = Double.POSITIVE_INFINITY;
            for (double epsilon = -6; epsilon <= 12; epsilon += 0.01) {
                double gamma = Math.exp(epsilon);
                most = Math.min(most, stick(found, gamma) + gamma * size);
                least = Math.min(least, stick(found.reversed(), gamma) + gamma * size);
            }
            assertTrue(most >= exact * (1 - 1e-6), most + " below " + exact + " at " + size);
            assertTrue(most <= exact * 1.01, most + " above " + exact + " at " + size);
            double back = power(power(power(size, mu, false), mu, false), mu, true);
            assertTrue(least >= back * (1 - 1e-6) && least <= back * 1.01, least + " for " + back + " at " + size);
        }
    }

    /** Two batches, the star of one home as a and then as b, and the node's own as u: all of it is less than the chain. */
    @Test
    void instancesShowLess() {
        double m = 1.5, worst = 0;
        LossCells found = cells(2, 1, m);
        double[][] ways = {{-1, 1, 1}, {1, -1, 1}, {1, -1, -1}, {-1, 1, -1}, {0, 1, 1}, {1, 0, 1}, {-1, 1, 0.3}};
        for (double[] g : ways)
            for (double gamma : new double[] {1, 1.5, 3, 10}) {
                double there = 0, back = 0, step = m / 8;
                for (double x = -14; x <= 14; x += step)
                    for (double y = -14; y <= 14; y += step) {
                        double without = (bell(x - g[0], y, m) + bell(x, y - g[0], m)) / 2;
                        double with = (bell(x - g[1] - g[2], y, m)
                                        + bell(x, y - g[1] - g[2], m)
                                        + bell(x - g[1], y - g[2], m)
                                        + bell(x - g[2], y - g[1], m))
                                / 4;
                        there += Math.max(0, with - gamma * without);
                        back += Math.max(0, without - gamma * with);
                    }
                double area = step * step;
                assertTrue(there * area <= stick(found, gamma) * 1.001, there * area + " at " + gamma);
                assertTrue(back * area <= stick(found.reversed(), gamma) * 1.001, back * area + " at " + gamma);
                worst = Math.max(worst, there * area / stick(found, gamma));
            }
        assertTrue(worst > 0.6, "instances come to " + worst + " of the chain");
    }

    /** A counter-example to the shorter bound, in which a changed star counts as its difference. */
    @Test
    void aDifferenceIsNoTermOfItsOwn() {
        double m = 1, step = 0.05, changed = 0, come = 0;
        for (double x = -9; x <= 11; x += step)
            for (double y = -9; y <= 11; y += step) {
                double none = bell(x, y, m), once = (bell(x - 1, y, m) + bell(x, y - 1, m)) / 2;
                double twice = (bell(x - 2, y, m) + bell(x, y - 2, m)) / 2;
                changed += Math.max(0, twice - once) * step * step;
                come += Math.max(0, once - none) * step * step;
            }
        assertEquals(0.361, changed, 1e-3);
        assertEquals(0.298, come, 1e-3);
        assertEquals(come, PLD.delta(new Event.RandomAllocation(2, m), 0), 1e-3);
    }

    /** Between three times the shift of a node alone, which nearly small shifts attain, and stars of which everybody knows the batch. */
    @Test
    void manyBatchesHideStars() {
        for (int t : new int[] {10, 1000}) {
            Event stars = new Event.Repeated(new Event.AllocatedStars(t, 1, 5), 20);
            double found = PLD.epsilon(stars, 1e-6);
            double alone = PLD.epsilon(new Event.Repeated(new Event.RandomAllocation(t, 5), 20), 1e-6);
            assertTrue(found > 3 * alone && found < 4 * alone, found + " for " + alone);
            assertTrue(found < GaussianDp.of(5 / 3.0, 20).epsilon(1e-6) / 3, "" + found);
            assertTrue(PLD.bounds(stars, 1e-6).lower() <= alone);
            double more = PLD.epsilon(new Event.Repeated(new Event.AllocatedStars(t, 2, 5), 20), 1e-6);
            assertTrue(more > 5 * alone && more > found, "" + more);
        }
    }

    @Test
    void refusals() {
        refused(() -> new Event.AllocatedStars(10, 0, 1));
        refused(() -> new Event.AllocatedStars(10, 17, 1));
        assertFalse(PLD.supports(new Event.AllocatedStars(10, 1, 0.19)));
        assertEquals(
                RdpAccountant.standard().epsilon(new Event.Gaussian(2), 1e-5),
                RdpAccountant.standard().epsilon(new Event.AllocatedStars(1, 1, 6), 1e-5),
                1e-12);
    }
}
