package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class AccountantTablesTest {
    /** No accountant proves less than the exact answer or affords more than a tighter one. */
    @Test
    void everyAccountantStandsWhereItMust() {
        Table events = AccountantTables.events(1e-5);
        double exact = GaussianDp.of(4, 10).epsilon(1e-5);
        Table gaussian = events.where("event", "Gaussian");
        double last = exact - 1e-4; // four digits are shown
        for (String accountant : new String[] {"PLD", "RDP", "RDP, classic", "moments"}) {
            double epsilon = Double.parseDouble(gaussian.get(0, accountant).toString());
            assertTrue(epsilon >= last, accountant + ": " + epsilon + " below " + last);
            last = epsilon;
        }
        assertEquals("infinite", events.where("event", "no noise").get(0, "PLD"));
        assertEquals("refused", events.where("event", "unknown sampler").get(0, "RDP"));
        assertEquals("refused", events.where("event", "Laplace").get(0, "moments"));
        Table walks = AccountantTables.walks(2);
        assertEquals(157, walks.numbers("published")[1], "as the paper's formula affords");
        String[] routes = {"published", "theorem 27", "tight, RDP", "tight, PLD"};
        for (int i = 1; i < routes.length; i++)
            assertTrue(walks.numbers(routes[i])[1] >= walks.numbers(routes[i - 1])[1], routes[i]);
    }

    @Test
    void theLeastNoiseKeepsTheEpsilonAndWhatCannotBeBoundedIsADash() {
        Table noise = AccountantTables.leastNoise(2, 3);
        double loss = Double.parseDouble(noise.get(0, "PLD").toString());
        double kept = PldAccountant.standard().epsilon(new Event.Repeated(new Event.Gaussian(loss), 500), 1e-5);
        assertTrue(kept > 1.98 && kept < 2.01, "epsilon " + kept + " of noise " + loss + ", which has three decimals");
        assertEquals("–", noise.where("mechanism", "the same under replacement").get(0, "moments"));
        assertEquals("7.2 % of RDP's", noise.get(0, "PLD saves"), "44.589 for 48.057, as divided by hand");
    }

    @Test
    void theConditionOfATheoremIsHeldAgainstItsUse() {
        Table generation = AccountantTables.generation();
        assertEquals("no", generation.get(0, "holds"));
        assertTrue(generation.numbers("moments accountant")[0] > 3 * generation.numbers("claimed")[0]);
        assertEquals("yes", generation.get(1, "holds"));
    }

    @Test
    void moreRowsThanThereAreAreRefused() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> AccountantTables.walks(8))
                .getMessage()
                .contains("rows"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> AccountantTables.leastNoise(2, 0))
                .getMessage()
                .contains("rows"));
    }
}
