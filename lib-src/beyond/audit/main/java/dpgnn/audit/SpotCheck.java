package dpgnn.audit;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Parameters;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.train.ReleaseTrainer;
import dpgnn.train.folder.StepAccount;
import dpgnn.train.folder.ViewHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks steps of a release that was {@linkplain ReleaseTrainer#accountable accountable}, after it has ended: the auditor, who has its
 * ledger and may see the data, names steps by coins of their own, the trainer opens coins and weights of these steps, and the
 * auditor takes each again, batch, clip, sum, noise and update, and compares all bits.
 *
 * <pre>{@code
 * SpotCheck check = SpotCheck.of(folder.resolve("ledger.jsonl"), trainer, view);    // both, each with a trainer of their own
 * Set<Long> asked = check.draw(300, Streams.secure().stream("challenge"));          // the auditor
 * SpotCheck.Opening opened = check.open(folder, asked);                             // the trainer
 * SpotCheck.Report report = check.report(asked, opened, released.parameters());     // the auditor
 * }</pre>
 *
 * <p><b>Guarantee.</b> Of n steps let a share f not be as the plan says. The trainer passes k drawn steps, or runs of steps, with probability at most (1 -
 * f)^k, and the start, the data, what every line spends and the final weights are always checked. Sampling is by the auditor's coins,
 * which the trainer must not know before the ledger has ended, or by the text of a beacon that nobody knew then. All coins of a
 * training were fixed before its first step, and are fixed anew where it was interrupted, which the report counts. What is not shown: that
 * the data are true, and that no training was thrown away before this one, be it for its coins.
 *
 * <p>Proof: docs/proofs.md, lemma 88.
 */
public final class SpotCheck {
    private static final String PREFIX = "private-";

    /** Of the text of a beacon, at least: so many are hard to guess. */
    private static final int LETTERS = 16;

    /** Without these an auditor's facts are those of the ledger's header; on which device bits are the same does not matter. */
    private static final Set<String> OWN =
            Set.of("run", "charged to", "backend", StepAccount.DATA, StepAccount.START, StepAccount.EVERY);

    private final LedgerRecord ledger;
    private final ReleaseTrainer.Steps steps;
    private final String data;
    private final List<LedgerRecord.Change> all;
    /** For every step in the released weights its line, by the line's first step in the ledger. */
    private final List<LedgerRecord.Change> lines = new ArrayList<>();

    private final long lost;

    /** The first lines after the training began or went on, by their places among all lines. */
    private final TreeSet<Integer> parts = new TreeSet<>();

    /** How many steps are taken again together. */
    private final int every;

    private SpotCheck(LedgerRecord ledger, ReleaseTrainer.Steps steps, String data) {
        this.ledger = ledger;
        this.steps = steps;
        this.data = data;
        all = ledger.changes();
        TreeMap<Long, LedgerRecord.Change> last = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            LedgerRecord.Change line = all.get(i);
            if (!line.facts().keySet().containsAll(Set.of(StepAccount.STEP, StepAccount.COINS)))
                throw new IllegalArgumentException("step " + line.step() + " of the ledger says "
                        + line.facts().keySet()
                        + ", and a release that is accountable says " + StepAccount.STEP + " and "
                        + StepAccount.COINS);
            if (line.facts().containsKey(StepAccount.FIXED)) parts.add(i);
            long step = step(line);
            last.tailMap(step).clear(); // taken again after an interrupt
            last.put(step, line);
        }
        lines.addAll(last.values());
        lost = ledger.lastStep() - lines.size();
        if (lines.isEmpty()
                || last.firstKey() != 1
                || last.lastKey() != lines.size()
                || !parts.contains(0)
                || !ledger.facts().keySet().containsAll(Set.of(StepAccount.START, StepAccount.EVERY)))
            throw new IllegalArgumentException(
                    "the ledger commits to no steps 1, 2 and so on: it is not of an accountable"
                            + " release, plan.release(model).accountable()");
        if (!ledger.ended() || !ledger.endFacts().containsKey(StepAccount.STATE))
            throw new IllegalArgumentException(
                    "the ledger has no end mark: steps are named when nothing can be changed any more");
        every = Integer.parseInt(ledger.facts().get(StepAccount.EVERY));
        for (int i = 0; i < lines.size(); i++)
            Check.that(
                    every >= 1 && (i % every != 0 || line(i, StepAccount.STATE) != null),
                    "the ledger's commitments to the state",
                    "one after every so many steps, before the first too",
                    "none before step " + (i + 1));
    }

    /**
     * Reads a ledger, which must have ended; from here on no other one is accepted in its place.
     *
     * @param trainer of the plan, the model and the optimiser that the release states
     * @param view the data, as whoever checks has them
     */
    public static SpotCheck of(Path ledger, ReleaseTrainer trainer, TrainingView view) {
        Check.given("ledger", ledger);
        ReleaseTrainer.Steps steps = Check.given("trainer", trainer).steps(Check.given("view", view));
        return new SpotCheck(Ledger.read(ledger), steps, ViewHash.hash(view));
    }

    /** How many steps are in the released weights. */
    public long steps() {
        return lines.size();
    }

    /** How many runs of steps, from one commitment to the state to the next; each is one step, where every step has one. */
    public int runs() {
        return (lines.size() + every - 1) / every;
    }

    /** So many different runs, counted from 1, by coins that the trainer must not know before the ledger has ended. */
    public Set<Long> draw(int count, RandomStream coins) {
        Check.that(count >= 1 && count <= runs(), "count", "1 to " + runs() + ", the runs of the release", count);
        Set<Long> drawn = new TreeSet<>();
        while (drawn.size() < count) drawn.add(1 + Check.given("coins", coins).nextLong((long) runs()));
        return drawn;
    }

    /**
     * The same by a public text, so that anybody can draw them again: one that nobody could know before {@link #hash} was given away,
     * such as what a beacon or a lottery said afterwards.
     */
    public Set<Long> draw(int count, String beacon) {
        int letters = Check.given("beacon", beacon).strip().length();
        Check.that(
                letters >= LETTERS, "the beacon's text", "of " + LETTERS + " letters at least", letters + " letters");
        StepCoins coins = new StepCoins();
        byte[] text = beacon.strip().getBytes(StandardCharsets.UTF_8);
        coins.begin(StepCoins.hash("challenge", HexFormat.of().parseHex(hash()), text), "");
        return draw(count, coins.stream("challenge"));
    }

    /** The hash of the ledger's last line: with it the trainer gives all lines away, before steps are named. */
    public String hash() {
        return ledger.hash();
    }

    /**
     * The trainer's part: takes all steps again up to the end, which takes as long as the training, and opens those that were
     * asked for.
     *
     * @throws IllegalStateException where a step does not come out as it did
     */
    public Opening open(Path folder, Set<Long> asked) throws IOException {
        Check.given("asked", asked);
        TreeMap<Long, byte[]> seeds = StepAccount.seeds(folder);
        byte[] start = seeds.get(0L), state = steps.first(start);
        List<Opened> opened = new ArrayList<>();
        for (int run = 0; run < runs(); run++) {
            byte[] before = state;
            byte[] salt = StepAccount.salt(key(seeds, run * every));
            if (!line(run * every, StepAccount.STATE).equals(StepAccount.state(salt, state)))
                throw new IllegalStateException("the state before step " + (run * every + 1)
                        + " is not the one of the ledger: "
                        + "take the same plan, model, optimiser and data, on the same kind of processor");
            List<byte[]> own = new ArrayList<>();
            for (int i = run * every; i < end(run); i++) {
                own.add(key(seeds, i));
                state = steps.take(i, state, key(seeds, i), before(i));
            }
            byte[] next = end(run) < lines.size() ? key(seeds, end(run)) : start;
            if (asked.contains(run + 1L)) opened.add(new Opened(run + 1, own, before, state, StepAccount.salt(next)));
        }
        return new Opening(start, StepAccount.salt(key(seeds, 0)), state, unused(seeds), opened);
    }

    private static long step(LedgerRecord.Change line) {
        return Long.parseLong(line.facts().get(StepAccount.STEP));
    }

    private static byte[] seed(TreeMap<Long, byte[]> seeds, long number) {
        Map.Entry<Long, byte[]> seed = seeds.floorEntry(number);
        if (seed.getKey() == 0)
            throw new IllegalStateException(StepAccount.FILE + " has no key of step " + number + " of the ledger");
        return seed.getValue();
    }

    private byte[] key(TreeMap<Long, byte[]> seeds, int i) {
        long number = lines.get(i).step();
        return StepAccount.key(seed(seeds, number), number);
    }

    /** For every part what was fixed for lines after its last one. */
    private List<byte[]> unused(TreeMap<Long, byte[]> seeds) {
        List<byte[]> unused = new ArrayList<>();
        for (int first : parts) {
            Integer next = parts.higher(first);
            long last = all.get((next == null ? all.size() : next) - 1).step();
            unused.add(StepAccount.fixed(seed(seeds, last), last + 1, steps.planned()));
        }
        return unused;
    }

    /** The step after the last one of a run, all counted from 0. */
    private int end(int run) {
        return Math.min(lines.size(), (run + 1) * every);
    }

    private String line(int i, String fact) {
        return lines.get(i).facts().get(fact);
    }

    /** The hash of the ledger before the part of a step, to which its coins are bound. */
    private String before(int i) {
        int part = 0;
        for (int first : parts) if (all.get(first).step() <= lines.get(i).step()) part = first;
        return ledger.hashBefore(all.get(part).step());
    }

    /**
     * The auditor's part.
     *
     * @param released the weights of the release
     */
    public Report report(Set<Long> asked, Opening opening, Parameters released) {
        Check.given("asked", asked);
        Check.given("opening", opening);
        Check.given("released", released);
        List<String> faults = new ArrayList<>();
        Map<String, String> stated = new TreeMap<>(ledger.facts());
        Map<String, String> expected = new TreeMap<>(steps.facts());
        stated.keySet().removeAll(OWN);
        expected.keySet().removeAll(OWN);
        for (String name : union(stated.keySet(), expected.keySet()))
            require(
                    faults,
                    String.valueOf(stated.get(name)).equals(expected.get(name)),
                    "the ledger is of another training: it says " + name + " " + stated.get(name) + ", expected was "
                            + expected.get(name));
        require(
                faults,
                ledger.lastStep() <= steps.planned(),
                "the ledger announces " + ledger.lastStep() + " steps, and " + steps.planned() + " were planned");
        for (int i = 0; i < lines.size(); i++)
            require(
                    faults,
                    lines.get(i).event().equals(steps.event(i)),
                    "step " + (i + 1) + " spends what the plan does not say");
        try {
            requireEnds(faults, opening, released);
        } catch (RuntimeException e) { // by what a trainer opens
            faults.add("the start or the end cannot be checked: " + e.getMessage());
        }
        Map<Long, Opened> opened = new HashMap<>();
        for (Opened one : opening.runs) opened.put(one.run, one);
        List<Long> failed = new ArrayList<>();
        for (long run : asked) {
            Check.that(run >= 1 && run <= runs(), "a run of steps", "1 to " + runs(), run);
            String fault = fault((int) run - 1, opened.get(run));
            if (fault == null) continue;
            failed.add(run);
            faults.add((every == 1 ? "step " : "run ") + run + ": " + fault);
        }
        return new Report(
                Set.copyOf(asked), runs(), lines.size(), lost, parts.size(), List.copyOf(failed), List.copyOf(faults));
    }

    /** From the last line of each part back to its first: no step is taken twice, or with other coins than were fixed before. */
    private void requireFixed(List<String> faults, List<byte[]> unused) {
        int end = all.size(), part = unused.size();
        require(faults, part == parts.size(), "it was not opened what coins were fixed");
        for (int first : parts.descendingSet()) {
            if (--part < 0) return;
            byte[] chain = unused.get(part);
            for (int i = end - 1; i >= first; i--)
                chain = StepAccount.link(all.get(i).facts().get(StepAccount.COINS), chain);
            for (int i = first + 1; i < end; i++)
                require(
                        faults,
                        step(all.get(i)) == step(all.get(i - 1)) + 1,
                        "line " + all.get(i).step() + " takes step " + step(all.get(i)) + " and follows step "
                                + step(all.get(i - 1)));
            require(
                    faults,
                    StepAccount.hex(chain).equals(all.get(first).facts().get(StepAccount.FIXED)),
                    "the coins of lines " + all.get(first).step() + " to "
                            + all.get(end - 1).step() + " are not those that were fixed before them");
            end = first;
        }
    }

    private void requireEnds(List<String> faults, Opening opening, Parameters released) {
        byte[] start = opening.start;
        requireFixed(faults, opening.unused);
        require(
                faults,
                StepAccount.coins(start, 0).equals(ledger.facts().get(StepAccount.START)),
                "the key of the start is not the one of the ledger");
        require(
                faults,
                StepAccount.data(start, data).equals(ledger.facts().get(StepAccount.DATA)),
                "the data are not those of the ledger");
        require(
                faults,
                line(0, StepAccount.STATE).equals(StepAccount.state(opening.firstSalt, steps.first(start))),
                "the first weights were not drawn from the key of the start");
        require(
                faults,
                StepAccount.end(start, opening.end).equals(ledger.endFacts()),
                "the last state is not the one of the ledger");
        int[] end = bits(steps.weights(opening.end));
        require(faults, Arrays.equals(end, bits(released.toArray())), "other weights were released");
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
        Set<String> all = new TreeSet<>(a);
        all.addAll(b);
        return all;
    }

    private static void require(List<String> faults, boolean holds, String fault) {
        if (!holds) faults.add(fault);
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) bits[i] = Float.floatToRawIntBits(values[i]);
        return bits;
    }

    /** What is wrong with a run of steps; null for nothing. */
    private String fault(int run, Opened opened) {
        if (opened == null) return "it was not opened";
        int first = run * every, end = end(run);
        try {
            if (opened.keys.size() != end - first) return "it was opened in part";
            for (int i = first; i < end; i++)
                if (!StepAccount.coins(opened.keys.get(i - first), lines.get(i).step())
                        .equals(line(i, StepAccount.COINS))) return "its coins are not those of the ledger";
            if (!StepAccount.state(StepAccount.salt(opened.keys.get(0)), opened.before)
                    .equals(line(first, StepAccount.STATE))) return "the weights before it are not those of the ledger";
            Map<String, String> next = end < lines.size() ? lines.get(end).facts() : ledger.endFacts();
            if (!StepAccount.state(opened.afterSalt, opened.after).equals(next.get(StepAccount.STATE)))
                return "the weights after it are not those of the ledger";
            byte[] state = opened.before;
            for (int i = first; i < end; i++) state = steps.take(i, state, opened.keys.get(i - first), before(i));
            return Arrays.equals(state, opened.after) ? null : "taken again it gives other weights";
        } catch (RuntimeException e) { // by what a trainer opens
            return "it cannot be taken again: " + e.getMessage();
        }
    }

    /**
     * A run of steps that was opened.
     *
     * @param run counted from 1
     * @param keys of the coins of its steps
     * @param before the state before it
     * @param after the state after it
     * @param afterSalt what opens the commitment to that
     */
    public record Opened(long run, List<byte[]> keys, byte[] before, byte[] after, byte[] afterSalt) {}

    /**
     * What a trainer shows an auditor: for who sees it, the steps in it hide nothing of the data, so that it is for an auditor who
     * may see the data, and for nobody else.
     *
     * @param start the key of the start
     * @param firstSalt what opens the commitment to the first weights
     * @param end the last state
     * @param unused what coins were fixed for steps that were not taken
     */
    public record Opening(byte[] start, byte[] firstSalt, byte[] end, List<byte[]> unused, List<Opened> runs) {
        private static final byte[] NOTICE =
                "private: do not publish. Opened coins of a release, for an auditor who may see its data.\n"
                        .getBytes(StandardCharsets.US_ASCII);

        /** Writes it to a file that only its owner may read, whose name must begin with {@code private-}. */
        public void save(Path file) throws IOException {
            String name = String.valueOf(Check.given("file", file).getFileName());
            Check.that(
                    name.startsWith(PREFIX), "the name of an opening's file", "one that begins with " + PREFIX, name);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.write(NOTICE);
                write(out, start, firstSalt, end);
                out.writeInt(unused.size());
                write(out, unused.toArray(byte[][]::new));
                out.writeInt(runs.size());
                for (Opened one : runs) {
                    out.writeLong(one.run);
                    out.writeInt(one.keys.size());
                    write(out, one.keys.toArray(byte[][]::new));
                    write(out, one.before, one.after, one.afterSalt);
                }
            }
            AtomicFile.writePrivate(file, bytes.toByteArray());
        }

        private static void write(DataOutputStream out, byte[]... parts) throws IOException {
            for (byte[] part : parts) {
                out.writeInt(part.length);
                out.write(part);
            }
        }

        /** Reads what {@link #save} wrote. */
        public static Opening load(Path file) throws IOException {
            byte[] all = Files.readAllBytes(Check.given("file", file));
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all))) {
                if (!Arrays.equals(in.readNBytes(NOTICE.length), NOTICE))
                    throw new IOException("it does not begin as one does");
                byte[] start = part(in), firstSalt = part(in), end = part(in);
                List<byte[]> unused = parts(in);
                List<Opened> runs = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    long run = in.readLong();
                    runs.add(new Opened(run, parts(in), part(in), part(in), part(in)));
                }
                return new Opening(start, firstSalt, end, unused, runs);
            } catch (IOException e) {
                throw new IOException(file + " is no opening that can be read: " + e.getMessage(), e);
            }
        }

        private static List<byte[]> parts(DataInputStream in) throws IOException {
            List<byte[]> parts = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) parts.add(part(in));
            return parts;
        }

        private static byte[] part(DataInputStream in) throws IOException {
            int length = in.readInt();
            if (length < 0 || length > in.available()) throw new IOException("it is cut off");
            return in.readNBytes(length);
        }
    }

    /**
     * What an auditor found.
     *
     * @param asked the runs of steps that were checked
     * @param runs how many the release has
     * @param steps how many steps these have
     * @param lost how many more were announced and are in no weights, since the training was killed or ended early
     * @param fixed how often all coins that were left were fixed: more than once, where the training was interrupted and went on
     * @param failed the checked runs that are not as the plan says
     * @param faults all that is not as it must be: full sentences but for their ends
     */
    public record Report(
            Set<Long> asked, long runs, long steps, long lost, int fixed, List<Long> failed, List<String> faults) {
        public boolean passed() {
            return faults.isEmpty();
        }

        /** The share of cheated steps at which a trainer passes with this probability, at most. */
        public double share(double passes) {
            return 1 - Math.pow(Check.open("passes", passes, 0, 1), 1.0 / asked.size());
        }

        /** The auditor's word. */
        public String statement() {
            if (!passed()) return "Refused: " + String.join("; ", faults) + ".";
            return asked.size() + " of " + runs + (runs == steps ? " steps" : " runs of " + steps + " steps")
                    + " were taken again and are the same in every bit"
                    + (lost > 0 ? "; " + lost + " more were announced and are in no weights" : "")
                    + (fixed > 1 ? "; coins were fixed " + fixed + " times, with each start of the training" : "")
                    + String.format(
                            java.util.Locale.ROOT,
                            ". A trainer of whose %s %.2f %% or more were not as stated passes with a probability of at most"
                                    + " 5 %%.",
                            runs == steps ? "steps" : "runs",
                            Math.ceil(1e4 * share(0.05)) / 100);
        }
    }
}
