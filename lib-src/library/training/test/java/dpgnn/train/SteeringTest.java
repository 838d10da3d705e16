package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a training that is steered has in its folder, and how it refuses; AdaptiveTrainingTest looks at its budget. */
class SteeringTest {
    private static final Plan PLAN = Plans.within(PoissonNodes.of(0.05), Clip.flat(0.5), 150, 3, 1e-4);

    @TempDir
    Path folder;

    private Trainer trainer(Streams streams, long every) {
        return PLAN.trainer(Mlp.of(2), streams).checkpoint(folder, every);
    }

    private static AdaptiveTraining seeded() {
        return AdaptiveTraining.of(PLAN.experiment(Mlp.of(2), 1), VIEW);
    }

    /** Two threads at once, and none of them sees the other's step. */
    @Test
    void stepsOfTwoThreadsAreTakenOneAfterAnother() throws Exception {
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
        Sampler watching = new Watching(PoissonNodes.of(0.05), step -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            LockSupport.parkNanos(2_000_000);
            inside.decrementAndGet();
        });
        Plan plan = Plans.within(watching, Clip.flat(0.5), 150, 3, 1e-4);
        try (AdaptiveTraining training = AdaptiveTraining.of(plan.release(Mlp.of(2)), VIEW)) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
            for (int t = 0; t < 2; t++) {
                Thread thread = new Thread(() -> training.take(20));
                thread.setUncaughtExceptionHandler((of, e) -> thrown.add(e));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) thread.join();
            assertEquals(List.of(), thrown);
            assertEquals(1, most.get());
            assertEquals(40, training.end().metric("steps"));
        }
    }

    @Test
    void aStepThatFailedLeavesNoSoundTraining() {
        Sampler failing = new Watching(PoissonNodes.of(0.05), step -> {
            if (step == 4) throw new IllegalStateException("a fault of the sampler");
        });
        Plan plan = Plans.within(failing, Clip.flat(0.5), 150, 3, 1e-4);
        Trainer trainer = plan.release(Mlp.of(2)).checkpoint(folder, 10);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            assertThrows(IllegalStateException.class, () -> training.take(10));
            refused(IllegalStateException.class, () -> training.take(1), "a step failed");
            failed(training.end().guarantee());
        }
        try (AdaptiveTraining ended = AdaptiveTraining.of(trainer, VIEW)) {
            failed(ended.end().guarantee());
        }
    }

    private static void failed(Guarantee held) {
        assertNotEquals(Verdict.SOUND, held.verdict());
        assertTrue(held.statement().contains("a step failed there"), held.statement());
    }

    private Path ledger() {
        return folder.resolve("ledger.jsonl");
    }

    /** A seeded training announces up to 64 steps in a line, and no more than it takes; a release announces each. */
    @Test
    void stepsAreAnnouncedInBlocks() throws Exception {
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer(Streams.seed(1), 1000), VIEW)) {
            training.take(70);
            training.take(2);
            training.multiplier(2 * training.schedule().multiplier());
            training.take(1);
            assertEquals(73, Ledger.read(ledger()).lastStep());
        }
        List<String> lines = Files.readAllLines(ledger());
        // the header, 64 + 6, 2, 1
        assertEquals(5, lines.size());
        int[] last = {0, 64, 70, 72, 73};
        for (int i = 1; i < 5; i++) {
            String steps = "\"from\":" + (last[i - 1] + 1) + ",\"to\":" + last[i] + ",";
            assertTrue(lines.get(i).contains(steps), lines.get(i));
        }
        LedgerRecord record = Ledger.read(ledger());
        assertEquals(
                List.of(1L, 73L), record.changes().stream().map(c -> c.step()).toList());
        Set<String> changed = new TreeSet<>(record.changes().get(0).facts().keySet());
        changed.removeIf(name -> name.startsWith("assumed "));
        assertEquals(Set.of("sampler", "clip", "noise", "deviation"), changed);
        Map<String, String> facts = record.facts();
        assertEquals(EventText.settings(List.of(3.0, 1e-4)), facts.get("budget"));
        assertEquals(PLAN.sampler().unit().name(), facts.get("unit"));
        assertEquals(PLAN.relation().name(), facts.get("relation"));
    }

    /** What is stored is the last step that was stored: every so many, at an interrupt and when what was asked for is done. */
    @Test
    void weightsAreStoredEverySoManySteps() throws Exception {
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW)) {
            training.take(3);
            assertEquals(3, Checkpoint.load(folder.resolve(Checkpoint.FILE)).step());
            training.take(6);
            Thread.currentThread().interrupt();
            Throwable stopped =
                    assertThrows(TrainingStopped.class, () -> training.take(6)).getCause();
            assertTrue(stopped.getMessage().startsWith("the training was stopped after step 9"), stopped.getMessage());
            Checkpoint stored = Checkpoint.load(folder.resolve(Checkpoint.FILE));
            assertEquals(9, stored.step());
            assertFalse(stored.ended());
        }
        float[] weights;
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW)) {
            weights = training.parameters().toArray().clone();
            Trained trained = training.end();
            assertSame(training.network(), trained.network());
            assertEquals(9, trained.metric("steps"));
            assertEquals(0, training.left(100));
            assertTrue(Checkpoint.load(folder.resolve(Checkpoint.FILE)).ended());
            for (Executable change : List.<Executable>of(
                    () -> training.take(1),
                    () -> training.multiplier(2),
                    () -> training.clip(Clip.flat(1)),
                    () -> training.sampler(PoissonNodes.of(0.1))))
                refused(IllegalStateException.class, change, "the training has ended; its budget is spent");
        }
        assertTrue(Ledger.read(ledger()).ended());
        try (AdaptiveTraining again = AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW)) {
            assertArrayEquals(weights, again.end().parameters().toArray());
        }
        refused(UncheckedIOException.class, () -> AdaptiveTraining.of(trainer(Streams.seed(1), 4), VIEW), "");
    }

    @Test
    void aTrainingIsAtWorkInItsFolderUntilItIsClosed() throws Exception {
        AdaptiveTraining first = AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW);
        refused(
                UncheckedIOException.class,
                () -> AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW),
                "another training is at work");
        first.close();
        AdaptiveTraining.of(trainer(Streams.secure(), 4), VIEW).close();
        // one that is refused lets go as well
        Plan stated = PLAN.leaking("The clip was measured.");
        Trainer leaking = stated.release(Mlp.of(2)).checkpoint(folder.resolve("b"), 4);
        for (int i = 0; i < 2; i++)
            refused(
                    () -> AdaptiveTraining.of(leaking, VIEW),
                    "a release has no leaks, and this plan has: [The clip was measured.]");
    }

    @Test
    void whatLeaksIsUnsoundInAnExperiment() {
        TrainingView leaky = SmallTraining.leaky().transductive(SPLIT);
        Trainer plain = PLAN.experiment(Mlp.of(2), 1);
        Trainer leaking = PLAN.leaking("The clip was measured.").experiment(Mlp.of(2), 1);
        try (AdaptiveTraining whole = seeded();
                AdaptiveTraining data = AdaptiveTraining.of(plain, leaky);
                AdaptiveTraining clip = AdaptiveTraining.of(leaking, VIEW)) {
            for (AdaptiveTraining training : List.of(data, clip)) {
                training.take(1);
                Guarantee guarantee = training.end().guarantee();
                assertEquals(Verdict.UNSOUND, guarantee.verdict());
                assertEquals(Double.POSITIVE_INFINITY, guarantee.epsilon());
            }
            assertTrue(clip.guarantee().terms().remarks().contains("The clip was measured."));
            List<String> remarks = data.guarantee().terms().remarks();
            assertTrue(remarks.containsAll(leaky.provenance().leaks()));
            Guarantee before = whole.guarantee();
            assertEquals(3, before.epsilon());
            assertEquals(Verdict.IDEAL, before.verdict());
            assertTrue(before.terms().remarks().get(0).startsWith("Steered within a budget: "));
        }
    }

    @Test
    void whatCannotBeSteeredIsNamed() {
        Plan open = Plan.of(PoissonNodes.of(0.2), Clip.flat(0.5), GaussianNoise.standard());
        for (Plan wrong : List.of(open.steps(4).multiplier(3).delta(1e-4), PLAN.exact()))
            refused(
                    () -> AdaptiveTraining.of(wrong.experiment(Mlp.of(2), 1), VIEW),
                    "a plan that may change must be calibrated(epsilon, delta) or within(epsilon, delta), and not exact");
        Summed probe = (moment, sum) -> {};
        for (Trainer watched : List.of(
                trainer(Streams.seed(1), 1).listen(m -> true),
                PLAN.experiment(Mlp.of(2), 1).follow("none", 1, (n, p) -> 0),
                PLAN.experiment(Mlp.of(2), 1).probe(probe)))
            refused(() -> AdaptiveTraining.of(watched, VIEW), "has no probe, follows no figure and tells no listener");
        refused(
                () -> AdaptiveTraining.of(PlainTrainer.of(Mlp.of(4), PoissonNodes.of(0.2), 3, Streams.seed(1)), VIEW),
                "trainer must be a private one");
        assertFalse(Files.exists(ledger()));
        try (AdaptiveTraining training = seeded()) {
            String what =
                    PLAN.sampler().unit().words() + " which " + PLAN.relation().words();
            refused(
                    () -> training.sampler(DisjointWalks.of(2, 3)),
                    "the sampler must protect what the former did, " + what + "; ");
            refused(() -> training.left(0), "limit");
            refused(() -> training.take(0), "steps");
            refused(() -> training.clip(null), "clip");
            refused(() -> training.sampler(null), "sampler");
            refused(() -> training.multiplier(0), "multiplier");
            Event step = training.schedule().event(0);
            assertTrue(training.filter().admits(new Event.Repeated(step, 150)));
        }
    }

    /** A steered training with a given multiplier keeps it; one that is sought is the least for its steps. */
    @Test
    void aGivenMultiplierIsKept() {
        Plan given = Plan.of(PoissonNodes.of(0.05), Clip.flat(0.5), GaussianNoise.standard())
                .multiplier(1.75)
                .within(3, 1e-4);
        try (AdaptiveTraining training = AdaptiveTraining.of(given.experiment(Mlp.of(2), 1), VIEW)) {
            assertEquals(1.75, training.schedule().multiplier());
            assertEquals(1.75 * 0.5, training.schedule().deviation());
            training.clip(Clip.flat(0.2));
            assertEquals(1.75 * 0.2, training.schedule().deviation());
        }
    }

    /** Draws as another sampler does, and says how many it expects. */
    private record Expecting(Sampler like, double expects) implements SamplerLike {
        @Override
        public double expectedExamples(Facts facts) {
            return expects;
        }
    }

    @Test
    void aCrashLosesNoMoreThanTheStepsSinceTheLastWholeNumber() {
        Map<Long, Long> stored = new TreeMap<>();
        Sampler watching = new Watching(PoissonNodes.of(0.05), step -> {
            Path file = folder.resolve(Checkpoint.FILE);
            stored.put(
                    step,
                    Files.exists(file)
                            ? assertDoesNotThrow(() -> Checkpoint.load(file)).step()
                            : 0);
        });
        Plan watched = Plans.within(new Expecting(watching, 12), Clip.flat(0.5), 150, 3, 1e-4);
        Trainer trainer = watched.release(Mlp.of(2)).checkpoint(folder, 3);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.take(7);
            refused(() -> training.sampler(new Expecting(PoissonNodes.of(0.05), 600_000)), "at most 524288 examples");
        }
        assertEquals("{0=0, 1=0, 2=0, 3=3, 4=3, 5=3, 6=6}", stored.toString());
    }

    @Test
    void whatASamplerAssumesIsNumberedOnTheLedger() {
        Plan stars = Plans.within(HomeStars.of(0.2, 1), Clip.flat(0.5), 20, 3, 1e-4);
        Trainer trainer = stars.experiment(Gcn.of(2), 5).checkpoint(folder, 1);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.take(1);
        }
        Map<String, String> facts = Ledger.read(ledger()).changes().get(0).facts();
        List<String> assumptions = stars.sampler().assumptions();
        assertFalse(assumptions.isEmpty());
        for (int i = 0; i < assumptions.size(); i++) assertEquals(assumptions.get(i), facts.get("assumed " + (i + 1)));
    }

    @Test
    void noiseThatCannotBeReleasedLeavesNothingOnRecord() {
        Noise seededOnly = new NoiseLike() {};
        Plan plan = Plans.fixed(PoissonNodes.of(0.05), Clip.flat(0.5), seededOnly, 3, 2, 1e-4);
        Trainer trainer = plan.release(Mlp.of(2)).checkpoint(folder, 1);
        refused(() -> trainer.train(VIEW), "noise protects no release");
        assertFalse(Files.exists(ledger()), "nothing was drawn, so nothing is spent");
    }
}
