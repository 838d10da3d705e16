package dpgnn.train;

import dpgnn.base.AtomicFile;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.privacy.ledger.WriterLock;
import dpgnn.train.folder.LedgerBinding;
import dpgnn.train.folder.StepAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A folder in which one thing at a time spends one budget: its lock, and a ledger that is tied to the data. The lock is taken before
 * any file is looked at.
 *
 * <p>Proof: docs/proofs.md, lemma 47.
 */
final class LedgerFolder implements AutoCloseable {
    private final Path folder;
    private final String what;
    private final WriterLock lock;
    private Ledger ledger;

    private LedgerFolder(Path folder, String what, WriterLock lock) {
        this.folder = folder;
        this.what = what;
        this.lock = lock;
    }

    /**
     * Takes the folder for itself.
     *
     * @param what works there, for messages: a training or a selection
     * @param state the private file that is written there again and again
     */
    public static LedgerFolder lock(Path folder, String what, String state) throws IOException {
        AtomicFile.createFolder(folder);
        WriterLock lock = WriterLock.tryOf(folder.resolve("training"))
                .orElseThrow(() -> new IOException("another training is at work in the folder " + folder
                        + "; wait for its end or use another folder: one budget is spent once"));
        for (String name : List.of(state, LedgerBinding.FILE, StepAccount.FILE))
            AtomicFile.removeLeftovers(folder.resolve(name));
        return new LedgerFolder(folder, what, lock);
    }

    public Path file() {
        return folder.resolve("ledger.jsonl");
    }

    /** Nothing was spent on a ledger that was cut off before its header was whole; it is made anew. */
    public boolean isSpentOn() throws IOException {
        return Files.exists(file())
                && Files.readString(file(), StandardCharsets.ISO_8859_1).contains("\n");
    }

    /**
     * Begins the ledger, or continues the one that is there, which must be of the same facts and data.
     *
     * @param facts public ones, to which a random number is added
     * @param data the private hash of the data
     * @param head how far the ledger must have come; null where nothing is known
     */
    public Ledger open(Map<String, String> facts, String data, LedgerRecord.Head head) throws IOException {
        Path file = file();
        if (!isSpentOn()) {
            LedgerBinding binding = LedgerBinding.fresh(data);
            binding.save(folder);
            facts.put("run", binding.run());
            return ledger = Ledger.create(file, facts);
        }
        ledger = head == null ? Ledger.resume(file) : Ledger.resume(file, head);
        LedgerBinding binding = LedgerBinding.load(folder);
        facts.put("run", binding.run());
        if (!ledger.facts().equals(facts))
            throw new IOException("the ledger " + file + " is of another " + what + ", which differs in "
                    + differences(ledger.facts(), facts) + "; use another folder");
        if (!binding.data().equals(data))
            throw new IOException("the ledger " + file + " is of a " + what + " on other data; use another folder");
        return ledger;
    }

    /**
     * Refuses a ledger without an end mark and a checkpoint beside files that a finished run may have left, such as weights or a
     * certificate: its end may have been cut off, and to go on would release more than is charged.
     */
    public void requireNothingBeside() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder,
                f -> !f.getFileName().toString().matches("ledger\\.jsonl|private-.*|\\..*|.*\\.lock|.*\\.part"))) {
            for (Path beside : files)
                throw new IOException(
                        "the ledger " + file() + " has no end mark and there is no checkpoint, and " + beside
                                + " lies beside it: if that came from a finished " + what
                                + ", the ledger was cut short. Use another"
                                + " folder, or move the file away if the " + what + " was killed before it ended");
        }
    }

    /** The names of the facts that differ, never their values: one of them may be a hash of private data. */
    public static String differences(Map<String, String> before, Map<String, String> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        names.removeIf(name -> Objects.equals(before.get(name), now.get(name)));
        return String.join("; ", names);
    }

    @Override
    public void close() {
        if (ledger != null) ledger.close();
        lock.close();
    }
}
