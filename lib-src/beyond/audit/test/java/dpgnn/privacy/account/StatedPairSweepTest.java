package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.attack.Pld;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random stated pairs, those that share no outcome among them, against sums over all sequences of outcomes. The property {@code
 * dpgnn.pairs} says how many are tried.
 */
class StatedPairSweepTest {
    private static final int PAIRS = Integer.getInteger("dpgnn.pairs", 100);
    private static final List<Integer> LOOKED_AT =
            Extent.some(IntStream.range(0, PAIRS).boxed().toList(), Math.max(5, PAIRS / 40));
    private static final String WHY = "Drawn at random, to be summed over all sequences.";
    private static final double[] EPSILONS = {0, 0.3, 2, 40, 1000};
    private static final double[] DELTAS = {0.9, 1e-2, 1e-5, 1e-12};

    /** More than logarithms of a sequence's masses are off by. */
    private static final double NEAR = 1e-9;

    private static final PldAccountant PLD = PldAccountant.standard();
    private static final List<Accountant> ACCOUNTANTS =
            List.of(PLD, RdpAccountant.standard(), FilterAccountant.standard());

    /** Losses beyond what doubles hold have answers that are numbers, and none below the truth. */
    @Test
    void lossesBeyondDoublesAreAnsweredToo() {
        for (Event once : List.of(
                new SampledDiscreteGaussian(1, 0.01, 1, Relation.ADD_REMOVE),
                new SampledDiscreteGaussian(1, 0.1, 1000, Relation.REPLACE))) {
            double told = PLD.delta(new Event.Repeated(once, 2), 1);
            assertTrue(told > 0.99 && told <= 1, once + ": " + told);
        }
        double noisy = PLD.epsilon(new Event.Repeated(new Event.Laplace(1e-5), 2), 1e-5);
        assertTrue(noisy > 199_999 && noisy < 200_001, "epsilon " + noisy);
    }

    /** Both directions of a pair that is played so many times. */
    private record Exact(double[] with, double[] without, double beyond, int times) {
        double delta(double epsilon) {
            return Math.max(delta(with, without, epsilon), delta(without, with, epsilon));
        }

        /** What no epsilon goes below. */
        double floor() {
            return delta(Double.POSITIVE_INFINITY);
        }

        private double delta(double[] a, double[] b, double epsilon) {
            double apart = beyond;
            int common = 0;
            double[] logA = new double[a.length], logB = new double[a.length];
            for (int i = 0; i < a.length; i++) {
                if (a[i] > 0 && b[i] <= 0) apart += a[i];
                if (a[i] <= 0 || b[i] <= 0) continue;
                logA[common] = Math.log(a[i]);
                logB[common++] = Math.log(b[i]);
            }
            double all = apart >= 1 ? 1 : -Math.expm1(times * Math.log1p(-apart));
            if (common == 0 || epsilon == Double.POSITIVE_INFINITY) return Math.min(1, all);
            return Math.min(1, all + sequences(logA, logB, common - 1, times, 0, 0, epsilon));
        }

        /** The sequences in which these outcomes come so many times together, by how often each does. */
        private double sequences(double[] a, double[] b, int last, int left, double sumA, double sumB, double epsilon) {
            if (last == 0) {
                double p = sumA + left * a[0], loss = p - sumB - left * b[0];
                return loss > epsilon ? Math.exp(p) * -Math.expm1(epsilon - loss) : 0;
            }
            double sum = 0, ways = 0;
            for (int n = 0; n <= left; n++) {
                if (n > 0) ways += Math.log((left - n + 1.0) / n);
                sum += sequences(
                        a, b, last - 1, left - n, sumA + ways + n * a[last], sumB + ways + n * b[last], epsilon);
            }
            return sum;
        }
    }

    /** Masses as even as coins fall, or some of them as small as 1e-300, or some of them missing. */
    private static double[] law(RandomStream coins, int outcomes, double sum) {
        double[] law = new double[outcomes];
        int kind = coins.nextInt(3);
        for (int i = 0; i < outcomes; i++)
            law[i] = kind == 1 && coins.nextInt(2) == 0
                    ? Math.pow(10, -300 * coins.nextDouble())
                    : kind == 2 && coins.nextInt(2) == 0 ? 0 : coins.nextDouble();
        double all = Arrays.stream(law).sum();
        if (!(all > 0)) law[coins.nextInt(outcomes)] = all = 1;
        for (int i = 0; i < outcomes; i++) law[i] *= sum / all;
        return law;
    }

    private static double[] other(RandomStream coins, double[] law, double sum) {
        if (coins.nextInt(5) > 0) return law(coins, law.length, sum);
        // near the first one
        double[] near = law.clone();
        for (int i = 0; i < near.length; i++) near[i] *= 1 + 1e-3 * coins.nextDouble();
        double all = Arrays.stream(near).sum();
        for (int i = 0; i < near.length && all > 0; i++) near[i] *= sum / all;
        return near;
    }

    private static final StatedPair SINGULAR = StatedPair.of(WHY, new double[] {1, 0}, new double[] {0, 1});

    /** No outcome in common, or everything beyond the outcomes: alone, again and again, beside others, and as curves. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 100, 1L << 40})
    @Extent.OneIn(2)
    void whatSharesNoOutcomeHidesNothing(long times) {
        List<Event> beside = List.of(
                new Event.Composed(List.of()),
                new Event.Gaussian(3),
                new Event.Laplace(2),
                StatedPair.of(WHY, new double[] {0.4, 0.6}, new double[] {0.6, 0.4}),
                SINGULAR);
        for (StatedPair pair : List.of(
                SINGULAR,
                StatedPair.of(WHY, new double[] {1e-300, 1, 0}, new double[] {0, 0, 1}),
                StatedPair.within(WHY, new double[] {0}, new double[] {0}, 1),
                StatedPair.within(WHY, new double[] {1}, new double[] {1}, 1)))
            for (Event other : beside) {
                Event event = new Event.Composed(List.of(new Event.Repeated(pair, times), other));
                for (Accountant accountant : ACCOUNTANTS)
                    for (double delta : new double[] {0.9, 1e-5}) {
                        assertEquals(Double.POSITIVE_INFINITY, accountant.epsilon(event, delta), accountant.name());
                        assertEquals(1, accountant.delta(event, 1 / delta), accountant.name());
                        assertEquals("", accountant.remark(event, delta));
                    }
                assertEquals(Double.POSITIVE_INFINITY, PLD.bounds(event, 0.5).lower());
                assertEquals(1, PLD.deltaBounds(event, 3).lower());
                assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
                    Pld value = Pld.of(event),
                            more = value.and(Pld.of(new Event.Gaussian(2))).times(7);
                    for (Pld each : List.of(value, more)) {
                        assertEquals(1, each.delta(30));
                        assertEquals(Double.POSITIVE_INFINITY, each.epsilon(0.5));
                    }
                    assertEquals(0, TradeOffCurve.of(event).misses(0.01));
                    assertEquals(0, TradeOffCurve.of(event, PLD).misses(0.01));
                });
            }
    }

    /** What is seen in one world alone leaves a delta of 1 - (1 - p)^T, whichever world it is. */
    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 0.5", "3, 0.5", "100, 0.5", "100, 0.001", "3, 1e-9", "1, 0.999999"})
    void whatOneWorldAloneShowsIsTheLeastDelta(int times, double p) {
        double floor = -Math.expm1(times * Math.log1p(-p));
        for (StatedPair pair : List.of(
                StatedPair.of(WHY, new double[] {1, 0}, new double[] {1 - p, p}),
                StatedPair.of(WHY, new double[] {1 - p, p}, new double[] {1, 0}),
                StatedPair.within(WHY, new double[] {1 - p}, new double[] {1 - p}, p))) {
            Event event = new Event.Repeated(pair, times);
            PldAccountant.Bounds far = PLD.deltaBounds(event, 5000);
            assertEquals(floor, far.upper(), 2e-6 * floor + 2e-11, pair + ": " + far);
            assertTrue(far.lower() <= floor && far.lower() >= floor * (1 - 1e-9), pair + ": " + far);
            assertEquals(
                    Double.POSITIVE_INFINITY, PLD.bounds(event, floor * 0.999).lower());
            double more = floor * 1.001 + 3e-11;
            if (more < 1) assertTrue(PLD.epsilon(event, more) < Double.POSITIVE_INFINITY);
        }
    }

    /** A pair of which rounding leaves no loss to compose, once rare losses are taken out. */
    @Test
    @Tag("nightly")
    void nearlyEqualLawsAreAnswered() {
        double[] with = {0.9999999982273402, 5.3502289058400675E-152, 7.726597260817347E-10, 8.390939047592093E-164};
        double[] without = {0.9999999982271921, 5.350009113935468E-152, 7.728077773943592E-10, 8.39706330962921E-164};
        Event event = new Event.Repeated(StatedPair.within(WHY, with, without, 1e-9), 3);
        Exact exact = new Exact(with, without, 1e-9, 3);
        for (double epsilon : EPSILONS) {
            PldAccountant.Bounds found = PLD.deltaBounds(event, epsilon);
            double right = exact.delta(epsilon);
            assertTrue(found.lower() <= right * (1 + NEAR), epsilon + ": " + found + ", " + right);
            assertTrue(found.upper() >= right * (1 - NEAR) - 3e-15, epsilon + ": " + found + ", " + right);
        }
    }

    @Test
    void noBoundIsFalseAndNoneIsNoNumber() {
        RandomStream coins = Streams.seed(41).stream("pairs");
        int singular = 0, finite = 0;
        double nearest = 0;
        for (int k = 0; k < PAIRS; k++) {
            int outcomes = 1 + coins.nextInt(4), times = new int[] {1, 2, 3, outcomes > 2 ? 5 : 100}[coins.nextInt(4)];
            double beyond = new double[] {0, 0, 0, 1e-9, 0.2, 1}[coins.nextInt(6)];
            double[] with = law(coins, outcomes, 1 - beyond), without = other(coins, with, 1 - beyond);
            if (!LOOKED_AT.contains(k)) continue;
            Exact exact = new Exact(with, without, beyond, times);
            Event event = new Event.Repeated(StatedPair.within(WHY, with, without, beyond), times);
            String what = k + ": " + event;
            if (exact.floor() == 1) singular++;
            // the sum of a law of doubles is off by a few roundings, and no Rényi divergence sees that
            double rounded = 1e-15 * times;
            for (Accountant accountant : ACCOUNTANTS) {
                for (double epsilon : EPSILONS) {
                    double right = exact.delta(epsilon), found = accountant.delta(event, epsilon);
                    String at =
                            what + " by " + accountant.name() + " at epsilon " + epsilon + ": " + found + ", " + right;
                    assertTrue(found >= right * (1 - NEAR) - rounded && found <= 1, at);
                    if (right > 1e-9) nearest = Math.max(nearest, right / found);
                }
                for (double delta : DELTAS) {
                    double found = accountant.epsilon(event, delta);
                    String at = what + " by " + accountant.name() + " at delta " + delta + ": " + found;
                    assertTrue(found >= 0, at);
                    if (found == Double.POSITIVE_INFINITY) continue;
                    assertTrue(exact.delta(found) <= delta * (1 + NEAR) + rounded, at + " has " + exact.delta(found));
                    finite++;
                }
            }
            for (double epsilon : EPSILONS) {
                double lower = PLD.deltaBounds(event, epsilon).lower(), right = exact.delta(epsilon);
                assertTrue(lower <= right * (1 + NEAR), what + " at epsilon " + epsilon + ": " + lower + ", " + right);
            }
            for (double delta : DELTAS) {
                double lower = PLD.bounds(event, delta).lower();
                boolean held = lower == 0 || exact.delta(lower * (1 - NEAR)) >= delta * (1 - NEAR);
                assertTrue(held, what + " at delta " + delta + ": " + lower);
            }
            if (k % 10 == LOOKED_AT.get(0) % 10) {
                Pld value = Pld.of(event);
                for (double epsilon : EPSILONS)
                    assertTrue(value.delta(epsilon) >= exact.delta(epsilon) * (1 - NEAR), what + " as a value");
            }
        }
        System.out.printf(
                "%d pairs, %d without a common outcome, %d finite epsilons; the exact delta over a bound is at most %.12f%n",
                LOOKED_AT.size(), singular, finite, nearest);
        assertTrue(
                (!Extent.ALL || singular >= PAIRS / 50) && finite > (Extent.ALL ? LOOKED_AT.size() : 0),
                singular + " and " + finite);
    }
}
