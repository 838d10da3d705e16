package dpgnn.privacy.step;

import static dpgnn.privacy.Laws.bell;
import static dpgnn.privacy.Laws.binomial;
import static dpgnn.privacy.step.Cells.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event.HeterPoisson;
import dpgnn.privacy.Event.Proof;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pairs of HeterPoisson at small degrees against sums over the line, from the words of the two proofs. */
class HeterPoissonPairTest {
    private static final double[] EPSILONS = {0, 0.1, 0.5, 1.2};
    private static final Resolution FINE = new Resolution(4e-3, 1e-13, 0, 0, false, 40);

    /** The density at x where so many coins of this probability decide the stars that a node joins. */
    private static double density(HeterPoisson event, int coins, double p, double x) {
        double m = event.scale(), q = event.rate(), sum = 0;
        for (int k = 0; k <= coins; k++)
            sum += binomial(coins, k, p)
                    * ((1 - q) * bell(x - 2 * k, m) + q * bell(x - (event.enforced() ? 1 : 2 * k + 1), m));
        return sum;
    }

    private interface Sum {
        double of(double with, double without);
    }

    /** A sum over the line; where the number of centres is known, over that too. */
    private static double line(HeterPoisson event, int degree, Sum term) {
        double sum = 0, h = event.scale() / 60, inclusion = Math.min(1, event.peripherals() / degree);
        boolean published = event.proof() == Proof.PUBLISHED;
        for (int n = published ? degree : 0; n <= degree; n++) {
            double share = published ? 1 : binomial(degree, n, event.rate());
            double p = published ? inclusion * event.rate() : inclusion;
            for (double x = -14 * event.scale() - 10; x < 14 * event.scale() + 2 * degree + 10; x += h)
                sum += share * h * term.of(density(event, n, p, x), bell(x, event.scale()));
        }
        return sum;
    }

    private static final List<HeterPoisson> EVENTS = List.of(
            new HeterPoisson(0.3, 1.5, 4, 2.5, true, Proof.CONSERVATIVE),
            new HeterPoisson(0.3, 1.5, 4, 4, false, Proof.CONSERVATIVE),
            new HeterPoisson(0.3, 1.5, 4, 2.5, true, Proof.PUBLISHED),
            new HeterPoisson(0.1, 2.5, 4, 3, false, Proof.PUBLISHED));

    @Test
    void cellsHaveTheDivergenceOfTheirPair() {
        for (HeterPoisson event : EVENTS)
            for (int degree : new int[] {1, 2, 4}) {
                HeterPoissonLoss loss = new HeterPoissonLoss(event);
                LossModel.Degrees one = new LossModel.Degrees(degree, degree);
                for (List<LossCells> cells : List.of(loss.cells(FINE, one), loss.attained(FINE, one)))
                    for (double epsilon : EPSILONS) {
                        double gamma = Math.exp(epsilon);
                        double there = stick(cells, gamma), back = stick(Cells.reversed(cells), gamma);
                        String what = event + " of degree " + degree + " at " + epsilon;
                        double forward = line(event, degree, (a, b) -> Math.max(0, a - gamma * b));
                        double backward = line(event, degree, (a, b) -> Math.max(0, b - gamma * a));
                        assertEquals(forward, there, 0.01 * forward + 1e-6, what);
                        assertEquals(backward, back, 0.01 * backward + 1e-6, what);
                    }
            }
    }

    /** An interval of degrees covers each of them. */
    @Test
    void anIntervalIsAtOrAboveItsDegrees() {
        for (HeterPoisson event : EVENTS) {
            HeterPoissonLoss loss = new HeterPoissonLoss(event);
            List<LossCells> cells = loss.cells(FINE, new LossModel.Degrees(3, 4));
            for (double epsilon : EPSILONS) {
                double gamma = Math.exp(epsilon), there = stick(cells, gamma), worst = 0;
                for (int degree = 3; degree <= 4; degree++)
                    worst = Math.max(worst, line(event, degree, (a, b) -> Math.max(0, a - gamma * b)));
                assertTrue(there >= worst * 0.99, event + " at " + epsilon + ": " + there + " of " + worst);
                assertTrue(there <= worst * 2, event + " at " + epsilon + ": " + there + " of " + worst);
            }
        }
    }

    @Test
    void renyiDivergencesAreTheirIntegrals() {
        List<HeterPoisson> all = new ArrayList<>(EVENTS);
        // every centre draws the node
        all.add(new HeterPoisson(0.3, 4, 4, 2.5, true, Proof.CONSERVATIVE));
        for (HeterPoisson event : all)
            for (double order : new double[] {1.5, 2, 4}) {
                if (!event.enforced() && event.proof() == Proof.PUBLISHED && order > 2) continue;
                double worst = 0;
                for (int degree = 1; degree <= 4; degree++) {
                    double forward = line(event, degree, (a, b) -> b < 1e-300 ? 0 : a * Math.pow(a / b, order - 1));
                    double backward = line(event, degree, (a, b) -> a < 1e-300 ? 0 : b * Math.pow(b / a, order - 1));
                    worst = Math.max(worst, Math.max(Math.log(forward), Math.log(backward)) / (order - 1));
                }
                double found = HeterPoissonDivergence.rdp(event, order);
                assertEquals(worst, found, 1e-6 * worst, event + " at " + order);
            }
        assertEquals(0, HeterPoissonDivergence.rdp(new HeterPoisson(0, 1.5, 4, 2.5, true, Proof.PUBLISHED), 2));
    }

    /** More degrees than are tried: no more than the largest one has, though Jensen's inequality alone would say much more. */
    @Test
    void manyDegreesHaveTheDivergenceOfTheWorst() {
        HeterPoisson event = new HeterPoisson(0.3, 3, 40, 10, true, Proof.PUBLISHED);
        for (double order : new double[] {1.05, 1.5}) {
            double worst = 0;
            for (int degree : new int[] {1, 3, 32, 33, 40}) {
                double moment = line(event, degree, (a, b) -> b < 1e-300 ? 0 : a * Math.pow(a / b, order - 1));
                worst = Math.max(worst, Math.log(moment) / (order - 1));
            }
            double found = HeterPoissonDivergence.rdp(event, order);
            assertEquals(worst, found, 1e-6 * worst, "at " + order);
        }
    }

    /** What a coarse look leaves out counts as told apart for certain. */
    @Test
    void noMassIsLostHoweverMuchIsCut() {
        for (HeterPoisson small : EVENTS) {
            HeterPoisson event = new HeterPoisson(small.rate(), 6, 60, small.scale(), small.enforced(), small.proof());
            for (double tail : new double[] {0.1, 1, 100})
                for (int degree : new int[] {2, 20, 60}) {
                    List<LossCells> cells = new HeterPoissonLoss(event)
                            .cells(Resolution.coarse(tail, 40), new LossModel.Degrees(degree, degree));
                    double with = Cells.massA(cells), without = Cells.massB(cells);
                    String what = event + " of degree " + degree + " without " + tail + ": " + with + ", " + without;
                    assertTrue(with >= 1 - 1e-13 && without >= 1 - 1e-13, what);
                    assertTrue(with <= 1.2 && without <= 1.2, what);
                }
        }
    }
}
