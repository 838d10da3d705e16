package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.mixed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Laws;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.numeric.GaussianDp;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sampled Laplace and discrete Gaussian noise, randomised answers and stated pairs, against sums that know nothing of accountants. */
class OwnEventsTest {
    private static final PldAccountant PLD = PldAccountant.standard();
    private static final double[] EPSILONS = {0, 0.02, 0.1, 0.3, 0.6, 1, 1.8};
    private static final String WHY = "The two laws of a counter that I computed by hand; see my notes.";

    private static void holds(Event event, DoubleUnaryOperator exact, double near) {
        holds(event, exact, near, 0);
    }

    /** @param merged how far the reference itself may lie below the exact one, relatively */
    private static void holds(Event event, DoubleUnaryOperator exact, double near, double merged) {
        for (double epsilon : EPSILONS) {
            double right = exact.applyAsDouble(epsilon);
            PldAccountant.Bounds found = PLD.deltaBounds(event, epsilon);
            String what = event + " at epsilon " + epsilon + ": " + found + ", exactly " + right;
            assertTrue(found.upper() >= right * (1 - 1e-9) - 1e-15, what);
            assertTrue(found.lower() <= right * (1 + 1e-9 + merged) + 1e-15, what);
            assertTrue(found.upper() <= right * (1 + near) + 1e-12, what);
        }
    }

    private static double stick(double[] a, double[] b, double epsilon) {
        return Math.max(Laws.stick(Math.exp(epsilon), a, b), Laws.stick(Math.exp(epsilon), b, a));
    }

    private static double renyi(double[] a, double[] b, double order) {
        double there = 0, back = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] <= 0 || b[i] <= 0) continue;
            double l = Math.log(a[i]) - Math.log(b[i]);
            there += b[i] * Math.exp(order * l);
            back += a[i] * Math.exp(-order * l);
        }
        return Math.log(Math.max(there, back)) / (order - 1);
    }

    /** Masses of Lap(centre) of this scale in cells whose ends hold 0 and both shifts, and what lies beyond the ends. */
    private static double[] laplace(double centre, double scale, int parts) {
        double[] mass = new double[4 * parts + 2];
        double before = 0;
        for (int i = 0; i <= 4 * parts + 1; i++) {
            double x = i > 4 * parts ? Double.POSITIVE_INFINITY : -2 + (double) i / parts - centre;
            double below = x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2;
            mass[i] = below - before;
            before = below;
        }
        return mass;
    }

    @Test
    @Tag("nightly")
    void sampledLaplaceHasItsClosedForm() {
        for (double q : Extent.some(List.of(1e-3, 0.05, 0.4, 1.0), 2))
            for (double s : Extent.some(List.of(0.4, 1.0, 5.0), 2)) {
                Event event = new SampledLaplace(q, s, Relation.ADD_REMOVE);
                // q times Laplace's own at ln(1 + (e^epsilon - 1)/q), and its mirror image by H(a) = 1 - a + a H(1/a)
                holds(
                        event,
                        epsilon -> {
                            double there = q * own(Math.log1p(Math.expm1(epsilon) / q), s);
                            double rest = Math.exp(-epsilon) - 1 + q, gamma = Math.exp(epsilon);
                            if (rest <= 0) return there;
                            double low = Math.log(rest / q), at = Math.exp(low);
                            double stick = low >= 0 ? own(low, s) : 1 - at + at * own(-low, s);
                            return Math.max(there, 1 - gamma + gamma * q * stick);
                        },
                        2e-3);
            }
        // the loss that dp_accounting's tests state for a number that is sampled with 0.8, at its far end
        assertEquals(0.86483972516319, PLD.epsilon(new SampledLaplace(0.8, 1, Relation.ADD_REMOVE), 1e-12), 1e-9);
    }

    private static double own(double l, double s) {
        return Math.max(0, -Math.expm1((l - 1 / s) / 2));
    }

    /** Replacement: cells of a fine grid merge outcomes, so their divergence is a lower bound that is nearly exact. */
    @Test
    @Tag("nightly")
    void replacedNumbersAreWithinTheirPair() {
        for (double q : Extent.some(List.of(0.02, 0.3), 1))
            for (double s : new double[] {0.6, 3}) {
                Event event = new SampledLaplace(q, s, Relation.REPLACE);
                int parts = 2000;
                double[] none = laplace(0, s, parts);
                double[] a = mixed(q, none, laplace(1, s, parts)), b = mixed(q, none, laplace(-1, s, parts));
                holds(event, epsilon -> stick(a, b, epsilon), 2e-3, 1e-6);
                double rdp = RdpAccountant.standard().rdp(event, 3.5);
                assertTrue(rdp >= renyi(a, b, 3.5) && rdp <= renyi(a, b, 3.5) * 1.001, event + ": " + rdp);
                // whatever the two numbers are, of one sign too
                double[] allowed =
                        Arrays.stream(EPSILONS).map(e -> PLD.delta(event, e)).toArray();
                SplittableRandom random = new SplittableRandom(5);
                for (int i = 0; i < 100; i++) {
                    double g = random.nextInt(-20, 21) / 20.0, h = random.nextInt(-20, 21) / 20.0;
                    double[] one = mixed(q, none, laplace(g, s, parts)), two = mixed(q, none, laplace(h, s, parts));
                    for (int k = 0; k < EPSILONS.length; k++)
                        assertTrue(
                                stick(one, two, EPSILONS[k]) <= allowed[k] + 1e-12,
                                () -> event + " does not dominate " + g + " against " + h);
                }
            }
    }

    private static double[] discrete(long centre, double sigma, int reach) {
        double[] mass = new double[2 * reach + 1];
        double sum = 0;
        for (int x = -reach; x <= reach; x++) {
            mass[x + reach] = Math.exp(-(double) (x - centre) * (x - centre) / (2 * sigma * sigma));
            sum += mass[x + reach];
        }
        for (int i = 0; i < mass.length; i++) mass[i] /= sum;
        return mass;
    }

    @Test
    void sampledDiscreteGaussiansAreSummedOverAllIntegers() {
        for (double q : new double[] {0.01, 0.3})
            for (double sigma : new double[] {0.8, 4})
                for (long bound : new long[] {1, 3}) {
                    int reach = (int) (45 * sigma) + 3;
                    double[] none = discrete(0, sigma, reach), up = mixed(q, none, discrete(bound, sigma, reach));
                    double[] down = mixed(q, none, discrete(-bound, sigma, reach));
                    Event added = new SampledDiscreteGaussian(q, sigma, bound, Relation.ADD_REMOVE);
                    Event replaced = new SampledDiscreteGaussian(q, sigma, bound, Relation.REPLACE);
                    holds(added, epsilon -> stick(up, none, epsilon), 1e-4);
                    holds(replaced, epsilon -> stick(up, down, epsilon), 1e-4);
                    for (double order : new double[] {1.5, 2, 4}) {
                        RdpAccountant rdp = RdpAccountant.standard();
                        assertEquals(renyi(up, none, order), rdp.rdp(added, order), 1e-9, added + " " + order);
                        assertEquals(renyi(up, down, order), rdp.rdp(replaced, order), 1e-9, replaced + " " + order);
                    }
                }
        Event wide = new SampledDiscreteGaussian(0.1, 300, 10, Relation.ADD_REMOVE);
        Event smooth = new Event.PoissonSampled(0.1, 30, Relation.ADD_REMOVE);
        assertEquals(PLD.epsilon(smooth, 1e-5), PLD.epsilon(wide, 1e-5), 1e-4);
    }

    @Test
    void randomisedAnswersAreEnumerated() {
        for (int k : new int[] {2, 3, 10}) {
            RandomisedAnswer answer = new RandomisedAnswer(0.75, k);
            double t = 0.75, s = 0.25 / (k - 1);
            double[] a = {t, s, Math.max(0, 1 - t - s)}, b = {s, t, Math.max(0, 1 - t - s)};
            holds(answer, epsilon -> stick(a, b, epsilon), 1e-7);
            double[] x = new double[27], y = new double[27];
            for (int i = 0; i < 27; i++) {
                x[i] = a[i % 3] * a[i / 3 % 3] * a[i / 9];
                y[i] = b[i % 3] * b[i / 3 % 3] * b[i / 9];
            }
            holds(new Event.Repeated(answer, 3), epsilon -> stick(x, y, epsilon), 2e-3);
            assertEquals(Math.log(t / s), PLD.epsilon(answer, 1e-30), 1e-12);
            for (double order : new double[] {1.1, 2, 7.5, 150})
                assertEquals(renyi(a, b, order), RdpAccountant.standard().rdp(answer, order), 1e-9);
        }
        assertTrue(Double.isFinite(RdpAccountant.standard().epsilon(new RandomisedAnswer(0.9, 2), 1e-200)));
    }

    @Test
    void statedPairsAreWhatTheyState() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 10; i++) {
            int n = 2 + random.nextInt(6);
            double[] a = law(random, n), b = law(random, n);
            StatedPair pair = StatedPair.of(WHY, a, b);
            holds(pair, epsilon -> stick(a, b, epsilon), 1e-7);
            double[] x = new double[n * n], y = new double[n * n];
            for (int j = 0; j < n * n; j++) {
                x[j] = a[j / n] * a[j % n];
                y[j] = b[j / n] * b[j % n];
            }
            holds(new Event.Repeated(pair, 2), epsilon -> stick(x, y, epsilon), 5e-3);
            assertEquals(renyi(a, b, 3), RdpAccountant.standard().rdp(pair, 3), 1e-8);
        }
        // what is missing tells the worlds apart
        StatedPair less = StatedPair.within(WHY, new double[] {0.5, 0.49}, new double[] {0.49, 0.5}, 0.01);
        assertEquals(0.02, PLD.delta(less, 0), 1e-9);
        assertEquals(0.01, PLD.delta(less, 0.1), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, RdpAccountant.standard().epsilon(less, 1e-5));
    }

    private static double[] law(SplittableRandom random, int n) {
        double[] p = random.doubles(n, 0.01, 1).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(x -> x / sum).toArray();
    }

    /** The loss of N(1, 1) against N(0, 1) is x - 1/2: from its cells it is above the exact one, in both orders, and near. */
    @Test
    void aPairFromTheCellsOfItsLoss() {
        int n = 1500;
        double[] losses = new double[n + 1], with = new double[n], without = new double[n];
        for (int i = 0; i <= n; i++) losses[i] = -9 + 18.0 * i / n;
        for (int i = 0; i < n; i++) {
            with[i] = normal(losses[i] - 0.5, losses[i + 1] - 0.5);
            without[i] = normal(losses[i] + 0.5, losses[i + 1] + 0.5);
        }
        StatedPair pair = StatedPair.ofCells(WHY, losses, with, without, 1e-15);
        for (double delta : new double[] {1e-2, 1e-5}) {
            double exact = GaussianDp.of(1, 1).epsilon(delta), found = PLD.epsilon(pair, delta);
            assertTrue(found >= exact * (1 - 1e-9) && found <= exact * 1.001, found + " of " + exact);
            double twice = GaussianDp.of(1, 2).epsilon(delta),
                    composed = PLD.epsilon(new Event.Repeated(pair, 2), delta);
            assertTrue(composed >= twice * (1 - 1e-9) && composed <= twice * 1.001, composed + " of " + twice);
        }
    }

    /** Between two points of one sign of the standard normal law, or about 0. */
    private static double normal(double from, double to) {
        double low = Math.min(Math.abs(from), Math.abs(to)), high = Math.max(Math.abs(from), Math.abs(to));
        double near = Erf.erf(low / Math.sqrt(2)), far = Erf.erf(high / Math.sqrt(2));
        if (from < 0 && to > 0) return (near + far) / 2;
        return (Erf.erfc(low / Math.sqrt(2)) - Erf.erfc(high / Math.sqrt(2))) / 2;
    }

    @Test
    void noVerdictSaysMoreThanTheUserDoes() {
        Event event = new Event.Composed(
                List.of(new Event.Gaussian(3), StatedPair.of(WHY, new double[] {0.6, 0.4}, new double[] {0.4, 0.6})));
        assertEquals(List.of(WHY), StatedPair.statements(event));
        Event chosen = new Event.BestOf(List.of(new Event.Repeated(event, 3), event), RunCount.geometric(0.5));
        assertEquals(List.of(WHY), StatedPair.statements(new Event.Composed(List.of(chosen, chosen))));
        double epsilon = PLD.epsilon(event, 1e-5 * (1 - 1e-6));
        Function<Verdict, Guarantee> says = verdict -> Guarantee.of(Unit.RECORD, Relation.REPLACE)
                .by("PLD", epsilon, 1e-5, verdict, List.of("Stated by the user, and not proved here: " + WHY));
        for (Verdict verdict : Verdict.values())
            if (verdict != Verdict.GIVEN)
                refused(() -> EpsilonCertificate.of("mine", says.apply(verdict), event, 1e-6));
        Guarantee given = says.apply(Verdict.GIVEN);
        EpsilonCertificate written = EpsilonCertificate.of("mine", given, event, 1e-6);
        assertTrue(written.text().contains(WHY));
        assertEquals(Verdict.GIVEN, written.verdict());
        written.write(Path.of("target/certificates/stated.json"));
        assertEquals(written, EpsilonCertificate.read(Path.of("target/certificates/stated.json")));
        for (Event none : List.of(
                new SampledLaplace(0.1, 1, Relation.REPLACE), new SampledDiscreteGaussian(0.1, 1, 1, Relation.REPLACE)))
            refused(() -> EpsilonCertificate.of("mine", given, none, 1e-6).text());
    }

    @Test
    void ratiosAtTheBordersAndTheShortestStatementAreTaken() {
        double low = Math.exp(-1), high = Math.exp(1), of = (1 - low) / (high - low);
        String shortest = "a".repeat(20);
        StatedPair pair = StatedPair.ofCells(
                shortest,
                new double[] {-1, 0, 1},
                new double[] {low * (1 - of), high * of},
                new double[] {1 - of, of},
                1e-12);
        assertEquals(shortest, pair.statement());
        // each cell is one outcome; the other has no mass
        assertEquals(0, pair.with().get(1), 1e-15);
        assertEquals(0, pair.with().get(2), 1e-15);
        double[] half = {0.5, 0.5};
        refused(() -> StatedPair.of(shortest.substring(1), half, half), "statement");
        refused(() -> StatedPair.ofCells(WHY, new double[] {0}, new double[0], new double[0], 1), "one more border");
    }

    @Test
    void whatIsNoPairIsRefused() {
        double[] half = {0.5, 0.5}, less = {0.5, 0.4};
        refused(() -> StatedPair.of("trust me", half, half), "statement");
        refused(() -> StatedPair.of(WHY, less, half), "sum of with");
        refused(() -> StatedPair.of(WHY, half, new double[] {0.7, 0.7}), "sum of without");
        refused(() -> StatedPair.of(WHY, half, new double[] {1}), "equally many");
        refused(() -> StatedPair.of(WHY, half, new double[] {Double.NaN, 1}), "without 0");
        refused(() -> StatedPair.ofCells(WHY, new double[] {1, 1, 2}, half, half, 0), "border 1");
        refused(() -> StatedPair.ofCells(WHY, new double[] {-1, 1, 2}, half, half, 0), "ratio of cell 1");
        double[] more = {0.2, 0.8}, fewer = {0.8, 0.2};
        refused(() -> StatedPair.ofCells(WHY, new double[] {-2, 0, 1}, more, fewer, 0), "ratio of cell 1");
        refused(() -> StatedPair.ofCells(WHY, half, half, half, 0), "one more border");
        refused(() -> new SampledLaplace(0.1, 1, Relation.PARTICIPATION), "relation");
        refused(() -> new SampledDiscreteGaussian(0, 1, 1, Relation.REPLACE), "rate");
        refused(() -> new RandomisedAnswer(0.2, 4), "truth");
        refused(() -> new RandomisedAnswer(1, 2), "truth");
    }
}
