package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A training that keeps no folder, and is stopped: what it has so far, and how it goes on in the same process. */
class StoppedInMemoryTest {
    private static final int STEPS = 8, STOP = 3;
    private static final TrainingView VIEW = TrainerTest.DATA.transductive(TrainerTest.SPLIT);

    private static Plan plan(Sampler sampler, int steps) {
        return Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                .steps(steps)
                .multiplier(3)
                .delta(1e-4);
    }

    private static Trainer trainer(Model model, Sampler sampler, boolean open, Streams streams) {
        Trainer trainer = open
                ? PlainTrainer.of(model, sampler, STEPS, streams)
                : PrivateTrainer.of(model, plan(sampler, STEPS), streams);
        return trainer.optimizer(() -> Adam.of(0.02)).follow("first weight", 2, (network, p) -> p.toArray()[0]);
    }

    /** How many steps it takes, and what comes out. */
    private record Taken(int steps, Trained trained) {}

    private static Taken train(Trainer trainer) {
        int[] steps = {0};
        Trained trained = trainer.listen(moment -> ++steps[0] > 0).train(VIEW);
        return new Taken(steps[0], trained);
    }

    private static TrainingStopped stop(Trainer trainer) {
        return assertThrows(TrainingStopped.class, () -> trainer.listen(moment -> {
                    if (moment.step() == STOP) Thread.currentThread().interrupt();
                    return true;
                })
                .train(VIEW));
    }

    @Test
    void itGoesOnAsIfItHadNotBeenStopped() {
        for (Sampler sampler : List.of(PoissonNodes.of(0.2), HeterPoisson.of(0.2, 1), DisjointWalks.of(2, 5)))
            for (boolean open : new boolean[] {false, true}) {
                Taken whole = train(trainer(Gcn.of(4), sampler, open, Streams.seed(9)));
                TrainingStopped stopped = stop(trainer(Gcn.of(4), sampler, open, Streams.seed(9)));
                assertTrue(stopped.getMessage().contains("goes on from there"), stopped.getMessage());
                Taken rest = train(trainer(Gcn.of(4), sampler, open, Streams.seed(9)));
                assertEquals(STEPS - STOP, rest.steps(), "steps of " + sampler);
                assertArrayEquals(
                        whole.trained().parameters().toArray(),
                        rest.trained().parameters().toArray(),
                        0f);
                assertEquals(
                        whole.trained().run().history(), rest.trained().run().history());
                if (!open)
                    assertEquals(whole.trained().guarantee(), rest.trained().guarantee());
                assertEquals(
                        STEPS,
                        train(trainer(Gcn.of(4), sampler, open, Streams.seed(9)))
                                .steps(),
                        "it ended");
            }
    }

    @Test
    void anotherTrainingBeginsAnew() {
        Sampler sampler = PoissonNodes.of(0.2);
        stop(trainer(Gcn.of(4), sampler, false, Streams.seed(10)));
        assertEquals(
                STEPS,
                train(trainer(Gcn.of(4), sampler, false, Streams.seed(11))).steps(),
                "another seed");
        assertEquals(
                STEPS,
                train(trainer(Gcn.of(5), sampler, false, Streams.seed(10))).steps(),
                "another model");
        assertEquals(
                STEPS,
                train(trainer(Gcn.of(4), sampler, true, Streams.seed(10))).steps(),
                "without privacy");
        Taken sampled = train(trainer(Gcn.of(4), PoissonNodes.of(0.3), false, Streams.seed(10)));
        assertEquals(STEPS, sampled.steps(), "another sampler");
        TrainingView other = TrainerTest.DATA.inductive(TrainerTest.SPLIT);
        int[] steps = {0};
        trainer(Gcn.of(4), sampler, false, Streams.seed(10))
                .listen(moment -> ++steps[0] > 0)
                .train(other);
        assertEquals(STEPS, steps[0], "other data");
        assertEquals(
                STEPS - STOP,
                train(trainer(Gcn.of(4), sampler, false, Streams.seed(10))).steps());
    }

    /** Of a cell's own class nobody knows whether it is still the same. */
    @Test
    void partsOfAUserBeginAnew() {
        record Own() implements Model {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public Network network(int inputs, int classes) {
                return Gcn.of(4).network(inputs, classes);
            }
        }
        Model own = new Own();
        String said = stop(trainer(own, PoissonNodes.of(0.2), false, Streams.seed(12)))
                .getMessage();
        assertFalse(said.contains("goes on"), said);
        assertEquals(
                STEPS,
                train(trainer(own, PoissonNodes.of(0.2), false, Streams.seed(12)))
                        .steps());
    }

    @Test
    void whatItHasSoFarIsWhatItsStepsSpent() {
        Sampler sampler = PoissonNodes.of(0.2);
        Run soFar = stop(trainer(Gcn.of(4), sampler, false, Streams.seed(13)))
                .soFar()
                .orElseThrow();
        assertEquals(STOP, soFar.metrics().get("steps"));
        assertEquals(2, soFar.history().get("first weight").get(0).step());
        Guarantee held = soFar.guarantees().get(0);
        Guarantee ofSoMany = PrivateTrainer.of(Gcn.of(4), plan(sampler, STOP), Streams.seed(13))
                .train(VIEW)
                .guarantee();
        assertEquals(ofSoMany.epsilon(), held.epsilon(), 1e-12);
        assertEquals(Verdict.IDEAL, held.verdict());
        assertTrue(held.statement().contains("The run was stopped. Whether and when"), held.statement());
    }

    /** A release cannot draw its noise again, and its record is private: it is held by a folder alone. */
    @Test
    void aReleaseIsNotHeld() {
        TrainingStopped stopped = stop(trainer(Gcn.of(4), PoissonNodes.of(0.2), false, Streams.secure()));
        assertFalse(stopped.getMessage().contains("goes on"), stopped.getMessage());
        assertEquals(List.of(), stopped.soFar().orElseThrow().guarantees());
        assertEquals(
                STEPS,
                train(trainer(Gcn.of(4), PoissonNodes.of(0.2), false, Streams.secure()))
                        .steps());
    }
}
