package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a training tells those who listen, and where it stands when it is interrupted. */
class TrainingLoopTest {
    private static final int STEPS = 6;

    @TempDir
    Path folder;

    private static OpenTrainer seeded(long seed) {
        return Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, 4, 1e-4).experiment(Mlp.of(3), seed);
    }

    private static Trainer trainer(Streams streams) {
        return Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, 4, 1e-4).trainer(Mlp.of(3), streams);
    }

    /** Writes down what it is told, and fails or ends the training after a step. */
    private static final class Diary implements Listener {
        final List<String> lines = new ArrayList<>();
        final List<Moment> moments = new ArrayList<>();
        final long last;
        final boolean fails;

        Diary(long last, boolean fails) {
            this.last = last;
            this.fails = fails;
        }

        @Override
        public void started(String title, long steps) {
            lines.add("started " + steps + " of " + title);
        }

        @Override
        public boolean step(Moment moment) {
            moments.add(moment);
            lines.add(moment.step() + "/" + moment.steps());
            if (fails && moment.step() == last) throw new IllegalStateException("the listener fails");
            return moment.step() < last;
        }

        @Override
        public void ended() {
            lines.add("ended");
        }
    }

    @Test
    void aListenerIsToldTheStartEveryStepAndTheEnd() throws Exception {
        Diary whole = new Diary(99, false), early = new Diary(2, false), failing = new Diary(1, true);
        Trained trained = seeded(1)
                .listen(whole)
                .follow("size", 4, (network, parameters) -> parameters.toArray().length)
                .train(VIEW);
        assertTrue(whole.lines.get(0).startsWith("started 6 of "), whole.lines.get(0));
        assertTrue(whole.lines.get(0).endsWith(" on " + VIEW.name()), whole.lines.get(0));
        assertEquals(List.of("1/6", "2/6", "3/6", "4/6", "5/6", "6/6", "ended"), whole.lines.subList(1, 8));
        // a figure is there from the step on that it is asked for after, and at the end once
        double size = trained.parameters().toArray().length;
        for (Listener.Moment moment : whole.moments) {
            assertEquals(moment.step() < 4 ? null : size, moment.figures().get("size"), "step " + moment.step());
            Long at = moment.step() < 4 ? null : moment.step() == 6 ? 6L : 4L;
            assertEquals(at, moment.measuredAt().get("size"));
        }
        assertEquals(List.of(4L, 6L), measured(trained, "size"));
        assertEquals(6, trained.metric("steps"));
        Trained ended = seeded(1)
                .listen(early)
                .follow("one", 4, (network, parameters) -> 1)
                .train(VIEW);
        assertEquals(1, ended.metric("one"), "what is followed is known at the end, wherever that is");
        assertEquals(List.of("1/6", "2/6", "ended"), early.lines.subList(1, 4));
        Trainer failed = trainer(Streams.seed(1)).listen(failing);
        assertThrows(IllegalStateException.class, () -> failed.train(VIEW));
        assertEquals(List.of("1/6", "ended"), failing.lines.subList(1, 3));
    }

    /** The steps after which a figure was followed. */
    static List<Long> measured(Trained trained, String figure) {
        return trained.run().history().get(figure).stream().map(Run.Point::step).toList();
    }

    @Test
    void whatIsSpentGrowsToTheGuaranteeAndIsNoNumberWithoutPrivacy() throws Exception {
        Diary diary = new Diary(99, false), plain = new Diary(99, false), secure = new Diary(99, false);
        Trained trained = trainer(Streams.seed(1)).listen(diary).train(VIEW);
        double before = 0;
        for (Listener.Moment moment : diary.moments) {
            assertTrue(moment.epsilon().getAsDouble() > before);
            before = moment.epsilon().getAsDouble();
            assertTrue(moment.loss() > 0);
        }
        assertEquals(trained.guarantee().epsilon(), before);
        PlainTrainer.of(Mlp.of(3), PoissonNodes.of(0.2), 2, Streams.seed(1))
                .listen(plain)
                .train(VIEW);
        assertEquals(2, plain.moments.size());
        for (Listener.Moment moment : plain.moments) {
            assertTrue(Double.isNaN(moment.epsilon().getAsDouble()));
            assertTrue(moment.loss() > 0);
        }
        trainer(Streams.secure()).listen(secure).train(VIEW);
        for (Listener.Moment moment : secure.moments) assertTrue(Double.isNaN(moment.loss()));
    }

    /** What is interrupted is stored where it stands: noise that cannot be repeated would be lost with its steps. */
    @Test
    void anInterruptedReleaseLosesNoStep() throws Exception {
        Trainer stopped = trainer(Streams.secure()).checkpoint(folder, 100).listen(new Stopping(3));
        refused(TrainingStopped.class, () -> stopped.train(VIEW), "after step 3 of 6", "continues from");
        Diary diary = new Diary(99, false);
        Trained resumed =
                trainer(Streams.secure()).checkpoint(folder, 100).listen(diary).train(VIEW);
        assertEquals(STEPS, resumed.metric("steps"));
        assertEquals(4, diary.moments.get(0).step());
        assertEquals(
                trainer(Streams.seed(1)).train(VIEW).guarantee().epsilon(),
                resumed.guarantee().epsilon());
    }

    /** A seeded training announces many steps at once: those that are left out and not announced yet are paid for, and no other. */
    @Test
    void aSeededTrainingThatIsEndedPaysForEveryPlannedStepOnce() throws Exception {
        for (int steps : new int[] {6, 100, 200}) {
            PrivateTrainer trainer = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), steps, 4, 1e-4)
                    .experiment(Mlp.of(3), 1);
            Path here = folder.resolve("of-" + steps);
            Trained ended =
                    trainer.checkpoint(here, 100).listen(new Diary(2, false)).train(VIEW);
            assertEquals(2, ended.metric("steps"));
            assertEquals(steps, Ledger.read(here.resolve("ledger.jsonl")).lastStep());
            assertEquals(
                    ended.schedule().provable().epsilon(), ended.guarantee().epsilon());
        }
    }

    @Test
    void whatWasFollowedBeforeAnInterruptIsKept() throws Exception {
        OpenTrainer first = seeded(2).checkpoint(folder, 100).follow("one", 1, (n, p) -> 1);
        first.listen(new Stopping(3));
        assertThrows(TrainingStopped.class, () -> first.train(VIEW));
        Trained resumed =
                seeded(2).checkpoint(folder, 100).follow("one", 1, (n, p) -> 1).train(VIEW);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), measured(resumed, "one"));
    }

    /** Its events are those of draws that secure coins do not repeat. */
    @Test
    void anExactReleaseIsNotContinued() {
        Plan plan = Plans.fixed(DisjointWalks.of(1, 3), Clip.flat(0.5), STEPS, 4, 1e-4)
                .exact();
        Trainer trainer = plan.release(Mlp.of(3)).checkpoint(folder, 100);
        trainer.listen(new Stopping(3));
        assertThrows(TrainingStopped.class, () -> trainer.train(VIEW));
        String why = "cannot be continued, because its draws are not stored";
        refused(UncheckedIOException.class, () -> trainer.train(VIEW), why);
    }

    /** What its paper claims for the schedule stands beside what holds, now and when the folder is opened again. */
    @Test
    void aFinishedTrainingSaysTheSameWhenItIsOpenedAgain() throws Exception {
        Plan plan = Plans.fixed(HeterPoisson.of(0.2, 1), Clip.flat(0.5), 2, 4, 1e-4);
        Trainer trainer = plan.experiment(Mlp.of(3), 1).checkpoint(folder, 100);
        List<Guarantee> said = trainer.train(VIEW).run().guarantees();
        assertEquals(2, said.size());
        assertEquals(Verdict.CLAIMED, said.get(0).verdict());
        assertEquals(said, trainer.train(VIEW).run().guarantees());
    }
}
