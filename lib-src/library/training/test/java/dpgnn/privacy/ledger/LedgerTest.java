package dpgnn.privacy.ledger;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.EventTextTest;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.RdpAccountant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
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
        write(path);
    }

    /** A header and five lines of 45 steps; no end mark. */
    static void write(Path path) {
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
            refused(() -> ledger.begin(45, OTHER), "46", "45");
            refused(() -> ledger.begin(47, OTHER));
            ledger.beginBlock(46, 50, STEP);
            assertEquals(51, ledger.nextStep());
        }
    }

    @Test
    void oneWriterOnly() {
        try (Ledger ledger = Ledger.create(path, Map.of())) {
            refused(IllegalStateException.class, () -> Ledger.resume(path), "open elsewhere");
            refused(IllegalStateException.class, () -> Ledger.create(path, Map.of()));
            ledger.begin(1, STEP);
        }
        refused(UncheckedIOException.class, () -> Ledger.create(path, Map.of()));
        Ledger.resume(path).close();
    }

    /** A crash in the middle of the last line, at each of its bytes: it is recovered, and never counts less than before. */
    @Test
    void tornAnywhere() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(path);
        int last = lineStarts(whole).get(5);
        assertEquals('\n', whole[whole.length - 1]);
        for (int place : Extent.places(whole.length - last, 8, 48)) {
            int cut = last + place;
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
        for (int place : Extent.places(recovered.length - last - 1, 8, 48)) {
            int written = place + 1;
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
            refused(IllegalStateException.class, () -> Ledger.resume(path), "no complete header");
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
            refused(IllegalStateException.class, () -> Ledger.read(path), path.toString(), "line " + line);
        }
    }

    @Test
    void droppedReorderedOrAddedLines() throws IOException {
        write();
        List<String> lines = Files.readAllLines(path);
        for (int i = 0; i < lines.size() - 1; i++) {
            List<String> dropped = new ArrayList<>(lines);
            dropped.remove(i);
            isRefused(dropped);
            List<String> swapped = new ArrayList<>(lines);
            swapped.set(i, lines.get(i + 1));
            swapped.set(i + 1, lines.get(i));
            isRefused(swapped);
            List<String> doubled = new ArrayList<>(lines);
            doubled.add(i, lines.get(i));
            isRefused(doubled);
        }
    }

    private void isRefused(List<String> lines) throws IOException {
        Files.writeString(path, String.join("\n", lines) + "\n");
        refused(IllegalStateException.class, () -> Ledger.read(path), "line ");
        refused(IllegalStateException.class, () -> Ledger.resume(path));
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
        refused(IllegalStateException.class, () -> Ledger.resume(path, head), "cut off");
        try (Ledger ledger = Ledger.resume(path)) {
            ledger.spend(STEP, 1);
            ledger.spend(STEP, 1);
            ledger.spend(STEP, 1);
        }
        refused(IllegalStateException.class, () -> Ledger.resume(path, head), "another run");
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

    static List<Integer> lineStarts(byte[] text) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 0; i < text.length - 1; i++) if (text[i] == '\n') starts.add(i + 1);
        return starts;
    }
}
