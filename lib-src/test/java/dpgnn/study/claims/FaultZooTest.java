package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of published codes are caught, and the same things without them are not: -Ddpgnn.zoo=10 for a hundred sound audits. */
class FaultZooTest {
    private static final int SEEDS = Integer.getInteger("dpgnn.zoo", 1);

    static List<FaultZoo.Specimen> all() {
        return FaultZoo.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aFaultIsCaughtAndItsAbsenceIsNot(FaultZoo.Specimen specimen) throws Exception {
        long start = System.nanoTime();
        assertTrue(specimen.trial().contradicts(true, 1), specimen.name());
        double seconds = (System.nanoTime() - start) / 1e9;
        int alarms = 0;
        for (int seed = 1; seed <= SEEDS; seed++) if (specimen.trial().contradicts(false, seed)) alarms++;
        System.out.printf("| %s | caught, %.1f s | %d of %d |%n", specimen.name(), seconds, alarms, SEEDS);
        assertEquals(0, alarms, specimen.name());
        assertFalse(specimen.published().isBlank()
                || specimen.claimed().isBlank()
                || specimen.sign().isBlank());
    }
}
