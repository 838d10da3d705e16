package dpgnn.train.folder;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Ties a public ledger to its private data. Both the ledger and this file hold a random number; this file alone holds the
 * hash of the data. The ledger thus reveals nothing about the data, not even to someone who can guess them, and a training
 * that continues can still check that its data are the same.
 *
 * @param run the random number
 * @param data the hash of the data, as private as they are
 */
public record LedgerBinding(String run, String data) {
    public static final String FILE = "private-binding.txt";
    private static final String NOTICE =
            "private: do not publish. This hash of the data ties them to the run's ledger.";

    /** A new number for a ledger, tied to data of this hash. */
    public static LedgerBinding fresh(String data) {
        Check.given("data", data);
        RandomStream random = Streams.secure().stream("run");
        return new LedgerBinding(String.format("%016x%016x", random.nextLong(), random.nextLong()), data);
    }

    /** Writes the file, which only its owner may read. */
    public void save(Path folder) throws IOException {
        AtomicFile.writePrivate(
                folder.resolve(FILE),
                (NOTICE + "\nrun " + run + "\ndata " + data + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the file of a folder. */
    public static LedgerBinding load(Path folder) throws IOException {
        Path path = folder.resolve(FILE);
        if (!Files.exists(path))
            throw new IOException(
                    path + " is gone although there is a ledger; without it nobody can tell whether the data"
                            + " are the same: use another folder");
        // a byte that is no UTF-8 becomes a character that no line here has
        List<String> lines = new String(Files.readAllBytes(path), StandardCharsets.UTF_8)
                .lines()
                .toList();
        if (lines.size() != 3
                || !lines.get(1).startsWith("run ")
                || !lines.get(2).startsWith("data ")
                || lines.stream().anyMatch(line -> line.indexOf('\ufffd') >= 0))
            throw new IOException(path + " is damaged: it must have a notice, \"run\" and \"data\" on three lines of"
                    + " UTF-8; put a copy of it there, or use another folder");
        return new LedgerBinding(lines.get(1).substring(4), lines.get(2).substring(5));
    }
}
