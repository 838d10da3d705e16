package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Asks for bounds whose error is exactly the square of the step. */
class LatticeErrorTest {
    private static final double LIMIT = 3, SHARE = 2e-3, WANTED = 1e-4, NONE = Double.POSITIVE_INFINITY;

    private final LatticeError error = new LatticeError();
    private int asked;

    private static double at(double factor) {
        return LIMIT * (1 + SHARE * factor * factor);
    }

    private double narrowed(double enough, double most, int degree) {
        asked = 0;
        return error.narrowed(at(error.factor(degree)), WANTED, enough, most, degree, (value, factor) -> {
            asked++;
            return at(factor);
        });
    }

    @Test
    void theStepThatWillDoIsForetoldAndRememberedNearby() {
        double found = narrowed(0, NONE, 100);
        assertTrue(found > LIMIT && found <= LIMIT * (1 + WANTED), "" + found);
        assertEquals(2, asked);
        assertEquals(found, narrowed(0, NONE, 120), 1e-6 * LIMIT);
        assertEquals(0, asked);
        assertEquals(LatticeError.FIRST, error.factor(1000));
    }

    @Test
    void noStepIsFinerThanWhatIsEnoughAsksFor() {
        double enough = LIMIT * 1.01;
        assertTrue(narrowed(enough, enough, 100) <= enough);
        assertEquals(1, asked);
        double next = error.factor(100);
        assertTrue(next > 1 && at(next) <= enough, "" + next);
    }

    @Test
    void whatCannotBeReachedOrOnlyDearlyIsLeft() {
        for (double most : new double[] {LIMIT * 0.999, LIMIT * (1 + 1e-5)}) {
            assertTrue(narrowed(most, most, 100) > most);
            assertTrue(asked <= 1, asked + " asked");
        }
        assertTrue(narrowed(LIMIT * 0.999, NONE, 100) <= LIMIT * (1 + WANTED));
    }

    @Test
    void aBoundThatIsRefinedIsAsTightAsWantedFromEitherSide() {
        double above = LatticeError.refined(at(LatticeError.FIRST), true, WANTED, 0, (value, factor) -> at(factor));
        assertTrue(above > LIMIT && above <= LIMIT * (1 + WANTED), "" + above);
        double below = LatticeError.refined(
                2 * LIMIT - at(LatticeError.FIRST), false, WANTED, 0, (value, factor) -> 2 * LIMIT - at(factor));
        assertTrue(below < LIMIT && below >= LIMIT * (1 - WANTED), "" + below);
        double enough = LIMIT * 1.01;
        assertEquals(
                at(1),
                LatticeError.refined(at(LatticeError.FIRST), true, WANTED, enough, (value, factor) -> at(factor)));
    }

    /** A first guess of the error may be far off: no step is smaller than an eighth of the one before. */
    @Test
    void noStepIsMuchFinerThanTheOneBefore() {
        List<Double> asked = new ArrayList<>();
        error.narrowed(at(LatticeError.FIRST), 1e-9, 0, NONE, 100, (value, factor) -> {
            asked.add(factor);
            return at(factor);
        });
        assertEquals(List.of(1.0, 0.125, 0.015625, 0.001953125), asked.subList(0, 4));
        assertEquals(5, asked.size());
        assertTrue(asked.get(4) > 0.125 * asked.get(3) && at(asked.get(4)) <= LIMIT * (1 + 1e-9), "" + asked);
    }

    /** What is never as tight as wanted ends with the sixth bound, which is the best. */
    @Test
    void sixBoundsAreEnough() {
        int[] times = {0};
        double found = error.narrowed(at(LatticeError.FIRST), 0, 0, NONE, 100, (value, factor) -> {
            times[0]++;
            return at(factor);
        });
        assertEquals(6, times[0]);
        assertEquals(LIMIT, found, 1e-11);
    }

    @Test
    void whatIsKnownHoldsFromHalfTheDegreeToTwice() {
        narrowed(0, NONE, 100);
        double known = error.factor(100);
        assertTrue(known < LatticeError.FIRST);
        for (int degree : new int[] {50, 100, 200, 201}) assertEquals(known, error.factor(degree));
        assertEquals(LatticeError.FIRST, error.factor(202));
        narrowed(0, NONE, 100);
        assertEquals(LatticeError.FIRST, error.factor(49));
    }

    /** Bounds that do not fall say nothing of an error, and are not asked for without end. */
    @Test
    void boundsThatDoNotFallAreLeft() {
        int[] times = {0};
        double found = error.narrowed(LIMIT, WANTED, 0, NONE, 100, (value, factor) -> {
            times[0]++;
            return LIMIT;
        });
        assertEquals(LIMIT, found);
        assertEquals(2, times[0]);
        double first = at(LatticeError.FIRST);
        assertEquals(first, new LatticeError().narrowed(first, WANTED, first, NONE, 100, (value, factor) -> {
                    throw new AssertionError("what is enough is not narrowed");
                }));
        assertEquals(NONE, error.narrowed(NONE, WANTED, 0, NONE, 100, (value, factor) -> {
            throw new AssertionError("what is infinite is not narrowed");
        }));
        assertEquals(LIMIT, LatticeError.refined(LIMIT, true, WANTED, LIMIT, (value, factor) -> {
            throw new AssertionError("what is enough is not refined");
        }));
    }
}
