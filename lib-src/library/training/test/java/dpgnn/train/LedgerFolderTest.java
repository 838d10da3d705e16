package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Refusals;
import dpgnn.privacy.Event;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.train.folder.LedgerBinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One budget in one folder, on one set of data. */
@Tag("jdk")
class LedgerFolderTest {
    @TempDir
    Path top;

    private Path here() {
        return top.resolve("one");
    }

    private static Map<String, String> facts(String... pairs) {
        Map<String, String> facts = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) facts.put(pairs[i], pairs[i + 1]);
        return facts;
    }

    private LedgerFolder lock() throws IOException {
        return LedgerFolder.lock(here(), "training", "private-state.bin");
    }

    private LedgerRecord.Head spent(Map<String, String> facts, String data) throws IOException {
        try (LedgerFolder folder = lock()) {
            Ledger ledger = folder.open(facts, data, null);
            ledger.begin(ledger.nextStep(), new Event.Gaussian(2));
            return ledger.head();
        }
    }

    private String refused(Map<String, String> facts, String data, LedgerRecord.Head head, String... words)
            throws IOException {
        try (LedgerFolder folder = lock()) {
            return Refusals.refused(Exception.class, () -> folder.open(facts, data, head), words);
        }
    }

    @Test
    void whoComesFirstHasTheFolderUntilItLetsGo() throws IOException {
        try (LedgerFolder first = lock()) {
            assertEquals(here().resolve("ledger.jsonl"), first.file());
            first.open(facts("noise", "2"), "data", null);
            Refusals.refused(IOException.class, this::lock, "another training is at work in the folder " + here());
        }
        spent(facts("noise", "2"), "data");
        assertEquals(1, Ledger.read(here().resolve("ledger.jsonl")).lastStep());
    }

    @Test
    void whatAKilledWriterLeftOfPrivateFilesIsRemoved() throws IOException {
        Files.createDirectories(here());
        for (String name : List.of("private-state.bin", LedgerBinding.FILE, "other.bin"))
            Files.writeString(here().resolve(name + "7.part"), "half");
        lock().close();
        assertFalse(Files.exists(here().resolve("private-state.bin7.part")));
        assertFalse(Files.exists(here().resolve(LedgerBinding.FILE + "7.part")));
        assertTrue(Files.exists(here().resolve("other.bin7.part")));
    }

    @Test
    void aLedgerIsSpentOnWhenItsHeaderIsWhole() throws IOException {
        try (LedgerFolder folder = lock()) {
            assertFalse(folder.isSpentOn());
            Files.writeString(folder.file(), "{\"entry\":0,");
            assertFalse(folder.isSpentOn());
            folder.open(facts("noise", "2"), "data", null);
            assertTrue(folder.isSpentOn());
        }
    }

    /** The hash of the data is in the private file and nowhere else; both have the same number. */
    @Test
    void ledgerAndDataAreTiedByANumber() throws IOException {
        spent(facts("noise", "2"), "hash-of-data");
        LedgerBinding binding = LedgerBinding.load(here());
        assertEquals("hash-of-data", binding.data());
        assertTrue(binding.run().matches("[0-9a-f]{32}"), binding.run());
        assertEquals(
                facts("noise", "2", "run", binding.run()),
                Ledger.read(here().resolve("ledger.jsonl")).facts());
        assertFalse(Files.readString(here().resolve("ledger.jsonl")).contains("hash-of-data"));
        assertNotEquals(LedgerBinding.fresh("x").run(), LedgerBinding.fresh("x").run());
    }

    @Test
    void anotherTrainingIsRefusedByTheNamesOfWhatDiffers() throws IOException {
        Map<String, String> same = facts("noise", "2", "clip", "1", "model", "GCN");
        Map<String, String> other = facts("noise", "3", "model", "GCN", "seed", "secret");
        LedgerRecord.Head head = spent(same, "data");
        String said = refused(other, "data", null, "is of another training, which differs in clip; noise; seed;");
        assertFalse(said.contains("secret"), said);
        refused(same, "others", head, "is of a training on other data");
        refused(same, "data", new LedgerRecord.Head(3, head.hash()), "cut off");
        assertEquals(3, spent(same, "data").entries());
    }

    @Test
    void aBindingThatIsGoneOrDamagedIsRefused() throws IOException {
        spent(facts(), "data");
        Path file = here().resolve(LedgerBinding.FILE);
        String whole = Files.readString(file);
        assertTrue(whole.startsWith("private: do not publish."), whole);
        for (String damaged :
                List.of("", whole + "more\n", whole.replace("run ", "ran "), whole.replace("\ndata ", "\nnone "))) {
            Files.writeString(file, damaged);
            refused(facts(), "data", null, "is damaged: it must have a notice, \"run\" and \"data\" on three lines");
        }
        byte[] other = whole.getBytes(StandardCharsets.UTF_8);
        other[other.length - 5] = (byte) 0xff;
        Files.write(file, other);
        String mend = "put a copy of it there, or use another folder";
        refused(facts(), "data", null, LedgerBinding.FILE + " is damaged", mend);
        Files.delete(file);
        refused(facts(), "data", null, "is gone although there is a ledger");
        Files.writeString(file, whole);
        spent(facts(), "data");
    }
}
