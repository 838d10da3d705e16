package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.quantile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.AccountantLike;
import dpgnn.privacy.Event;
import dpgnn.privacy.Event.Gaussian;
import dpgnn.privacy.Event.PoissonSampled;
import dpgnn.privacy.Event.Repeated;
import dpgnn.privacy.Relation;
import dpgnn.privacy.numeric.Normal;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private final PldAccountant pld = PldAccountant.standard();
    private final Calibration calibration = Calibration.of(pld);

    @Test
    void leastNoiseIsSafeAndTight() {
        // 100 steps of a whole-gradient mechanism at delta 1e-5: lambda = 307, 37.3 and 5.0 for epsilon 0.1, 1 and 10
        double[][] rows = {{0.1, 307}, {1, 37.3}, {10, 5.0}};
        for (double[] row : rows) {
            double m = calibration.multiplier(x -> new Repeated(new Gaussian(x), 100), row[0], 1e-5);
            assertEquals(row[1], m, 0.01 * row[1]);
            assertTrue(pld.epsilon(new Repeated(new Gaussian(m), 100), 1e-5) <= row[0]);
            assertTrue(pld.epsilon(new Repeated(new Gaussian(m * (1 - 3e-4)), 100), 1e-5) > row[0]);
        }
    }

    private static Event heterPoisson(double multiplier, Event.Proof proof) {
        return new Repeated(new Event.HeterPoisson(0.2, 2, 300, multiplier, true, proof), 20);
    }

    @Test
    void leastNoiseOfAWorstDegreeIsSafeAndNearlyTight() {
        for (Event.Proof proof : Event.Proof.values())
            for (double epsilon : new double[] {1, 8}) {
                double found = Calibration.of(pld).multiplier(m -> heterPoisson(m, proof), epsilon, 1e-5);
                assertTrue(pld.epsilon(heterPoisson(found, proof), 1e-5) <= epsilon, proof + " " + epsilon);
                assertTrue(pld.epsilon(heterPoisson(found / 1.003, proof), 1e-5) > epsilon, proof + " " + epsilon);
            }
    }

    @Test
    @Tag("nightly")
    void aGuideIsRoughOnlyFarFromTheTargetAndOnTheRightSideThere() {
        for (Event.Proof proof : Extent.some(List.of(Event.Proof.values()), 1)) {
            double target = pld.epsilon(heterPoisson(4, proof), 1e-5);
            ToDoubleFunction<Event> guide = pld.guide(target, 1e-5);
            for (double m : new double[] {1, 16, 2, 4, 3.9, 0.6, 4.1, 8}) {
                double exact = pld.epsilon(heterPoisson(m, proof), 1e-5),
                        guess = guide.applyAsDouble(heterPoisson(m, proof));
                if (m > 3.5 && m < 4.5) assertEquals(exact, guess, 5e-3 * exact, proof + " " + m);
                else assertEquals(exact > target, guess > target, proof + " " + m);
            }
        }
    }

    @Test
    void mostStepsIsTheLastThatFits() {
        Event step = new PoissonSampled(0.05, 1.5, Relation.ADD_REMOVE);
        long t = calibration.steps(step, 2, 1e-5);
        assertTrue(t > 1);
        assertTrue(pld.epsilon(new Repeated(step, t), 1e-5) <= 2);
        assertTrue(pld.epsilon(new Repeated(step, t + 1), 1e-5) > 2);
        assertEquals(0, calibration.steps(new Gaussian(0.3), 0.1, 1e-5));
        assertEquals(7, calibration.steps(n -> new Repeated(new Gaussian(500), n), 5, 1e-5, 7));
    }

    @Test
    void leastDeltaGivesBackTheEpsilon() {
        Event event = new Repeated(new PoissonSampled(0.05, 1.5, Relation.ADD_REMOVE), 30);
        double delta = calibration.delta(event, 0.9);
        assertEquals(0.9, pld.epsilon(event, delta), 2e-3);
    }

    @Test
    void refusesWhatCannotBeReached() {
        refused(() -> calibration.multiplier(Gaussian::new, 0, 1e-5));
        refused(() -> calibration.multiplier(Gaussian::new, 1, 0));
        refused(() -> calibration.multiplier(m -> new Event.NonPrivate("none"), 1, 1e-5), "no multiplier");
    }

    /** A hundredth for each step, at a guide that says a few per cent less or more. */
    private record Guided(double share) implements AccountantLike {
        @Override
        public String name() {
            return "guided";
        }

        @Override
        public double leastEpsilon(Event event, double delta) {
            return ((Repeated) event).times() / 100.0;
        }

        @Override
        public ToDoubleFunction<Event> guide(double target, double delta) {
            return event -> share * epsilon(event, delta);
        }
    }

    /** Whatever a guide makes of them, steps are those that fit; one that says too much finds fewer, never more. */
    @Test
    void aGuideThatSaysTooLittleStillFindsTheMostSteps() {
        for (double share : new double[] {0.2, 0.7, 0.95, 0.999, 1})
            assertEquals(500, Calibration.of(new Guided(share)).steps(new Gaussian(1), 5, 1e-5), "share " + share);
        assertEquals(454, Calibration.of(new Guided(1.1)).steps(new Gaussian(1), 5, 1e-5));
        assertEquals("guided " + Guided.class.getName(), new Guided(1).version());
    }

    /** Gaussian noise has closed forms: mu = 2 z((1 + a)/2) for an advantage, z(1 - alarms) - z(misses) for errors. */
    @Test
    void anAttackerIsHeldToALimit() {
        for (Accountant accountant : List.<Accountant>of(PldAccountant.standard(), GaussianAccountant.exact())) {
            Calibration calibration = Calibration.of(accountant, 1e-5);
            for (double advantage : new double[] {0.01, 0.1, 0.5}) {
                double found = calibration.multiplier(Event.Gaussian::new, AttackLimit.advantage(advantage));
                double exact = 1 / (2 * Normal.upperQuantile((1 - advantage) / 2));
                assertTrue(found >= exact * (1 - 1e-9) && found <= exact * (1 + 1e-4), advantage + ": " + found);
            }
            for (double[] rates : new double[][] {{0.01, 0.8}, {0.1, 0.25}, {0.4, 0.3}, {1e-3, 0.5}}) {
                AttackLimit limit = AttackLimit.errors(rates[0], rates[1]);
                double found = calibration.multiplier(Event.Gaussian::new, limit);
                double mu = quantile(rates[0], Normal::upper) + quantile(rates[1], Normal::upper);
                assertTrue(found >= (1 - 1e-9) / mu && found <= 1.001 / mu, limit + ": " + found + " of " + 1 / mu);
                assertTrue(limit.best(accountant, new Event.Gaussian(found)) <= 1 - rates[1]);
            }
        }
        assertEquals("advantage 0.25", AttackLimit.advantage(0.25).toString());
        assertEquals(
                "misses of 0.5 at false alarms of 0.125",
                AttackLimit.errors(0.125, 0.5).toString());
        refused(() -> AttackLimit.errors(0.5, 0.5));
        refused(() -> AttackLimit.errors(0, 0.5));
        refused(() -> AttackLimit.advantage(0));
    }

    /** A sampled training: what is returned keeps the limit on its whole curve, and a little less noise does not. */
    @Test
    @Tag("nightly")
    void aSampledTrainingIsHeldToALimit() {
        PldAccountant pld = PldAccountant.standard();
        DoubleFunction<Event> family =
                m -> new Event.Repeated(new Event.PoissonSampled(0.01, m, Relation.ADD_REMOVE), 300);
        AttackLimit limit = AttackLimit.errors(0.05, 0.7);
        double found = Calibration.of(pld).multiplier(family, limit);
        assertTrue(limit.best(pld, family.apply(found)) <= 0.3);
        assertTrue(limit.best(pld, family.apply(found / 1.01)) > 0.3);
        double advantage = Calibration.of(pld).multiplier(family, AttackLimit.advantage(0.05));
        assertTrue(
                pld.delta(family.apply(advantage), 0) <= 0.05 && pld.delta(family.apply(advantage / 1.001), 0) > 0.05);
    }

    /** An accountant that refuses little noise, as too much work. */
    private record Refusing(double least) implements AccountantLike {
        @Override
        public double leastEpsilon(Event event, double delta) {
            if (event.scale() < least) throw new IllegalArgumentException("a larger multiplier is needed");
            return 100 / event.scale();
        }
    }

    @Test
    void littleNoiseThatIsRefusedIsTooLittle() {
        for (double least : new double[] {0.5, 1, 3, 7.9, 40, 60}) {
            double found = Calibration.of(new Refusing(least)).multiplier(Gaussian::new, 2, 1e-5);
            assertEquals(Math.max(50, least), found, 0.01 * found, "refused below " + least);
            assertTrue(found >= least && 100 / found <= 2, "refused below " + least);
        }
        String said = refused(() -> Calibration.of(new Refusing(5000)).multiplier(Gaussian::new, 2, 1e-5));
        assertEquals("a larger multiplier is needed", said);
    }

    @Test
    @Tag("nightly")
    void manyStarsAreCalibratedThoughTheirEventsAreRefusedAtLittleNoise() {
        DoubleFunction<Event> family =
                m -> new Repeated(new Event.HeterPoisson(0.26, 20, 19716, m, true, Event.Proof.CONSERVATIVE), 35);
        refused(() -> pld.epsilon(family.apply(1), 1e-5));
        double found = calibration.multiplier(family, 2, 1e-5);
        assertTrue(pld.epsilon(family.apply(found), 1e-5) <= 2);
        assertTrue(pld.epsilon(family.apply(found / 1.01), 1e-5) > 2);
    }
}
