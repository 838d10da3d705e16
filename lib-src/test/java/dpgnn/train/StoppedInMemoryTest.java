package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
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
        return train(trainer, VIEW);
    }

    private static Taken train(Trainer trainer, TrainingView view) {
        Steps steps = new Steps(0);
        Trained trained = trainer.listen(steps).train(view);
        return new Taken(steps.taken, trained);
    }

    /** Counts steps, and stops after one of them. */
    private static final class Steps implements Listener {
        private final int stop;
        private int taken;

        Steps(int stop) {
            this.stop = stop;
        }

        @Override
        public boolean step(Moment moment) {
            taken++;
            if (moment.step() == stop) Thread.currentThread().interrupt();
            return true;
        }

        @Override
        public boolean mayMissSteps() {
            return true;
        }
    }

    private static TrainingStopped stop(Trainer trainer) {
        Steps steps = new Steps(STOP);
        return assertThrows(TrainingStopped.class, () -> trainer.listen(steps).train(VIEW));
    }

    @Test
    @Extent.OneIn(3)
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
        Taken elsewhere = train(trainer(Gcn.of(4), sampler, false, Streams.seed(10)), other);
        assertEquals(STEPS, elsewhere.steps(), "other data");
        assertEquals(
                STEPS - STOP,
                train(trainer(Gcn.of(4), sampler, false, Streams.seed(10))).steps());
    }

    /** Who gathers what is heard would lack the steps before. */
    @Test
    void aListenerThatMissesNoStepHearsAll() {
        Trainer stopped = trainer(Gcn.of(4), PoissonNodes.of(0.2), false, Streams.seed(14));
        int[] heard = {0};
        String said = stop(stopped.listen(moment -> true)).getMessage();
        assertFalse(said.contains("goes on"), said);
        trainer(Gcn.of(4), PoissonNodes.of(0.2), false, Streams.seed(14))
                .listen(moment -> ++heard[0] > 0)
                .train(VIEW);
        assertEquals(STEPS, heard[0]);
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
