package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.RandomStream;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.SamplerLike;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans whose event a user states, and plans that are calibrated to an attacker. */
class OwnPlanTest {
    private static final String WHY = "Proved on page 3 of my notes, by joint convexity.";

    @TempDir
    Path folder;

    /** Draws as another sampler does, and states a pair of its own. */
    private record Own(PoissonNodes like) implements SamplerLike {
        @Override
        public Event event(Facts facts, double multiplier) {
            return StatedPair.of(WHY, new double[] {0.6, 0.4}, new double[] {0.5, 0.5});
        }

        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            return Draws.of(like.draws(participants, coins)::draw, m -> event(Facts.of(participants), m));
        }
    }

    /** Whoever steers would get a verdict beyond what is stated; whoever changes to such steps in the middle too. */
    @Test
    void aSteeredTrainingRefusesWhatAUserStates() throws Exception {
        Plan proved = Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), 4, 4, 1e-4);
        Own own = new Own(PoissonNodes.of(0.2));
        Plan stated = Plan.of(own, Clip.flat(0.5), GaussianNoise.standard())
                .multiplier(2)
                .within(4, 1e-4);
        Trainer trainer = proved.experiment(Mlp.of(4), 1);
        refused(() -> AdaptiveTraining.of(stated.experiment(Mlp.of(4), 1), VIEW), WHY);
        try (AdaptiveTraining steered = AdaptiveTraining.of(trainer, VIEW)) {
            refused(() -> steered.sampler(own), WHY);
        }
    }

    @Test
    void noRunSaysMoreThanTheUserDoes() throws Exception {
        Plan plan = Plans.fixed(new Own(PoissonNodes.of(0.2)), Clip.flat(0.5), 3, 2, 1e-3);
        Trained trained = plan.release(Mlp.of(4)).train(VIEW);
        assertEquals(Verdict.GIVEN, trained.guarantee().verdict());
        assertFalse(trained.guarantee().verdict().hasTheorem());
        String statement = trained.guarantee().statement();
        assertTrue(statement.contains(WHY) && statement.contains("follows from what its user states"), statement);
        assertTrue(Double.isFinite(trained.guarantee().epsilon()));
        assertTrue(trained.certificate().text().contains(WHY));
    }

    @Test
    void aLedgerHoldsTheStatementAndIsResumedFromIt() throws Exception {
        Event pair = StatedPair.of(WHY, new double[] {0.6, 0.4}, new double[] {0.5, 0.5});
        Path file = folder.resolve("run.ledger");
        try (Ledger ledger = Ledger.create(file, Map.of("data", "none"))) {
            ledger.begin(1, pair);
        }
        assertTrue(Files.readString(file).contains(WHY));
        try (Ledger ledger = Ledger.resume(file)) {
            ledger.begin(ledger.nextStep(), pair);
            PldAccountant pld = PldAccountant.standard();
            assertEquals(pld.epsilon(new Event.Repeated(pair, 2), 1e-3), pld.epsilon(ledger.total(), 1e-3));
        }
    }

    @Test
    @Tag("nightly")
    void aPlanIsCalibratedToAnAttacker() throws Exception {
        Plan plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(0.5), GaussianNoise.standard())
                .steps(20);
        for (AttackLimit limit : List.of(AttackLimit.advantage(0.1), AttackLimit.errors(0.05, 0.85))) {
            Plan held = plan.calibrated(limit, 1e-4);
            Event all = held.schedule(VIEW, Mlp.of(4)).spent(20);
            double best = limit.best(held.accountant(), all);
            assertTrue(best <= limit.most() && best > 0.98 * limit.most(), limit + ": " + best);
            assertTrue(Double.isFinite(held.epsilon(VIEW)) && held.toString().contains(limit.toString()));
        }
        Plan again = plan.calibrated(AttackLimit.advantage(0.1), 1e-4).calibrated(2, 1e-4);
        assertEquals(plan.calibrated(2, 1e-4).noise(VIEW), again.noise(VIEW));
    }
}
