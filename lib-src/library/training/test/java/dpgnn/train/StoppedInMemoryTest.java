package dpgnn.train;

import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A training that keeps no folder, and is stopped: what it has so far, and how it goes on in the same process. */
class StoppedInMemoryTest {
    private static final int STEPS = 8, STOP = 3;

    private static final Sampler SAMPLER = PoissonNodes.of(0.2);
    private static final Model MODEL = Gcn.of(4);

    private static Plan plan(Sampler sampler, int steps) {
        return Plans.fixed(sampler, Clip.flat(1), steps, 3, 1e-4);
    }

    private static Trainer trainer(Model model, Sampler sampler, boolean open, Streams streams) {
        Trainer trainer = open
                ? PlainTrainer.of(model, sampler, STEPS, streams)
                : plan(sampler, STEPS).trainer(model, streams);
        if (trainer instanceof OpenTrainer seen) seen.follow("first weight", 2, (network, p) -> p.toArray()[0]);
        return trainer.optimizer(() -> Adam.of(0.02));
    }

    private static Trainer trainer(long seed) {
        return trainer(MODEL, SAMPLER, false, Streams.seed(seed));
    }

    /** How many steps it takes, and what comes out. */
    private record Taken(int steps, Trained trained) {}

    private static Taken train(Trainer trainer) {
        return train(trainer, VIEW);
    }

    private static Taken train(Trainer trainer, TrainingView view) {
        Stopping steps = new Stopping(0);
        Trained trained = trainer.listen(steps).train(view);
        return new Taken(steps.heard, trained);
    }

    private static TrainingStopped stop(Trainer trainer) {
        trainer.listen(new Stopping(STOP));
        return assertThrows(TrainingStopped.class, () -> trainer.train(VIEW));
    }

    private static void beginsAnew(String what, Trainer trainer) {
        assertEquals(STEPS, train(trainer).steps(), what);
    }

    @Test
    @Tag("nightly")
    void itGoesOnAsIfItHadNotBeenStopped() {
        for (Sampler sampler : List.of(PoissonNodes.of(0.2), HeterPoisson.of(0.2, 1), DisjointWalks.of(2, 5)))
            for (boolean open : new boolean[] {false, true}) {
                Taken whole = train(trainer(MODEL, sampler, open, Streams.seed(9)));
                TrainingStopped stopped = stop(trainer(MODEL, sampler, open, Streams.seed(9)));
                assertTrue(stopped.getMessage().contains("goes on from there"), stopped.getMessage());
                Taken rest = train(trainer(MODEL, sampler, open, Streams.seed(9)));
                assertEquals(STEPS - STOP, rest.steps(), "steps of " + sampler);
                assertSameWeights(whole.trained(), rest.trained());
                assertEquals(
                        whole.trained().run().history(), rest.trained().run().history());
                if (!open)
                    assertEquals(whole.trained().guarantee(), rest.trained().guarantee());
                beginsAnew("it ended", trainer(MODEL, sampler, open, Streams.seed(9)));
            }
    }

    @Test
    void anotherTrainingBeginsAnew() {
        stop(trainer(10));
        beginsAnew("another seed", trainer(11));
        beginsAnew("another model", trainer(Gcn.of(5), SAMPLER, false, Streams.seed(10)));
        beginsAnew("without privacy", trainer(MODEL, SAMPLER, true, Streams.seed(10)));
        beginsAnew("another sampler", trainer(MODEL, PoissonNodes.of(0.3), false, Streams.seed(10)));
        assertEquals(STEPS, train(trainer(10), DATA.inductive(SPLIT)).steps(), "other data");
        assertEquals(STEPS - STOP, train(trainer(10)).steps());
    }

    /** What was stopped is no part of a plan, a trainer or a folder: only the memory that they share has it. */
    @Test
    void anotherMemoryKnowsOfNoStop() {
        stop(trainer(15));
        Trainer apart = trainer(15);
        apart.memory = new Trainer.Memory();
        beginsAnew("another memory", apart);
        assertEquals(STEPS - STOP, train(trainer(15)).steps());
    }

    /** Who gathers what is heard would lack the steps before. */
    @Test
    void aListenerThatMissesNoStepHearsAll() {
        String said = stop(trainer(14).listen(moment -> true)).getMessage();
        assertFalse(said.contains("goes on"), said);
        int[] heard = {0};
        trainer(14).listen(moment -> ++heard[0] > 0).train(VIEW);
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
        String said = stop(trainer(own, SAMPLER, false, Streams.seed(12))).getMessage();
        assertFalse(said.contains("goes on"), said);
        beginsAnew("another class", trainer(own, SAMPLER, false, Streams.seed(12)));
    }

    @Test
    void whatItHasSoFarIsWhatItsStepsSpent() {
        Run soFar = stop(trainer(13)).soFar().orElseThrow();
        assertEquals(STOP, soFar.metrics().get("steps"));
        assertEquals(2, soFar.history().get("first weight").get(0).step());
        Guarantee held = soFar.guarantees().get(0);
        Trainer soMany = plan(SAMPLER, STOP).experiment(MODEL, 13);
        Guarantee ofSoMany = soMany.train(VIEW).guarantee();
        assertEquals(ofSoMany.epsilon(), held.epsilon(), 1e-12);
        assertEquals(Verdict.IDEAL, held.verdict());
        assertTrue(held.statement().contains("The run was stopped. Whether and when"), held.statement());
    }

    /** A release cannot draw its noise again, and its record is private: it is held by a folder alone. */
    @Test
    void aReleaseIsNotHeld() {
        TrainingStopped stopped = stop(trainer(MODEL, SAMPLER, false, Streams.secure()));
        assertFalse(stopped.getMessage().contains("goes on"), stopped.getMessage());
        assertEquals(List.of(), stopped.soFar().orElseThrow().guarantees());
        beginsAnew("a release", trainer(MODEL, SAMPLER, false, Streams.secure()));
    }
}
