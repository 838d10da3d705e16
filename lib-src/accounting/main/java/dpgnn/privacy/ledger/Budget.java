package dpgnn.privacy.ledger;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.FilterAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.PrivacyFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One budget for all releases of one data set, in whatever folders: a file to which trainings, selections and steered trainings
 * charge their events before their first step. What does not fit is refused.
 *
 * <pre>{@code
 * Budget budget = Budget.at(Path.of("private-budget.json"), 8, 1e-5);
 * PrivateTrainer.release(model, plan).budget(budget).checkpoint(folder, 10).train(view);
 * }</pre>
 *
 * <p><b>Guarantee.</b> All that was charged is (epsilon, delta)-differentially private together, also where a plan was chosen by
 * what former releases showed. Events are composed, not epsilons: by the {@link PrivacyFilter} of orders that the budget alone
 * decides, or, for a first release that the filter does not admit, by its privacy-loss distribution; such a release takes all of
 * the budget. A charge is on the disk before it returns, and a run that goes on is not charged again.
 *
 * <p>The file is replaced as a whole by one writer at a time. Its lines are chained by SHA-256: a line that was changed, dropped
 * or moved is refused. Whole lines missing at its end, or a missing file, are noticed by the runs whose charge is gone, when they
 * are continued, and by nobody else; the chain is not a signature. What was never charged is not counted. A random number tells the
 * file from every other one of the same epsilon and delta.
 *
 * <p>Proof: docs/proofs.md, lemma 58.
 */
public final class Budget {
    /** The share of delta that is kept for noise that is not exactly what it should be. */
    public static final double KEPT = 1e-6;

    private static final String NOTICE =
            "private: do not publish. It has a hash of the data, and what all releases of them spent.";
    private static final String PREFIX = "private-";
    /** The fact of a header that no two budgets share. */
    private static final String NUMBER = "number";

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final Path path;
    private final double epsilon;
    private final double delta;
    private final FilterAccountant orders;

    private Budget(Path path, double epsilon, double delta) {
        this.path = path;
        this.epsilon = epsilon;
        this.delta = delta;
        orders = FilterAccountant.favouring(order());
    }

    /** The budget of this file, which the first charge makes; its name must begin with {@code private-}. */
    public static Budget at(Path path, double epsilon, double delta) {
        String name = String.valueOf(Check.given("path", path).getFileName());
        Check.that(name.startsWith(PREFIX), "the name of a budget's file", "one that begins with " + PREFIX, name);
        return new Budget(path, Check.positive("epsilon", epsilon), Check.open("delta", delta, 0, 1));
    }

    /** The best order for Gaussian noise that uses the budget up. */
    private double order() {
        double log = Math.log(1 / delta);
        double root = Math.sqrt(log + epsilon) - Math.sqrt(log);
        return Math.min(1 + Math.sqrt(log) / root, 1e5);
    }

    /**
     * What a run is about to spend.
     *
     * @param run the random number of the run's ledger
     * @param from the first step that is covered, counted from 1
     * @param to the last one
     * @param event what all of these steps reveal together
     * @param variation the total variation by which the noise of all of them may be off
     * @param neighbours the unit and its change
     * @param data the name of the data and a hash of their files
     */
    public record Charge(
            String run, long from, long to, Event event, double variation, Neighbours neighbours, String data) {}

    /** What may differ in two data sets; one budget has one unit and one relation. */
    public record Neighbours(Unit unit, Relation relation) {}

    /**
     * Charges the steps of a run, once.
     *
     * @param begun how many steps the run's ledger has
     * @param ended whether that ledger has its end mark
     * @throws IllegalStateException where the charge does not fit; nothing is charged then
     */
    public void charge(Charge charge, long begun, boolean ended) throws IOException {
        Check.given("charge", charge);
        exclusively(() -> {
            List<LedgerEntry> entries = read();
            requireSame(entries, charge);
            requireWhole(entries, charge.run, begun, ended);
            if (ended || entries.stream().anyMatch(e -> isOf(e, charge))) return;
            Map<String, String> facts = new TreeMap<>(Map.of("run", charge.run));
            facts.put("variation", EventText.settings(charge.variation));
            requireRoom(entries, charge);
            List<LedgerEntry> more = new ArrayList<>();
            if (entries.isEmpty()) {
                Map<String, String> header = header(charge);
                header.put(NUMBER, UUID.randomUUID().toString());
                more.add(LedgerEntry.of(0, LedgerEntry.Kind.HEADER, 0, 0, null, header, hash(entries)));
            }
            entries.addAll(more);
            LedgerEntry.Kind kind = LedgerEntry.Kind.INTENT;
            more.add(LedgerEntry.of(entries.size(), kind, charge.from, charge.to, charge.event, facts, hash(entries)));
            append(more);
        });
    }

    /** Puts on record that a run has ended, after its own ledger has its end mark: a ledger without it is a shorter one then. */
    public void end(String run) throws IOException {
        exclusively(() -> {
            List<LedgerEntry> entries = read();
            if (entries.isEmpty() || entries.stream().anyMatch(e -> isEnd(e, run))) return;
            append(List.of(LedgerEntry.of(
                    entries.size(), LedgerEntry.Kind.ENDED, 0, 0, null, Map.of("run", run), hash(entries))));
        });
    }

    /**
     * The random number of the file, empty where nothing was charged. A file of a version that drew none has the hash of its first
     * charge, which is of the random number of a run.
     */
    public Optional<String> number() throws IOException {
        List<LedgerEntry> entries = read();
        if (entries.size() < 2) return Optional.empty();
        return Optional.of(
                entries.get(0).facts().getOrDefault(NUMBER, entries.get(1).hash()));
    }

    /** The random numbers of the runs that have a charge. */
    public Set<String> runs() throws IOException {
        Set<String> runs = new TreeSet<>();
        for (LedgerEntry e : read()) if (e.event() != null) runs.add(e.facts().get("run"));
        return runs;
    }

    /** All that was charged. */
    public Event total() throws IOException {
        return total(read());
    }

    /** The least epsilon that would have admitted all charges, in the same order: for the eye, no guarantee. */
    public double used() throws IOException {
        Event total = total();
        PldAccountant pld = PldAccountant.standard();
        double filtered = orders.supports(total) ? orders.epsilon(total, accounting()) : Double.POSITIVE_INFINITY;
        return filtered > epsilon && pld.supports(total) ? pld.epsilon(total, accounting()) : filtered;
    }

    public Path path() {
        return path;
    }

    /** What is said of it in a ledger, and, with its number, in a guarantee. */
    @Override
    public String toString() {
        return "a budget of epsilon " + epsilon + " at delta " + delta;
    }

    private double accounting() {
        return delta * (1 - KEPT);
    }

    private Map<String, String> header(Charge charge) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("budget", toString());
        facts.put("data", charge.data);
        facts.put("filter", orders.version());
        facts.put("notice", NOTICE);
        facts.put("relation", charge.neighbours.relation.name());
        facts.put("unit", charge.neighbours.unit.name());
        return facts;
    }

    /** Names what differs, never its values: one is a hash of the data. */
    private void requireSame(List<LedgerEntry> entries, Charge charge) throws IOException {
        if (entries.isEmpty()) return;
        Map<String, String> written = entries.get(0).facts(), here = header(charge);
        TreeSet<String> differ = new TreeSet<>(here.keySet());
        differ.addAll(written.keySet());
        differ.remove(NUMBER);
        differ.removeIf(name -> here.getOrDefault(name, "").equals(written.get(name)));
        if (!differ.isEmpty())
            throw new IOException(
                    "the budget " + path + " is another one, which differs in " + String.join("; ", differ)
                            + "; each data set, unit, relation, epsilon and delta has a budget of its own");
    }

    private void requireWhole(List<LedgerEntry> entries, String run, long begun, boolean ended) throws IOException {
        long covered = entries.stream()
                .filter(e -> e.event() != null && run.equals(e.facts().get("run")))
                .mapToLong(LedgerEntry::to)
                .max()
                .orElse(0);
        if (begun > covered)
            throw new IOException("the run's ledger has " + begun + " steps, and the budget " + path + " has " + covered
                    + " of them: the budget was cut short or replaced; put the whole file back");
        if (!ended && entries.stream().anyMatch(e -> isEnd(e, run)))
            throw new IOException("by the budget " + path + " this run has ended, and its ledger has no end mark: the"
                    + " ledger was cut short; use another folder");
    }

    private void requireRoom(List<LedgerEntry> entries, Charge charge) {
        Event all = total(entries);
        String what = this + " in " + path + " has no room for this release: ";
        boolean counted = orders.supports(new Event.Composed(List.of(all, charge.event)));
        if (!counted && !fitsAlone(entries, charge.event))
            throw new IllegalStateException(what
                    + "nothing bounds the Rényi divergence of it, or of what was charged before, by which releases are"
                    + " composed; such a release must be the only one of its budget, and fit by PLD");
        if (counted) {
            PrivacyFilter filter = PrivacyFilter.of(orders, epsilon, accounting());
            filter.restore(all);
            if (!filter.admits(charge.event) && !fitsAlone(entries, charge.event))
                throw new IllegalStateException(what + "with it, epsilon "
                        + orders.epsilon(new Event.Composed(List.of(all, charge.event)), accounting())
                        + " would be used, before it " + filter.used()
                        + "; nothing was drawn. Take more noise, a smaller rate or fewer steps");
        }
        double variation = charge.variation;
        for (LedgerEntry e : entries)
            if (e.event() != null) variation += Double.parseDouble(e.facts().get("variation"));
        if ((1 + Math.exp(epsilon)) * variation > KEPT * delta)
            throw new IllegalStateException(what + "its noise is not exact enough for so many numbers at epsilon "
                    + epsilon + " and delta " + delta + "; take fewer steps or a smaller network");
    }

    /** By its privacy-loss distribution: it was chosen before anything was released. After it the filter admits nothing. */
    private boolean fitsAlone(List<LedgerEntry> entries, Event event) {
        PldAccountant pld = PldAccountant.standard();
        return entries.isEmpty() && pld.supports(event) && pld.epsilon(event, accounting()) <= epsilon;
    }

    private static Event total(List<LedgerEntry> entries) {
        return new Event.Composed(entries.stream()
                .map(LedgerEntry::event)
                .filter(java.util.Objects::nonNull)
                .toList());
    }

    private static boolean isOf(LedgerEntry e, Charge charge) {
        return e.event() != null
                && charge.run.equals(e.facts().get("run"))
                && e.from() == charge.from
                && e.to() == charge.to
                && EventText.write(e.event()).equals(EventText.write(charge.event));
    }

    private static boolean isEnd(LedgerEntry e, String run) {
        return e.kind() == LedgerEntry.Kind.ENDED && run.equals(e.facts().get("run"));
    }

    private static String hash(List<LedgerEntry> entries) {
        return entries.isEmpty()
                ? LedgerEntry.START
                : entries.get(entries.size() - 1).hash();
    }

    /** Replaces the file by one with more lines. */
    private void append(List<LedgerEntry> entries) throws IOException {
        StringBuilder text =
                new StringBuilder(Files.exists(path) ? Files.readString(path, StandardCharsets.US_ASCII) : "");
        entries.forEach(e -> text.append(e.line()).append('\n'));
        AtomicFile.writePrivate(path, text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Empty where nothing was charged yet. */
    private List<LedgerEntry> read() throws IOException {
        List<LedgerEntry> entries = new ArrayList<>();
        if (!Files.exists(path)) return entries;
        String text = Files.readString(path, StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\n")) throw refused(entries.size() + 1, "the file does not end with a whole line");
        for (String line : text.split("\n")) {
            try {
                entries.add(LedgerEntry.parse(line, entries.size(), hash(entries)));
            } catch (IllegalArgumentException e) {
                throw refused(entries.size() + 1, e.getMessage());
            }
        }
        if (entries.get(0).kind() != LedgerEntry.Kind.HEADER) throw refused(1, "it is no header");
        return entries;
    }

    private IOException refused(int line, String why) {
        return new IOException("the budget " + path + " is refused: line " + line + ": " + why
                + "; put back the file as it was written last");
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Waits for another thread or process that charges something. */
    private void exclusively(Work work) throws IOException {
        Path whole = path.toAbsolutePath();
        AtomicFile.createFolder(whole.getParent());
        long start = System.nanoTime();
        for (; ; ) {
            var lock = WriterLock.tryOf(whole);
            if (lock.isEmpty()) {
                if (System.nanoTime() - start > PATIENCE)
                    throw new IOException("the budget " + path + " has been open elsewhere for a minute; try again");
                LockSupport.parkNanos(10_000_000);
                continue;
            }
            WriterLock held = lock.get();
            try (held) {
                AtomicFile.removeLeftovers(whole);
                work.run();
                return;
            }
        }
    }
}
