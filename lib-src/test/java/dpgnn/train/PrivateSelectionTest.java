package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.RunCount;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PrivateSelectionTest {
    private static final TrainingView VIEW = TrainerTest.DATA.transductive(TrainerTest.SPLIT);
    private static final EvaluationView HELD = TrainerTest.DATA.evaluationAmong(TrainerTest.SPLIT, Split.Role.TEST);
    private static final Plan PLAN = Plan.of(PoissonNodes.of(0.3), Clip.flat(0.5), GaussianNoise.standard())
            .steps(20)
            .multiplier(3)
            .delta(1e-4);

    private static PrivateSelection selection(RunCount runs, Streams streams) {
        return PrivateSelection.of(runs, HoldoutCount.of(HELD, 2), streams);
    }

    @Test
    void theBetterCandidateIsChosenNearlyAlways() throws Exception {
        int good = 0;
        for (int seed = 1; seed <= 10; seed++) {
            var chosen = selection(RunCount.poisson(8), Streams.seed(seed))
                    .candidate("learns", Mlp.of(8), PLAN, () -> Adam.of(0.05))
                    .candidate("stays", Mlp.of(8), PLAN, () -> Adam.of(1e-9))
                    .choose(VIEW)
                    .orElseThrow();
            if (chosen.name().equals("learns")) good++;
            if (seed == 1) assertEquals(chosen.score(), again(), "the same seed chooses again");
        }
        assertTrue(good >= 8, good + " of 10");
    }

    private static double again() throws Exception {
        return selection(RunCount.poisson(8), Streams.seed(1))
                .candidate("learns", Mlp.of(8), PLAN, () -> Adam.of(0.05))
                .candidate("stays", Mlp.of(8), PLAN, () -> Adam.of(1e-9))
                .choose(VIEW)
                .orElseThrow()
                .score();
    }

    @Test
    void aChoiceCostsMoreThanATrainingAndIsSoundInARelease() throws Exception {
        var chosen = selection(RunCount.geometric(0.5), Streams.secure())
                .candidate("one", Mlp.of(4), PLAN)
                .candidate("other", Mlp.of(4), PLAN.steps(10))
                .choose(VIEW)
                .orElseThrow();
        assertEquals(Verdict.SOUND, chosen.guarantee().verdict());
        assertTrue(chosen.guarantee().epsilon() > PLAN.epsilon(VIEW));
        assertFalse(chosen.guarantee().terms().uncovered().stream().anyMatch(s -> s.startsWith("Choosing")));
        assertTrue(chosen.guarantee().terms().uncovered().stream().anyMatch(s -> s.startsWith("How many trainings")));
        var seeded = selection(RunCount.geometric(0.5), Streams.seed(1)).candidate("one", Mlp.of(4), PLAN);
        assertEquals(Verdict.IDEAL, seeded.guarantee(VIEW).verdict());
    }

    @Test
    void aPlanIsCalibratedForTheWholeSelection() {
        var selection = selection(RunCount.geometric(0.2), Streams.seed(1));
        Plan plan = Plan.of(PoissonNodes.of(0.3), Clip.flat(0.5), GaussianNoise.standard())
                .steps(20)
                .accountant(selection.accountant())
                .calibrated(6, 1e-4);
        double epsilon =
                selection.candidate("one", Mlp.of(4), plan).guarantee(VIEW).epsilon();
        assertTrue(epsilon <= 6 && epsilon > 5.99, "epsilon " + epsilon);
    }

    @Test
    void noTrainingMayBeDrawn() throws Exception {
        int empty = 0;
        for (int seed = 1; seed <= 20; seed++)
            if (selection(RunCount.poisson(1), Streams.seed(seed))
                    .candidate("one", Mlp.of(1), PLAN.steps(1))
                    .choose(VIEW)
                    .isEmpty()) empty++;
        assertTrue(empty >= 2 && empty <= 14, empty + " of 20, where e^-1 is expected");
    }

    /** Every row of the view changed in turn: the count moves by one at most, and noise is drawn by its parameter. */
    @Test
    void aNodeChangesACountByOneAtMost() throws Exception {
        Trained trained = PrivateTrainer.of(Mlp.of(4), PLAN, Streams.seed(1)).train(VIEW);
        long before = HoldoutCount.of(HELD, 2).count(trained);
        int moved = 0;
        for (int v : HELD.original()) {
            float[] row = new float[HELD.features().width()];
            for (int j = 0; j < row.length; j++) row[j] = (v + j) % 3 == 0 ? 9 : -9;
            var other = TrainerTest.DATA.withFeatures(v, row);
            long after = HoldoutCount.of(other.evaluationAmong(TrainerTest.SPLIT, Split.Role.TEST), 2)
                    .count(trained);
            assertTrue(Math.abs(after - before) <= 1);
            if (after != before) moved++;
        }
        assertTrue(moved > 0);
        var coins = Streams.seed(3).stream("noise");
        double[] noise = new double[20_000];
        for (int i = 0; i < noise.length; i++) noise[i] = new NoisyCount(3).release(100, coins) - 100;
        double variance = Arrays.stream(noise).map(x -> x * x).average().orElseThrow();
        assertEquals(64, variance, 3);
    }

    @Test
    void whatCannotBeChosenInPrivateIsRefused() {
        var empty = selection(RunCount.poisson(1), Streams.seed(1));
        assertThrows(IllegalStateException.class, () -> empty.guarantee(VIEW));
        var one = empty.candidate("one", Mlp.of(1), PLAN);
        assertThrows(IllegalArgumentException.class, () -> one.candidate("one", Mlp.of(2), PLAN));
        assertThrows(IllegalArgumentException.class, () -> one.candidate("two", Mlp.of(2), PLAN.delta(1e-5)));
        Plan stars = Plan.of(HeterPoisson.of(0.1, 1), Clip.flat(1), GaussianNoise.standard())
                .steps(2)
                .multiplier(9)
                .delta(1e-4);
        var refused = empty.candidate("stars", Mlp.of(1), stars);
        var thrown = assertThrows(IllegalArgumentException.class, () -> refused.guarantee(VIEW));
        assertTrue(thrown.getMessage().contains("'stars' cannot be chosen in private"), thrown.getMessage());
        Plan open = Plan.of(PoissonNodes.of(0.3), Clip.noneNoPrivacy(1), GaussianNoise.standard())
                .steps(2)
                .multiplier(9)
                .delta(1e-4);
        var unclipped = empty.candidate("open", Mlp.of(1), open);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> unclipped.guarantee(VIEW))
                .getMessage()
                .contains("'open' cannot be chosen in private"));
    }
}
