package dpgnn.privacy.ledger;

import dpgnn.base.Rounded;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The content of a ledger's file, after every line was checked; see {@link Ledger}. Proof: docs/proofs.md, lemma 47. */
public final class LedgerRecord {
    private final Path path;
    private final Map<Event, Long> spent = new LinkedHashMap<>();
    private final List<String> hashes = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<Long, String> before = new LinkedHashMap<>();
    private Map<String, String> facts = Map.of();
    private Map<String, String> endFacts = Map.of();
    /** What an unreadable torn line is counted as. */
    private LedgerEntry lastSpent;

    private long lastStep;
    private boolean ended;
    /** Bytes of complete lines. */
    private long size;

    private String torn = "";
    private LedgerEntry recovery;

    LedgerRecord(Path path) {
        this.path = path;
    }

    /**
     * How far a ledger had come; a checkpoint stores it.
     *
     * @param entries how many lines
     * @param hash of the last of them
     */
    public record Head(long entries, String hash) {
        public Head {
            if (entries < 1 || hash == null || hash.length() != 64)
                throw new IllegalArgumentException(
                        "a head has at least one entry and a hash of 64 digits, were " + entries + " and " + hash);
        }
    }

    /**
     * What is new from a step on.
     *
     * @param step counted from 1
     * @param facts in public words
     * @param event of the step
     */
    public record Change(long step, Map<String, String> facts, Event event) {}

    static LedgerRecord read(Path path) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger " + path + " cannot be read", e);
        }
        LedgerRecord record = new LedgerRecord(path);
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '\n') continue;
            String line = new String(bytes, from, i - from, StandardCharsets.ISO_8859_1);
            try {
                record.add(LedgerEntry.parse(line, record.hashes.size(), record.lastHash()));
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                        "the ledger " + path + " is refused: line " + (record.hashes.size() + 1) + ": "
                                + e.getMessage(),
                        e);
            }
            from = i + 1;
            record.size = from;
        }
        record.torn = new String(bytes, from, bytes.length - from, StandardCharsets.ISO_8859_1);
        if (record.hashes.isEmpty())
            throw new IllegalStateException("the ledger " + path
                    + " has no complete header, so that nothing was spent on it; create another one");
        if (record.ended && !record.torn.isEmpty())
            throw new IllegalStateException("the ledger " + path + " is refused: something follows its end mark");
        if (!record.torn.isEmpty()) {
            record.recovery = record.recover();
            record.count(record.recovery);
        }
        return record;
    }

    /** Takes a checked entry in. */
    void add(LedgerEntry entry) {
        if ((entry.kind() == LedgerEntry.Kind.HEADER) != hashes.isEmpty())
            throw new IllegalArgumentException("the first line, and no other, must be the header");
        if (ended) throw new IllegalArgumentException("it follows the end mark");
        if (entry.kind() == LedgerEntry.Kind.ENDED) {
            if (entry.event() != null || entry.to() != lastStep)
                throw new IllegalArgumentException(
                        "it ends a run of " + entry.to() + " steps, and those before it are " + lastStep);
            ended = true;
            endFacts = Map.copyOf(entry.facts());
        }
        if (!entry.facts().isEmpty()) before.put(entry.from(), lastHash());
        hashes.add(entry.hash());
        if (entry.kind() == LedgerEntry.Kind.HEADER) facts = Map.copyOf(entry.facts());
        count(entry);
    }

    private void count(LedgerEntry entry) {
        if (entry.event() == null) return;
        long times = Math.addExact(Math.subtractExact(entry.to(), entry.from()), 1);
        if (entry.from() != lastStep + 1 || times < 1)
            throw new IllegalArgumentException(
                    "its steps " + entry.from() + ".." + entry.to() + " do not continue those up to " + lastStep);
        if (entry.kind() == LedgerEntry.Kind.INTENT && !entry.facts().isEmpty())
            changes.add(new Change(entry.from(), Map.copyOf(entry.facts()), entry.event()));
        spent.merge(entry.event(), times, Math::addExact);
        lastStep = entry.to();
        lastSpent = entry;
    }

    /** The entry that stands for the torn line: its own steps where they can be read, else as many as the last ones. */
    private LedgerEntry recover() {
        LedgerEntry fragment = LedgerEntry.fragment(torn);
        // Half overwritten by its own recovery it is no longer an intent, and its numbers may be a mixture of both.
        boolean whole = fragment != null
                && fragment.kind() == LedgerEntry.Kind.INTENT
                && fragment.event() != null
                && fragment.from() == lastStep + 1
                && fragment.to() >= fragment.from();
        LedgerEntry model = whole ? fragment : lastSpent;
        boolean spends = model != null;
        long steps = spends ? model.to() - model.from() + 1 : 0;
        return LedgerEntry.of(
                hashes.size(),
                LedgerEntry.Kind.RECOVERED,
                lastStep + 1,
                lastStep + steps,
                spends ? model.event() : null,
                Map.of("fragment", torn),
                lastHash());
    }

    /** What the run's plan wrote when it created the ledger. */
    public Map<String, String> facts() {
        return facts;
    }

    /** What the end mark says; nothing before it is there. */
    public Map<String, String> endFacts() {
        return endFacts;
    }

    /** The hash of all lines before the one of a {@link Change} of this step. */
    public String hashBefore(long step) {
        return before.get(step);
    }

    /** The hash of the last line, and with it of all: who knows it notices any other ledger. */
    public String hash() {
        return lastHash();
    }

    /**
     * What was changed on the way, in its order; the first is what it began with. Empty where all was fixed beforehand, but for an
     * accountable release, where each line has what it commits to.
     */
    public List<Change> changes() {
        return List.copyOf(changes);
    }

    /** Everything spent so far, for an accountant. */
    public Event total() {
        List<Event> events = new ArrayList<>();
        spent.forEach((event, times) -> events.add(new Event.Repeated(event, times)));
        return new Event.Composed(events);
    }

    /** The number of the last step that counts as spent; 0 before the first. */
    public long lastStep() {
        return lastStep;
    }

    /** Whether the last line was torn off by a crash in the middle of writing it; it counts as spent. */
    public boolean torn() {
        return !torn.isEmpty();
    }

    /**
     * Whether the run wrote its end mark. If not, the ledger is unfinished: its run goes on, was killed, or lines were cut off
     * at the end. {@link #total()} is then what is on record, and nobody can tell from the file that it is all.
     */
    public boolean ended() {
        return ended;
    }

    /** What was spent at this delta, and whether that is all, in words. */
    public String statement(Accountant accountant, double delta) {
        Event total = total();
        String spent = accountant.supports(total)
                ? "epsilon " + Rounded.up(accountant.epsilon(total, delta)) + " at delta " + Rounded.up(delta) + ", by "
                        + accountant.name()
                : "no epsilon that " + accountant.name() + " knows";
        return ended
                ? "Finished: all that the run spent is " + spent + "."
                : "Unfinished: the lines on record spend " + spent
                        + "; without an end mark there may have been more, because the run goes on, was killed or the"
                        + " end of the file is missing.";
    }

    /** Where the ledger stands, without a torn line. */
    Head head() {
        return new Head(hashes.size(), lastHash());
    }

    /** Refuses a ledger that does not continue this head: one cut short, or one of another history. */
    void mustContinue(Head head) {
        if (head.entries() > hashes.size())
            throw new IllegalStateException("the ledger " + path + " is refused: it has " + hashes.size()
                    + " entries, and the checkpoint was written after " + head.entries() + ": its end was cut off");
        if (!hashes.get((int) head.entries() - 1).equals(head.hash()))
            throw new IllegalStateException("the ledger " + path + " is refused: line " + head.entries()
                    + " is not the one that the checkpoint knows: it belongs to another run");
    }

    String lastHash() {
        return hashes.isEmpty() ? LedgerEntry.START : hashes.get(hashes.size() - 1);
    }

    long size() {
        return size;
    }

    /** What has to be written over the torn line. */
    LedgerEntry recovery() {
        return recovery;
    }

    long entries() {
        return hashes.size();
    }
}
