package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.sampling.WholeGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder's budget is spent by one training, whoever starts a second one in whatever moment. */
class OneTrainingTest {
    private static final int STEPS = 2;
    private static final int PAIRS = Integer.getInteger("dpgnn.pairs", 30);

    @TempDir
    Path folder;

    private static Trainer release(Path folder) {
        Plan plan =
                Plans.fixed(WholeGraph.of(), Clip.flat(0.5), STEPS, 40, 1e-4).accountant(GaussianAccountant.exact());
        return plan.release(Gcn.of(1)).checkpoint(folder, 1);
    }

    /** No more steps than were planned are taken by both together, and all are on one ledger. -Ddpgnn.pairs=150 for the long form. */
    @Test
    void ofTwoThreadsOneTrains() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int pair = 0; pair < PAIRS; pair++) {
                Path here = folder.resolve("pair-" + pair);
                CyclicBarrier start = new CyclicBarrier(2);
                AtomicInteger taken = new AtomicInteger();
                List<Future<Trained>> both = new ArrayList<>();
                for (int i = 0; i < 2; i++)
                    both.add(threads.submit(() -> {
                        start.await();
                        return release(here)
                                .listen(moment -> taken.incrementAndGet() > 0)
                                .train(VIEW);
                    }));
                int refused = 0;
                for (Future<Trained> one : both) {
                    try {
                        assertEquals(STEPS, one.get().metric("steps"));
                    } catch (ExecutionException e) {
                        assertTrue(e.getCause().getMessage().contains("another training is at work"), e.toString());
                        refused++;
                    }
                }
                assertTrue(refused < 2);
                assertEquals(STEPS, taken.get(), "steps that both took together");
                assertEquals(STEPS, Ledger.read(here.resolve("ledger.jsonl")).lastStep());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** For another process: waits for a line on its input in the middle of what its first argument says. */
    public static final class Waiting {
        public static void main(String[] args) throws Exception {
            Path ledger = Path.of(args[1], "ledger.jsonl");
            if (args[0].equals("training")) {
                release(Path.of(args[1]))
                        .listen(moment -> {
                            Ledger.read(ledger);
                            return moment.step() > 1 || waited();
                        })
                        .train(VIEW);
            } else {
                Map<String, String> facts = new AbstractMap<>() {
                    @Override
                    public Set<Entry<String, String>> entrySet() {
                        waited();
                        return Set.of();
                    }
                };
                try (Ledger created = Ledger.create(ledger, facts)) {
                    created.spend(new Event.Gaussian(40), 1);
                }
            }
            System.out.println("spent");
        }

        private static boolean once;

        private static boolean waited() {
            if (once) return true;
            once = true;
            System.out.println("waiting");
            try {
                return System.in.read() >= 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private interface Meanwhile {
        void happens() throws Exception;
    }

    private void whileAnotherWaits(String where, Meanwhile meanwhile) throws Exception {
        Process other = ChildJvm.of(Waiting.class, where, folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = other.inputReader()) {
            assertEquals("waiting", lines.readLine());
            meanwhile.happens();
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            assertEquals("spent", lines.readLine());
            assertEquals(0, other.waitFor());
        } finally {
            other.destroyForcibly();
        }
    }

    /** The other has made its ledger, and not yet written a byte of it. */
    @Test
    void anEmptyLedgerIsAnothersUntilItsProcessEnds() throws Exception {
        Path ledger = folder.resolve("ledger.jsonl");
        whileAnotherWaits("ledger", () -> {
            assertEquals(0, Files.size(ledger));
            refused(IllegalStateException.class, () -> release(folder).train(VIEW), "open elsewhere");
        });
        assertEquals(1, Ledger.read(ledger).lastStep());
        Files.delete(ledger);
        // One that was killed there leaves an empty ledger, on which nothing was spent, and its lock goes with it.
        Files.createFile(ledger);
        assertEquals(STEPS, release(folder).train(VIEW).metric("steps"));
    }

    /** The other is in its training, and has read its own ledger. */
    @Test
    @Tag("nightly")
    void aFolderIsAnothersUntilItsProcessEnds() throws Exception {
        String busy = "another training is at work in the folder " + folder;
        whileAnotherWaits(
                "training",
                () -> refused(UncheckedIOException.class, () -> release(folder).train(VIEW), busy));
        assertEquals(STEPS, Ledger.read(folder.resolve("ledger.jsonl")).lastStep());
        assertEquals(STEPS, release(folder).train(VIEW).metric("steps"));
    }
}
