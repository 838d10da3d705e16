package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.random.Streams;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectionAccountantTest {
    private static final List<RunCount> COUNTS = List.of(
            RunCount.geometric(0.05),
            RunCount.geometric(0.5),
            RunCount.logarithmic(0.1),
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

    /** No training, the worse outcome, the better one. */
    private static double[] selected(RunCount runs, double good) {
        DoubleUnaryOperator all = x -> IntStream.range(0, 2000)
                .mapToDouble(k -> runs.probability(k) * Math.pow(x, k))
                .sum();
        double none = runs.probability(0), bad = all.applyAsDouble(1 - good);
        return new double[] {none, bad - none, 1 - bad};
    }

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

    /** Liu and Talwar 2019, Papernot and Steinke 2022: three times the price, two for the logarithmic law, 2 + eta in general. */
    @Test
    void pureTrainingsCostTwoPlusEta() {
        Event training = new Event.Laplace(1);
        Event nearlyNothing = new Event.Gaussian(1e6);
        for (int shape : new int[] {0, 1, 3}) {
            var accountant = SelectionAccountant.of(new RunCount.NegativeBinomial(shape, 0.1), nearlyNothing);
            double epsilon = accountant.epsilon(training, 1e-12);
            assertTrue(epsilon <= 2 + shape + 0.02, shape + ": " + epsilon);
            assertTrue(epsilon > 0.9 * (2 + shape), shape + ": " + epsilon);
        }
    }

    @Test
    void aChoiceAmongManyCostsLessThanPublishingThemAll() {
        Event training = new Event.Repeated(new Event.PoissonSampled(0.1, 4, Relation.ADD_REMOVE), 200);
        Event score = new Event.Gaussian(20);
        double one = RdpAccountant.standard().epsilon(training, 1e-5);
        double all = RdpAccountant.standard()
                .epsilon(new Event.Repeated(new Event.Composed(List.of(training, score)), 50), 1e-5);
        for (RunCount runs : List.of(RunCount.geometric(0.02), RunCount.poisson(50))) {
            var selection = SelectionAccountant.of(runs, score);
            double epsilon = selection.epsilon(training, 1e-5);
            assertTrue(epsilon > one && epsilon < 0.5 * all, runs + ": " + one + " " + epsilon + " " + all);
            assertTrue(selection.delta(training, epsilon) <= 1.01e-5);
            assertTrue(selection.epsilon(List.of(training, new Event.Gaussian(1)), 1e-5) > epsilon, "the worst counts");
        }
    }

    @Test
    void whatHasNoMeaningIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RunCount.geometric(0));
        assertThrows(IllegalArgumentException.class, () -> RunCount.poisson(0));
        assertThrows(IllegalArgumentException.class, () -> new RunCount.NegativeBinomial(-1, 0.5));
        var accountant = SelectionAccountant.of(RunCount.poisson(1), new Event.Gaussian(1));
        assertThrows(IllegalArgumentException.class, () -> accountant.epsilon(List.of(), 1e-5));
        assertTrue(!accountant.supports(new Event.Unsupported("nothing is known")));
    }
}
