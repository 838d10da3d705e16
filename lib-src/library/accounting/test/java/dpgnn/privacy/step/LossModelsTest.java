package dpgnn.privacy.step;

import static dpgnn.privacy.step.Cells.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.numeric.GaussianDp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The cells of one step against closed forms and sums over a line: masses, losses, and the divergence that they have together. */
class LossModelsTest {
    private static final List<Resolution> FINE = List.of(
            new Resolution(4e-3, 1e-13, 0, 0, false, 40),
            new Resolution(4e-3, 1e-13, 1.5, 0.2, true, 40),
            new Resolution(1e-4, 1e-13, 0, 0, false, 40, 4e-3));
    private static final double[] EPSILONS = {0, 0.05, 0.3, 0.8, 1.4, 2.5};

    /** What holds of the cells of every pair. */
    private static void wellFormed(List<LossCells> parts, String what) {
        double a = 0, b = 0;
        for (LossCells cells : parts) {
            double before = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < cells.size(); i++) {
                double massA = cells.massA(i), massB = cells.massB(i), low = cells.low(i), high = cells.high(i);
                String cell = what + ", cell " + i + ": " + massA + ", " + massB + " in " + low + " to " + high;
                a += massA;
                b += massB;
                assertTrue(massA >= 0 && massB >= 0 && low <= high, cell);
                assertTrue(cells.movedA(i) <= massA * (1 + 1e-9) && cells.movedB(i) <= massB * (1 + 1e-9), cell);
                assertEquals(massB - massA, cells.difference(i), 1e-13 * (massA + massB) + 1e-16, cell);
                if (massA > 1e-280 && massB > 1e-280 && !Double.isInfinite(low) && !Double.isInfinite(high)) {
                    double loss = Math.log(massA) - Math.log(massB);
                    assertTrue(loss >= low - 1e-11 * (1 + Math.abs(low)), cell);
                    assertTrue(loss <= high + 1e-11 * (1 + Math.abs(high)), cell);
                    assertTrue(low >= before - 1e-9 * (1 + Math.abs(before)), cell + " after " + before);
                    before = high;
                }
            }
        }
        assertEquals(1, a, 1e-11, what);
        assertEquals(1, b, 1e-11, what);
    }

    private static void holds(Event event, DoubleUnaryOperator forward, DoubleUnaryOperator backward) {
        LossModel model = LossModels.of(event).models().keySet().iterator().next();
        for (Resolution resolution : FINE) {
            List<LossCells> cells = model.cells(resolution, new LossModel.Degrees(1, 1));
            String what = event + " at " + resolution;
            wellFormed(cells, what);
            for (double epsilon : EPSILONS) {
                double there = forward.applyAsDouble(epsilon), back = backward.applyAsDouble(epsilon);
                // atoms of cells that are a step wide lose little; a tilt makes those wide that it takes for light
                double near = 0.02 * (resolution.tilt() + 1 + epsilon);
                assertEquals(there, stick(cells, Math.exp(epsilon)), near * there + 1e-8, what + " at " + epsilon);
                assertEquals(
                        back,
                        stick(Cells.reversed(cells), Math.exp(epsilon)),
                        near * back + 1e-8,
                        what + " back at " + epsilon);
                assertTrue(stick(cells, Math.exp(epsilon)) <= there * (1 + 1e-4) + 1e-9, what + " at " + epsilon);
            }
        }
        wellFormed(model.cells(Resolution.coarse(1e-12, 8), new LossModel.Degrees(1, 1)), event + " coarse");
    }

    /** The divergence of one mixture of normal laws from another, by a sum over the line. */
    private static DoubleUnaryOperator line(
            double m, double[] at, double[] p, double[] from, double[] q, boolean back) {
        return epsilon -> {
            double sum = 0, h = m / 400, gamma = Math.exp(epsilon);
            for (double x = -12 * m - 4; x < 12 * m + 4; x += h) {
                double a = 0, b = 0;
                for (int i = 0; i < at.length; i++) a += p[i] * Math.exp(-(x - at[i]) * (x - at[i]) / (2 * m * m));
                for (int i = 0; i < from.length; i++)
                    b += q[i] * Math.exp(-(x - from[i]) * (x - from[i]) / (2 * m * m));
                sum += h * Math.max(0, back ? b - gamma * a : a - gamma * b);
            }
            return sum / (m * Math.sqrt(2 * Math.PI));
        };
    }

    private static void lines(Event event, double m, double[] at, double[] p, double[] from, double[] q) {
        holds(event, line(m, at, p, from, q, false), line(m, at, p, from, q, true));
    }

    @Test
    void mixturesOnALine() {
        double[] none = {0}, one = {1};
        for (double rate : new double[] {0.01, 0.4}) {
            double[] up = {0, 1}, weights = {1 - rate, rate}, down = {0, -1};
            Event added = new Event.PoissonSampled(rate, 0.8, Relation.ADD_REMOVE);
            lines(added, 0.8, up, weights, none, one);
            Event replaced = new Event.PoissonSampled(rate, 1.5, Relation.REPLACE);
            lines(replaced, 1.5, up, weights, down, weights);
        }
        double[] shifts = {0, 1, 2.5}, odds = {0.5, 0.3, 0.2};
        lines(Event.MixtureOfGaussians.of(1.2, shifts, odds), 1.2, shifts, odds, none, one);
    }

    @Test
    void closedForms() {
        GaussianDp half = new GaussianDp(0.5);
        holds(new Event.Gaussian(2), half::delta, half::delta);
        for (double m : new double[] {0.7, 4}) {
            DoubleUnaryOperator laplace = e -> Math.max(0, -Math.expm1((e - 1 / m) / 2));
            holds(new Event.Laplace(m), laplace, laplace);
            for (int batch : new int[] {1, 30}) {
                double q = batch / 100.0;
                GaussianDp whole = new GaussianDp(1 / m);
                DoubleUnaryOperator sampled = e -> q * whole.delta(Math.log1p(Math.expm1(e) / q));
                holds(new Event.WithoutReplacement(100, batch, m), sampled, sampled);
            }
        }
        // 2 of 5 are marked, 3 are drawn: of the marked are drawn 0, 1 or 2 in 1, 6 and 3 of 10 cases
        DoubleUnaryOperator counted =
                e -> 0.6 * new GaussianDp(0.5 / 0.6).delta(e) + 0.3 * new GaussianDp(1 / 0.6).delta(e);
        holds(new Event.Hypergeometric(5, 2, 3, 0.6), counted, counted);
        DoubleUnaryOperator answer = e -> Math.max(0, 0.7 - Math.exp(e) * 0.1);
        holds(new RandomisedAnswer(0.7, 4), answer, answer);
        for (long shift : new long[] {1, 3}) {
            DoubleUnaryOperator discrete = e -> {
                double sum = 0, all = 0, gamma = Math.exp(e);
                for (int x = -60; x <= 60; x++) {
                    double own = Math.exp(-x * x / 12.5), other = Math.exp(-(x - shift) * (x - shift) / 12.5);
                    sum += Math.max(0, own - gamma * other);
                    all += own;
                }
                return sum / all;
            };
            holds(new Event.DiscreteGaussian(2.5, shift, 1), discrete, discrete);
        }
    }

    /** Whatever degree a node has: laws are laws, and losses lie where they are said to. */
    @Test
    void starsAreWellFormedAtEveryDegree() {
        for (Event event : List.of(
                new Event.HeterPoisson(0.1, 1.5, 9, 2.5, true, Event.Proof.CONSERVATIVE),
                new Event.HeterPoisson(0.1, 1.5, 9, 2.5, false, Event.Proof.CONSERVATIVE),
                new Event.HeterPoisson(0.3, 2, 9, 2.5, true, Event.Proof.PUBLISHED),
                new Event.HomeStars(0.2, 3, 1.2),
                new SampledLaplace(0.3, 1, Relation.REPLACE),
                new SampledLaplace(0.3, 1, Relation.ADD_REMOVE))) {
            LossModel model = LossModels.of(event).models().keySet().iterator().next();
            for (int degree = 1; degree <= model.maxDegree(); degree += 8) {
                LossModel.Degrees one = new LossModel.Degrees(degree, degree);
                for (boolean reversed : new boolean[] {false, true}) {
                    Resolution wide = new Resolution(0.05, 1e-13, 0.8, 0.1, reversed, 12);
                    wellFormed(model.cells(wide, one), event + " of " + degree);
                }
                wellFormed(model.attained(Resolution.coarse(1e-12, 8), one), event + " attained at " + degree);
            }
        }
    }

    /** What a coarse look leaves out counts as told apart for certain. */
    @Test
    void noMassIsLostHoweverMuchIsCut() {
        double[] shifts = {0, 1, 2.5}, odds = {0.5, 0.3, 0.2};
        for (Event event : List.of(
                new Event.DiscreteGaussian(2.5, 3, 1),
                new Event.PoissonSampled(0.3, 1, Relation.ADD_REMOVE),
                new Event.PoissonSampled(0.3, 1, Relation.REPLACE),
                new Event.WithoutReplacement(100, 30, 1),
                new Event.Hypergeometric(50, 20, 10, 1),
                Event.MixtureOfGaussians.of(1.2, shifts, odds)))
            for (double tail : new double[] {1e-3, 1e-2}) {
                LossModel model =
                        LossModels.of(event).models().keySet().iterator().next();
                List<LossCells> cells = model.cells(Resolution.coarse(tail, 8), new LossModel.Degrees(1, 1));
                double a = Cells.massA(cells), b = Cells.massB(cells);
                // the discrete Gaussian is normalised before its tail is given up, which comes on top
                if (event instanceof Event.DiscreteGaussian) assertEquals(2 * (1 + tail), a + b, 1e-13);
                assertTrue(a >= 1 - 1e-13 && b >= 1 - 1e-13, event + " without " + tail + ": " + a + ", " + b);
                assertTrue(a <= 1 + 2 * tail && b <= 1 + 2 * tail, event + " without " + tail + ": " + a + ", " + b);
            }
    }

    @Test
    void gaussiansAreOneAndTheRestIsCounted() {
        Event all = new Event.Composed(List.of(
                new Event.Repeated(new Event.Gaussian(2), 3),
                new Event.PoissonSampled(1, 4, Relation.REPLACE),
                new Event.PoissonSampled(0, 1, Relation.REPLACE),
                new Event.HomeStars(1, 3, 5),
                new Event.HomeStars(0, 3, 5),
                new Event.WithoutReplacement(7, 7, 1)));
        double mu = Math.sqrt(3 / 4.0 + 4 / 16.0 + 1 / 25.0 + 1);
        LossModels models = LossModels.of(all);
        assertEquals(mu, models.onlyGaussian(true).mu(), 1e-14);
        assertTrue(models.onlyGaussian(true).mu() > mu
                && models.onlyGaussian(false).mu() < mu);
        assertTrue(models.unsampled().mu() > mu && models.unsampled().mu() < mu + 1e-14);
        assertEquals(Double.POSITIVE_INFINITY, models.pure());
        assertEquals(1, models.models().size());
        Event sampled = new Event.Composed(List.of(
                new Event.Gaussian(2),
                new Event.Repeated(new Event.PoissonSampled(0.1, 3, Relation.REPLACE), 5),
                new Event.HomeStars(0.3, 0, 4)));
        LossModels more = LossModels.of(sampled);
        assertSame(null, more.onlyGaussian(true));
        assertEquals(
                Math.sqrt(1 / 4.0 + 5 * 4 / 9.0 + 1 / 16.0), more.unsampled().mu(), 1e-14);
        assertEquals(List.of(1L, 5L, 1L), List.copyOf(more.models().values()));
        LossModels pure = LossModels.of(new Event.Composed(
                List.of(new Event.Repeated(new Event.Laplace(4), 6), new RandomisedAnswer(0.75, 2))));
        assertEquals(1.5 + Math.log(3), pure.pure(), 1e-13);
        assertTrue(pure.pure() > 1.5 + Math.log(3));
        assertEquals(1, LossModels.of(new Event.NonPrivate("nothing")).certain());
        assertEquals(0, more.certain());
    }

    @Test
    void whatSamplingWouldNotHelpIsRoundedUp() {
        List<Event> events = new ArrayList<>();
        BigDecimal sum = BigDecimal.ZERO;
        for (int m = 3; m < 15; m++) {
            events.add(new Event.PoissonSampled(0.1, m, Relation.ADD_REMOVE));
            sum = sum.add(BigDecimal.ONE.divide(BigDecimal.valueOf((long) m * m), MathContext.DECIMAL128));
        }
        double mu = LossModels.of(new Event.Composed(events)).unsampled().mu();
        assertTrue(new BigDecimal(mu).pow(2).compareTo(sum) >= 0);
        assertEquals(Math.sqrt(sum.doubleValue()), mu, 1e-14);
    }

    /** One inside of each limit and one beyond it, which the message names. */
    @Test
    void whatIsTooMuchIsRefusedWithItsLimit() {
        refused(new Event.DiscreteGaussian(6, 2, 3), "dimension 3", "sensitivity 2.0");
        refused(new Event.DiscreteGaussian(6, 0.5, 1), "dimension 1", "sensitivity 0.5");
        refused(new Event.DiscreteGaussian(20_001, 1, 1), "sigma", "20000.0", "20001.0");
        refused(new Event.DiscreteGaussian(10_000, 1_000_001, 1), "sensitivity", "1000000.0", "1000001.0");
        refused(new Event.PoissonSampled(0.1, 1 / 249_900.0, Relation.ADD_REMOVE), "at most 249875.0", "multiplier");
        refused(new Event.PoissonSampled(0.1, 2 / 249_900.0, Relation.REPLACE), "at most 249875.0");
        refused(new Event.WithoutReplacement(9, 3, 1 / 249_900.0), "at most 249875.0");
        double[] shifts = new double[4100], even = new double[4100];
        for (int i = 0; i < shifts.length; i++) {
            shifts[i] = i / 4100.0;
            even[i] = 1 / 4100.0;
        }
        refused(Event.MixtureOfGaussians.of(1, shifts, even), "at most 4000 different shifts", "about 4100");
        refused(
                new Event.HeterPoisson(0.1, 1, 100_000_001, 1, true, Event.Proof.PUBLISHED),
                "maxOutDegree",
                "100000000",
                "100000001");
        // one star in the mean, and so 30 at most: 32 shifts, the largest of 61
        refused(new Event.HeterPoisson(0.1, 10, 50, 0.1055, true, Event.Proof.PUBLISHED), "578.125 deviations");
        // 24 deviations of a law with variance 62,500
        refused(new Event.Hypergeometric(1_000_000, 500_000, 500_000, 1), "at most 1200", "about 6001");
        for (Event fine : List.of(
                new Event.DiscreteGaussian(20_000, 1_000_000, 1),
                new Event.PoissonSampled(0.1, 1 / 249_800.0, Relation.ADD_REMOVE),
                new Event.PoissonSampled(0, 1e-9, Relation.ADD_REMOVE),
                new Event.PoissonSampled(1, 1e-9, Relation.ADD_REMOVE),
                new Event.WithoutReplacement(9, 9, 1e-9),
                new Event.HeterPoisson(0.1, 1, 100_000_000, 1, true, Event.Proof.PUBLISHED),
                new Event.HeterPoisson(0.1, 10, 50, 0.1056, true, Event.Proof.PUBLISHED),
                new Event.HeterPoisson(0, 1, 50, 1e-9, true, Event.Proof.PUBLISHED),
                new Event.Hypergeometric(1_000_000, 500_000, 1_000, 1),
                new Event.Laplace(1e-9))) assertSame(null, LossModels.refusal(fine), fine.toString());
    }

    private static void refused(Event event, String... words) {
        String why = LossModels.refusal(event);
        for (String word : words) assertTrue(why != null && why.contains(word), event + ": " + why);
    }

    @Test
    void cellsAreTurnedCappedAndMerged() {
        LossCells cells = new LossCells();
        cells.add(0.9, 0.97, 0.07, -0.5, 0, 0.9, 0.97);
        cells.add(0.06, 0.02, -0.04, 1, 1.2, 0.05, 0.01);
        cells.add(0.04, 0.01, -0.03, 1.3, 1.5, 0.04, 0.01);
        assertEquals(Math.log(0.9 / 0.97), cells.merged(0), 1e-15);
        assertEquals(Math.log(3), cells.merged(1), 1e-15);
        assertEquals(Math.log(4), cells.merged(2), 1e-15);
        assertEquals(1.2, LossCells.merged(0, 0.1, 0.1, 1, 1.2));
        assertEquals(1.2, LossCells.merged(0.4, 0.1, -0.3, 1, 1.2));
        assertEquals(1, LossCells.merged(0.1, 0.1, 0, 1, 1.2));
        LossCells turned = cells.reversed();
        assertEquals(0.01, turned.massA(0));
        assertEquals(0.04, turned.massB(0));
        assertEquals(0.03, turned.difference(0));
        assertEquals(-1.5, turned.low(0));
        assertEquals(-1.3, turned.high(0));
        assertEquals(0.01, turned.movedA(1));
        assertEquals(0.05, turned.movedB(1));
        assertSame(cells, cells.capped(0.0399));
        LossCells two = cells.capped(0.0401);
        assertEquals(3, two.size());
        assertEquals(0.04, two.massA(2), 1e-10);
        assertTrue(two.massA(2) > 0.04);
        assertEquals(0, two.massB(2));
        assertEquals(-two.massA(2), two.difference(2));
        assertEquals(Double.POSITIVE_INFINITY, two.low(2));
        assertEquals(0.06, two.massA(1));
        LossCells one = cells.capped(0.11);
        assertEquals(2, one.size());
        assertEquals(0.1, one.massA(1), 1e-9);
        assertEquals(0.05, one.movedA(0) - 0.85, 1e-15);
        // what may be given away is shared among the pairs that an observer can tell apart
        List<LossCells> shared =
                LossCells.directed(List.of(List.of(cells, cells)), false, 0.07).get(0);
        assertSame(cells, shared.get(0));
        assertEquals(
                0.01,
                LossCells.directed(List.of(List.of(cells)), true, 0)
                        .get(0)
                        .get(0)
                        .massA(0));
    }
}
