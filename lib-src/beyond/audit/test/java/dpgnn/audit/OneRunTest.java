package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OneRunTest {
    /** Randomised response is guessed right with probability e^epsilon / (1 + e^epsilon): of it the bound is exact. */
    @Test
    void ofRandomisedResponseTheChanceIsExact() {
        double epsilon = Math.log(3);
        // 8 of 10 right or more at 3/4, by hand: 45 * 3^8 + 10 * 3^9 + 3^10 over 4^10
        double expected = (45 * 6561.0 + 10 * 19683 + 59049) / 1048576;
        assertEquals(expected, new OneRun(10, 10, 8).chance(epsilon, 0), 1e-12);
        double bound = new OneRun(10, 10, 8).epsilon(0, 1 - expected);
        assertEquals(epsilon, bound, 1e-9);
    }

    /** 2 m delta max_i Pr[v - i <= B < v] / i is added, by hand for two guesses of two. */
    @Test
    void deltaAddsWhatTheTheoremSays() {
        double q = 0.75;
        double none = q * q;
        double first = 2 * q * (1 - q);
        double both = first + (1 - q) * (1 - q);
        double added = 2 * 5 * 0.01 * Math.max(first, both / 2);
        assertEquals(none + added, new OneRun(5, 2, 2).chance(Math.log(3), 0.01), 1e-12);
    }

    @Test
    void guessesWithoutKnowledgeShowNothing() {
        assertEquals(0, new OneRun(1000, 1000, 500).epsilon(1e-5, 0.95));
        assertEquals(0, new OneRun(1000, 1000, 500).mu(0.95));
        double[] same = new double[200];
        assertEquals(0, OneRun.of(same, same, 400).right(), "equal scores know nothing");
        assertEquals(0, OneRun.epsilon(same, same, 1e-5, 0.95));
    }

    /** More right guesses refute more, under either hypothesis; that of a curve refutes further. */
    @Test
    void moreRightGuessesRefuteMore() {
        double last = 0;
        double lastMu = 0;
        for (int right : new int[] {600, 700, 800, 900, 1000}) {
            double epsilon = new OneRun(1000, 1000, right).epsilon(1e-5, 0.95);
            double mu = new OneRun(1000, 1000, right).mu(0.95);
            assertTrue(epsilon > last && mu > lastMu, right + ": " + epsilon + ", " + mu);
            assertTrue(OneRun.ofMu(mu, 1e-5) > epsilon, right + ": " + OneRun.ofMu(mu, 1e-5) + " of " + epsilon);
            last = epsilon;
            lastMu = mu;
        }
    }

    @Test
    void badCountsAreNamed() {
        refused(() -> new OneRun(10, 11, 3), "guesses");
        refused(() -> new OneRun(10, 5, 6));
    }
}
