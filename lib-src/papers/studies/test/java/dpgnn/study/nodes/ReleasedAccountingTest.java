package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReleasedAccountingTest {
    /** The deviations are those that the authors' code was run for; Theorem 2's and the proved epsilon were computed independently. */
    @Test
    @Tag("nightly")
    void theNoiseOfTheSecondCodeIsFoundAgainAndClaimsTooLittle() {
        double rate = 4096.0 / 17976, delta = NodeData.delta(17976);
        ReleasedAccounting released = ReleasedAccounting.of(rate, 1, 17975);
        var budget = new HeterPoissonRun.Budget(HeterPoisson.of(rate, 1), 45, delta);
        Sampler.Facts facts = new Sampler.Facts(22470, 17976);
        double[] aims = {2, 4, 8},
                sigma = {4.26, 2.48, 1.67},
                theorem = {1.81, 3.54, 6.13},
                proved = {3.03, 5.80, 9.59};
        for (int i = 0; i < 3; i++) {
            double multiplier = sigma[i] / HeterPoissonRun.CLIP;
            double claims = budget.epsilon(facts, Accounting.PUBLISHED, multiplier);
            double proves = budget.epsilon(facts, Accounting.CONSERVATIVE, multiplier);
            assertEquals(aims[i], released.epsilon(sigma[i], 45, delta), 0.01 * aims[i]);
            assertEquals(theorem[i], claims, 0.01 * theorem[i]);
            assertEquals(proved[i], proves, 0.01 * proved[i]);
            assertTrue(proves > 1.15 * aims[i]);
        }
    }

    @Test
    void moreNoiseClaimsLess() {
        ReleasedAccounting released = ReleasedAccounting.of(0.2, 1, 8);
        assertTrue(released.epsilon(4, 20, 1e-5) < released.epsilon(3, 20, 1e-5));
        assertTrue(released.epsilon(4, 20, 1e-5) < released.epsilon(4, 40, 1e-5));
    }
}
