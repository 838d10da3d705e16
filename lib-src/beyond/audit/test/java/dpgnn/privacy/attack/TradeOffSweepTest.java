package dpgnn.privacy.attack;

import static dpgnn.privacy.Laws.quantile;
import static dpgnn.privacy.Laws.upper;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * 200 curves against exact ones, whose normal tails come from another library: compositions of Gaussians, and one step of a Poisson
 * sample, where the likelihood ratio is monotone so that thresholds are the best tests. The table that it prints stands in
 * docs/proofs.md, section 12.
 */
class TradeOffSweepTest {
    private static final int CASES = 100;
    private static final List<Integer> LOOKED_AT =
            Extent.some(IntStream.range(0, CASES).boxed().toList(), 2);
    private static final double[] ALARMS = {
        1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 0.99
    };

    /** What the reference's own tails and quantiles are off by. */
    private static final double REFERENCE = 2e-13;

    private double above, below, advantage;

    @Test
    void twoHundredCurvesAreNeverAboveTheExactOneAndNear() {
        SplittableRandom random = new SplittableRandom(26);
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < CASES; i++) {
            double mu = Math.exp(-4 + 5.5 * random.nextDouble());
            long steps = 1 + random.nextInt(100);
            if (!LOOKED_AT.contains(i)) continue;
            TradeOffCurve curve =
                    TradeOffCurve.of(new Event.Repeated(new Event.Gaussian(Math.sqrt(steps) / mu), steps));
            compare(curve, alarms -> upper(mu - quantile(alarms, Laws::upper)), "mu " + mu);
            advantage = Math.max(advantage, curve.advantage() - (1 - 2 * upper(mu / 2)));
        }
        row(table, "Gaussian, composed");
        for (int i = 0; i < CASES; i++) {
            double rate = Math.exp(-7 + 7 * random.nextDouble()), scale = Math.exp(-1.2 + 3 * random.nextDouble());
            if (!LOOKED_AT.contains(i)) continue;
            Event step = new Event.PoissonSampled(rate, scale, Relation.ADD_REMOVE);
            Pld pld = Pld.of(step);
            String what = "rate " + rate + ", scale " + scale;
            compare(pld.presence(), alarms -> added(rate, scale, alarms), what);
            // as one value, and as what an accountant states for each of many deltas
            for (TradeOffCurve both : List.of(pld.tradeOff(), TradeOffCurve.of(step, PldAccountant.standard()))) {
                for (double alarms : ALARMS) {
                    double least = Math.min(added(rate, scale, alarms), removed(rate, scale, alarms));
                    assertTrue(both.misses(alarms) <= least + REFERENCE, what + " at " + alarms);
                }
                double exact = rate * (1 - 2 * upper(0.5 / scale));
                assertTrue(both.advantage() >= exact * (1 - 1e-12), what);
                advantage = Math.max(advantage, both.advantage() - exact);
            }
        }
        row(table, "one step of a Poisson sample");
        System.out.print(table);
    }

    private void row(StringBuilder table, String what) {
        table.append(String.format(
                Locale.ROOT, "| %s | %d | %.1e | %.1e | %.1e |%n", what, LOOKED_AT.size(), above, below, advantage));
        assertEquals(0, above, what);
        assertTrue(below < 2e-4 && advantage < 2e-4, table::toString);
        above = below = advantage = 0;
    }

    private void compare(TradeOffCurve curve, DoubleUnaryOperator exact, String what) {
        for (double alarms : ALARMS) {
            double right = exact.applyAsDouble(alarms), mine = curve.misses(alarms);
            assertTrue(mine <= right + REFERENCE, () -> what + ", alarms " + alarms + ": " + mine + " above " + right);
            above = Math.max(above, mine - right - REFERENCE);
            below = Math.max(below, right - mine);
        }
    }

    private static double added(double rate, double scale, double alarms) {
        double threshold = quantile(alarms, Laws::upper);
        return (1 - rate) * upper(-threshold) + rate * upper(1 / scale - threshold);
    }

    /** The worlds exchanged: below a threshold the unit is called absent. */
    private static double removed(double rate, double scale, double alarms) {
        double low = -40, high = 40 + 1 / scale;
        for (int i = 0; i < 200; i++) {
            double x = (low + high) / 2;
            if ((1 - rate) * upper(-x) + rate * upper(1 / scale - x) > alarms) high = x;
            else low = x;
        }
        return upper(low);
    }
}
