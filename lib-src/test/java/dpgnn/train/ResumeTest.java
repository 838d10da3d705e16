package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.Extent;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.Recipe;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        Trainer trainer = PrivateTrainer.of(Gcn.of(Recipe.of(8).withDropout(0.3)), plan(), streams);
        return folder == null ? trainer : trainer.checkpoint(folder, 7);
    }

    private static TrainingView view() {
        return TrainerTest.DATA.transductive(TrainerTest.SPLIT);
    }

    @Test
    void anInterruptedTrainingContinuesBitForBit() throws Exception {
        Trained whole = trainer(null, Streams.seed(5)).train(view());
        for (int stop : new int[] {1, 6, 7, 8, 25}) {
            Path here = folder.resolve("stop-" + stop);
            refused(
                    TrainingStopped.class,
                    () -> trainer(here, Streams.seed(5))
                            .listen(moment -> {
                                if (moment.step() == stop)
                                    Thread.currentThread().interrupt();
                                return true;
                            })
                            .train(view()),
                    "after step " + stop);
            assertFalse(Thread.currentThread().isInterrupted(), "the interrupt must be used up");
            Trained resumed = trainer(here, Streams.seed(5)).train(view());
            assertArrayEquals(whole.parameters().toArray(), resumed.parameters().toArray(), 0f);
            assertEquals(whole.guarantee().epsilon(), resumed.guarantee().epsilon());
        }
    }

    @Test
    void aFinishedTrainingIsNotTakenFurther() throws Exception {
        Trained first =
                trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(view());
        byte[] ledger = Files.readAllBytes(folder.resolve("ledger.jsonl"));
        Trained again = trainer(folder, Streams.seed(5)).train(view());
        assertEquals(9, again.metric("steps"));
        assertArrayEquals(first.parameters().toArray(), again.parameters().toArray(), 0f);
        assertArrayEquals(ledger, Files.readAllBytes(folder.resolve("ledger.jsonl")));
    }

    @Test
    void aSecureTrainingThatLostStepsEndsWithinItsBudget() throws Exception {
        Path killed = folder.resolve("killed");
        Trained whole = trainer(folder.resolve("whole"), Streams.secure())
                .listen(moment -> {
                    if (moment.step() == 12) asKilled(folder.resolve("whole"), killed);
                    return true;
                })
                .train(view());
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
                .train(view());
        assertTrue(
                told.get(0).endsWith(": 5 steps were lost, and 35 of 40 were left to take, of " + (STEPS - 5)),
                told.toString());
        for (Trained of : List.of(resumed, trainer(killed, Streams.secure()).train(view()))) {
            assertEquals(STEPS - 5, of.metric("steps"), "steps 8 to 12 were lost and stay spent");
            assertEquals(5, of.metric("steps lost"));
            assertEquals(whole.guarantee().epsilon(), of.guarantee().epsilon());
            assertEquals(Verdict.SOUND, of.guarantee().verdict());
            String said = of.guarantee().statement();
            assertTrue(said.contains("5 steps were lost, and 35 of 40 were left to take"), said);
            assertTrue(of.guarantee().terms().published().contains(RunVerdict.INTERRUPTED), said);
        }
        Trained again = trainer(folder.resolve("whole"), Streams.secure()).train(view());
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
        } catch (java.io.IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void foreignOrDamagedFilesAreRefused() throws Exception {
        trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(view());
        assertThrows(UncheckedIOException.class, () -> trainer(folder, Streams.seed(6))
                .train(view()));
        Path checkpoint = folder.resolve(Checkpoint.FILE);
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        refused(
                UncheckedIOException.class,
                () -> trainer(folder, Streams.seed(5)).train(view()),
                "checksum");
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        Files.delete(folder.resolve("ledger.jsonl"));
        assertThrows(UncheckedIOException.class, () -> trainer(folder, Streams.seed(5))
                .train(view()));
    }

    @Test
    void dataThatDifferInOneValueAreRefused() throws Exception {
        trainer(folder, Streams.seed(5)).listen(m -> m.step() < 9).train(view());
        int node = 3;
        float[] row = new float[view().features().width()];
        view().features().copyRow(node, row, 0);
        row[row.length - 1] = Math.nextUp(row[row.length - 1]);
        int far = view().graph().nodes() - 1;
        boolean joined = view().graph().hasEdge(node, far);
        for (TrainingView other : List.of(
                view().withFeatures(node, row),
                view().on(
                                joined
                                        ? view().graph().withoutEdge(node, far)
                                        : view().graph().withEdge(node, far)))) {
            refused(
                    UncheckedIOException.class,
                    () -> trainer(folder, Streams.seed(5)).train(other),
                    "differs in",
                    "graph, features and labels");
        }
        String seed = refused(UncheckedIOException.class, () -> trainer(folder, Streams.seed(6))
                .train(view()));
        assertTrue(seed.contains("differs in streams:"), seed);
        trainer(folder, Streams.seed(5)).train(view());
    }

    @Test
    void aStepThatFailsLeavesTheCheckpointWhole() throws Exception {
        Plan unclipped = Plans.fixed(PoissonNodes.of(0.2), Clip.noneNoPrivacy(0.5), STEPS, 4, 1e-4);
        Trainer diverging = PrivateTrainer.of(Gcn.of(8), unclipped, Streams.seed(5))
                .optimizer(() -> dpgnn.nn.Sgd.of(1e25))
                .checkpoint(folder, 1);
        StepFailed failed = assertThrows(StepFailed.class, () -> diverging.train(view()));
        assertTrue(failed.step() > 1, failed.getMessage());
        assertTrue(failed.getMessage().contains("layer"), failed.getMessage());
        Checkpoint kept = Checkpoint.load(folder.resolve(Checkpoint.FILE));
        assertEquals(failed.step() - 1, kept.step());
        assertFalse(kept.ended());
        Ledger.read(folder.resolve("ledger.jsonl"));
        StepFailed again = assertThrows(StepFailed.class, () -> PrivateTrainer.of(Gcn.of(8), unclipped, Streams.seed(5))
                .optimizer(() -> dpgnn.nn.Sgd.of(1e25))
                .checkpoint(folder, 1)
                .train(view()));
        assertEquals(failed.step(), again.step(), "it continues at the step that failed");
        for (Streams streams : List.of(Streams.seed(5), Streams.secure()))
            assertEquals(
                    STEPS,
                    PrivateTrainer.of(Gcn.of(8), plan(), streams)
                            .optimizer(() -> dpgnn.nn.Sgd.of(1e25))
                            .train(view())
                            .metric("steps"),
                    "with a clip it takes all its steps");
    }

    /** For another process: trains in the folder that is its argument and tells every step. */
    public static final class Child {
        public static void main(String[] args) throws Exception {
            Trained trained = trainer(Path.of(args[0]), Streams.seed(5))
                    .listen(moment -> {
                        System.out.println("step " + moment.step());
                        return true;
                    })
                    .train(view());
            Files.write(
                    Path.of(args[0]).resolve("weights"), trained.parameters().save());
            System.out.println("done");
        }
    }

    /** -Ddpgnn.kills=100 for the long form, and -Ddpgnn.kills.seed=18 for other moments. */
    @Test
    @Extent.OneIn(2)
    void killedAtAnyStepATrainingEndsAsIfNothingHadHappened() throws Exception {
        Trained whole = trainer(null, Streams.seed(5)).train(view());
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
            double spent = plan().schedule(Sampler.Facts.of(view().participants()), 1)
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
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(child.getInputStream()))) {
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
