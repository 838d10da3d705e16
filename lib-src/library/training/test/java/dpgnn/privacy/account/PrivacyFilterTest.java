package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrivacyFilterTest {
    /** The filter's grid, written down again. */
    private static final double[] ORDERS = {
        1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 256, 512
    };

    private static final double[] SCALES = {0.8, 1.5, 3, 6, 12, 40};
    private static final double[] RATES = {0.02, 0.2, 1};

    /** Divergences by quadrature of the two densities: what the accountant knows in closed form or by other sums. */
    private final Map<String, Double> integrals = new HashMap<>();

    private double divergence(double rate, double scale, double order) {
        return integrals.computeIfAbsent(rate + " " + scale + " " + order, k -> {
            double sum = 0, h = scale / 200, top = Double.NEGATIVE_INFINITY;
            List<Double> logs = new ArrayList<>();
            for (double x = -12 * scale; x < order + 1 + 12 * scale; x += h) {
                double up = (2 * x - 1) / (2 * scale * scale);
                double ratio = up > 600 ? Math.log(rate) + up : Math.log1p(rate * Math.expm1(up));
                double log = order * ratio - x * x / (2 * scale * scale);
                logs.add(log);
                top = Math.max(top, log);
            }
            for (double log : logs) sum += Math.exp(log - top);
            return (top + Math.log(sum * h / (scale * Math.sqrt(2 * Math.PI)))) / (order - 1);
        });
    }

    /** The harmonic mean of the deltas, from the sums of divergences. */
    private static double delta(double[] orders, double[] weights, double[] sums, double epsilon) {
        double all = 0;
        for (int i = 0; i < orders.length; i++) {
            double a = orders[i];
            all += weights[i] * Math.exp((a - 1) * (epsilon - sums[i])) * a / Math.pow(1 - 1 / a, a - 1);
        }
        return 1 / all;
    }

    /** Ten kinds of strategy that read what was released, a hundred times each; all go on until nothing fits. */
    @Test
    void aThousandAdaptiveStrategiesStayWithinTheBudget() {
        double fullest = 0;
        int refusals = 0;
        int[] trials = Extent.places(1000, 5, 60);
        for (int trial : trials) {
            RandomStream coins = Streams.seed(trial).stream("strategy");
            double epsilon = 0.3 + 6 * coins.nextDouble(), delta = coins.nextBoolean() ? 1e-5 : 1e-3;
            double favoured = 2 + coins.nextInt(20);
            boolean favours = coins.nextBoolean();
            PrivacyFilter filter = PrivacyFilter.of(
                    favours ? FilterAccountant.favouring(favoured) : FilterAccountant.standard(), epsilon, delta);
            double[] orders = favours ? append(ORDERS, favoured) : ORDERS;
            double[] weights = new double[orders.length], sums = new double[orders.length];
            for (int i = 0; i < weights.length; i++)
                weights[i] = !favours ? 1.0 / ORDERS.length : i < ORDERS.length ? 0.05 / ORDERS.length : 0.95;
            double loss = 0, last = 0;
            int refused = 0;
            for (int step = 0; step < 3000 && refused < 12; step++) {
                // The strategies: greedy when the loss is high, timid when it is, by the last output, in cycles, at
                // random ...
                int kind = trial % 10;
                int pick =
                        switch (kind) {
                            case 0 -> loss > epsilon / 3 ? 0 : 3;
                            case 1 -> loss > epsilon / 3 ? 4 : 2;
                            case 2 -> last > 0.5 ? 1 : 4;
                            case 3 -> (int) Math.abs(last * 7) % SCALES.length;
                            case 4 -> step % SCALES.length;
                            case 5 -> coins.nextInt(SCALES.length);
                            case 6 -> loss < 0 ? 5 : 2;
                            case 7 -> step < 20 ? 5 : 1;
                            case 8 -> refused > 0 ? 5 : 0;
                            default -> 3;
                        };
                pick = Math.min(SCALES.length - 1, pick + refused / 2);
                double scale = SCALES[pick], rate = RATES[kind % 2 == 0 ? step % 3 : last > 0 ? 1 : 2];
                Event event = rate == 1
                        ? new Event.Gaussian(scale)
                        : new Event.PoissonSampled(rate, scale, Relation.ADD_REMOVE);
                if (!filter.admits(event)) {
                    Event before = filter.total();
                    assertThrows(IllegalStateException.class, () -> filter.spend(event));
                    assertEquals(before, filter.total(), "a refusal spends nothing");
                    refused++;
                    refusals++;
                    continue;
                }
                filter.spend(event);
                for (int i = 0; i < orders.length; i++) sums[i] += divergence(rate, scale, orders[i]);
                // The unit is there: what is released, and the loss that an observer computes from it.
                last = (coins.nextDouble() < rate ? 1 : 0) + scale * coins.nextGaussian();
                loss += Math.log1p(rate * Math.expm1((2 * last - 1) / (2 * scale * scale)));
            }
            double spent = delta(orders, weights, sums, epsilon);
            assertTrue(spent <= delta * (1 + 1e-6), "strategy " + trial + " spends " + spent + " of " + delta);
            fullest = Math.max(fullest, spent / delta);
        }
        assertTrue(fullest > 0.97, "the budget can be used up: " + fullest);
        assertTrue(refusals > 5 * trials.length, "strategies do meet the end of their budgets: " + refusals);
    }

    private static double[] append(double[] values, double last) {
        double[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = last;
        return all;
    }

    /** One pair of two outcomes, in both worlds. */
    private record Pair(double p, double q) {
        double divergence(double order) {
            return Math.max(of(p, q, order), of(q, p, order));
        }

        private static double of(double p, double q, double a) {
            return Math.log(Math.pow(p, a) * Math.pow(q, 1 - a) + Math.pow(1 - p, a) * Math.pow(1 - q, 1 - a))
                    / (a - 1);
        }
    }

    private static final List<Pair> PAIRS = List.of(
            new Pair(0.02, 0.002),
            new Pair(0.55, 0.45),
            new Pair(0.3, 0.1),
            new Pair(0.001, 0.00002),
            new Pair(0.7, 0.4));

    /**
     * The strategy that does most harm, by enumeration of all: each chooses its next pair, or its end, by all outcomes before.
     */
    @Test
    void noStrategyAmongTwoOutcomesDoesMoreHarmThanDelta() {
        double closest = 0;
        for (double epsilon : new double[] {0.5, 1, 2})
            for (double delta : new double[] {0.2, 0.05, 0.01}) {
                FilterAccountant orders = FilterAccountant.favouring(3);
                Rule rule = sums -> orders.logDelta(sums, epsilon) <= Math.log(delta);
                double harm = worst(PAIRS, orders.orders(), rule, 1, 1, new double[27], epsilon, 4);
                assertTrue(harm <= delta, epsilon + ": " + harm + " of " + delta);
                closest = Math.max(closest, harm / delta);
            }
        assertTrue(closest > 0.2, "strategies come near: " + closest);
    }

    /**
     * What sounds alike is false: to go on as long as the delta of some order is small enough. A strategy may be within the budget at
     * one order where it is lucky, and at another one where it is not.
     */
    @Test
    void toGoOnWhileSomeOrderAdmitsItBreaksTheBudget() {
        List<Pair> pairs = List.of(
                new Pair(0.43754874144381367, 0.12765825247015622),
                new Pair(0.011428895806516414, 0.0003537557240767727),
                new Pair(0.11683532760904258, 0.054127821553111084));
        double[] orders = {1.25, 1.5, 2, 3, 4, 6, 8, 12, 20, 40};
        double epsilon = 3, delta = 0.006333129817763919;
        Rule least = sums -> IntStream.range(0, orders.length)
                .anyMatch(i -> RdpConversion.logMoment(sums[i], orders[i], epsilon) <= Math.log(delta));
        double harm = worst(pairs, orders, least, 1, 1, new double[orders.length], epsilon, 3);
        assertTrue(harm > 1.2 * delta, harm + " of " + delta);
        Rule mean = sums -> IntStream.range(0, orders.length)
                        .mapToDouble(i -> delta * Math.exp(-RdpConversion.logMoment(sums[i], orders[i], epsilon)))
                        .average()
                        .orElseThrow()
                >= 1;
        assertTrue(worst(pairs, orders, mean, 1, 1, new double[orders.length], epsilon, 3) <= delta);
    }

    private interface Rule {
        boolean admits(double[] sums);
    }

    private static double worst(
            List<Pair> pairs,
            double[] orders,
            Rule rule,
            double p,
            double q,
            double[] sums,
            double epsilon,
            int depth) {
        double most = Math.max(0, p - Math.exp(epsilon) * q);
        if (depth == 0) return most;
        for (Pair pair : pairs) {
            double[] next = sums.clone();
            for (int i = 0; i < next.length; i++) next[i] += pair.divergence(orders[i]);
            if (!rule.admits(next)) continue;
            for (boolean turned : new boolean[] {false, true}) {
                double a = turned ? pair.q : pair.p, b = turned ? pair.p : pair.q;
                double first = worst(pairs, orders, rule, p * a, q * b, next, epsilon, depth - 1);
                most = Math.max(
                        most, first + worst(pairs, orders, rule, p * (1 - a), q * (1 - b), next, epsilon, depth - 1));
            }
        }
        return most;
    }

    /**
     * An epoch of two bits, one of which has the unit: only both together have a divergence.
     *
     * @param with how likely the bit with the unit is 1
     * @param without how likely any other bit is
     */
    private record Epoch(double with, double without) {
        private static double bit(double one, int bit) {
            return bit == 1 ? one : 1 - one;
        }

        double p(int first, int second) {
            return (bit(with, first) * bit(without, second) + bit(without, first) * bit(with, second)) / 2;
        }

        double q(int first, int second) {
            return bit(without, first) * bit(without, second);
        }

        double divergence(double order) {
            double there = 0, back = 0;
            for (int i = 0; i < 4; i++) {
                double p = p(i / 2, i % 2), q = q(i / 2, i % 2);
                there += Math.pow(p / q, order) * q;
                back += Math.pow(q / p, order) * p;
            }
            return Math.log(Math.max(there, back)) / (order - 1);
        }
    }

    /** An epoch of which the first bit is known. */
    private record Begun(Epoch epoch, boolean turned, int first) {}

    /**
     * Two releases at once: by enumeration of all strategies, which begin an epoch, or look on into one that is begun, by all bits before.
     * An epoch is charged as a whole when it begins.
     */
    @Test
    void releasesAtTheSameTimeDoNoMoreHarmThanDelta() {
        double closest = 0;
        for (double epsilon : new double[] {0.5, 1})
            for (double delta : new double[] {0.1, 0.02}) {
                FilterAccountant orders = FilterAccountant.favouring(3);
                Rule rule = sums -> orders.logDelta(sums, epsilon) <= Math.log(delta);
                List<Epoch> epochs = List.of(new Epoch(0.6, 0.4), new Epoch(0.35, 0.15));
                double harm = atOnce(epochs, orders.orders(), rule, 1, 1, new double[27], epsilon, List.of(), 5);
                assertTrue(harm <= delta, epsilon + ": " + harm + " of " + delta);
                closest = Math.max(closest, harm / delta);
            }
        assertTrue(closest > 0.1, "strategies come near: " + closest);
    }

    private static double atOnce(
            List<Epoch> epochs,
            double[] orders,
            Rule rule,
            double p,
            double q,
            double[] sums,
            double epsilon,
            List<Begun> open,
            int bits) {
        double most = Math.max(0, p - Math.exp(epsilon) * q);
        if (bits == 0) return most;
        for (Epoch e : epochs) {
            double[] next = sums.clone();
            for (int i = 0; i < next.length; i++) next[i] += e.divergence(orders[i]);
            if (!rule.admits(next)) continue;
            for (boolean turned : new boolean[] {false, true}) {
                double all = 0;
                for (int bit = 0; bit < 2; bit++) {
                    double a = e.p(bit, 0) + e.p(bit, 1), b = e.q(bit, 0) + e.q(bit, 1);
                    List<Begun> more = new ArrayList<>(open);
                    more.add(new Begun(e, turned, bit));
                    double there = p * (turned ? b : a), here = q * (turned ? a : b);
                    all += atOnce(epochs, orders, rule, there, here, next, epsilon, more, bits - 1);
                }
                most = Math.max(most, all);
            }
        }
        for (int i = 0; i < open.size(); i++) {
            Begun on = open.get(i);
            List<Begun> rest = new ArrayList<>(open);
            rest.remove(i);
            double all = 0;
            for (int bit = 0; bit < 2; bit++) {
                Epoch e = on.epoch;
                double a = e.p(on.first, bit) / (e.p(on.first, 0) + e.p(on.first, 1));
                double b = e.q(on.first, bit) / (e.q(on.first, 0) + e.q(on.first, 1));
                double there = p * (on.turned ? b : a), here = q * (on.turned ? a : b);
                all += atOnce(epochs, orders, rule, there, here, sums, epsilon, rest, bits - 1);
            }
            most = Math.max(most, all);
        }
        return most;
    }

    /** A plan that nobody changes costs at most a hundredth more than by the best of all orders. */
    @Test
    void aPlanThatIsFollowedCostsLittleMoreThanByTheBestOrder() {
        for (double target : new double[] {0.5, 1, 2, 4, 8})
            for (double rate : new double[] {0.01, 0.1, 1})
                for (double delta : new double[] {1e-4, 1e-6}) {
                    double m = Calibration.of(RdpAccountant.standard()).multiplier(s -> plan(rate, s), target, delta);
                    RdpAccountant.Answer fixed = RdpAccountant.standard().answer(plan(rate, m), delta);
                    double steered = FilterAccountant.favouring(fixed.order()).epsilon(plan(rate, m), delta);
                    assertTrue(
                            steered >= fixed.epsilon() * (1 - 1e-9) && steered <= 1.01 * fixed.epsilon(),
                            rate + ": " + fixed + " " + steered);
                    double loose = FilterAccountant.standard().epsilon(plan(rate, m), delta);
                    assertTrue(loose > steered && loose < 1.6 * steered, "without a plan: " + loose);
                }
    }

    private static Event plan(double rate, double scale) {
        Event step = rate == 1 ? new Event.Gaussian(scale) : new Event.PoissonSampled(rate, scale, Relation.ADD_REMOVE);
        return new Event.Repeated(step, 200);
    }

    @Test
    void countsHowManyFit() {
        PrivacyFilter filter = PrivacyFilter.of(FilterAccountant.standard(), 2, 1e-5);
        Event step = new Event.Gaussian(20);
        long most = filter.most(step, 1_000_000);
        assertTrue(filter.admits(new Event.Repeated(step, most)));
        assertFalse(filter.admits(new Event.Repeated(step, most + 1)));
        assertEquals(5, filter.most(step, 5));
        filter.spend(new Event.Repeated(step, most));
        assertEquals(0, filter.most(step, 10));
        assertTrue(filter.used() <= 2 && filter.used() > 1.9);
        PrivacyFilter restored = PrivacyFilter.of(FilterAccountant.standard(), 2, 1e-5);
        restored.restore(filter.total());
        assertFalse(restored.admits(step));
        assertFalse(filter.admits(new Event.NonPrivate("no noise")));
        refused(() -> filter.admits(new Event.Unsupported("nothing")));
        refused(() -> FilterAccountant.favouring(1));
    }
}
