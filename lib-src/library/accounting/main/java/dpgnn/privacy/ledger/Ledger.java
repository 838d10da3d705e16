package dpgnn.privacy.ledger;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.privacy.Event;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records the events of one run in a file that only grows. Each event is one JSON line, chained by SHA-256, and is on disk
 * before its step releases anything.
 *
 * <p><b>Guarantee.</b> What a run released is never more than {@link #total()}: an intent is forced to the disk before
 * {@link #begin} returns, so that an interrupted step counts as spent, a step number is never spent twice, and nothing is taken
 * back. A ledger has one writer at a time ({@link WriterLock}). A line that was changed, dropped, added or moved is refused
 * with its number.
 *
 * <p>A run that has ended writes an end mark, {@link #end}. Without an end mark a ledger is unfinished: its run goes on, was
 * killed, or whole lines are missing at the end of the file. The file alone cannot tell these cases apart. Cutting lines off
 * a finished ledger makes it unfinished, never a shorter finished one. {@link #resume(Path, LedgerRecord.Head)} also refuses
 * an unfinished ledger that falls short of the {@link #head()} which a checkpoint kept. Anyone who can rewrite the file can
 * forge it, end mark included, and with the checkpoint can even make it resume: the chain is not a signature.
 *
 * <p>Proof: docs/proofs.md, lemma 47.
 */
public final class Ledger implements AutoCloseable {
    /** Not a channel: an interrupt of the thread would close one in the middle of a line. */
    private final RandomAccessFile file;

    private final WriterLock lock;
    private final LedgerRecord record;
    private final Path path;
    /** Whether a line may have been written in part. */
    private boolean broken;

    private Ledger(Path path, RandomAccessFile file, WriterLock lock, LedgerRecord record) {
        this.path = path;
        this.file = file;
        this.lock = lock;
        this.record = record;
    }

    /**
     * A new ledger. The file must not exist, or hold nothing but a part of a header: nothing was spent on that. The facts are
     * public: what was planned, by which model, with which versions; nothing that was computed from private data.
     */
    public static Ledger create(Path path, Map<String, String> facts) {
        Check.given("path", path);
        Check.given("facts", facts);
        return open(path, true, (file, lock) -> {
            file.setLength(0);
            Ledger ledger = new Ledger(path, file, lock, new LedgerRecord(path));
            ledger.append(LedgerEntry.Kind.HEADER, 0, 0, null, new TreeMap<>(facts));
            AtomicFile.forceDirectory(path.toAbsolutePath().getParent());
            return ledger;
        });
    }

    /** Continues a ledger; a torn last line is counted as spent and put on record. */
    public static Ledger resume(Path path) {
        Check.given("path", path);
        return resume(path, null);
    }

    /** Continues a ledger that must have come at least as far as this head; null if none is known. */
    public static Ledger resume(Path path, LedgerRecord.Head expected) {
        Check.given("path", path);
        return open(path, false, (file, lock) -> {
            LedgerRecord record = LedgerRecord.read(path);
            if (expected != null) record.mustContinue(expected);
            file.seek(record.size());
            return new Ledger(path, file, lock, record.torn() ? recovered(path, file, record) : record);
        });
    }

    /** Reads and checks a ledger without opening it for writing. Ask what it gives whether it has ended. */
    public static LedgerRecord read(Path path) {
        Check.given("path", path);
        return LedgerRecord.read(path);
    }

    /** Over the torn line, which is shorter: cut off in the middle, this leaves a torn line again. */
    private static LedgerRecord recovered(Path path, RandomAccessFile file, LedgerRecord torn) throws IOException {
        write(file, torn.recovery());
        return LedgerRecord.read(path);
    }

    /** The intent to take this step; on the disk when the call returns. Steps are numbered from 1 and never reused. */
    public void begin(long step, Event event) {
        beginBlock(step, step, event);
    }

    /** The intent to take these steps: one line and one wait for the disk. Those that are not run count as spent all the same. */
    public void beginBlock(long from, long to, Event event) {
        beginBlock(from, to, event, Map.of());
    }

    /**
     * The same where something was changed for these steps and those after them.
     *
     * @param change what is new, in public words; empty where nothing is
     */
    public synchronized void beginBlock(long from, long to, Event event, Map<String, String> change) {
        Check.given("event", event);
        Check.given("change", change);
        if (from != record.lastStep() + 1)
            throw new IllegalArgumentException("the next step is " + (record.lastStep() + 1) + ", was " + from
                    + ": a step that was begun is spent, and repeating it spends another one");
        if (record.ended()) throw new IllegalStateException("the ledger has an end mark: its run has ended");
        if (to < from) throw new IllegalArgumentException("a block must end at " + from + " or later, was " + to);
        append(LedgerEntry.Kind.INTENT, from, to, event, new TreeMap<>(change));
    }

    /** The next steps, so many. */
    public synchronized void spend(Event event, long times) {
        Check.atLeast("times", times, 1);
        beginBlock(record.lastStep() + 1, Math.addExact(record.lastStep(), times), event);
    }

    /** The end mark: the run has ended for good, and nothing will be spent on this ledger any more. */
    public void end() {
        end(Map.of());
    }

    /** Ends the ledger with what is to be said of the end, in public words. */
    public synchronized void end(Map<String, String> facts) {
        if (record.ended()) throw new IllegalStateException("the ledger has an end mark already");
        append(LedgerEntry.Kind.ENDED, 0, record.lastStep(), null, new TreeMap<>(Check.given("facts", facts)));
    }

    /** Whether the end mark is there. */
    public synchronized boolean ended() {
        return record.ended();
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

    /** What was changed on the way. */
    public synchronized List<LedgerRecord.Change> changes() {
        return record.changes();
    }

    public Map<String, String> facts() {
        return record.facts();
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.close();
        }
    }

    private void append(LedgerEntry.Kind kind, long from, long to, Event event, Map<String, String> facts) {
        if (broken) throw new IllegalStateException("the ledger could not be written before; resume it");
        LedgerEntry entry = LedgerEntry.of(record.entries(), kind, from, to, event, facts, record.lastHash());
        try {
            write(file, entry);
        } catch (IOException e) {
            broken = true;
            throw new UncheckedIOException(
                    AtomicFile.failed("write the ledger", path, e).getMessage() + "; the step was not taken", e);
        }
        record.add(entry);
    }

    private static void write(RandomAccessFile file, LedgerEntry entry) throws IOException {
        file.write((entry.line() + "\n").getBytes(StandardCharsets.US_ASCII));
        file.getFD().sync();
    }

    private interface Opening {
        Ledger with(RandomAccessFile file, WriterLock lock) throws IOException;
    }

    /** Locks and opens the file, and lets go of it when what follows fails. */
    private static Ledger open(Path path, boolean fresh, Opening then) {
        if (!fresh && !Files.isWritable(path))
            throw new UncheckedIOException(
                    "the ledger " + path + " cannot be opened", new NoSuchFileException(path.toString()));
        WriterLock lock = WriterLock.tryOf(path)
                .orElseThrow(() ->
                        new IllegalStateException("the ledger " + path + " is open elsewhere: one run, one writer"));
        RandomAccessFile file = null;
        boolean interrupted = Thread.interrupted();
        try {
            if (fresh && Files.exists(path)) requireNothingSpent(path);
            file = new RandomAccessFile(path.toFile(), "rw");
            return then.with(file, lock);
        } catch (IOException e) {
            closeQuietly(file);
            lock.close();
            throw new UncheckedIOException(
                    "the ledger " + path + (fresh ? " cannot be created; does it exist?" : " cannot be opened"), e);
        } catch (RuntimeException e) {
            closeQuietly(file);
            lock.close();
            throw e;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Only a header that was cut off may be written over, and no other file that has this name. */
    private static void requireNothingSpent(Path path) throws IOException {
        String text = Files.readString(path, StandardCharsets.ISO_8859_1);
        String first = text.substring(0, Math.min(text.length(), LedgerEntry.FIRST.length()));
        if (text.contains("\n") || !LedgerEntry.FIRST.startsWith(first))
            throw new FileAlreadyExistsException(path.toString());
    }

    private static void closeQuietly(RandomAccessFile file) {
        try {
            if (file != null) file.close();
        } catch (IOException e) {
            // The failure that led here is the one to report.
        }
    }
}
