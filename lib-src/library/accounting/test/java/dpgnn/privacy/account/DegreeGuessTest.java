package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import org.junit.jupiter.api.Test;

/** Guesses along a calibration: near the target they are nearly right, far from it on its right side, and cheap after the first. */
class DegreeGuessTest {
    private static final double TOLERANCE = 1e-3, DELTA = 1e-6, FAR = 1.25;

    private final CountedCuts counted = new CountedCuts();

    private static Event event(double scale) {
        return new Event.Repeated(new Event.HeterPoisson(0.05, 1.5, 6, scale, true, Event.Proof.CONSERVATIVE), 9);
    }

    /** Asks for one noise after the other; each may cost so many cuts and cells. */
    private void follow(double target, double[] scales, int[] cuts, int[] cells) {
        DegreeGuess guess = new DegreeGuess(target, DELTA);
        for (int i = 0; i < scales.length; i++) {
            counted.clear();
            double found = guess.epsilon(counted.search(event(scales[i]), TOLERANCE));
            String what = target + " at " + scales[i] + ": " + found + " after " + counted;
            assertTrue(counted.cuts() <= cuts[i] && counted.cells() <= 1.01 * cells[i], what);
            double right = counted.search(event(scales[i]), TOLERANCE).epsilon(DELTA);
            if (right < target / FAR || right > target * FAR)
                assertTrue(found < target ? found <= target / FAR && right < target : right > target, what);
            else assertEquals(1, found / right, 2e-3, what);
        }
    }

    @Test
    void nextToTheTargetOneDegreeIsAsGoodAsAll() {
        follow(3.9, new double[] {4, 4.1, 4.4, 3.6, 8, 2, 4.02}, new int[] {33, 3, 3, 3, 3, 3, 4}, new int[] {
            14801, 1082, 1087, 1087, 1078, 1041, 1505
        });
    }

    @Test
    void farFromItARoughLookIsEnough() {
        follow(1, new double[] {4, 3.6, 2}, new int[] {9, 9, 9}, new int[] {2945, 2972, 5393});
        follow(9, new double[] {4, 8, 2, 4.02}, new int[] {8, 8, 30, 3}, new int[] {2486, 2433, 16612, 1390});
    }

    /** Where an answer has moved far from the last one its degree is looked for again, as if for the first time. */
    @Test
    void anAnswerFarFromTheLastOneIsLookedForAnew() {
        DegreeGuess guess = new DegreeGuess(3.9, DELTA);
        double first = guess.epsilon(PldSearch.of(event(4.4), TOLERANCE));
        double found = guess.epsilon(PldSearch.of(event(3.6), TOLERANCE));
        assertTrue(found > FAR * first);
        assertEquals(new DegreeGuess(3.9, DELTA).epsilon(PldSearch.of(event(3.6), TOLERANCE)), found);
    }

    /** What has one degree only is not guessed at all. */
    @Test
    void whereNoDegreeMattersItIsTheBoundItself() {
        Event sampled = new Event.Repeated(new Event.PoissonSampled(0.1, 1, Relation.ADD_REMOVE), 16);
        PldSearch search = PldSearch.of(sampled, TOLERANCE);
        assertFalse(search.hasDegrees());
        for (double target : new double[] {1, 3.98, 20})
            assertEquals(search.epsilon(DELTA), new DegreeGuess(target, DELTA).epsilon(search));
        assertFalse(PldSearch.of(new Event.Gaussian(2), TOLERANCE).hasDegrees());
        assertFalse(PldSearch.of(new Event.NonPrivate("all is told"), TOLERANCE).hasDegrees());
        assertTrue(PldSearch.of(event(4), TOLERANCE).hasDegrees());
    }
}
