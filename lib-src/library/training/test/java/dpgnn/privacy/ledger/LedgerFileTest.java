package dpgnn.privacy.ledger;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dpgnn.ChildJvm;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a ledger's file begins and ends, and who may write to it. */
@Tag("jdk")
class LedgerFileTest {
    private static final Event STEP = new Event.PoissonSampled(0.01, 1.1, Relation.ADD_REMOVE);

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void path() {
        path = folder.resolve("run.ledger");
    }

    /** What was cut off before its header was whole spent nothing; any other file of that name is left alone. */
    @Test
    void anewOverATornHeader() throws IOException {
        LedgerTest.write(path);
        byte[] whole = Files.readAllBytes(path);
        for (int cut : new int[] {0, 1, 40, LedgerTest.lineStarts(whole).get(1) - 1}) {
            Files.write(path, Arrays.copyOf(whole, cut));
            try (Ledger ledger = Ledger.create(path, Map.of("anew", ""))) {
                ledger.begin(1, STEP);
            }
            assertEquals(Map.of("anew", ""), Ledger.read(path).facts());
            assertEquals(
                    "the ledger " + path + " cannot be created; does it exist?",
                    refused(UncheckedIOException.class, () -> Ledger.create(path, Map.of())));
        }
        Path other = folder.resolve("long.ledger");
        Ledger.create(other, Map.of("long", "x".repeat(5000))).close();
        Files.write(path, Arrays.copyOf(Files.readAllBytes(other), 4900));
        Ledger.create(path, Map.of()).close();
        assertFalse(Ledger.read(path).torn(), "nothing of the old header is left behind the new one");
        Files.writeString(path, "{\"entry\":7,");
        assertThrows(UncheckedIOException.class, () -> Ledger.create(path, Map.of()));
        assertEquals("{\"entry\":7,", Files.readString(path));
    }

    @Test
    void anEndIsTheEnd() throws IOException {
        LedgerTest.write(path);
        try (Ledger ledger = Ledger.resume(path)) {
            assertFalse(ledger.ended());
            ledger.end();
            assertTrue(ledger.ended());
            assertThrows(IllegalStateException.class, () -> ledger.begin(46, STEP));
            assertThrows(IllegalStateException.class, ledger::end);
        }
        try (Ledger ledger = Ledger.resume(path)) {
            assertThrows(IllegalStateException.class, () -> ledger.spend(STEP, 1));
        }
        LedgerRecord read = Ledger.read(path);
        assertTrue(read.ended());
        assertEquals(45, read.lastStep());
        String whole = Files.readString(path);
        LedgerEntry next = LedgerEntry.of(7, LedgerEntry.Kind.INTENT, 46, 46, STEP, Map.of(), read.lastHash());
        for (String more : List.of("x", next.line() + "\n")) {
            Files.writeString(path, whole + more);
            refused(IllegalStateException.class, () -> Ledger.read(path), "end mark");
        }
    }

    /** Cut at any byte, a finished ledger is never a shorter finished one, and what is left of it says so. */
    @Test
    void cutAnywhereItIsUnfinished() throws IOException {
        LedgerTest.write(path);
        try (Ledger ledger = Ledger.resume(path)) {
            ledger.end();
        }
        RdpAccountant rdp = RdpAccountant.standard();
        LedgerRecord finished = Ledger.read(path);
        String all = "epsilon " + dpgnn.base.Rounded.up(rdp.epsilon(finished.total(), 1e-5)) + " at delta 1e-5";
        assertTrue(finished.statement(rdp, 1e-5).startsWith("Finished: all that the run spent is " + all));
        byte[] whole = Files.readAllBytes(path);
        for (int start : LedgerTest.lineStarts(whole).subList(1, 7)) {
            Files.write(path, Arrays.copyOf(whole, start));
            assertFalse(Ledger.read(path).ended());
        }
        for (int cut = LedgerTest.lineStarts(whole).get(6) - 100; cut < whole.length; cut++) {
            Files.write(path, Arrays.copyOf(whole, cut));
            assertFalse(Ledger.read(path).ended(), "cut to " + cut + " of " + whole.length);
        }
        int mark = LedgerTest.lineStarts(whole).get(LedgerTest.lineStarts(whole).size() - 1);
        Files.write(path, Arrays.copyOf(whole, mark));
        assertTrue(Ledger.read(path).statement(rdp, 1e-5).startsWith("Unfinished: the lines on record spend " + all));
    }

    @Test
    void aLedgerOfNoStepSpendsNothing() {
        Ledger.create(path, Map.of()).close();
        for (Accountant accountant : List.of(RdpAccountant.standard(), PldAccountant.standard()))
            assertTrue(Ledger.read(path).statement(accountant, 1e-5).contains(" epsilon 0 at delta 1e-5"));
    }

    /** What was changed for some steps is on record with the first of them, and in no other line. */
    @Test
    void changesAreOnRecordWithTheStepTheyBeginWith() {
        Event other = new Event.Gaussian(20);
        Map<String, String> change = Map.of("multiplier", "2");
        try (Ledger ledger = Ledger.create(path, Map.of("data", "cora"))) {
            ledger.beginBlock(1, 4, STEP, change);
            ledger.begin(5, STEP);
            ledger.beginBlock(6, 6, other, change);
            assertEquals(Map.of("data", "cora"), ledger.facts());
            assertEquals(2, ledger.changes().size());
        }
        List<LedgerRecord.Change> changes = Ledger.read(path).changes();
        assertEquals(
                List.of(new LedgerRecord.Change(1, change, STEP), new LedgerRecord.Change(6, change, other)), changes);
        LedgerRecord.Change last = changes.get(1);
        assertEquals(6, last.step());
        assertEquals(change, last.facts());
        assertEquals(other, last.event());
    }

    @Test
    void whatIsNoBlockIsRefusedAndWritesNothing() throws IOException {
        Event unknown = new Event.Unsupported("of a sampler that nobody analysed");
        try (Ledger ledger = Ledger.create(path, Map.of())) {
            byte[] before = Files.readAllBytes(path);
            assertEquals("a block must end at 1 or later, was 0", refused(() -> ledger.beginBlock(1, 0, STEP)));
            refused(() -> ledger.beginBlock(0, 3, STEP));
            refused(() -> ledger.spend(STEP, 0));
            refused(() -> ledger.begin(1, null));
            assertEquals(1, ledger.nextStep());
            assertEquals(new String(before), Files.readString(path));
            ledger.begin(1, unknown);
        }
        String said = Ledger.read(path).statement(RdpAccountant.standard(), 1e-5);
        assertTrue(said.contains("no epsilon that RDP knows"), said);
        for (String hash : new String[] {null, "", "0".repeat(63)}) refused(() -> new LedgerRecord.Head(1, hash));
        refused(() -> new LedgerRecord.Head(0, "0".repeat(64)));
        assertEquals(1, new LedgerRecord.Head(1, "0".repeat(64)).entries());
    }

    @Test
    void aLedgerThatIsNotThereCannotBeResumedNorRead() {
        refused(UncheckedIOException.class, () -> Ledger.resume(path), "cannot be opened");
        refused(UncheckedIOException.class, () -> Ledger.read(path), "cannot be read");
        assertFalse(Files.exists(path), "nothing is made of it");
    }

    /** An interrupt would close a channel in the middle of a line; it waits, and is not lost. */
    @Test
    void anInterruptedThreadOpensWritesAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (Ledger ledger = Ledger.create(path, Map.of())) {
            assertTrue(Thread.currentThread().isInterrupted());
            ledger.begin(1, STEP);
            ledger.begin(2, STEP);
            assertEquals(3, ledger.nextStep());
        } finally {
            assertTrue(Thread.interrupted(), "still interrupted");
        }
        assertEquals(2, Ledger.read(path).lastStep());
    }

    @Test
    void aRefusedOpeningLeavesTheInterruptWhereItWas() throws IOException {
        Ledger.create(path, Map.of()).close();
        Path broken = folder.resolve("broken.ledger");
        Files.writeString(broken, "{\"entry\":0,}\n");
        Path nowhere = folder.resolve("none/run.ledger");
        List<Runnable> refused = List.of(
                () -> assertThrows(UncheckedIOException.class, () -> Ledger.create(path, Map.of())),
                () -> assertThrows(IllegalStateException.class, () -> Ledger.resume(broken)),
                () -> assertThrows(UncheckedIOException.class, () -> WriterLock.tryOf(nowhere)));
        for (Runnable opening : refused) {
            Thread.currentThread().interrupt();
            opening.run();
            assertTrue(Thread.interrupted(), "still interrupted");
            opening.run();
            assertFalse(Thread.interrupted(), "and not by itself");
        }
    }

    @Test
    void aClosedLedgerWritesNothing() throws IOException {
        Ledger ledger = Ledger.create(path, Map.of());
        ledger.close();
        byte[] before = Files.readAllBytes(path);
        String message = refused(UncheckedIOException.class, () -> ledger.begin(1, STEP));
        assertTrue(message.startsWith("cannot write the ledger " + path + ": "), message);
        assertTrue(message.endsWith("; the step was not taken"), message);
        assertThrows(IllegalStateException.class, () -> ledger.begin(1, STEP));
        assertEquals(new String(before), Files.readString(path));
    }

    /** However it ends, an opening leaves no file open; a process may have some thousand. */
    @Test
    void noFileStaysOpen() throws IOException {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) return;
        Path broken = folder.resolve("broken.ledger");
        Files.writeString(broken, "{\"entry\":0,}\n");
        int times = 50;
        long before = system.getOpenFileDescriptorCount();
        for (int i = 0; i < times; i++) {
            Ledger.create(folder.resolve(i + ".ledger"), Map.of()).close();
            assertThrows(IllegalStateException.class, () -> Ledger.resume(broken));
        }
        long more = system.getOpenFileDescriptorCount() - before;
        assertTrue(more < times / 2, more + " files were left open");
    }

    @Test
    void anotherFormIsRefused() throws IOException {
        LedgerTest.write(path);
        String text = Files.readString(path);
        for (String form : List.of("", "\"form\":3,")) {
            Files.writeString(path, text.replace("\"form\":2,", form));
            refused(IllegalStateException.class, () -> Ledger.read(path), "line 1", "another form than 2");
            assertThrows(IllegalStateException.class, () -> Ledger.resume(path));
        }
    }

    /** On POSIX systems a lock on the ledger itself would be gone as soon as this process has read the ledger. */
    @Test
    void readingALedgerDoesNotUnlockIt() throws Exception {
        LedgerTest.write(path);
        try (Ledger ledger = Ledger.resume(path)) {
            Ledger.read(path);
            Files.readAllBytes(path);
            assertEquals("open elsewhere", elsewhere());
            assertFalse(ledger.ended());
        }
        assertEquals("opened", elsewhere());
    }

    private String elsewhere() throws Exception {
        Process other = ChildJvm.of(Second.class, path.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(other.getInputStream().readAllBytes()).strip();
        other.waitFor();
        return said;
    }

    /** For another process: tries to write to the ledger that is its argument. */
    public static final class Second {
        public static void main(String[] args) {
            try (Ledger ledger = Ledger.resume(Path.of(args[0]))) {
                System.out.println(ledger.nextStep() > 0 ? "opened" : "empty");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage().contains("open elsewhere") ? "open elsewhere" : e.getMessage());
            }
        }
    }
}
