package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.step.Cells.atoms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.step.LossCells;
import java.util.AbstractList;
import java.util.ArrayList;
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
        // a certain loss that is not tilted
        Certain plain = new Certain(0.25, new double[] {1}, new long[] {0}, new long[] {1}, false, look(0.25, 0));
        assertEquals(0, plain.bound(false).delta(Double.POSITIVE_INFINITY));
        assertEquals(1e-11, plain.bound(true).delta(Double.POSITIVE_INFINITY), 1e-19);
    }

    @Test
    void whatIsGivenAwayAddsUp() {
        for (long many : new long[] {1, 10, 40}) {
            Both both = new Both(many, 3, 1e-3, 2);
            Composition upper = both.bound(true), lower = both.bound(false);
            double given = both.exact(Double.POSITIVE_INFINITY);
            assertEquals(1, upper.delta(Double.POSITIVE_INFINITY) / given, 0.03, both + "");
            assertTrue(upper.delta(Double.POSITIVE_INFINITY) > -Math.expm1(many * Math.log1p(-1e-3)), both + "");
            for (double e : new double[] {0, 1, 2, 5, 100, 1e300}) {
                assertTrue(upper.delta(e) >= both.exact(e) * (1 - 1e-11), both + " at " + e);
                assertTrue(lower.delta(e) <= both.exact(e), both + " at " + e);
            }
            assertEquals(Double.POSITIVE_INFINITY, upper.epsilon(given * 0.99));
            assertTrue(lower.epsilon(given * 0.99) < Double.POSITIVE_INFINITY);
        }
        double any = -Math.expm1(4000 * Math.log1p(-1e-3));
        assertEquals(any, new Both(4000, 0, 1e-3, 2).bound(true).delta(Double.POSITIVE_INFINITY), 1e-8);
    }

    /** The tilt and the deviation of an answer with these losses, at the same part of the way to its largest one. */
    private static SaddlePoint look(double loss, double tilt) {
        return SaddlePoint.forDelta(List.of(List.of(atoms(0.5, -loss, 0.5, loss))), new long[] {1}, 0.5)
                .tilted(tilt);
    }

    /** One loss that is certain, of this mass, on a multiple of the step. */
    private static LossLattice certain(double mass, long multiple, double step, boolean centred) {
        return LossLattice.lower(List.of(atoms(mass, multiple * step)), step, Double.NEGATIVE_INFINITY, centred);
    }

    /** Losses that are certain, each so many times: window, transform and margins of both bounds, as lemmas 38 and 40 have them. */
    private record Certain(
            double step, double[] mass, long[] multiple, long[] times, boolean centred, SaddlePoint look) {
        private static final double OUTSIDE = 1e-11;

        double steps() {
            double sum = 0;
            for (long t : times) sum += t;
            return sum;
        }

        double loss() {
            double sum = 0;
            for (int p = 0; p < times.length; p++) sum += times[p] * multiple[p] * step;
            return sum;
        }

        /** The logarithm of the tilted mass, by which a loss counts that is measured from the origin. */
        double moment() {
            double sum = centred ? 0 : look.tilt * loss();
            for (int p = 0; p < times.length; p++) sum += times[p] * Math.log(mass[p]);
            return sum;
        }

        double origin() {
            return centred ? loss() : 0;
        }

        /** From the loss to the window's end: Chernoff's bound at the largest theta that is tried. */
        double reach() {
            return Math.sqrt(-Math.log(OUTSIDE) / 8) * Math.max(look.deviation, step);
        }

        long needed() {
            return (long) Math.ceil(2 * reach() / step) + 4;
        }

        int size() {
            return Math.max(16, Integer.highestOneBit((int) needed() - 1) * 2);
        }

        long base() {
            return (long) Math.floor((loss() - origin() - reach()) / step) - (size() - needed()) / 2;
        }

        double error() {
            double entry = Fft.error(size()) + 32 * Fft.ROUNDING;
            return (Math.exp(steps() * Math.log1p(entry)) * steps() * entry / (1 + entry) + Fft.error(size()))
                    * (1 + 1e-9);
        }

        /** What lies above a loss that is counted from the origin. */
        double finite(double e, boolean upper) {
            double sum = 0;
            for (long k = base(); k < base() + size(); k++) {
                double l = k * step, exact = Math.abs(l - loss() + origin()) < step / 2 ? 1 : 0;
                double p = upper ? exact + error() : Math.max(0, exact - error());
                if (l > e) sum += p * Math.exp(moment() - look.tilt * l) * -Math.expm1(e - l);
            }
            return sum;
        }

        double delta(double epsilon, boolean upper) {
            double rounding = 4e-16 * (8 * Math.abs(origin()) + Math.abs(epsilon)), slack = 1e-9 + 2e-12 * steps();
            double e = epsilon - origin() + (upper ? -rounding : rounding), start = base() * step;
            // below the window's first place nothing but the bound there is known: it is convex, and 1 where e^epsilon
            // is 0
            boolean below = e <= start - step;
            if (upper) {
                double above = OUTSIDE * Math.exp(moment() - look.tilt * (loss() - origin() + reach()));
                double here = Math.min(1, (finite(below ? start : e, true) + above) * (1 + slack));
                return below ? Math.min(1, 1 - Math.exp(e - start) * (1 - here) + 1e-15) : here;
            }
            double best = finite(e, false) * (1 - slack) - aliased(below ? start : e);
            for (long k = base(); k < base() + size(); k++)
                if (k * step > e) best = Math.max(best, finite(k * step, false) * (1 - slack) - aliased(k * step));
            return Math.max(0, best);
        }

        private double aliased(double e) {
            return 2 * OUTSIDE * Math.exp(moment() - look.tilt * e);
        }

        Composition bound(boolean upper) {
            List<LossLattice> parts = new ArrayList<>();
            for (int p = 0; p < times.length; p++) parts.add(certain(mass[p], multiple[p], step, centred));
            return upper ? Composition.upper(parts, times, look) : Composition.lower(parts, times, look);
        }
    }

    @Test
    void ofCertainLossesEveryMarginIsKnown() {
        for (Certain one : List.of(
                new Certain(0.25, new double[] {1}, new long[] {0}, new long[] {3}, false, look(0.25, 0)),
                new Certain(0.25, new double[] {0.5}, new long[] {0}, new long[] {1}, false, look(0.5, 0)),
                new Certain(1, new double[] {0.5}, new long[] {4}, new long[] {1}, false, look(0.5, 0)),
                new Certain(0.25, new double[] {1}, new long[] {4}, new long[] {400}, true, look(0.25, 0)),
                new Certain(0.25, new double[] {0.9, 0.8}, new long[] {4, -4}, new long[] {2, 1}, false, look(0.25, 1)),
                new Certain(0.25, new double[] {0.9, 0.7}, new long[] {4, 8}, new long[] {2, 3}, true, look(0.1, 60)),
                new Certain(0.25, new double[] {0.9}, new long[] {4}, new long[] {1}, false, look(0.1, 60)))) {
            for (boolean upper : new boolean[] {true, false}) {
                Composition bound = one.bound(upper);
                double from = one.origin() + (one.base() - 3) * one.step, to = from + (one.size() + 6) * one.step;
                for (double e = from; e < to; e += one.step / 8) {
                    double right = one.delta(e, upper);
                    assertEquals(
                            right, bound.delta(e), 1e-12 * right, one + " at " + e + (upper ? " upper" : " lower"));
                }
            }
        }
    }

    /** Two losses half a window apart: every other value of the spectrum is a half, which a transform knows less well. */
    @Test
    void aSmallValueOfTheSpectrumIsOffByAsMuchAsALargeOne() {
        double step = 0.25, far = 8 * step;
        LossCells cells = atoms(0.75, 0, 0.25, far);
        LossLattice lattice = LossLattice.lower(List.of(cells), step, Double.NEGATIVE_INFINITY, false);
        Composition lower = Composition.lower(List.of(lattice), new long[] {1}, look(step, 0));
        double error = Fft.error(16) + 32 * Fft.ROUNDING + 0.75 * Fft.error(16);
        double right = (0.25 - error) * -Math.expm1(-1) * (1 - 1e-9 - 2e-12) - 2e-11;
        assertEquals(right, lower.delta(far - 1), 4e-16);
    }

    /** Where nothing but e^epsilon is left of what delta falls short of one, margins that are shares of that are lost. */
    @Test
    void farBelowTheWindowABoundIsNotBelowByARounding() {
        Composition upper =
                new Certain(0.25, new double[] {1}, new long[] {0}, new long[] {1}, false, look(0.25, 0)).bound(true);
        for (double e = -20; e > -34; e -= 0.37) assertTrue(upper.delta(e) >= -Math.expm1(e), "at " + e);
    }

    @Test
    void aStepThatIsFarTooFineGrowsToANumber() {
        assertEquals(3, new Composition.TooFine("", 2).coarser(1));
        double far = new Composition.TooFine("", Double.POSITIVE_INFINITY).coarser(1e-30);
        assertTrue(far > 1e200 && far < Double.POSITIVE_INFINITY, "grew to " + far);
    }

    @Test
    void moreThanATransformHoldsIsRefused() {
        double reach = Math.sqrt(-Math.log(1e-11) / 2);
        for (long needed : new long[] {16, 17, 1 << 20, (1 << 20) + 1}) {
            // so wide that a certain loss needs exactly so many steps
            Certain one = new Certain(
                    0.25, new double[] {1}, new long[] {0}, new long[] {1}, false, look((needed - 4.5) / reach / 4, 0));
            assertEquals(needed, one.needed());
            if (needed < 20) assertEquals(one.delta(1, true), one.bound(true).delta(1), 1e-15);
            else if (needed == 1 << 20) assertEquals(1, one.bound(true).delta(-1) / -Math.expm1(-1), 1e-6);
            else
                assertEquals(
                        "the composed loss needs 1048577 steps of 0.25, more than 1048576",
                        refused(Composition.TooFine.class, () -> one.bound(true)));
        }
    }

    /** Each end of the window is looked for at a few tilts, whose bounds fall and then rise. */
    @Test
    void theWindowIsFoundInFewLooksAndNoWiderThanItMustBe() {
        for (double far : new double[] {1, 300}) {
            LossCells cells = atoms(0.5, -1, 0.5, 1, 1e-9, far);
            LossLattice lattice = LossLattice.lower(List.of(cells), 0.25, Double.NEGATIVE_INFINITY, false);
            int[] looks = {0};
            List<LossLattice> counted = new AbstractList<>() {
                @Override
                public LossLattice get(int i) {
                    looks[0]++;
                    return lattice;
                }

                @Override
                public int size() {
                    return 1;
                }
            };
            long[] times = {100};
            SaddlePoint saddle =
                    SaddlePoint.forEpsilon(List.of(List.of(cells)), times, 0).tilted(0.02);
            Composition upper = Composition.upper(counted, times, saddle);
            assertTrue(looks[0] < (far < 2 ? 25 : 60), far + ": " + looks[0]);
            double moment = 100 * lattice.logMoment(0.02), best = Double.POSITIVE_INFINITY;
            for (double theta = 3; theta > 1e-4; theta *= 0.99)
                best = Math.min(best, (100 * lattice.logMoment(0.02 + theta) - moment - Math.log(1e-11)) / theta);
            // what is said to lie above the window tells where it ends
            double above = upper.delta(Double.POSITIVE_INFINITY) / (1 + 1e-9 + 2e-10);
            double end = (moment - Math.log(above / 1e-11)) / 0.02;
            assertTrue(end >= best * (1 - 1e-6) && end < 1.04 * best, far + ": " + end + " of " + best);
        }
    }

    @Test
    void aDeltaThatIsMetIsReached() {
        Both both = new Both(10, 3, 1e-3, 2);
        for (boolean upper : new boolean[] {true, false}) {
            Composition bound = both.bound(upper);
            assertEquals(0, bound.epsilon(bound.delta(0)));
        }
        Composition upper = both.bound(true);
        double last = 11.5 * Math.log(ODDS), given = upper.delta(Double.POSITIVE_INFINITY);
        assertEquals(Double.POSITIVE_INFINITY, upper.epsilon(Math.nextDown(given)));
        assertTrue(upper.epsilon(given) < 2 * last, upper.epsilon(given) + " beyond " + last);
    }
}
