package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.StatedPair;
import dpgnn.random.RandomStream;
import org.junit.jupiter.api.Test;

class OutcomeCouplingTest {
    /** Somebody says whether they voted, and lies in one case of four. */
    private static final StatedPair PAIR = StatedPair.of(
            "A coin of bias 3/4 decides whether the true answer is given.",
            new double[] {0.75, 0.25},
            new double[] {0.25, 0.75});

    private static int answer(boolean with, double truth, RandomStream coins) {
        return with == coins.nextDouble() < truth ? 0 : 1;
    }

    @Test
    void aMechanismThatIsAsStatedIsNotAccused() {
        for (int seed = 1; seed <= 5; seed++) {
            OutcomeCoupling.Finding found =
                    Coupling.of(PAIR).seed(seed).run((with, coins) -> answer(with, 0.75, coins));
            assertTrue(found.holds(), found.toString());
            assertEquals(1, found.differing());
        }
        assertTrue(
                Coupling.of(PAIR).run((with, coins) -> answer(with, 0.6, coins)).holds());
    }

    @Test
    void aMechanismThatSaysMoreIsCaught() {
        OutcomeCoupling.Finding found = Coupling.of(PAIR).run((with, coins) -> answer(with, 0.8, coins));
        assertFalse(found.holds());
        assertEquals(1, found.set().size());
        // one outcome that was stated to be impossible without the unit, and comes up with it
        StatedPair rare = StatedPair.of(
                "The third outcome never comes up.", new double[] {0.75, 0.25, 0}, new double[] {0.25, 0.75, 0});
        OutcomeCoupling.Finding leak = Coupling.of(rare)
                .run((with, coins) -> with && coins.fork(9).nextDouble() < 0.02 ? 2 : answer(with, 0.75, coins));
        assertFalse(leak.holds());
        assertEquals(2, leak.set().get(0));
    }

    @Test
    void whatIsNoOutcomeIsRefused() {
        refused(() -> Coupling.of(PAIR).run((with, coins) -> 2), "outcome");
        refused(() -> Coupling.of(PAIR).runs(1));
    }
}
