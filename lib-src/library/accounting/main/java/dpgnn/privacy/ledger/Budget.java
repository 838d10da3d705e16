package dpgnn.privacy.ledger;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Rounded;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One budget for several releases of one data set, in whatever folders: a file to which trainings, selections and steered trainings
 * charge their events before their first step. What does not fit is refused.
 *
 * <pre>{@code
 * Budget budget = Budget.at(Path.of("private-budget.json"), 8, 1e-5).bySums();
 * plan.release(model).budget(budget).checkpoint(folder, 10).train(view);
 * }</pre>
 *
 * <p>How charges compose is chosen when the file is made, and stands in its first line: by the Rényi divergences of all events
 * ({@link #at}), by sums of the epsilons and deltas of releases ({@link #bySums}), or by the privacy-loss distribution of all plans of a
 * list that is fixed before the first ({@link #forPlans}). {@link #costs} says what a plan would use in each way.
 *
 * <p><b>Guarantee.</b> All that was charged is (epsilon, delta)-differentially private together, for the unit and the relation of the
 * first charge, also where a plan was chosen by what former releases showed; of a list, which of its plans come next may be chosen so. By
 * Rényi divergences: by the {@link dpgnn.privacy.account.PrivacyFilter} of orders that the budget alone decides, or, for a first release
 * that the filter does not admit, by its privacy-loss distribution; such a release takes all of the budget. By sums: exactly added, of an
 * epsilon that is computed here from the event. A release of another unit or relation is counted where its event is proved for those of
 * the budget too, or, by sums, where two of its changes make up one of the budget's. A charge is on the disk before it returns, and a run
 * that goes on is not charged again.
 *
 * <p>The file is replaced as a whole by one writer at a time. Its lines are chained by SHA-256: a line that was changed, dropped
 * or moved is refused. Whole lines missing at its end, or a missing file, are noticed by the runs whose charge is gone, when they
 * are continued, and by nobody else; the chain is not a signature. What was never charged is not counted. A random number tells the
 * file from every other one of the same epsilon and delta.
 *
 * <p>Proof: docs/proofs.md, lemma 58.
 */
public final class Budget implements Described {
    private static final String NOTICE =
            "private: do not publish. It has a hash of the data, and what all releases of them spent.";
    private static final String PREFIX = "private-";
    /** The fact of a header that no two budgets share. */
    private static final String NUMBER = "number";

    private static final String FILTER = "filter", UNIT = "unit", RELATION = "relation";
    /** The fact of a charge that is stated for something else than the budget. */
    private static final String STATED = "stated for";

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final Path path;
    private final BudgetRule.Limit limit;
    private final BudgetRule rule;
    /** What is counted; null where the first charge decides. */
    private final Neighbours counts;

    private Budget(Path path, BudgetRule.Limit limit, BudgetRule rule, Neighbours counts) {
        this.path = path;
        this.limit = limit;
        this.rule = rule;
        this.counts = counts;
    }

    /**
     * The budget of this file, which the first charge makes; its name must begin with {@code private-}. Releases compose by Rényi
     * divergences.
     */
    public static Budget at(Path path, double epsilon, double delta) {
        String name = String.valueOf(Check.given("path", path).getFileName());
        Check.that(name.startsWith(PREFIX), "the name of a budget's file", "one that begins with " + PREFIX, name);
        BudgetRule.Limit limit =
                new BudgetRule.Limit(Check.positive("epsilon", epsilon), Check.open("delta", delta, 0, 1));
        return new Budget(path, limit, BudgetRule.Renyi.of(limit), null);
    }

    /**
     * The same, and epsilons and deltas of releases are added: n releases whose plans have an n-th of both fit, whatever
     * their samplers.
     */
    public Budget bySums() {
        return new Budget(path, limit, new BudgetRule.Sums(limit), null);
    }

    /**
     * The same, for these plans alone, which together must fit by their privacy-loss distribution. None may have been chosen by what a
     * release of the data showed; which of them run, and in which order, may be.
     *
     * @param all such as {@code plan.schedule(view, model)}
     */
    public Budget forPlans(Planned... all) {
        List<Planned> plans = Check.all("plan", Arrays.asList(Check.given("all", all)));
        Check.atLeast("how many plans a list has", plans.size(), 1);
        Neighbours common = plans.stream()
                .map(Planned::neighbours)
                .filter(n -> plans.stream().allMatch(p -> p.neighbours().times(n.unit, n.relation) == 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("plans of one list must hide the same, and these hide "
                        + plans.stream()
                                .map(p -> p.neighbours().words())
                                .distinct()
                                .collect(Collectors.joining("; "))));
        List<Event> events = plans.stream().map(p -> p.spending().event).toList();
        return new Budget(path, limit, BudgetRule.Fixed.of(limit, events), common);
    }

    /**
     * What steps spend together.
     *
     * @param event what all of them reveal
     * @param variation the total variation by which the noise of all of them may be off
     * @param delta at which the release is stated
     * @param epsilon of the whole release at delta, where that is proved and does not follow from the event: it is steered within a
     *     budget of its own, or its parts hide different units; 0 for what follows from the event
     */
    public record Spending(Event event, double variation, double delta, double epsilon) {
        public Spending {
            Check.given("event", event);
            Check.atLeast("variation", variation, 0);
            Check.open("delta", delta, 0, 1);
            Check.atLeast("epsilon", epsilon, 0);
        }

        public Spending(Event event, double variation, double delta) {
            this(event, variation, delta, 0);
        }
    }

    /** What is known of a release before its first step. */
    public interface Planned {
        Spending spending();

        Neighbours neighbours();
    }

    /**
     * What a run is about to spend.
     *
     * @param run the random number of the run's ledger
     * @param from the first step that is covered, counted from 1
     * @param to the last one
     * @param spending of all of these steps
     * @param neighbours the unit and its change
     * @param data the name of the data and a hash of their files
     */
    public record Charge(String run, long from, long to, Spending spending, Neighbours neighbours, String data) {}

    /**
     * What may differ in two data sets.
     *
     * @param relation the change for which a release is stated
     * @param proved all changes of this unit for which its event is proved
     */
    public record Neighbours(Unit unit, Relation relation, Set<Relation> proved) {
        public Neighbours {
            Check.given("unit", unit);
            Check.given("proved", proved);
            Check.that(proved.contains(relation), "relation", "one of the proved " + proved, relation);
        }

        public Neighbours(Unit unit, Relation relation) {
            this(unit, relation, Set.of(relation));
        }

        /** How many of these changes make up one of those; 0 where nothing is proved. Proof: docs/proofs.md, lemma 58. */
        int times(Unit of, Relation change) {
            if (unit == of && proved.contains(change)) return 1;
            if (change != Relation.REPLACE) return 0;
            boolean features = unit == Unit.NODE && of == Unit.FEATURE;
            if (proved.contains(Relation.REPLACE))
                return features || unit == Unit.GRAPH && (of == Unit.NODE || of == Unit.FEATURE) ? 1 : 0;
            if (proved.contains(Relation.ADD_REMOVE))
                return features || unit == of && (of == Unit.NODE || of == Unit.RECORD) ? 2 : 0;
            return features ? 2 : 0;
        }

        String words() {
            return unit.words() + ", which " + relation.words();
        }
    }

    /**
     * Charges the steps of a run, once.
     *
     * @param begun how many steps the run's ledger has
     * @param ended whether that ledger has its end mark
     * @throws IllegalStateException where the charge does not fit; nothing is charged then
     */
    public void charge(Charge charge, long begun, boolean ended) throws IOException {
        rule.prepare(Check.given("charge", charge).spending);
        exclusively(() -> {
            List<LedgerEntry> entries = read();
            requireSame(entries, charge);
            requireWhole(entries, charge.run, begun, ended);
            if (ended || entries.stream().anyMatch(e -> isOf(e, charge))) return;
            Map<String, String> facts = new TreeMap<>(admitted(entries, charge));
            facts.put("run", charge.run);
            facts.put("variation", EventText.settings(charge.spending.variation));
            Neighbours own = charge.neighbours;
            if (!own.words().equals(counted(entries, own).words())) facts.put(STATED, own.unit + " " + own.relation);
            List<LedgerEntry> more = new ArrayList<>();
            if (entries.isEmpty()) {
                Map<String, String> header = header(charge);
                header.put(NUMBER, UUID.randomUUID().toString());
                more.add(LedgerEntry.of(0, LedgerEntry.Kind.HEADER, 0, 0, null, header, hash(entries)));
            }
            entries.addAll(more);
            LedgerEntry.Kind kind = LedgerEntry.Kind.INTENT;
            more.add(LedgerEntry.of(
                    entries.size(), kind, charge.from, charge.to, charge.spending.event, facts, hash(entries)));
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

    /** What is said of a run that is stated for something else than what the budget counts; else nothing. */
    public String remark(String run) throws IOException {
        List<LedgerEntry> entries = read();
        boolean other = charges(entries).stream()
                .anyMatch(e -> run.equals(e.facts().get("run")) && e.facts().containsKey(STATED));
        return other ? " The budget counts " + counted(entries, null).words() + "." : "";
    }

    /** All that was charged. */
    public Event total() throws IOException {
        return BudgetRule.total(charges(read()));
    }

    /**
     * The least epsilon that would have admitted all charges, in the same order: for the eye, no guarantee. By sums it is their sum, and
     * of a list that of the plans that were charged.
     */
    public double used() throws IOException {
        return rule.used(charges(own()));
    }

    /** Epsilon less what is {@link #used}: by sums a release of that fits, at what is left of delta, and otherwise it may or may not. */
    public double left() throws IOException {
        return rule.left(charges(own()));
    }

    /**
     * What a release would cost, each way.
     *
     * @param here whether it fits into this file, and what would be used then
     * @param renyi what it would use alone in an empty budget by Rényi divergences, of the same epsilon and delta; infinite where nothing
     *     bounds them
     * @param epsilon what a budget by sums adds, beside delta
     * @param list the epsilon of a list that has it alone, at the budget's delta
     */
    public record Costs(String here, double renyi, double epsilon, double delta, double list) implements Described {
        @Override
        public Map<String, Object> description() {
            Map<String, Object> rows = new LinkedHashMap<>();
            rows.put("in this budget", here);
            rows.put(
                    "alone, by Rényi divergences",
                    Double.isInfinite(renyi) ? "nothing bounds them" : Rounded.up(renyi));
            rows.put("alone, by sums", "epsilon " + Rounded.up(epsilon) + " and delta " + Rounded.up(delta));
            rows.put("alone, by a list of plans", Rounded.up(list));
            return rows;
        }
    }

    /** What this plan would cost; nothing is charged. Whether its noise is exact enough is not said. */
    public Costs costs(Planned plan) throws IOException {
        Spending next = Check.given("plan", plan).spending();
        Neighbours own = plan.neighbours();
        List<LedgerEntry> entries = own(), charged = new ArrayList<>(charges(entries));
        Neighbours counted = counted(entries, own);
        int times = own.times(counted.unit, counted.relation);
        String here = times == 0 ? apart(own, counted) : "";
        if (here.isEmpty()) {
            BudgetRule.Answer answer = rule.answer(charged, next, times);
            String before = Rounded.up(rule.used(charged));
            charged.add(LedgerEntry.of(0, LedgerEntry.Kind.INTENT, 0, 0, next.event, answer.facts(), ""));
            here = answer.refusal().isEmpty()
                    ? "fits: with it epsilon " + Rounded.up(rule.used(charged)) + " of " + limit.epsilon()
                            + " would be used, before it " + before
                    : "no room: " + answer.refusal();
        }
        BudgetRule.Renyi orders = BudgetRule.Renyi.of(limit);
        boolean bounded = orders.orders().supports(next.event), listed = BudgetRule.PLD.supports(next.event);
        return new Costs(
                here,
                bounded ? orders.orders().epsilon(next.event, limit.accounting()) : Double.POSITIVE_INFINITY,
                BudgetRule.Sums.alone(next),
                next.delta,
                listed ? BudgetRule.PLD.epsilon(next.event, limit.accounting()) : Double.POSITIVE_INFINITY);
    }

    @Override
    public Map<String, Object> description() {
        try {
            List<LedgerEntry> entries = own(), charged = charges(entries);
            List<String> deltas = rule.deltas(charged);
            Map<String, Object> rows = new LinkedHashMap<>();
            rows.put("file", path.toString());
            rows.put("epsilon", limit.epsilon());
            rows.put("delta", Rounded.up(limit.delta()));
            rows.put("composed", rule.call().replaceFirst(", Budget.*", ""));
            Neighbours counted = counted(entries, null);
            rows.put("counts", counted == null ? "what the first release hides" : counted.words());
            rows.put("used", Rounded.up(rule.used(charged)) + deltas.get(0));
            rows.put("left", Rounded.down(rule.left(charged)) + deltas.get(1));
            rows.put("releases", Integer.toString(runs().size()));
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    public Path path() {
        return path;
    }

    /** What is said of it in a ledger, and, with its number, in a guarantee. */
    @Override
    public String toString() {
        return "a budget of epsilon " + limit.epsilon() + " at delta " + limit.delta() + rule.words();
    }

    private Map<String, String> header(Charge charge) {
        Map<String, String> facts = new TreeMap<>(rule.facts());
        Neighbours of = counts == null ? charge.neighbours : counts;
        facts.put("budget", toString());
        facts.put("data", charge.data);
        facts.put(FILTER, rule.name());
        facts.put("notice", NOTICE);
        facts.put(RELATION, of.relation.name());
        facts.put(UNIT, of.unit.name());
        return facts;
    }

    /** What the file counts, or will count. */
    private Neighbours counted(List<LedgerEntry> entries, Neighbours first) {
        if (entries.isEmpty()) return counts == null ? first : counts;
        Map<String, String> written = entries.get(0).facts();
        return new Neighbours(Unit.valueOf(written.get(UNIT)), Relation.valueOf(written.get(RELATION)));
    }

    private String apart(Neighbours own, Neighbours counted) {
        String sentence = "the release hides " + own.words() + ", and the budget " + path + " counts " + counted.words()
                + ": no theorem here turns the one into the other, so nobody would add up what they spend; charge the"
                + " release to a file of its own";
        return own.relation == Relation.PARTICIPATION
                        && counted.relation == Relation.ADD_REMOVE
                        && own.unit == counted.unit
                ? sentence + ". A new file whose first plan is stated by against(Relation.PARTICIPATION) counts both"
                : sentence;
    }

    private void requireRule(Map<String, String> written) throws IOException {
        String name = written.getOrDefault(FILTER, "");
        String kind = name.replaceFirst(" .*", "");
        if (rule.name().startsWith(kind + " ")) return;
        BudgetRule made = List.of(
                        BudgetRule.Renyi.of(limit), new BudgetRule.Sums(limit), new BudgetRule.Fixed(limit, List.of()))
                .stream()
                .filter(r -> r.name().startsWith(kind + " "))
                .findFirst()
                .orElseThrow(() ->
                        new IOException("the budget " + path + " composes by " + name + ", unknown to this version"));
        throw new IOException("the budget " + path + " was made to compose " + made.call()
                + ", and is opened to compose "
                + rule.call() + ": how a file composes is chosen when it is made; open it as it was made, or take"
                + " another file");
    }

    /** Names what differs, never its values: one is a hash of the data. */
    private void requireSame(List<LedgerEntry> entries, Charge charge) throws IOException {
        if (entries.isEmpty()) return;
        Map<String, String> written = entries.get(0).facts(), here = header(charge);
        requireRule(written);
        TreeSet<String> differ = new TreeSet<>(here.keySet());
        differ.addAll(written.keySet());
        differ.removeAll(Set.of(NUMBER, UNIT, RELATION));
        differ.removeIf(name -> here.getOrDefault(name, "").equals(written.get(name)));
        if (!differ.isEmpty())
            throw new IOException("the budget " + path + " is another one, which differs in "
                    + String.join("; ", differ) + "; each data set, epsilon and delta has a budget of its own");
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

    /** What the charge's line holds by the rule. */
    private Map<String, String> admitted(List<LedgerEntry> entries, Charge charge) throws IOException {
        List<LedgerEntry> charged = charges(entries);
        Neighbours counted = counted(entries, charge.neighbours);
        int times = charge.neighbours.times(counted.unit, counted.relation);
        if (times == 0) throw new IOException(apart(charge.neighbours, counted));
        String what = this + " in " + path + " has no room for this release: ";
        List<LedgerEntry> before = charged.stream()
                .filter(e -> charge.run.equals(e.facts().get("run")))
                .toList();
        BudgetRule.Answer answer = before.isEmpty() || charge.spending.epsilon == 0
                ? rule.answer(charged, charge.spending, times)
                : rule.more(charged, before, charge.spending, times);
        if (!answer.refusal().isEmpty()) throw new IllegalStateException(what + answer.refusal());
        double variation = charge.spending.variation;
        for (LedgerEntry e : charged) variation += Double.parseDouble(e.facts().get("variation"));
        if (!new DeltaReserve(limit.delta()).paysBesideRoundings(limit.epsilon(), variation))
            throw new IllegalStateException(what + "its noise is not exact enough for so many numbers at epsilon "
                    + limit.epsilon() + " and delta " + limit.delta() + "; take fewer steps or a smaller network");
        return answer.facts();
    }

    private static List<LedgerEntry> charges(List<LedgerEntry> entries) {
        return entries.stream().filter(e -> e.event() != null).toList();
    }

    private static boolean isOf(LedgerEntry e, Charge charge) {
        return e.event() != null
                && charge.run.equals(e.facts().get("run"))
                && e.from() == charge.from
                && e.to() == charge.to
                && EventText.write(e.event()).equals(EventText.write(charge.spending.event));
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

    /** The entries of a file that composes as this budget does. */
    private List<LedgerEntry> own() throws IOException {
        List<LedgerEntry> entries = read();
        if (entries.isEmpty()) return entries;
        requireRule(entries.get(0).facts());
        if (!toString().equals(entries.get(0).facts().get("budget")))
            throw new IOException("the budget " + path + " is another one, which differs in budget: " + this);
        return entries;
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
