package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.Extent;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
    private static final int STEPS = 40;

    @TempDir
    Path folder;

    private static Plan plan() {
        return Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, 4, 1e-4);
    }

    private static Trainer trainer(Path folder, Streams streams) {
        Trainer trainer = plan().trainer(Gcn.of(Recipe.of(8).withDropout(0.3)), streams);
        return folder == null ? trainer : trainer.checkpoint(folder, 7);
    }

    @Test
    void anInterruptedTrainingContinuesBitForBit() throws Exception {
        Trained whole = trainer(null, Streams.seed(5)).train(VIEW);
        for (int stop : new int[] {1, 6, 7, 8, 25}) {
            Path here = folder.resolve("stop-" + stop);
            Trainer stopped = trainer(here, Streams.seed(5)).listen(new Stopping(stop));
            refused(TrainingStopped.class, () -> stopped.train(VIEW), "after step " + stop);
            assertFalse(Thread.currentThread().isInterrupted(), "the interrupt must be used up");
            Trained resumed = trainer(here, Streams.seed(5)).train(VIEW);
            assertSameWeights(whole, resumed);
            assertEquals(whole.guarantee().epsilon(), resumed.guarantee().epsilon());
        }
    }

    @Test
    void aFinishedTrainingIsNotTakenFurther() throws Exception {
        Trained first =
                trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(VIEW);
        byte[] ledger = Files.readAllBytes(folder.resolve("ledger.jsonl"));
        Trained again = trainer(folder, Streams.seed(5)).train(VIEW);
        assertEquals(9, again.metric("steps"));
        assertSameWeights(first, again);
        assertArrayEquals(ledger, Files.readAllBytes(folder.resolve("ledger.jsonl")));
    }

    @Test
    void aSecureTrainingThatLostStepsEndsWithinItsBudget() throws Exception {
        Path killed = folder.resolve("killed");
        Trained whole = trainer(folder.resolve("whole"), Streams.secure())
                .listen(killedAfter(12, folder.resolve("whole"), killed))
                .train(VIEW);
        List<String> told = new ArrayList<>();
        Trained resumed = trainer(killed, Streams.secure())
                .listen(new Listener() {
                    @Override
                    public void started(String title, long steps) {
                        told.add(title + ", of " + steps);
                    }

                    @Override
                    public boolean step(Moment moment) {
                        assertEquals(STEPS - 5, moment.steps());
                        return true;
                    }
                })
                .train(VIEW);
        assertTrue(
                told.get(0).endsWith(": 5 steps were lost, and 35 of 40 were left to take, of " + (STEPS - 5)),
                told.toString());
        for (Trained of : List.of(resumed, trainer(killed, Streams.secure()).train(VIEW))) {
            assertEquals(STEPS - 5, of.metric("steps"), "steps 8 to 12 were lost and stay spent");
            assertEquals(5, of.metric("steps lost"));
            assertEquals(whole.guarantee().epsilon(), of.guarantee().epsilon());
            assertEquals(Verdict.SOUND, of.guarantee().verdict());
            String said = of.guarantee().statement();
            assertTrue(said.contains("5 steps were lost, and 35 of 40 were left to take"), said);
            assertTrue(of.guarantee().terms().published().contains(RunVerdict.INTERRUPTED), said);
        }
        Trained again = trainer(folder.resolve("whole"), Streams.secure()).train(VIEW);
        for (Trained of : List.of(whole, again)) {
            assertFalse(of.run().metrics().containsKey("steps lost"));
            assertFalse(of.guarantee().statement().contains("interrupted"), "an end is no interruption");
        }
    }

    /** What a process that is killed now would leave. */
    static void asKilled(Path from, Path to) {
        try (var files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.toList()) if (Files.size(file) > 0) Files.copy(file, to.resolve(file.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes down what a kill after this step would leave of a training in a folder. */
    static Listener killedAfter(long step, Path folder, Path left) {
        return moment -> {
            if (moment.step() == step) asKilled(folder, left);
            return true;
        };
    }

    @Test
    void foreignOrDamagedFilesAreRefused() throws Exception {
        trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(VIEW);
        broken(6, VIEW);
        Path checkpoint = folder.resolve(Checkpoint.FILE);
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        broken(5, VIEW, "checksum");
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        Files.delete(folder.resolve("ledger.jsonl"));
        broken(5, VIEW);
    }

    private void broken(long seed, TrainingView view, String... words) {
        Trainer trainer = trainer(folder, Streams.seed(seed));
        refused(UncheckedIOException.class, () -> trainer.train(view), words);
    }

    @Test
    void dataThatDifferInOneValueAreRefused() throws Exception {
        trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(VIEW);
        int node = 3;
        float[] row = new float[VIEW.features().width()];
        VIEW.features().copyRow(node, row, 0);
        row[row.length - 1] = Math.nextUp(row[row.length - 1]);
        int far = VIEW.graph().nodes() - 1;
        Graph graph = VIEW.graph();
        Graph other = graph.hasEdge(node, far) ? graph.withoutEdge(node, far) : graph.withEdge(node, far);
        for (TrainingView changed : List.of(VIEW.withFeatures(node, row), VIEW.on(other)))
            broken(5, changed, "differs in", "graph, features and labels");
        broken(6, VIEW, "differs in streams:");
        trainer(folder, Streams.seed(5)).train(VIEW);
    }

    @Test
    void aStepThatFailsLeavesTheCheckpointWhole() throws Exception {
        Plan unclipped = Plans.fixed(PoissonNodes.of(0.2), Clip.noneNoPrivacy(0.5), STEPS, 4, 1e-4);
        Trainer diverging =
                unclipped.experiment(Gcn.of(8), 5).optimizer(() -> Sgd.of(1e25)).checkpoint(folder, 1);
        StepFailed failed = assertThrows(StepFailed.class, () -> diverging.train(VIEW));
        assertTrue(failed.step() > 1, failed.getMessage());
        assertTrue(failed.getMessage().contains("layer"), failed.getMessage());
        Checkpoint kept = Checkpoint.load(folder.resolve(Checkpoint.FILE));
        assertEquals(failed.step() - 1, kept.step());
        assertFalse(kept.ended());
        Ledger.read(folder.resolve("ledger.jsonl"));
        StepFailed again = assertThrows(StepFailed.class, () -> diverging.train(VIEW));
        assertEquals(failed.step(), again.step(), "it continues at the step that failed");
        for (Streams streams : List.of(Streams.seed(5), Streams.secure())) {
            Trainer clipped = plan().trainer(Gcn.of(8), streams).optimizer(() -> Sgd.of(1e25));
            assertEquals(STEPS, clipped.train(VIEW).metric("steps"), "with a clip it takes all its steps");
        }
    }

    /** For another process: trains in the folder that is its argument and tells every step. */
    public static final class Child {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            Trained trained =
                    trainer(folder, Streams.seed(5)).listen(Child::told).train(VIEW);
            Files.write(folder.resolve("weights"), trained.parameters().save());
            System.out.println("done");
        }

        static boolean told(Listener.Moment moment) {
            System.out.println("step " + moment.step());
            return true;
        }
    }

    /** -Ddpgnn.kills=100 for the long form, and -Ddpgnn.kills.seed=18 for other moments. */
    @Test
    @Tag("nightly")
    void killedAtAnyStepATrainingEndsAsIfNothingHadHappened() throws Exception {
        Trained whole = trainer(null, Streams.seed(5)).train(VIEW);
        RandomStream when = Streams.seed(Long.getLong("dpgnn.kills.seed", 17)).stream("kills");
        int kills = Integer.getInteger("dpgnn.kills", Extent.of(3, 1));
        int killed = 0;
        for (int round = 0; killed < kills; round++) {
            Path here = folder.resolve("round-" + round);
            boolean done = false;
            while (!done) {
                done = !runAndKill(here, killed < kills ? 1 + when.nextInt(STEPS - 1) : Integer.MAX_VALUE);
                if (!done) killed++;
            }
            assertArrayEquals(whole.parameters().save(), Files.readAllBytes(here.resolve("weights")));
            double spent = plan().schedule(Sampler.Facts.of(VIEW.participants()), 1)
                    .epsilon(Ledger.read(here.resolve("ledger.jsonl")).total());
            assertTrue(
                    spent >= whole.guarantee().epsilon(),
                    spent + " of " + whole.guarantee().epsilon());
            assertEquals(
                    whole.guarantee().epsilon(), spent, "a seeded training repeats its steps and spends nothing more");
        }
    }

    /** Whether it had to be killed, which is done when the child has told so many steps. */
    private static boolean runAndKill(Path here, int afterLines) throws Exception {
        Process child = ChildJvm.of(Child.class, here.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = child.inputReader()) {
            int steps = 0;
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.equals("done")) {
                    assertTrue(child.waitFor(600, TimeUnit.SECONDS));
                    return false;
                }
                if (line.startsWith("step") && ++steps >= afterLines) {
                    child.destroyForcibly();
                    child.waitFor();
                    return true;
                }
            }
            throw new AssertionError("the training ended with " + child.waitFor());
        } finally {
            child.destroyForcibly();
        }
    }
}
