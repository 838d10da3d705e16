package dpgnn.privacy.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers of one bit, true with a probability that is known: the composed divergence is a sum over two counts. */
class CompositionTest {
    /** Odds of a true answer, whose losses are then 0 or multiples of one step. */
    private static final double ODDS = 3;

    private static final double STEP = Math.log(ODDS) / 400;

    private static LossCells answer(double odds, double lost) {
        double truth = odds / (1 + odds) * (1 - lost), lie = (1 - lost) / (1 + odds), loss = Math.log(odds);
        LossCells cells = new LossCells();
        if (lost > 0) cells.add(0, lost, lost, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, lost);
        cells.add(lie, truth, truth - lie, -loss, -loss, lie, truth);
        cells.add(truth, lie, lie - truth, loss, loss, truth, lie);
        if (lost > 0) cells.add(lost, 0, -lost, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, lost, 0);
        return cells;
    }

    /** Both bounds of so many answers with these odds and so many with their root, made for this epsilon. */
    private record Both(long many, long more, double lost, double at) {
        Composition bound(boolean upper) {
            List<LossCells> one = List.of(answer(ODDS, lost)), other = List.of(answer(Math.sqrt(ODDS), 0));
            long[] times = {many, more};
            SaddlePoint saddle = SaddlePoint.forEpsilon(List.of(one, other), times, at);
            double none = Double.NEGATIVE_INFINITY;
            return upper
                    ? Composition.upper(
                            List.of(LossLattice.upper(one, STEP, none), LossLattice.upper(other, STEP, none)),
                            times,
                            saddle)
                    : Composition.lower(
                            List.of(
                                    LossLattice.lower(one, STEP, none, true),
                                    LossLattice.lower(other, STEP, none, true)),
                            times,
                            saddle);
        }

        double exact(double epsilon) {
            double sum = 0, root = Math.sqrt(ODDS);
            double[] first = counts(many, ODDS), second = counts(more, root);
            for (int i = 0; i <= many; i++)
                for (int j = 0; j <= more; j++) {
                    double loss = (2.0 * i - many) * Math.log(ODDS) + (2.0 * j - more) * Math.log(root);
                    if (loss > epsilon) sum += first[i] * second[j] * -Math.expm1(epsilon - loss);
                }
            double kept = Math.pow(1 - lost, many);
            return 1 - kept + kept * sum;
        }

        /** Probabilities of so many true answers among n. */
        private static double[] counts(long n, double odds) {
            double[] law = new double[(int) n + 1];
            double log = -n * Math.log1p(odds);
            for (int k = 0; k <= n; k++) {
                law[k] = Math.exp(log);
                log += Math.log((n - k) / (k + 1.0) * odds);
            }
            return law;
        }
    }

    @Test
    void boundsEncloseTheSumAndAreTightWhereTheyAreMade() {
        for (Both both : List.of(
                new Both(1, 0, 0, 0.5),
                new Both(0, 30, 0, 5),
                new Both(7, 5, 0, 3),
                new Both(60, 20, 0, 12),
                new Both(400, 0, 0, 250),
                new Both(400, 0, 0, 330))) {
            Composition upper = both.bound(true), lower = both.bound(false);
            double last = (both.many + both.more / 2.0) * Math.log(ODDS), exact = both.exact(both.at);
            assertEquals(1, upper.delta(both.at) / exact, 1e-5, both + " upper");
            assertEquals(1, lower.delta(both.at) / exact, 1e-5, both + " lower");
            double above = 1, below = 1;
            for (double e = -1.1 * last - 1; e < 1.1 * last + 1; e += last / 37) {
                double right = both.exact(e);
                String what = both + " at " + e + ": " + lower.delta(e) + ", " + right + ", " + upper.delta(e);
                assertTrue(upper.delta(e) >= right * (1 - 1e-11), what);
                assertTrue(lower.delta(e) <= right * (1 + 1e-11), what);
                assertTrue(upper.delta(e) <= above * (1 + 1e-9) && lower.delta(e) <= below * (1 + 1e-9), what);
                above = upper.delta(e);
                below = lower.delta(e);
                if (Math.abs(e - both.at) < 4 && e >= 0 && right > 0) {
                    assertTrue(upper.delta(e) <= right * (1 + 5e-4), what);
                    assertTrue(lower.delta(e) >= right * (1 - 5e-4), what);
                }
            }
            double delta = both.exact(both.at + 0.3);
            assertEquals(both.at + 0.3, upper.epsilon(delta), 1e-6 * both.at, both + "");
            assertEquals(both.at + 0.3, lower.epsilon(delta), 1e-6 * both.at, both + "");
            assertTrue(upper.epsilon(delta) >= both.at + 0.3 - 1e-12 && lower.epsilon(delta) <= both.at + 0.3 + 1e-12);
        }
    }

    /** However small a probability is, an upper bound that has nothing infinite is not 0 before the largest loss. */
    @Test
    void whatLiesBeyondTheWindowIsNotForgotten() {
        Both both = new Both(400, 0, 0, 100);
        Composition upper = both.bound(true);
        double last = 400 * Math.log(ODDS);
        for (double e : new double[] {last - 1, last - 20, last - 100}) {
            assertTrue(both.exact(e) > 0);
            assertTrue(upper.delta(e) >= both.exact(e), "at " + e + ": " + upper.delta(e));
        }
        assertEquals(0, both.bound(false).delta(last + 1));
    }

    @Test
    void whatIsGivenAwayAddsUp() {
        for (long many : new long[] {1, 10, 40}) {
            Both both = new Both(many, 3, 1e-3, 2);
            Composition upper = both.bound(true), lower = both.bound(false);
            double given = both.exact(Double.POSITIVE_INFINITY);
            assertEquals(1, upper.delta(Double.POSITIVE_INFINITY) / given, 0.03, both + "");
            for (double e : new double[] {0, 1, 2, 5, 100, 1e300}) {
                assertTrue(upper.delta(e) >= both.exact(e) * (1 - 1e-11), both + " at " + e);
                assertTrue(lower.delta(e) <= both.exact(e), both + " at " + e);
            }
            assertEquals(Double.POSITIVE_INFINITY, upper.epsilon(given * 0.99));
            assertTrue(lower.epsilon(given * 0.99) < Double.POSITIVE_INFINITY);
        }
        assertEquals(1, new Both(4000, 0, 1e-3, 2).bound(true).delta(Double.POSITIVE_INFINITY));
    }

    @Test
    void moreThanATransformHoldsIsRefused() {
        List<LossCells> one = List.of(answer(ODDS, 0));
        long[] times = {1_000_000};
        double step = STEP / 40;
        SaddlePoint saddle = SaddlePoint.forEpsilon(List.of(one), times, 600_000);
        assertTrue(assertThrows(
                        Composition.TooFine.class,
                        () -> Composition.upper(
                                List.of(LossLattice.upper(one, step, Double.NEGATIVE_INFINITY)), times, saddle))
                .getMessage()
                .contains("more than " + (1 << 20)));
    }
}
