package dpgnn.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final Event STEP = new Event.PoissonSampled(0.01, 1.1, Relation.ADD_REMOVE);
    private static final Event OTHER = new Event.Gaussian(20);

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void path() {
        path = folder.resolve("run.ledger");
    }

    private void write() {
        try (Ledger ledger = Ledger.create(path, Map.of("data", "cora", "steps", "100"))) {
            ledger.begin(1, OTHER);
            ledger.beginBlock(2, 40, STEP);
            ledger.begin(41, STEP);
            ledger.spend(STEP, 3);
            ledger.begin(45, OTHER);
        }
    }

    private static long times(Event total, Event event) {
        return EventCounts.of(total).getOrDefault(event, 0L);
    }

    @Test
    void replayGivesTheSameGuarantee() throws IOException {
        Event total;
        LedgerRecord.Head head;
        try (Ledger ledger = Ledger.create(path, Map.of("data", "cora"))) {
            ledger.beginBlock(1, 40, STEP);
            ledger.begin(41, OTHER);
            ledger.spend(STEP, 3);
            total = ledger.total();
            head = ledger.head();
        }
        Path elsewhere = Files.copy(path, folder.resolve("elsewhere"));
        LedgerRecord read = Ledger.read(elsewhere);
        assertEquals(total, read.total());
        assertEquals(head, read.head());
        assertEquals(Map.of("data", "cora"), read.facts());
        assertEquals(43, times(total, STEP));
        assertEquals(1, times(total, OTHER));
        RdpAccountant rdp = RdpAccountant.standard();
        assertEquals(rdp.epsilon(total, 1e-5), rdp.epsilon(read.total(), 1e-5));
        Event whole = new Event.Composed(List.of(new Event.Repeated(STEP, 43), new Event.Repeated(OTHER, 1)));
        assertEquals(rdp.epsilon(whole, 1e-5), rdp.epsilon(total, 1e-5));
    }

    @Test
    void resumingContinues() {
        write();
        LedgerRecord.Head head = Ledger.read(path).head();
        try (Ledger ledger = Ledger.resume(path, head)) {
            assertEquals(46, ledger.nextStep());
            assertEquals(43, times(ledger.total(), STEP));
            assertEquals(2, times(ledger.total(), OTHER));
            ledger.begin(46, STEP);
        }
        assertEquals(44, times(Ledger.read(path).total(), STEP));
        try (Ledger ledger = Ledger.resume(path, head)) {
            assertEquals(47, ledger.nextStep());
        }
    }

    @Test
    void aStepIsNeverSpentTwice() {
        write();
        try (Ledger ledger = Ledger.resume(path)) {
            String message = assertThrows(IllegalArgumentException.class, () -> ledger.begin(45, OTHER))
                    .getMessage();
            assertTrue(message.contains("46") && message.contains("45"), message);
            assertThrows(IllegalArgumentException.class, () -> ledger.begin(47, OTHER));
            ledger.beginBlock(46, 50, STEP);
            assertEquals(51, ledger.nextStep());
        }
    }

    @Test
    void oneWriterOnly() {
        try (Ledger ledger = Ledger.create(path, Map.of())) {
            assertTrue(assertThrows(IllegalStateException.class, () -> Ledger.resume(path))
                    .getMessage()
                    .contains("open elsewhere"));
            assertThrows(IllegalStateException.class, () -> Ledger.create(path, Map.of()));
            ledger.begin(1, STEP);
        }
        assertThrows(UncheckedIOException.class, () -> Ledger.create(path, Map.of()));
        Ledger.resume(path).close();
    }

    /** A crash in the middle of the last line, at each of its bytes: it is recovered, and never counts less than before. */
    @Test
    void tornAnywhere() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        int last = lineStarts(whole).get(5);
        assertEquals('\n', whole[whole.length - 1]);
        for (int cut = last; cut < whole.length; cut++) {
            Files.write(path, Arrays.copyOf(whole, cut));
            LedgerRecord read = Ledger.read(path);
            assertEquals(cut > last, read.torn());
            Event seen = read.total();
            long steps = times(seen, STEP);
            long others = times(seen, OTHER);
            if (cut == last) assertEquals(List.of(43L, 1L), List.of(steps, others));
            else assertTrue(steps == 43 && others == 2 || steps == 46 && others == 1, steps + " and " + others);
            try (Ledger ledger = Ledger.resume(path)) {
                assertEquals(seen, ledger.total());
                assertEquals(read.lastStep() + 1, ledger.nextStep());
                ledger.begin(ledger.nextStep(), STEP);
            }
            assertFalse(Ledger.read(path).torn());
            assertEquals(steps + 1, times(Ledger.read(path).total(), STEP));
        }
        // With nothing but its hash torn off the line says what it was.
        Files.write(path, Arrays.copyOf(whole, whole.length - 40));
        assertEquals(2, times(Ledger.read(path).total(), OTHER));
    }

    /** A crash in the middle of the recovery itself. */
    @Test
    void tornAgain() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        byte[] torn = Arrays.copyOf(whole, whole.length - 20);
        Files.write(path, torn);
        Ledger.resume(path).close();
        byte[] recovered = Files.readAllBytes(path);
        int last = lineStarts(recovered).get(5);
        for (int written = 1; written < recovered.length - last; written++) {
            byte[] mixed = Arrays.copyOf(recovered, Math.max(last + written, torn.length));
            for (int i = last + written; i < torn.length; i++) mixed[i] = torn[i];
            Files.write(path, mixed);
            try (Ledger ledger = Ledger.resume(path)) {
                assertTrue(times(ledger.total(), STEP) + times(ledger.total(), OTHER) >= 45);
            }
        }
    }

    @Test
    void tornHeader() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        for (int cut : new int[] {0, 1, lineStarts(whole).get(1) - 1}) {
            Files.write(path, Arrays.copyOf(whole, cut));
            assertTrue(assertThrows(IllegalStateException.class, () -> Ledger.resume(path))
                    .getMessage()
                    .contains("no complete header"));
        }
    }

    /** What was cut off before its header was whole spent nothing; any other file of that name is left alone. */
    @Test
    void anewOverATornHeader() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        for (int cut : new int[] {0, 1, 40, lineStarts(whole).get(1) - 1}) {
            Files.write(path, Arrays.copyOf(whole, cut));
            try (Ledger ledger = Ledger.create(path, Map.of("anew", ""))) {
                ledger.begin(1, STEP);
            }
            assertEquals(Map.of("anew", ""), Ledger.read(path).facts());
            assertThrows(UncheckedIOException.class, () -> Ledger.create(path, Map.of()));
        }
        Files.writeString(path, "{\"entry\":7,");
        assertThrows(UncheckedIOException.class, () -> Ledger.create(path, Map.of()));
        assertEquals("{\"entry\":7,", Files.readString(path));
    }

    @Test
    void anEndIsTheEnd() throws IOException {
        write();
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
            assertTrue(assertThrows(IllegalStateException.class, () -> Ledger.read(path))
                    .getMessage()
                    .contains("end mark"));
        }
    }

    /** Cut at any byte, a finished ledger is never a shorter finished one, and what is left of it says so. */
    @Test
    void cutAnywhereItIsUnfinished() throws IOException {
        write();
        try (Ledger ledger = Ledger.resume(path)) {
            ledger.end();
        }
        RdpAccountant rdp = RdpAccountant.standard();
        LedgerRecord finished = Ledger.read(path);
        String all = "epsilon " + rdp.epsilon(finished.total(), 1e-5) + " at delta 1.0E-5";
        assertTrue(finished.statement(rdp, 1e-5).startsWith("Finished: all that the run spent is " + all));
        byte[] whole = Files.readAllBytes(path);
        for (int start : lineStarts(whole).subList(1, 7)) {
            Files.write(path, Arrays.copyOf(whole, start));
            assertFalse(Ledger.read(path).ended());
        }
        for (int cut = lineStarts(whole).get(6) - 100; cut < whole.length; cut++) {
            Files.write(path, Arrays.copyOf(whole, cut));
            assertFalse(Ledger.read(path).ended(), "cut to " + cut + " of " + whole.length);
        }
        int mark = lineStarts(whole).get(lineStarts(whole).size() - 1);
        Files.write(path, Arrays.copyOf(whole, mark));
        assertTrue(Ledger.read(path).statement(rdp, 1e-5).startsWith("Unfinished: the lines on record spend " + all));
    }

    @Test
    void anotherFormIsRefused() throws IOException {
        write();
        String text = Files.readString(path);
        for (String form : List.of("", "\"form\":3,")) {
            Files.writeString(path, text.replace("\"form\":2,", form));
            String message = assertThrows(IllegalStateException.class, () -> Ledger.read(path))
                    .getMessage();
            assertTrue(message.contains("line 1") && message.contains("another form than 2"), message);
            assertThrows(IllegalStateException.class, () -> Ledger.resume(path));
        }
    }

    /** On POSIX systems a lock on the ledger itself would be gone as soon as this process has read the ledger. */
    @Test
    void readingALedgerDoesNotUnlockIt() throws Exception {
        write();
        try (Ledger ledger = Ledger.resume(path)) {
            Ledger.read(path);
            Files.readAllBytes(path);
            assertEquals("open elsewhere", elsewhere());
            assertFalse(ledger.ended());
        }
        assertEquals("opened", elsewhere());
    }

    private String elsewhere() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Second.class.getName(),
                        path.toString())
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

    /** One changed byte, at every place of every line. */
    @Test
    void tamperedAnywhere() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        int line = 1;
        for (int i = 0; i < whole.length; i++) {
            if (whole[i] == '\n') {
                line++;
                continue;
            }
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            if (changed[i] == '\n') continue;
            Files.write(path, changed);
            String message = assertThrows(IllegalStateException.class, () -> Ledger.read(path), "byte " + i)
                    .getMessage();
            assertTrue(message.contains(path.toString()) && message.contains("line " + line), message);
        }
    }

    @Test
    void droppedReorderedOrAddedLines() throws IOException {
        write();
        List<String> lines = Files.readAllLines(path);
        for (int i = 0; i < lines.size() - 1; i++) {
            List<String> dropped = new ArrayList<>(lines);
            dropped.remove(i);
            refused(dropped);
            List<String> swapped = new ArrayList<>(lines);
            swapped.set(i, lines.get(i + 1));
            swapped.set(i + 1, lines.get(i));
            refused(swapped);
            List<String> doubled = new ArrayList<>(lines);
            doubled.add(i, lines.get(i));
            refused(doubled);
        }
    }

    private void refused(List<String> lines) throws IOException {
        Files.writeString(path, String.join("\n", lines) + "\n");
        String message = assertThrows(IllegalStateException.class, () -> Ledger.read(path))
                .getMessage();
        assertTrue(message.contains("line "), message);
        assertThrows(IllegalStateException.class, () -> Ledger.resume(path));
    }

    /** Whole lines missing at the end: only a checkpoint can know. */
    @Test
    void cutShort() throws IOException {
        write();
        LedgerRecord.Head head = Ledger.read(path).head();
        List<String> lines = Files.readAllLines(path);
        Files.writeString(path, String.join("\n", lines.subList(0, 4)) + "\n");
        assertEquals(
                41,
                times(Ledger.read(path).total(), STEP) + times(Ledger.read(path).total(), OTHER));
        assertTrue(assertThrows(IllegalStateException.class, () -> Ledger.resume(path, head))
                .getMessage()
                .contains("cut off"));
        try (Ledger ledger = Ledger.resume(path)) {
            ledger.spend(STEP, 1);
            ledger.spend(STEP, 1);
            ledger.spend(STEP, 1);
        }
        assertTrue(assertThrows(IllegalStateException.class, () -> Ledger.resume(path, head))
                .getMessage()
                .contains("another run"));
    }

    @Test
    void factsSurviveAnyText() {
        Map<String, String> facts = Map.of("quote \" and \\", "a\nnew line, é and 漢", "", "");
        Ledger.create(path, facts).close();
        assertEquals(facts, Ledger.read(path).facts());
    }

    @Test
    void everyKindOfEvent() {
        Event total;
        try (Ledger ledger = Ledger.create(path, Map.of())) {
            for (Event event : EventTextTest.ALL) ledger.begin(ledger.nextStep(), event);
            total = ledger.total();
        }
        assertEquals(total, Ledger.read(path).total());
    }

    private static List<Integer> lineStarts(byte[] text) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 0; i < text.length - 1; i++) if (text[i] == '\n') starts.add(i + 1);
        return starts;
    }
}
