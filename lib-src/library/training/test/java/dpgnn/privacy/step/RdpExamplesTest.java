package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Values of other public implementations, of the papers, and of numerical integration to twelve digits. */
class RdpExamplesTest {
    private final RdpAccountant rdp = RdpAccountant.standard();

    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/rdp-examples.csv")
    void poissonSampling(double rate, double multiplier, double order, double expected, double tolerance) {
        double ours = rdp.rdp(new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE), order);
        assertEquals(expected, ours, tolerance * expected);
    }

    @Test
    void otherDirection() {
        double ours = MixtureDivergence.upper(ShiftMixture.NONE, ShiftMixture.sampled(0.01, 1), 2);
        assertEquals(1.6022264981855e-04, ours, 1e-15);
    }

    @Test
    void epsilonOverIntegerOrders() {
        Event steps = new Event.Repeated(new Event.PoissonSampled(0.01, 4, Relation.ADD_REMOVE), 10_000);
        double[] orders = IntStream.rangeClosed(2, 64).mapToDouble(i -> i).toArray();
        RdpAccountant.Answer improved = RdpAccountant.of(orders).answer(steps, 1e-5);
        assertEquals(1.0354900660362, improved.epsilon(), 1e-11);
        assertEquals(17, improved.order());
        double[] moments = IntStream.rangeClosed(2, 33).mapToDouble(i -> i).toArray();
        RdpAccountant.Answer classic =
                RdpAccountant.of(moments).withConversion(RdpConversion.CLASSIC).answer(steps, 1e-5);
        assertEquals(1.2585747412528, classic.epsilon(), 1e-11);
        assertEquals(20, classic.order());
    }

    @Test
    void withoutReplacement() {
        Event tenth = new Event.WithoutReplacement(10, 1, 2);
        assertEquals(
                7.0174256610560e-02,
                rdp.withAmplification(Amplification.GENERAL).rdp(tenth, 8),
                1e-12);
        assertEquals(5.2690263529031e-02, rdp.rdp(tenth, 8), 1e-12);
        // The printed bound is 0.058 here: more than no amplification at all, and so it must not be used.
        assertEquals(0.015625, rdp.rdp(new Event.WithoutReplacement(1000, 974, 8), 2), 1e-14);
    }

    @Test
    void mostStepsWithoutReplacement() {
        double[] orders = DoubleStream.concat(
                        IntStream.rangeClosed(11, 109).mapToDouble(i -> i / 10.0),
                        IntStream.rangeClosed(11, 63).mapToDouble(i -> i))
                .toArray();
        RdpAccountant grid = RdpAccountant.of(orders);
        Event unsampled = new Event.Gaussian(8);
        assertEquals(117, most(grid, unsampled));
        // 83 is what the printed bound alone gives; the smaller of both bounds affords what no sampling does.
        assertEquals(117, most(grid, new Event.WithoutReplacement(51311, 30000, 8)));
    }

    private static int most(RdpAccountant accountant, Event step) {
        int steps = 0;
        while (accountant.epsilon(new Event.Repeated(step, steps + 1), 1e-7) <= 8) steps++;
        return steps;
    }

    @Test
    void heterPoisson() {
        double rate = 0.22785936804628393;
        Event.HeterPoisson five = new Event.HeterPoisson(rate, 1, 5, 8, true, Event.Proof.PUBLISHED);
        assertEquals(1.7560747107837e-02, rdp.rdp(five, 6.2), 1e-13);
        Event.HeterPoisson fifty = new Event.HeterPoisson(rate, 1, 50, 8, true, Event.Proof.PUBLISHED);
        assertEquals(162.6783257812783, rdp.rdp(fifty, 6.2), 1e-9);
    }

    @Test
    void mixtureOfGaussiansBothDirections() {
        double q = 0.22785936804628393;
        double[] shifts = {0.5, 0, 1, 2, 3, 4, 5};
        double[] weights = new double[7];
        weights[0] = q;
        double p = q / 5;
        double[] choose = {1, 5, 10, 10, 5, 1};
        for (int k = 0; k <= 5; k++) weights[k + 1] = (1 - q) * choose[k] * Math.pow(p, k) * Math.pow(1 - p, 5 - k);
        Event.MixtureOfGaussians event = Event.MixtureOfGaussians.of(4, shifts, weights);
        ShiftMixture mixture = ShiftMixture.of(event);
        assertEquals(1.7560747107837e-02, MixtureDivergence.upper(mixture, ShiftMixture.NONE, 6.2), 1e-13);
        assertEquals(1.5401119015578e-02, MixtureDivergence.upper(ShiftMixture.NONE, mixture, 6.2), 1e-13);
        assertEquals(1.7560747107837e-02, rdp.rdp(event, 6.2), 1e-13);
    }

    @Test
    void severalAffectedTerms() {
        double[] orders =
                IntStream.rangeClosed(11, 99).mapToDouble(i -> i / 10.0).toArray();
        Event.Hypergeometric step = new Event.Hypergeometric(90941, 6, 10000, 2);
        double epsilon = RdpAccountant.of(orders).epsilon(new Event.Repeated(step, 3000), 1.0 / (10 * 90941));
        assertEquals(33.8009334, epsilon, 1e-6);
    }

    /** Mironov 2017, proposition 6, as it is printed, where a double can hold it. */
    @Test
    void laplaceHasItsClosedForm() {
        for (double scale : new double[] {0.5, 2, 30})
            for (double order : new double[] {1.5, 3, 20}) {
                double up = Math.exp((order - 1) / scale), down = Math.exp(-order / scale);
                double printed = Math.log((order * up + (order - 1) * down) / (2 * order - 1)) / (order - 1);
                double found = RenyiDivergence.upper(new Event.Laplace(scale), order, Amplification.GAUSSIAN);
                assertEquals(printed, found, 1e-14 + 1e-12 * printed, scale + " at " + order);
            }
        double large = RenyiDivergence.upper(new Event.Laplace(1e-3), 2, Amplification.GAUSSIAN);
        // where the printed form would cancel, its limit a/(2 m²)
        assertEquals(5.5 / 2 / 1e16, rdp.rdp(new Event.Laplace(1e8), 5.5), 1e-7 * 5.5 / 2 / 1e16);
        assertTrue(rdp.epsilon(new Event.Laplace(0.5), 1e-12) < 2.2);
        assertEquals(1000 + Math.log(2 / 3.0), large, 1e-11);
        assertTrue(large >= 1000 + Math.log(2 / 3.0));
    }

    @Test
    void whereNothingIsSampledItIsTheGaussiansOwn() {
        for (double order : new double[] {1.5, 2, 30}) {
            double own = order / 2 / 9;
            for (Event event : List.of(
                    new Event.Gaussian(3),
                    new Event.PoissonSampled(1, 3, Relation.ADD_REMOVE),
                    new Event.PoissonSampled(1, 6, Relation.REPLACE),
                    new Event.DiscreteGaussian(6, 2, 1000),
                    new Event.WithoutReplacement(7, 7, 3),
                    new Event.HomeStars(1, 4, 3)))
                assertEquals(own, RenyiDivergence.upper(event, order, Amplification.GAUSSIAN), 1e-14 * own, "" + event);
            double almost = rdp.rdp(new Event.PoissonSampled(1 - 1e-15, 3, Relation.ADD_REMOVE), order);
            assertEquals(own, almost, 1e-11 * own);
            assertTrue(rdp.rdp(new Event.PoissonSampled(0.5, 6, Relation.REPLACE), order) < own);
            for (Relation relation : new Relation[] {Relation.ADD_REMOVE, Relation.REPLACE})
                assertEquals(
                        0,
                        RenyiDivergence.upper(new Event.PoissonSampled(0, 3, relation), order, Amplification.GAUSSIAN));
        }
    }

    /** At huge orders the answer nears 1/scale, less what a double must not round away. */
    @Test
    void laplaceAtHugeOrdersIsNotRoundedDown() {
        for (double order : new double[] {1e3, 1e6, 1e9})
            for (double rise : new double[] {601, 650, 5000}) {
                double scale = (order - 1) / rise;
                double exact = ((order - 1) / scale + Math.log(order / (2 * order - 1))) / (order - 1);
                double found = RenyiDivergence.upper(new Event.Laplace(scale), order, Amplification.GAUSSIAN);
                assertTrue(found >= exact && found <= exact * (1 + 1e-12) + 2e-15, order + ": " + found);
            }
    }

    /** One shift and no other: a c²/2, in both directions, however large the numbers that cancel. */
    @Test
    void aLoneShiftHasItsClosedForm() {
        RandomStream coins = Streams.seed(3).stream("shifts");
        for (int i = 0; i < 300; i++) {
            double shift = Math.exp(7 * coins.nextDouble() - 3), order = 1 + Math.exp(6 * coins.nextDouble() - 2);
            ShiftMixture lone = ShiftMixture.of(1, new double[] {shift}, new double[] {0});
            double exact = order * shift * shift / 2;
            for (double found : new double[] {
                MixtureDivergence.upper(lone, ShiftMixture.NONE, order),
                MixtureDivergence.upper(ShiftMixture.NONE, lone, order)
            }) {
                assertTrue(found >= exact, shift + " at " + order + ": below by " + (1 - found / exact));
                assertTrue(found <= exact * (1 + 3e-12), shift + " at " + order + ": above by " + (found / exact - 1));
            }
        }
    }

    /** Against ln(integral of above^a below^(1-a)) / (a-1), by a trapezoidal rule of 60 digits in mpmath, halved until 17 agree. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/rdp-oracle.csv")
    void divergence(String pair, double rate, double multiplier, double order, double expected) {
        ShiftMixture mixture = ShiftMixture.sampled(rate, 1 / multiplier);
        double ours =
                switch (pair) {
                    case "forward" -> MixtureDivergence.upper(mixture, ShiftMixture.NONE, order);
                    case "backward" -> MixtureDivergence.upper(ShiftMixture.NONE, mixture, order);
                    default -> MixtureDivergence.upper(mixture, ShiftMixture.sampled(rate, -1 / multiplier), order);
                };
        double error = ours / expected - 1;
        // The logarithms that are subtracted grow as a²/m², and so does what rounding can do.
        double rounding = 1e-15 * order * order / (multiplier * multiplier) / (1 + expected * (order - 1));
        assertTrue(error >= 0, "below the true value by " + error);
        assertTrue(error < 2e-12 + 8 * rounding, "above the true value by " + error);
    }
}
