package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.base.Sha256;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.PrivateSelection.Candidate;
import java.io.BufferedReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases of one data set in several folders, charged to one budget. */
class BudgetTest {
    private static final int STEPS = 4;
    private static final Plan PLAN = plan(3);

    @TempDir
    Path folder;

    private static Plan plan(double multiplier) {
        return Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, multiplier, 1e-5);
    }

    private Path file() {
        return folder.resolve("private-budget.json");
    }

    private Budget budget(double epsilon) {
        return Budget.at(file(), epsilon, 1e-5);
    }

    private Trainer release(String name, Plan plan, Budget budget) {
        return plan.release(Mlp.of(2)).budget(budget).checkpoint(folder.resolve(name), 2);
    }

    private void full(String name, Plan plan, Budget budget, String words) {
        refused(IllegalStateException.class, () -> release(name, plan, budget).train(VIEW), words);
    }

    private static void broken(Trainer trainer, String words) {
        refused(UncheckedIOException.class, () -> trainer.train(VIEW), words);
    }

    private long charges() throws Exception {
        return Files.readAllLines(file()).stream()
                .filter(line -> line.contains("INTENT"))
                .count();
    }

    /** Epsilons of two releases alone, and of both, by an accountant that the budget does not use here. */
    @Test
    void releasesInTwoFoldersAreComposedAndTheThirdDoesNotFit() throws Exception {
        PldAccountant pld = PldAccountant.standard();
        double one = PLAN.epsilon(VIEW);
        double both =
                pld.epsilon(PLAN.steps(2 * STEPS).schedule(VIEW, Mlp.of(2)).spent(), PLAN.accounting());
        Budget budget = budget(1.6 * both);
        Trained first = release("one", PLAN, budget).train(VIEW);
        double after = budget.used();
        assertTrue(after >= one, "one release used " + after + " of at least " + one);
        Trained second =
                release("two", PLAN, Budget.at(file(), 1.6 * both, 1e-5)).train(VIEW);
        assertTrue(budget.used() >= both, "two used " + budget.used() + " of at least " + both);
        assertTrue(budget.used() < 2 * after, "events are composed, not epsilons: " + budget.used());
        for (Trained trained : List.of(first, second)) {
            assertEquals(Verdict.SOUND, trained.guarantee().verdict());
            assertEquals(one, trained.guarantee().epsilon());
            String said = trained.guarantee().statement();
            assertTrue(said.contains("Charged to a budget of epsilon " + 1.6 * both + " at delta 1.0E-5"), said);
            assertFalse(said.contains("Other releases"), said);
        }
        full("three", plan(0.9), budget, "has no room for this release");
        assertEquals(0, Ledger.read(folder.resolve("three/ledger.jsonl")).lastStep(), "refused before the first step");
        assertEquals(2, charges());
        assertTrue(Files.readString(file()).contains("private: do not publish"));
        String alone = PLAN.release(Mlp.of(2)).train(VIEW).guarantee().statement();
        assertTrue(alone.contains("Other releases of the same data, which no budget counts."), alone);
        Budget fresh = Budget.at(folder.resolve("private-fresh"), 8, 1e-5);
        PLAN.release(Mlp.of(2)).optimizer(() -> Adam.of(0.1)).budget(fresh).train(VIEW);
        assertTrue(fresh.used() > 0, "wherever it stands among the settings");
    }

    @Test
    void aBudgetHasANumberOfItsOwn() throws Exception {
        Budget budget = budget(8);
        assertTrue(budget.number().isEmpty(), "nothing was charged");
        Trained first = release("one", PLAN, budget).train(VIEW);
        String number = budget.number().orElseThrow();
        String run = Ledger.read(folder.resolve("one/ledger.jsonl")).facts().get("run");
        assertEquals(Set.of(run), budget.runs());
        assertEquals(number, Budget.at(file(), 8, 1e-5).number().orElseThrow());
        String said = first.guarantee().statement();
        assertTrue(said.contains("number " + number + ", as run " + run), said);
        Budget other = Budget.at(folder.resolve("private-other"), 8, 1e-5);
        release("other", PLAN, other).train(VIEW);
        assertNotEquals(number, other.number().orElseThrow());
        // As a version wrote it that drew no number: the chain anew.
        List<String> old = new ArrayList<>();
        String before = "0".repeat(64);
        for (String line : Files.readAllLines(file())) {
            String body =
                    line.substring(0, line.lastIndexOf(",\"hash\"")).replace(",\"number\":\"" + number + "\"", "");
            before = Sha256.of((before + "\n" + body).getBytes(StandardCharsets.ISO_8859_1));
            old.add(body + ",\"hash\":\"" + before + "\"}");
        }
        assertNotEquals(old, Files.readAllLines(file()));
        Files.write(file(), old);
        String named = budget.number().orElseThrow();
        assertTrue(old.get(1).contains(named), "the hash of the first charge");
        Trained second = release("two", PLAN, budget).train(VIEW);
        assertEquals(named, budget.number().orElseThrow());
        assertTrue(second.guarantee().statement().contains("number " + named));
        assertEquals(2, budget.runs().size());
    }

    /** By the filter of Lemma 58 alone it would not fit; what was chosen before anything was released needs no filter. */
    @Test
    void aPlanThatIsCalibratedToTheWholeBudgetTakesItAll() throws Exception {
        Plan whole = Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, 2, 1e-5);
        Budget budget = budget(2);
        release("one", whole, budget).train(VIEW);
        assertTrue(budget.used() <= 2, "used " + budget.used());
        full("two", plan(1000), budget, "has no room");
        assertEquals(1, charges());
        assertEquals(STEPS, release("one", whole, budget).train(VIEW).metric("steps"), "what is paid for may be read");
    }

    /** Nothing bounds the Rényi divergence of its event: it is the only release of its budget. */
    @Test
    void whatTheFilterDoesNotKnowTakesABudgetAlone() throws Exception {
        Plan stars = Plans.within(HeterPoisson.of(0.25, 1), Clip.flat(0.5), STEPS, 4, 1e-5);
        Budget budget = budget(4);
        release("one", stars, budget).train(VIEW);
        assertTrue(budget.used() <= 4, "used " + budget.used());
        full("two", stars, budget, "the only one of its budget");
    }

    /** Wherever a release is killed, its charge is there once, and before its first step. */
    @Test
    void aReleaseThatIsKilledIsChargedOnce() throws Exception {
        Budget budget = budget(8);
        for (int step = 1; step <= STEPS; step++) {
            Path whole = folder.resolve("whole" + step), killed = folder.resolve("killed" + step);
            release("whole" + step, PLAN, budget)
                    .listen(ResumeTest.killedAfter(step, whole, killed))
                    .train(VIEW);
        }
        // Ended by the budget, and not by the copies of their folders: they are shorter ledgers of finished runs.
        for (int step = 1; step <= STEPS; step++)
            broken(release("killed" + step, PLAN, budget), "the ledger was cut short");
        assertEquals(STEPS, charges());
        // With the budget as it was at the kill they go on, and nothing is charged again.
        List<String> lines = Files.readAllLines(file());
        for (int step = 1; step <= STEPS; step++) {
            Files.write(file(), lines.subList(0, 2 * step));
            Path here = folder.resolve("killed" + step);
            for (int kept = 1; kept <= 2; kept++) {
                Path again = folder.resolve("again" + step + kept);
                ResumeTest.asKilled(here, again);
                Path ledger = again.resolve("ledger.jsonl");
                // Killed between the charge and the first step, too: nothing but the header.
                if (kept == 1) Files.deleteIfExists(again.resolve(Checkpoint.FILE));
                if (kept == 1) Files.write(ledger, Files.readAllLines(ledger).subList(0, 1));
                Files.write(file(), lines.subList(0, 2 * step));
                release(again.getFileName().toString(), PLAN, budget).train(VIEW);
                assertEquals(step, charges());
            }
            // Killed before the charge: the ledger has its header, the budget nothing of it.
            if (step == 1) continue;
            Path before = folder.resolve("before" + step);
            ResumeTest.asKilled(here, before);
            Files.deleteIfExists(before.resolve(Checkpoint.FILE));
            Path ledger = before.resolve("ledger.jsonl");
            Files.write(ledger, Files.readAllLines(ledger).subList(0, 1));
            Files.write(file(), lines.subList(0, 2 * step - 1));
            release(before.getFileName().toString(), PLAN, budget).train(VIEW);
            assertEquals(step, charges());
        }
    }

    /** For another process: releases in the folder that is its argument, and tells every step. */
    public static final class Releasing {
        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            Budget budget = Budget.at(folder.resolve("private-budget.json"), 8, 1e-5);
            PLAN.release(Mlp.of(2))
                    .budget(budget)
                    .checkpoint(folder.resolve("one"), 2)
                    .listen(ResumeTest.Child::told)
                    .train(VIEW);
        }
    }

    private Process started(Class<?> type, String... more) throws Exception {
        String[] arguments =
                Stream.concat(Stream.of(folder.toString()), Stream.of(more)).toArray(String[]::new);
        return ChildJvm.of(type, arguments)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** For another process: releases from a line of input on, again and again, until the budget has no room. */
    public static final class Spending {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            if (System.in.read() < 0) return;
            for (int i = 0; i < 20; i++) {
                Budget budget = Budget.at(folder.resolve("private-budget.json"), 3, 1e-5);
                Path own = folder.resolve(args[1] + i);
                try {
                    PLAN.release(Mlp.of(2)).budget(budget).checkpoint(own, 2).train(VIEW);
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                    return;
                }
                System.out.println("released");
            }
        }
    }

    @Test
    @Tag("nightly")
    void processesThatChargeAtOnceSpendNothingTwice() throws Exception {
        List<Process> children = List.of(started(Spending.class, "here"), started(Spending.class, "there"));
        int done = 0;
        try {
            for (Process child : children) {
                child.getOutputStream().write('\n');
                child.getOutputStream().close();
            }
            for (Process child : children) {
                List<String> said = child.inputReader().lines().toList();
                assertTrue(said.get(said.size() - 1).contains("has no room for this release"), said.toString());
                assertEquals(0, child.waitFor());
                done += said.size() - 1;
            }
        } finally {
            for (Process child : children) child.destroyForcibly();
        }
        assertEquals(done, charges());
        assertTrue(budget(3).used() <= 3, "used " + budget(3).used());
        full("late", PLAN, budget(3), "has no room");
        Budget alone = Budget.at(folder.resolve("private-alone"), 3, 1e-5);
        for (int i = 0; i < done; i++) release("alone" + i, PLAN, alone).train(VIEW);
        full("alone", PLAN, alone, "has no room");
    }

    @Test
    void aProcessThatIsKilledAfterItsChargeIsNotChargedAgain() throws Exception {
        Process child = started(Releasing.class);
        try (BufferedReader lines = child.inputReader()) {
            assertTrue(lines.lines().anyMatch(line -> line.startsWith("step")));
        } finally {
            child.destroyForcibly();
            assertTrue(child.waitFor(60, TimeUnit.SECONDS));
        }
        assertEquals(1, charges());
        release("one", PLAN, budget(8)).train(VIEW);
        assertEquals(1, charges());
    }

    @Test
    @Tag("nightly")
    void threadsThatChargeAtOnceSpendNothingTwice() throws Exception {
        int fit = 0;
        Budget alone = Budget.at(folder.resolve("private-alone"), 3, 1e-5);
        try {
            for (; fit < 20; fit++) release("alone" + fit, PLAN, alone).train(VIEW);
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().contains("has no room"), e.getMessage());
        }
        assertTrue(fit > 1 && fit < 20, fit + " fit");
        AtomicInteger done = new AtomicInteger(), refused = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < fit + 2; t++) {
            String name = "thread" + t;
            Thread thread = new Thread(() -> {
                try {
                    release(name, PLAN, budget(3)).train(VIEW);
                    done.incrementAndGet();
                } catch (IllegalStateException e) {
                    if (e.getMessage().contains("has no room")) refused.incrementAndGet();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) thread.join();
        assertEquals(fit, done.get());
        assertEquals(2, refused.get());
        assertEquals(fit, charges());
    }

    @Test
    void selectionsAndSteeredTrainingsAreChargedToo() throws Exception {
        Budget budget = budget(20);
        PrivateSelection selection = PrivateSelection.of(Candidate.of("one", Mlp.of(2), PLAN))
                .by(HoldoutCount.of(HELD, 4))
                .times(RunCount.poisson(2))
                .budget(budget);
        for (int again = 0; again < 2; again++)
            selection.checkpoint(folder.resolve("selection")).release(VIEW);
        assertEquals(1, charges());
        refused(() -> selection.choose(VIEW, Streams.seed(1)));
        Plan steered = Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), 20, 3, 1e-5);
        double before = budget.used();
        try (AdaptiveTraining training = AdaptiveTraining.of(release("steered", steered, budget), VIEW)) {
            training.take(3);
            training.multiplier(20);
            training.take(2);
        }
        try (AdaptiveTraining training = AdaptiveTraining.of(release("steered", steered, budget), VIEW)) {
            training.take(2);
            String said = training.end().guarantee().statement();
            assertTrue(said.contains("Charged to a budget of epsilon 20.0"), said);
            String run =
                    Ledger.read(folder.resolve("steered/ledger.jsonl")).facts().get("run");
            assertTrue(said.contains("number " + budget.number().orElseThrow() + ", as run " + run), said);
        }
        assertEquals(4, charges());
        assertTrue(budget.used() > before);
        var counts = EventCounts.of(budget.total()).values();
        assertEquals(8, counts.stream().mapToLong(Long::longValue).sum());
        Budget small = Budget.at(folder.resolve("private-small"), 0.01, 1e-5);
        try (AdaptiveTraining training = AdaptiveTraining.of(release("small", steered, small), VIEW)) {
            refused(IllegalStateException.class, () -> training.take(1), "has no room");
        }
    }

    @Test
    void aBudgetThatWasChangedOrIsOfSomethingElseIsRefused() throws Exception {
        Budget budget = budget(8);
        release("one", PLAN, budget).train(VIEW);
        release("two", PLAN, budget).train(VIEW);
        List<String> lines = Files.readAllLines(file());
        Trainer third = release("three", PLAN, budget);
        for (int line = 0; line < lines.size(); line++) {
            List<String> changed = new ArrayList<>(lines);
            changed.set(line, lines.get(line).replaceFirst("\"from\":", "\"from\": "));
            Files.write(file(), changed);
            broken(third, "is refused: line " + (line + 1));
            if (line == lines.size() - 1) continue;
            List<String> dropped = new ArrayList<>(lines);
            dropped.remove(line);
            Files.write(file(), dropped);
            broken(third, "is refused: line " + (line + 1));
        }
        // Whole lines that are missing at the end are noticed by the run whose charge is gone.
        Files.write(file(), lines.subList(0, 2));
        broken(release("two", PLAN, budget), "was cut short or replaced");
        Files.delete(file());
        broken(release("two", PLAN, budget), "was cut short or replaced");
        Files.write(file(), lines);
        broken(release("four", PLAN, budget(9)), "differs in budget");
        Trainer uncharged = PLAN.release(Mlp.of(2)).checkpoint(folder.resolve("one"), 2);
        broken(uncharged, "differs in charged to");
        refused(() -> Budget.at(Path.of("budget"), 1, 1e-5), "begins with private-");
    }
}
