package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final RdpAccountant RDP = RdpAccountant.standard();
    private static final List<RunCount> COUNTS = List.of(
            RunCount.geometric(0.05),
            RunCount.geometric(0.5),
            RunCount.logarithmic(0.1),
            new RunCount.NegativeBinomial(-0.5, 0.1),
            new RunCount.NegativeBinomial(0.5, 0.2),
            RunCount.poisson(1),
            RunCount.poisson(12),
            new RunCount.NegativeBinomial(3, 0.2));

    @Test
    void numbersAreDrawnByTheirLaw() {
        for (RunCount runs : COUNTS) {
            assertEquals(
                    1, IntStream.range(0, 2000).mapToDouble(runs::probability).sum(), 1e-9, runs.toString());
            double mean = IntStream.range(0, 2000)
                    .mapToDouble(k -> k * runs.probability(k))
                    .sum();
            assertEquals(mean, runs.mean(), 1e-6 * mean, runs.toString());
            var coins = Streams.seed(7).stream(runs.toString());
            int[] seen = new int[2000];
            int draws = 40_000;
            for (int i = 0; i < draws; i++) seen[runs.draw(coins)]++;
            for (int k = 0; k < 40; k++) {
                double p = runs.probability(k), off = seen[k] / (double) draws - p;
                assertTrue(Math.abs(off) <= 5 * Math.sqrt(p * (1 - p) / draws) + 1e-9, runs + " at " + k + ": " + off);
            }
        }
    }

    /** One training ends well with probability p or p'. All that happens in a selection can be counted out. */
    @Test
    void aSelectionOfTwoOutcomesIsNeverFurtherApartThanStated() {
        double closest = 0;
        for (RunCount runs : COUNTS)
            for (double[] world : new double[][] {{0.3, 0.5}, {0.01, 0.02}, {0.9, 0.99}, {0.0001, 0.01}, {0.5, 0.52}})
                for (double order : new double[] {1.01, 1.3, 2, 3, 5, 9, 30}) {
                    double stated = runs.divergence(order, new Coin(world[0], world[1]));
                    double[] one = selected(runs, world[0]), other = selected(runs, world[1]);
                    double real = Math.max(renyi(order, one, other), renyi(order, other, one));
                    assertTrue(real <= stated, runs + " " + world[0] + " " + world[1] + " order " + order);
                    closest = Math.max(closest, real / stated);
                }
        assertTrue(closest > 0.5, "the bound is of use: " + closest);
    }

    /** The law of what is released, counted out, against the epsilon that an accountant claims for it. */
    @Test
    void noSetOfOutcomesIsMoreLikelyThanClaimed() {
        double closest = 0;
        for (RunCount runs : COUNTS)
            for (double[] world : new double[][] {{0.3, 0.5}, {0.01, 0.02}, {0.9, 0.99}, {0.0001, 0.01}, {0.5, 0.52}}) {
                Coin coin = new Coin(world[0], world[1]);
                double[] one = selected(runs, world[0]), other = selected(runs, world[1]);
                for (double delta : new double[] {0.1, 1e-2, 1e-3, 1e-5}) {
                    double epsilon = DoubleStream.iterate(1.01, a -> a < 300, a -> 1 + (a - 1) * 1.1)
                            .map(a -> RdpConversion.IMPROVED.epsilon(runs.divergence(a, coin), a, delta))
                            .min()
                            .orElseThrow();
                    double real = Math.max(stick(Math.exp(epsilon), one, other), stick(Math.exp(epsilon), other, one));
                    assertTrue(real <= delta, runs + " " + world[0] + " " + world[1] + ": " + real + " of " + delta);
                    closest = Math.max(closest, real / delta);
                }
            }
        assertTrue(closest > 0.05, "the claim is of use: " + closest);
    }

    /** What choosing costs is no artefact: at the epsilon of one training the delta of the best of several is exceeded. */
    @Test
    void theEpsilonOfOneTrainingDoesNotHoldForTheBestOfSeveral() {
        double p = 0.02, q = 0.01, epsilon = Math.log(2);
        assertEquals(0, stick(Math.exp(epsilon), new double[] {p, 1 - p}, new double[] {q, 1 - q}), 1e-15);
        assertEquals(0, stick(Math.exp(epsilon), new double[] {1 - p, p}, new double[] {1 - q, q}), 1e-15);
        // The worst outcome of a geometric number of trainings: all of them must have it.
        RunCount runs = RunCount.geometric(0.1);
        double[] one = selected(runs, 1 - q), other = selected(runs, 1 - p);
        assertTrue(stick(Math.exp(epsilon), other, one) > 1e-5, "delta " + stick(Math.exp(epsilon), other, one));
    }

    /** No training, the worse outcome, the better one. */
    private static double[] selected(RunCount runs, double good) {
        double[] law = LAWS.computeIfAbsent(
                runs, r -> IntStream.range(0, 2000).mapToDouble(r::probability).toArray());
        double none = law[0], bad = 0, power = 1;
        for (double p : law) {
            bad += p * power;
            power *= 1 - good;
        }
        return new double[] {none, bad - none, 1 - bad};
    }

    private static final Map<RunCount, double[]> LAWS = new HashMap<>();

    private static double renyi(double order, double[] p, double[] q) {
        double[] logs = IntStream.range(0, p.length)
                .filter(i -> p[i] > 0)
                .mapToDouble(i -> order * Math.log(p[i]) + (1 - order) * Math.log(q[i]))
                .toArray();
        double top = DoubleStream.of(logs).max().orElseThrow();
        return (top + Math.log(DoubleStream.of(logs).map(l -> Math.exp(l - top)).sum())) / (order - 1);
    }

    private record Coin(double p, double q) implements RunCount.Training {
        @Override
        public double divergence(double order) {
            double[] one = {p, 1 - p}, other = {q, 1 - q};
            return Math.max(renyi(order, one, other), renyi(order, other, one));
        }

        @Override
        public double delta(double epsilon) {
            double e = Math.exp(epsilon);
            return DoubleStream.of(p - e * q, q - e * p, (1 - p) - e * (1 - q), (1 - q) - e * (1 - p), 0)
                    .max()
                    .orElseThrow();
        }

        @Override
        public double least(double gamma) {
            return DoubleStream.iterate(1.001, a -> a < 300, a -> a * 1.05)
                    .map(a -> (1 - 1 / a) * divergence(a) - Math.log(gamma) / a)
                    .min()
                    .orElseThrow();
        }
    }

    private static Event selection(RunCount runs, Event... trainings) {
        return new Event.BestOf(List.of(trainings), runs);
    }

    /** Liu and Talwar 2019, Papernot and Steinke 2022: three times the price, two for the logarithmic law, 2 + eta in general. */
    @Test
    void pureTrainingsCostTwoPlusEta() {
        for (double shape : new double[] {-0.5, 0, 0.5, 1, 3}) {
            double epsilon =
                    RDP.epsilon(selection(new RunCount.NegativeBinomial(shape, 0.1), new Event.Laplace(1)), 1e-12);
            assertTrue(epsilon <= 2 + shape + 0.02, shape + ": " + epsilon);
            assertTrue(epsilon > 0.9 * (2 + shape), shape + ": " + epsilon);
        }
    }

    /** Figures 1 to 3 of Papernot and Steinke (2022): the base is 0.1-zCDP, which Gaussian noise of this scale is exactly. */
    private static final double RHO = 0.1;

    private static final Event BASE = new Event.Gaussian(Math.sqrt(1 / (2 * RHO)));

    /** By the printed formulas, worked out for zCDP on paper: the best helper is of order sqrt(ln(1/gamma) / rho). */
    private static double printed(RunCount runs, double order) {
        if (runs instanceof RunCount.NegativeBinomial n) {
            double l = -Math.log(n.gamma()), helped = l > RHO ? 2 * Math.sqrt(RHO * l) - RHO : l;
            return RHO * order + (1 + n.shape()) * helped + Math.log(n.mean()) / (order - 1);
        }
        double mu = runs.mean(), near = Math.log(order / (order - 1)), shift = Math.sqrt(2 * RHO), delta = 0, h = 1e-4;
        for (double x = -12; x < 12; x += h) {
            double p = Math.exp(-(x - shift) * (x - shift) / 2), q = Math.exp(-x * x / 2);
            delta += h * Math.max(0, p - Math.exp(near) * q) / Math.sqrt(2 * Math.PI);
        }
        double rise = order - 1, chosen = Math.log(mu) + rise * (RHO * order + mu * delta);
        return (chosen + Math.log1p(Math.exp(-mu - chosen))) / rise;
    }

    private static List<RunCount> ofMean(double mean) {
        List<RunCount> all = new ArrayList<>();
        for (double shape : new double[] {-0.5, 0, 0.5, 1}) all.add(RunCount.ofMean(shape, mean));
        all.add(RunCount.poisson((int) mean));
        return all;
    }

    @Test
    void divergencesAreThoseOfThePapersFigures() {
        for (double mean : new double[] {2, 10, 100})
            for (RunCount runs : ofMean(mean)) {
                assertEquals(mean, runs.mean(), 1e-9 * mean);
                for (double order : new double[] {1.5, 2, 5, 10, 30, 100}) {
                    double printed = printed(runs, order), ours = RDP.rdp(selection(runs, BASE), order);
                    assertTrue(ours >= printed * (1 - 1e-6), runs + " at " + order + ": " + ours + ", " + printed);
                    double room = runs instanceof RunCount.Poisson ? 1.03 : 1.002;
                    assertTrue(ours <= printed * room, runs + " at " + order + ": " + ours + ", " + printed);
                }
            }
    }

    @Test
    void epsilonsAreThoseOfThePapersFigures() {
        for (double mean : Extent.some(List.of(2.0, 10.0, 100.0), 1))
            for (RunCount runs : ofMean(mean)) {
                double least = Double.POSITIVE_INFINITY;
                for (double rise = 0.2; rise < 60; rise *= 1.02) {
                    double a = 1 + rise;
                    least = Math.min(
                            least, printed(runs, a) + (Math.log(1e6) - Math.log(a)) / rise + Math.log1p(-1 / a));
                }
                // A law that asks for deltas gets them by chords.
                double room = runs instanceof RunCount.Poisson ? 1.01 : 1.003,
                        ours = RDP.epsilon(selection(runs, BASE), 1e-6);
                assertTrue(ours >= least * (1 - 1e-3) && ours <= least * room, runs + ": " + ours + ", " + least);
            }
    }

    @Test
    void aChoiceAmongManyCostsLessThanPublishingThemAll() {
        Event training = new Event.Repeated(new Event.PoissonSampled(0.1, 4, Relation.ADD_REMOVE), 200);
        Event scored = new Event.Composed(List.of(training, new Event.Gaussian(20)));
        double one = RDP.epsilon(training, 1e-5);
        double all = RDP.epsilon(new Event.Repeated(scored, 50), 1e-5);
        for (RunCount runs : List.of(RunCount.geometric(0.02), RunCount.poisson(50))) {
            Event best = selection(runs, scored);
            double epsilon = RDP.epsilon(best, 1e-5);
            assertTrue(epsilon > one && epsilon < 0.5 * all, runs + ": " + one + " " + epsilon + " " + all);
            assertTrue(RDP.delta(best, epsilon) <= 1.01e-5);
            assertTrue(RDP.epsilon(selection(runs, scored, new Event.Gaussian(1)), 1e-5) > epsilon, "the worst counts");
            double twice = RDP.epsilon(new Event.Repeated(best, 2), 1e-5);
            assertTrue(twice > epsilon && twice < 2 * epsilon, "selections compose: " + epsilon + " " + twice);
        }
    }

    @Test
    void whatHasNoMeaningIsRefused() {
        refused(() -> RunCount.geometric(0));
        refused(() -> RunCount.poisson(0));
        refused(() -> new RunCount.NegativeBinomial(-1, 0.5));
        refused(() -> new RunCount.NegativeBinomial(1.5, 0.5));
        refused(() -> selection(RunCount.poisson(1)));
        assertTrue(!RDP.supports(selection(RunCount.poisson(1), new Event.Unsupported("nothing is known"))));
        for (RunCount runs : new RunCount[] {RunCount.poisson(1), RunCount.geometric(0.5)})
            assertTrue(RDP.supports(selection(runs, new Event.Gaussian(1))), runs.toString());
        // only a Poisson number asks for a distribution of losses, which this training has not
        Event many = new Event.DiscreteGaussian(6, 2, 3);
        assertTrue(RDP.supports(selection(RunCount.geometric(0.5), many)));
        assertTrue(!RDP.supports(selection(RunCount.poisson(1), many)));
        assertTrue(!PldAccountant.standard().supports(selection(RunCount.poisson(1), new Event.Gaussian(1))));
    }
}
