package dpgnn.privacy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of one run, in a file that only grows: one JSON line each, chained by SHA-256, on the disk before the step that
 * it speaks of releases anything.
 *
 * <p><b>Guarantee.</b> What a run released is never more than {@link #total()}: an intent is forced to the disk before
 * {@link #begin} returns, so that a step that was interrupted counts as spent, and a step number is never spent twice. A line
 * that was changed, dropped, added or moved is refused with its number. What the file alone cannot show is that whole lines
 * are missing at its end; a checkpoint therefore keeps {@link #head()} and {@link #resume(Path, LedgerRecord.Head)} refuses a
 * ledger that falls short of it. Whoever can rewrite both file and checkpoint can forge them: the chain is no signature.
 */
public final class Ledger implements AutoCloseable {
    /** Not a channel: an interrupt of the thread would close one in the middle of a line. */
    private final RandomAccessFile file;

    private final FileLock lock;
    private final LedgerRecord record;
    /** Whether the last intent was written by this process, which then knows what it ran of it. */
    private boolean blockIsOurs;
    /** Whether a line may have been written in part. */
    private boolean broken;

    private Ledger(RandomAccessFile file, FileLock lock, LedgerRecord record) {
        this.file = file;
        this.lock = lock;
        this.record = record;
    }

    /** A new ledger; the file must not exist. The facts are public: what was planned, on which data, with which versions. */
    public static Ledger create(Path path, Map<String, String> facts) {
        return open(path, true, channel -> {
            Ledger ledger = new Ledger(channel.file, channel.lock, new LedgerRecord(path));
            ledger.append(LedgerEntry.Kind.HEADER, 0, 0, null, new TreeMap<>(facts));
            forceDirectory(path);
            return ledger;
        });
    }

    /** Continues a ledger; a torn last line is counted as spent and put on record. */
    public static Ledger resume(Path path) {
        return resume(path, null);
    }

    /** Continues a ledger that must have come at least as far as this head; null if none is known. */
    public static Ledger resume(Path path, LedgerRecord.Head expected) {
        return open(path, false, channel -> {
            LedgerRecord record = LedgerRecord.read(path);
            if (expected != null) record.mustContinue(expected);
            if (record.torn()) return recovered(path, channel);
            channel.file.seek(record.size());
            return new Ledger(channel.file, channel.lock, record);
        });
    }

    /** Reads and checks a ledger without opening it for writing. */
    public static LedgerRecord read(Path path) {
        return LedgerRecord.read(path);
    }

    /** Over the torn line, which is shorter: cut off in the middle, this leaves a torn line again. */
    private static Ledger recovered(Path path, Channel channel) throws IOException {
        LedgerRecord torn = LedgerRecord.read(path);
        channel.file.seek(torn.size());
        write(channel.file, torn.recovery());
        return new Ledger(channel.file, channel.lock, LedgerRecord.read(path));
    }

    /** The intent to take this step; on the disk when the call returns. Steps are numbered from 1 and never reused. */
    public void begin(long step, Event event) {
        beginBlock(step, step, event);
    }

    /** The intent to take these steps: one line and one wait for the disk. Those that are not run count as spent all the same. */
    public synchronized void beginBlock(long from, long to, Event event) {
        if (event == null) throw new IllegalArgumentException("event must be given, was null");
        if (from != record.lastStep() + 1)
            throw new IllegalArgumentException("the next step is " + (record.lastStep() + 1) + ", was " + from
                    + ": a step that was begun is spent, and repeating it spends another one");
        if (to < from) throw new IllegalArgumentException("a block must end at " + from + " or later, was " + to);
        append(LedgerEntry.Kind.INTENT, from, to, event, Map.of());
        blockIsOurs = true;
    }

    /** The next steps, so many. */
    public synchronized void spend(Event event, long times) {
        if (times < 1) throw new IllegalArgumentException("times must be at least 1, was " + times);
        beginBlock(record.lastStep() + 1, Math.addExact(record.lastStep(), times), event);
    }

    /**
     * Takes back the steps of the last block after this one: they were not run and will not be. Only the process that began
     * the block can know that. The numbers stay used.
     */
    public synchronized void settle(long lastRun) {
        LedgerEntry block = record.lastIntent();
        if (!blockIsOurs || block == null)
            throw new IllegalStateException("there is no block that this process began and has not settled");
        if (lastRun < block.from() - 1 || lastRun > block.to())
            throw new IllegalArgumentException(
                    "the last step that ran must be in " + (block.from() - 1) + ".." + block.to() + ", was " + lastRun);
        if (lastRun < block.to()) append(LedgerEntry.Kind.UNUSED, lastRun + 1, block.to(), block.event(), Map.of());
        blockIsOurs = false;
    }

    /** Everything spent so far, for an accountant. */
    public synchronized Event total() {
        return record.total();
    }

    /** The number that the next step must have. */
    public synchronized long nextStep() {
        return record.lastStep() + 1;
    }

    /** What a checkpoint must keep. */
    public synchronized LedgerRecord.Head head() {
        return record.head();
    }

    public Map<String, String> facts() {
        return record.facts();
    }

    @Override
    public synchronized void close() {
        try {
            if (lock.isValid()) lock.release();
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(LedgerEntry.Kind kind, long from, long to, Event event, Map<String, String> facts) {
        if (broken) throw new IllegalStateException("the ledger could not be written before; resume it");
        LedgerEntry entry = LedgerEntry.of(record.entries(), kind, from, to, event, facts, record.lastHash());
        try {
            write(file, entry);
        } catch (IOException e) {
            broken = true;
            throw new UncheckedIOException("the ledger cannot be written, so the step must not be taken", e);
        }
        record.add(entry);
    }

    private static void write(RandomAccessFile file, LedgerEntry entry) throws IOException {
        file.write((entry.line() + "\n").getBytes(StandardCharsets.US_ASCII));
        file.getFD().sync();
    }

    private record Channel(RandomAccessFile file, FileLock lock) {}

    private interface Opening {
        Ledger with(Channel channel) throws IOException;
    }

    /** Opens and locks the file, and lets go of it when what follows fails. */
    private static Ledger open(Path path, boolean fresh, Opening then) {
        RandomAccessFile file = null;
        boolean interrupted = Thread.interrupted();
        try {
            if (fresh) Files.createFile(path);
            else if (!Files.isWritable(path)) throw new NoSuchFileException(path.toString());
            file = new RandomAccessFile(path.toFile(), "rw");
            FileLock lock;
            try {
                lock = file.getChannel().tryLock();
            } catch (OverlappingFileLockException e) {
                lock = null;
            }
            if (lock == null)
                throw new IllegalStateException("the ledger " + path + " is open elsewhere: one run, one writer");
            return then.with(new Channel(file, lock));
        } catch (IOException e) {
            closeQuietly(file);
            throw new UncheckedIOException(
                    "the ledger " + path + (fresh ? " cannot be created; does it exist?" : " cannot be opened"), e);
        } catch (RuntimeException e) {
            closeQuietly(file);
            throw e;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(RandomAccessFile file) {
        try {
            if (file != null) file.close();
        } catch (IOException e) {
            // The failure that led here is the one to report.
        }
    }

    /** The file's name is on the disk as well. */
    private static void forceDirectory(Path path) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Some systems cannot open a directory; there it is on the disk already or never was asked for.
        }
    }
}
