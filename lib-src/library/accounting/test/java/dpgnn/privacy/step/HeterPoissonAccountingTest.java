package dpgnn.privacy.step;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Event.HeterPoisson;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Proof;
import dpgnn.privacy.Event.Repeated;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.Binomial;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HeterPoissonAccountingTest {
    private static final int NODES = 17_976;
    private static final double RATE = 4096.0 / NODES;
    private static final double DELTA = Math.pow(NODES, -1.1);

    private final PldAccountant pld = PldAccountant.standard();

    /** The paper's sigma is half of the multiplier, because the clip norm is 1/2. */
    private static Event steps(double peripherals, int degree, double sigma, Proof proof) {
        return new Repeated(new HeterPoisson(RATE, peripherals, degree, 2 * sigma, true, proof), 40);
    }

    @Test
    void independentValueOfThePublishedPair() {
        // dp_accounting 0.6.0 on this very degree: 1.99994 (an upper bound with its own grid)
        PldAccountant.Bounds bounds = pld.bounds(steps(1, NODES - 1, 3.72003, Proof.PUBLISHED), DELTA);
        assertTrue(bounds.lower() <= 1.99994, bounds.toString());
        assertEquals(1.99994, bounds.upper(), 3e-3);
    }

    @Test
    @Tag("nightly")
    void tableOfTheSpecification() {
        // grid that rounds up, step 4e-3: too large by up to 0.05
        double[][] published = {{1, 2.58, 2.63, 2.65}, {2, 2.58, 4.56, 4.64}, {4, 2.58, 8.97, 9.38}};
        double[][] conservative = {{1, 4.38, 4.38}, {2, 4.38, 7.20}, {4, 4.38, 13.03}};
        int[] degrees = {1, 4, NODES - 1};
        for (double[] row : published)
            for (int i = 0; i < degrees.length; i++)
                near(row[i + 1], pld.epsilon(steps(row[0], degrees[i], 3, Proof.PUBLISHED), DELTA));
        for (double[] row : conservative) {
            near(row[1], pld.epsilon(steps(row[0], 1, 3, Proof.CONSERVATIVE), DELTA));
            near(row[2], pld.epsilon(steps(row[0], (int) row[0], 3, Proof.CONSERVATIVE), DELTA));
            // the worst degree is M here, and the envelopes over the other 17,975 degrees do not exceed it
            near(row[2], pld.epsilon(steps(row[0], NODES - 1, 3, Proof.CONSERVATIVE), DELTA));
        }
    }

    private static void near(double table, double found) {
        assertTrue(found <= table + 0.005 && found >= table - 0.065, found + " against " + table);
    }

    @Test
    void envelopesCoverEveryDegree() {
        for (Proof proof : Extent.some(List.of(Proof.values()), 1)) {
            double all = pld.epsilon(steps(3, 40, 3, proof), DELTA);
            for (int d : new int[] {1, 2, 3, 4, 5, 7, 11, 19, 33, 40}) {
                double one = pld.bounds(steps(3, d, 3, proof), DELTA).lower();
                assertTrue(one <= all, proof + " degree " + d + ": " + one + " above " + all);
            }
        }
    }

    @Test
    void limitsAndDirections() {
        // no peripherals left: the sampled Gaussian whose sensitivity is one clip norm
        double alone = pld.epsilon(steps(1e-9, 100, 3, Proof.PUBLISHED), DELTA);
        assertEquals(
                pld.epsilon(new Repeated(new PoissonSampled(RATE, 6, Relation.ADD_REMOVE), 40), DELTA),
                alone,
                3e-3 * alone);
        double before = 0;
        for (double m : new double[] {0.5, 1, 2.5, 4}) {
            double published = pld.epsilon(steps(m, 1000, 4, Proof.PUBLISHED), DELTA);
            double conservative = pld.epsilon(steps(m, 1000, 4, Proof.CONSERVATIVE), DELTA);
            assertTrue(published > before && conservative >= published, "M = " + m);
            before = published;
        }
        Event open = new Repeated(new HeterPoisson(RATE, 1, 1000, 6, false, Proof.PUBLISHED), 40);
        assertTrue(pld.epsilon(open, DELTA) > pld.epsilon(steps(1, 1000, 3, Proof.PUBLISHED), DELTA));
    }

    @Test
    void calibrationsAreAtMostTheReferenceTable() {
        Object[][] rows = {
            {17_976, 40, 1, 2.0, 3.86, 6.02}, {17_976, 40, 4, 8.0, 3.38, 4.36}, {7_598, 17, 3, 2.0, 8.15, 8.90},
        };
        for (Object[] row : rows) {
            int nodes = (int) row[0];
            double delta = Math.pow(nodes, -1.1), epsilon = (double) row[3];
            for (Proof proof : Proof.values()) {
                double table = (double) row[proof == Proof.PUBLISHED ? 4 : 5];
                if (table == 0) continue;
                double sigma = Calibration.of(pld, 1e-3)
                                .multiplier(
                                        m -> new Repeated(
                                                new HeterPoisson(
                                                        4096.0 / nodes, (int) row[2], nodes - 1, m, true, proof),
                                                (int) row[1]),
                                        epsilon,
                                        delta)
                        / 2;
                assertTrue(
                        sigma <= table + 0.005 && sigma >= 0.95 * table,
                        nodes + " " + proof + ": " + sigma + " against " + table);
            }
        }
    }

    @Test
    void facebookAtTwo() {
        double sigma = Calibration.of(pld).multiplier(m -> steps(1, NODES - 1, m / 2, Proof.PUBLISHED), 2, DELTA) / 2;
        assertEquals(3.720, sigma, 0.005);
        assertTrue(pld.epsilon(steps(1, NODES - 1, sigma, Proof.PUBLISHED), DELTA) <= 2);
    }

    @Test
    void moreNoiseNeverCostsMore() {
        for (Proof proof : Extent.some(List.of(Proof.values()), 1)) {
            double before = Double.POSITIVE_INFINITY;
            for (double sigma = 3; sigma < 100; sigma *= 1.6) {
                PldAccountant.Bounds bounds = pld.bounds(steps(1, NODES - 1, sigma, proof), DELTA);
                assertTrue(bounds.upper() < before, proof + " sigma " + sigma + ": " + bounds + " after " + before);
                assertTrue(bounds.lower() > 0.99 * bounds.upper(), proof + " sigma " + sigma + ": " + bounds);
                before = bounds.upper();
            }
        }
    }

    /** By brute force: the chance to be drawn at degree D + 1 is had from that at D by adding and spreading. */
    @Test
    void chanceToBeDrawnFallsInIncreasingConvexOrder() {
        for (double m : new double[] {0.5, 1, 3})
            for (int d = (int) Math.floor(m) + 1; d < 12; d++)
                for (double t = 0.02; t < 1; t += 0.07)
                    assertTrue(stopLoss(m, d + 1, t) <= stopLoss(m, d, t) * (1 + 1e-12), m + " " + d + " " + t);
    }

    private static double stopLoss(double m, int d, double t) {
        double[] n = Binomial.of(d, 0.4, 0).probability;
        double sum = 0;
        for (int i = 0; i < n.length; i++) sum += n[i] * Math.max(0, 1 - Math.pow(1 - m / d, i) - t);
        return sum;
    }

    @Test
    void worstDegreeMayLieBetweenTheEnds() {
        // neither D = M nor the largest degree, by proved lower bounds of single degrees
        Event event = new Repeated(new HeterPoisson(4096.0 / 7598, 1, 7597, 3.075, true, Proof.CONSERVATIVE), 17);
        PldAccountant.Bounds bounds = pld.bounds(event, Math.pow(7598, -1.1));
        assertTrue(bounds.lower() > 7.94 && bounds.upper() < 8, bounds.toString());
    }

    @Test
    void joinedCellsHoldTheMassesAndLossesOfTheirParts() {
        double[] shifts = {0, 2, 4}, heavy = {0.2, 0.5, 0.3}, rare = {0.7, 0.2, 0.1};
        Resolution fine = new Resolution(0.02, 1e-12, 0.8, 1, false, 40);
        List<LossCells> both =
                GaussianMixture.family(3, shifts, new double[][] {heavy, rare}).cut(new double[] {0.999, 0.001}, fine);
        assertTrue(
                both.get(1).size() < 0.7 * both.get(0).size(),
                both.get(1).size() + " of " + both.get(0).size());
        double a = 0, b = 0, before = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < both.get(1).size(); i++) {
            LossCells cells = both.get(1);
            a += cells.massA(i);
            b += cells.massB(i);
            assertTrue(cells.low(i) >= before - 1e-9 && cells.high(i) >= cells.low(i), "cell " + i);
            assertEquals(cells.massB(i) - cells.massA(i), cells.difference(i), 1e-15, "cell " + i);
            if (cells.massA(i) > 1e-12 && cells.high(i) < Double.POSITIVE_INFINITY) {
                double mean = Math.log(cells.massA(i) / cells.massB(i));
                assertTrue(mean >= cells.low(i) - 1e-6 && mean <= cells.high(i) + 1e-6, "cell " + i + ": " + mean);
            }
            before = cells.high(i);
        }
        assertEquals(0.001, a, 1e-12);
        assertEquals(0.001, b, 1e-12);
    }

    private static HeterPoisson published(double rate, double peripherals, int degree, double multiplier) {
        return new HeterPoisson(rate, peripherals, degree, multiplier, true, Proof.PUBLISHED);
    }

    /** Beyond 10,000 a divergence is endless, and not before. */
    @Test
    void onlyWhatIsVacuousIsEndless() {
        assertEquals(Double.POSITIVE_INFINITY, HeterPoissonDivergence.rdp(published(0.3, 1, 4, 0.07), 2));
        double least = 2 * (4 * Math.log(0.075) + Math.log(0.7)) + 64 / (0.09 * 0.09);
        double found = HeterPoissonDivergence.rdp(published(0.3, 1, 4, 0.09), 2);
        assertTrue(found >= least && found < least + 10, found + " for " + least);
    }

    /** What is left out of a law is paid for by a/(a-1) e^-80, which alone is left where all else is smaller. */
    @Test
    void whatIsLeftOutIsPaidForOnce() {
        for (double order : new double[] {1.5, 3}) {
            double paid = order / (order - 1) * Math.exp(-80);
            assertEquals(paid, HeterPoissonDivergence.rdp(published(1e-40, 1, 4, 5), order), 1e-4 * paid);
        }
    }

    /** Where too little is left of no shift, the other direction is bounded by Jensen's inequality alone. */
    @Test
    void jensenCoversWhatTheEnvelopeCannot() {
        double q = 0.9, m = 20;
        int degree = 100;
        for (double order : new double[] {1.5, 4}) {
            double stars = m * q, variance = stars * (1 - m / degree * q);
            double mean = (1 - q) * 2 * stars + q, square = (1 - q) * 4 * (variance + stars * stars) + q;
            double jensen = ((order - 1) * mean * mean + square) / 2 / 2500;
            assertEquals(jensen, HeterPoissonDivergence.rdp(published(q, m, degree, 50), order), 1e-9 * jensen);
        }
    }

    /** Up to M every degree is a part of the next, so that the largest one answers for all; beyond, none does. */
    @Test
    void degreesUpToThePeripheralsAreOne() {
        HeterPoissonLoss loss = new HeterPoissonLoss(new HeterPoisson(0.1, 3, 9, 2.5, true, Proof.CONSERVATIVE));
        Resolution fine = new Resolution(4e-3, 1e-13, 0, 0, false, 40);
        List<LossCells> all = loss.cells(fine, new LossModel.Degrees(1, 3));
        List<LossCells> last = loss.cells(fine, new LossModel.Degrees(3, 3));
        assertEquals(last.size(), all.size());
        for (int s = 0; s < all.size(); s++) {
            assertEquals(last.get(s).size(), all.get(s).size());
            for (int i = 0; i < all.get(s).size(); i++)
                assertEquals(last.get(s).massA(i), all.get(s).massA(i));
        }
        refused(IllegalStateException.class, () -> loss.cells(fine, new LossModel.Degrees(3, 5)), "were 3 to 5");
        refused(IllegalStateException.class, () -> loss.attained(fine, new LossModel.Degrees(3, 5)), "has one degree");
    }

    /** What was cut off of laws may tell the worlds apart in either direction. */
    @Test
    void whatIsCutOffCountsInBothDirections() {
        for (Proof proof : Proof.values()) {
            List<LossCells> cells = new HeterPoissonLoss(new HeterPoisson(0.3, 6, 60, 2.5, true, proof))
                    .cells(Resolution.coarse(1, 40), new LossModel.Degrees(60, 60));
            LossCells lost = cells.get(cells.size() - 1);
            assertEquals(2, lost.size());
            assertTrue(lost.massA(0) > 1e-6 && lost.massA(0) < 1e-2, proof + ": " + lost.massA(0));
            assertEquals(0, lost.massB(0));
            assertEquals(Double.POSITIVE_INFINITY, lost.low(0));
            assertEquals(lost.massA(0), lost.massB(1));
            assertEquals(0, lost.massA(1));
            assertEquals(Double.NEGATIVE_INFINITY, lost.high(1));
        }
    }

    /** Few values of the number of centres bound all of them from above, and not by much; they are about as many as was asked for. */
    @Test
    void fewStatesBoundAll() {
        int[][] lists = {{13, 24}, {12, 48}, {16, 41}, {12, 49}};
        int row = 0;
        for (double q : new double[] {0.05, 0.3})
            for (int degree : new int[] {40, 400}) {
                int[] counted = lists[row++];
                HeterPoissonLoss loss =
                        new HeterPoissonLoss(new HeterPoisson(q, 1.5, degree, 4, true, Proof.CONSERVATIVE));
                LossModel.Degrees one = new LossModel.Degrees(degree, degree);
                List<LossCells> all = loss.cells(new Resolution(4e-3, 1e-13, 0, 0, false, 5000), one);
                for (int wanted : new int[] {12, 40}) {
                    List<LossCells> few = loss.cells(new Resolution(4e-3, 1e-13, 0, 0, false, wanted), one);
                    String what = q + " at " + degree + " in " + wanted + ": " + few.size() + " of " + all.size();
                    assertEquals(counted[wanted / 40], few.size(), what);
                    for (double epsilon : new double[] {0, 0.1, 0.3})
                        for (boolean reversed : new boolean[] {false, true}) {
                            double bound = Cells.stick(reversed ? Cells.reversed(few) : few, Math.exp(epsilon)),
                                    exact = Cells.stick(reversed ? Cells.reversed(all) : all, Math.exp(epsilon));
                            assertTrue(
                                    bound >= exact * (1 - 1e-4) - 1e-12,
                                    what + " at " + epsilon + ": " + bound + " of " + exact);
                        }
                }
            }
    }

    /** From half a million neighbours on one Poisson law bounds the stars that a node joins, at every degree. */
    @Test
    void onePoissonLawCoversAllLargeDegrees() {
        double mean = 0.6;
        double[] law = HeterPoissonLoss.envelope(published(0.3, 2, 1_000_000, 1), 1 << 19, 1e-25);
        double tail = 0, poisson = 0;
        double[] tails = new double[law.length], exact = new double[law.length];
        Binomial limit = Binomial.poisson(mean, 1e-30);
        for (int k = law.length - 1; k >= 0; k--) {
            tails[k] = tail += law[k];
            exact[k] = poisson += k < limit.probability.length ? limit.probability[k] : 0;
        }
        for (int degree : new int[] {1 << 19, 700_000, 1_000_000}) {
            double[] one = Binomial.of(degree, mean / degree, 1e-30).tails();
            for (int k = 0; k < 12; k++)
                assertTrue(tails[k] >= one[k] && tails[k] <= exact[k] * (1 + 1e-4), k + " at " + degree);
        }
    }
}
