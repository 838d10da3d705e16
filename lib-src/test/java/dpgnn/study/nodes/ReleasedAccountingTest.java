package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class ReleasedAccountingTest {
    /** The deviations are those that the authors' code was run for; Theorem 2's and the proved epsilon were computed independently. */
    @Test
    void theNoiseOfTheSecondCodeIsFoundAgainAndClaimsTooLittle() {
        Table table = ReleasedAccounting.facebook();
        double[] aims = {2, 4, 8}, theorem = {1.81, 3.54, 6.13}, proved = {3.03, 5.80, 9.59};
        for (int i = 0; i < 3; i++) {
            assertEquals(aims[i], table.numbers("its own epsilon")[i], 0.01 * aims[i]);
            assertEquals(theorem[i], table.numbers("Theorem 2")[i], 0.01 * theorem[i]);
            assertEquals(proved[i], table.numbers("proved")[i], 0.01 * proved[i]);
            assertTrue(table.numbers("proved")[i] > 1.15 * aims[i]);
        }
    }

    @Test
    void moreNoiseClaimsLess() {
        ReleasedAccounting released = ReleasedAccounting.of(0.2, 1, 8);
        assertTrue(released.epsilon(4, 20, 1e-5) < released.epsilon(3, 20, 1e-5));
        assertTrue(released.epsilon(4, 20, 1e-5) < released.epsilon(4, 40, 1e-5));
    }
}
