package dpgnn.privacy;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event.AllocatedStars;
import dpgnn.privacy.Event.Composed;
import dpgnn.privacy.Event.DiscreteGaussian;
import dpgnn.privacy.Event.Gaussian;
import dpgnn.privacy.Event.HeterPoisson;
import dpgnn.privacy.Event.HomeStars;
import dpgnn.privacy.Event.Hypergeometric;
import dpgnn.privacy.Event.Laplace;
import dpgnn.privacy.Event.MixtureOfGaussians;
import dpgnn.privacy.Event.NonPrivate;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Proof;
import dpgnn.privacy.Event.RandomAllocation;
import dpgnn.privacy.Event.Repeated;
import dpgnn.privacy.Event.Unsupported;
import dpgnn.privacy.Event.WithoutReplacement;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.FilterAccountant;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.MomentsAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.privacy.attack.TradeOffCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every accountant for every kind of event. */
class AccountantContractTest {
    private static final double DELTA = 1e-5;

    /** Answers may be off by what an accountant is asked to tolerate. */
    private static final double NEAR = 1e-3;

    private static final PldAccountant PLD = PldAccountant.standard();

    private static final List<Event> SINGLE = List.of(
            new Gaussian(3),
            new Laplace(4),
            new DiscreteGaussian(30, 10, 1),
            new PoissonSampled(0.1, 2, Relation.ADD_REMOVE),
            new PoissonSampled(0.1, 2, Relation.REPLACE),
            new RandomAllocation(10, 1),
            new AllocatedStars(10, 1, 4),
            new PoissonSampled(1, 4, Relation.REPLACE),
            new WithoutReplacement(100, 20, 3),
            MixtureOfGaussians.of(6, new double[] {0, 1, 3}, new double[] {0.7, 0.2, 0.1}),
            new HeterPoisson(0.05, 1, 3, 10, true, Proof.PUBLISHED),
            new HeterPoisson(0.05, 1, 3, 10, false, Proof.CONSERVATIVE),
            new HomeStars(0.1, 2, 8),
            new Hypergeometric(200, 4, 20, 2),
            new SampledLaplace(0.1, 2, Relation.ADD_REMOVE),
            new SampledLaplace(0.1, 2, Relation.REPLACE),
            new SampledDiscreteGaussian(0.1, 6, 2, Relation.ADD_REMOVE),
            new SampledDiscreteGaussian(0.1, 6, 2, Relation.REPLACE),
            new RandomisedAnswer(0.4, 3),
            StatedPair.of("Two laws, computed by hand.", new double[] {0.5, 0.3, 0.2}, new double[] {0.3, 0.3, 0.4}),
            new NonPrivate("no noise"),
            new Event.BestOf(List.of(new Gaussian(3)), RunCount.geometric(0.25)),
            new Unsupported("no proof"));

    static List<Accountant> accountants() {
        return List.of(
                PLD,
                RdpAccountant.standard(),
                RdpAccountant.standard().withConversion(RdpConversion.CLASSIC),
                RdpAccountant.of(2, 5, 20),
                MomentsAccountant.standard(),
                GaussianAccountant.exact(),
                FilterAccountant.standard(),
                FilterAccountant.favouring(9.5),
                new Concentrated(),
                CachedAccountant.inMemory(PldAccountant.of(1e-2)));
    }

    private static List<Event> known(Accountant accountant) {
        return SINGLE.stream().filter(accountant::supports).toList();
    }

    @Test
    void noKindIsForgotten() {
        Set<Class<?>> tried = SINGLE.stream().map(Object::getClass).collect(Collectors.toSet());
        tried.addAll(List.of(Composed.class, Repeated.class));
        assertEquals(Set.of(Event.class.getPermittedSubclasses()), tried);
        // RandomAllocationPairTest and AllocatedStarsPairTest compare random allocation with integrals.
        for (Event event : SINGLE)
            assertTrue(
                    event instanceof Unsupported
                            || event instanceof RandomAllocation
                            || event instanceof AllocatedStars
                            || accountants().stream()
                                            .filter(a -> a.supports(event))
                                            .count()
                                    > 1,
                    event + " is compared with nothing");
    }

    /** Answers whatever it is told to. */
    private record Told(double epsilon, double delta) implements AccountantLike {
        @Override
        public double leastEpsilon(Event event, double ofDelta) {
            return epsilon;
        }

        @Override
        public double leastDelta(Event event, double ofEpsilon) {
            return delta;
        }
    }

    /** A defect inside leaves no accountant, no cache, no interval, no curve and no calibration as if it were an answer. */
    @Test
    void whatIsNoNumberLeavesNowhere() throws ReflectiveOperationException {
        Event event = new Gaussian(1);
        for (double[] bad :
                new double[][] {{Double.NaN, Double.NaN}, {-1e-9, -1e-9}, {Double.NEGATIVE_INFINITY, 1.1}}) {
            Accountant told = new Told(bad[0], bad[1]);
            for (Accountant each : List.of(told, CachedAccountant.inMemory(told)))
                for (Executable call : List.<Executable>of(
                        () -> each.epsilon(event, DELTA),
                        () -> each.delta(event, 1),
                        () -> TradeOffCurve.of(event, each),
                        () -> AttackLimit.errors(0.1, 0.5).best(each, event),
                        () -> Calibration.of(each).multiplier(Gaussian::new, 1, DELTA),
                        () -> Calibration.of(each).multiplier(Gaussian::new, AttackLimit.advantage(0.1)),
                        () -> Calibration.of(each).steps(event, 1, DELTA),
                        () -> Calibration.of(each).delta(event, 1),
                        () -> new PldAccountant.Bounds(0, bad[0]),
                        () -> new PldAccountant.Bounds(bad[0], 1))) {
                    refused(IllegalStateException.class, call, "nothing is proved");
                }
        }
        assertThrows(IllegalStateException.class, () -> new PldAccountant.Bounds(2, 1));
        assertEquals(Double.POSITIVE_INFINITY, new Told(Double.POSITIVE_INFINITY, 1).epsilon(event, DELTA));
        List<Class<?>> all =
                new ArrayList<>(accountants().stream().map(Object::getClass).toList());
        all.add(Class.forName("dpgnn.generate.EdgeAccountant"));
        for (Class<?> each : all)
            for (String asked : List.of("epsilon", "delta"))
                assertEquals(
                        Accountant.class,
                        each.getMethod(asked, Event.class, double.class).getDeclaringClass(),
                        each + " must not answer " + asked + " itself");
    }

    /** Proved from below, once for all accountants. */
    private record Least(double epsilon, double delta) {
        static Least of(Event event) {
            return new Least(
                    PLD.bounds(event, DELTA).lower(),
                    PLD.deltaBounds(event, 0.5).lower());
        }
    }

    private static final Map<Event, Least> LEAST = new ConcurrentHashMap<>();

    /** PLD proves from below what no sound accountant may fall short of. */
    @ParameterizedTest
    @MethodSource("accountants")
    void noAnswerIsBelowWhatIsProved(Accountant accountant) {
        for (Event step : Extent.some(known(accountant), 2))
            for (long times : new long[] {1, 7}) {
                Event event = new Repeated(step, times);
                double answer = accountant.epsilon(event, DELTA), delta = accountant.delta(event, 0.5);
                if (!PLD.supports(event)) continue;
                Least least = LEAST.computeIfAbsent(event, Least::of);
                String what = accountant.name() + ", " + event + ": ";
                assertTrue(answer >= least.epsilon, what + answer + " below " + least);
                assertTrue(delta >= least.delta, what + delta + " below " + least);
            }
    }

    @ParameterizedTest
    @MethodSource("accountants")
    void whatIsNotKnownIsRefusedInAnyComposition(Accountant accountant) {
        for (Event strange : SINGLE) {
            if (accountant.supports(strange)) continue;
            Event hidden = new Composed(List.of(new Gaussian(5), new Repeated(new Composed(List.of(strange)), 2)));
            for (Event event : List.of(strange, hidden)) {
                assertFalse(accountant.supports(event), accountant.name() + ", " + event);
                refused(() -> accountant.epsilon(event, DELTA));
                refused(() -> accountant.delta(event, 1));
            }
        }
        Event open = new Composed(List.of(new Gaussian(5), new NonPrivate("no noise")));
        if (!accountant.supports(open)) return;
        assertEquals(Double.POSITIVE_INFINITY, accountant.epsilon(open, DELTA));
        assertEquals(1, accountant.delta(open, 50));
    }

    /** How a composition is written does not matter; how much is in it does. */
    @ParameterizedTest
    @MethodSource("accountants")
    void compositionsCount(Accountant accountant) {
        for (Event step : Extent.some(known(accountant), 2)) {
            String what = accountant.name() + ", " + step;
            Event four = new Repeated(step, 4);
            double once = accountant.epsilon(step, DELTA), fourth = accountant.epsilon(four, DELTA);
            assertEquals(fourth, accountant.epsilon(new Composed(List.of(step, step, step, step)), DELTA), what);
            assertEquals(fourth, accountant.epsilon(new Repeated(new Repeated(step, 2), 2), DELTA), what);
            assertEquals(
                    fourth,
                    accountant.epsilon(new Composed(List.of(four, new Repeated(step, 0))), DELTA),
                    what + ", and nothing");
            assertTrue(fourth >= once * (1 - NEAR), what + ": " + once + ", four times " + fourth);
            double more = accountant.epsilon(new Composed(List.of(four, new Gaussian(5))), DELTA);
            assertTrue(more >= fourth * (1 - NEAR), what + ": " + fourth + ", with another " + more);
        }
    }

    @ParameterizedTest
    @MethodSource("accountants")
    void theDeltaOfAnEpsilonIsNoLarger(Accountant accountant) {
        for (Event step : Extent.some(known(accountant), 2)) {
            Event event = new Repeated(step, 3);
            double epsilon = accountant.epsilon(event, DELTA);
            if (Double.isInfinite(epsilon)) continue;
            double back = accountant.delta(event, epsilon);
            // At orders of many millions the rounding up of the exponent shows.
            assertTrue(back <= DELTA * (1 + 1e-7), accountant.name() + ", " + event + ": " + back);
            assertTrue(
                    accountant.epsilon(event, DELTA / 100) >= epsilon * (1 - NEAR), accountant.name() + ", " + event);
        }
    }

    /** By its {@link Event#shift} an event says the Gaussian that it would be without any sampling. */
    @ParameterizedTest
    @MethodSource("accountants")
    void samplingNeverCostsMoreThanTheLargestShift(Accountant accountant) {
        int compared = 0;
        for (Event step : known(accountant)) {
            Event always = Double.isInfinite(step.shift()) ? null : new Gaussian(step.scale() / step.shift());
            if (always == null || !accountant.supports(always)) continue;
            double sampled = accountant.epsilon(step, DELTA), whole = accountant.epsilon(always, DELTA);
            assertTrue(
                    sampled <= whole * (1 + NEAR), accountant.name() + ", " + step + ": " + sampled + " of " + whole);
            compared++;
        }
        assertTrue(compared > 0, accountant.name());
    }

    /** Each pair: what protects less costs no less. */
    @ParameterizedTest
    @MethodSource("accountants")
    @Extent.OneIn(3)
    void lessProtectionCostsNoLess(Accountant accountant) {
        List<List<Event>> pairs = new ArrayList<>(List.of(
                List.of(new Gaussian(3), new Gaussian(2.9)),
                List.of(new Laplace(4), new Laplace(3.9)),
                List.of(
                        new PoissonSampled(0.1, 2, Relation.ADD_REMOVE),
                        new PoissonSampled(0.11, 2, Relation.ADD_REMOVE)),
                List.of(new PoissonSampled(0.1, 2, Relation.ADD_REMOVE), new PoissonSampled(0.1, 2, Relation.REPLACE)),
                List.of(new WithoutReplacement(100, 20, 3), new WithoutReplacement(90, 20, 3)),
                List.of(new Hypergeometric(200, 4, 20, 2), new Hypergeometric(200, 4, 24, 2)),
                List.of(new Hypergeometric(200, 4, 20, 2), new Hypergeometric(200, 6, 20, 2 * 4 / 6.0)),
                List.of(new HomeStars(0.1, 2, 8), new HomeStars(0.1, 3, 8)),
                List.of(new HomeStars(0.1, 2, 8), new HomeStars(0.12, 2, 8)),
                List.of(new DiscreteGaussian(30, 10, 1), new DiscreteGaussian(30, 11, 1)),
                List.of(
                        new SampledLaplace(0.1, 2, Relation.ADD_REMOVE),
                        new SampledLaplace(0.11, 2, Relation.ADD_REMOVE)),
                List.of(new SampledLaplace(0.1, 2, Relation.ADD_REMOVE), new SampledLaplace(0.1, 2, Relation.REPLACE)),
                List.of(
                        new SampledDiscreteGaussian(0.1, 6, 2, Relation.REPLACE),
                        new SampledDiscreteGaussian(0.1, 6, 3, Relation.REPLACE)),
                List.of(new RandomisedAnswer(0.6, 3), new RandomisedAnswer(0.65, 3))));
        for (Proof proof : Proof.values())
            for (double[] worse :
                    new double[][] {{0.06, 1, 3, 10}, {0.05, 1.2, 3, 10}, {0.05, 1, 4, 10}, {0.05, 1, 3, 9}})
                pairs.add(List.of(
                        new HeterPoisson(0.05, 1, 3, 10, true, proof),
                        new HeterPoisson(worse[0], worse[1], (int) worse[2], worse[3], true, proof)));
        for (double[] shifts : new double[][] {{0, 1, 3.1}, {0, 1.1, 3}, {0.2, 1, 3}})
            pairs.add(List.of(
                    MixtureOfGaussians.of(6, new double[] {0, 1, 3}, new double[] {0.7, 0.2, 0.1}),
                    MixtureOfGaussians.of(6, shifts, new double[] {0.7, 0.2, 0.1})));
        for (List<Event> pair : Extent.some(pairs, 6)) {
            if (!pair.stream().allMatch(accountant::supports)) continue;
            double[] costs =
                    pair.stream().mapToDouble(e -> accountant.epsilon(e, DELTA)).toArray();
            assertTrue(costs[1] >= costs[0] * (1 - NEAR), accountant.name() + ", " + pair + Arrays.toString(costs));
        }
    }
}
