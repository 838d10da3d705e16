package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.train.AdaptiveTraining;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.ReleaseTrainer;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import dpgnn.train.TrainingStopped;
import dpgnn.train.folder.StepAccount;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpotCheckTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Split SPLIT = Split.random(DATA.nodes(), 0.5, 0.1, Streams.seed(1).stream("split"));
    private static final TrainingView VIEW = DATA.transductive(SPLIT);
    private static final TrainingView OTHER =
            DATA.transductive(Split.random(DATA.nodes(), 0.5, 0.1, Streams.seed(2).stream("split")));
    private static final int STEPS = 40;
    private static final double NORM = 0.5;
    private static final Sampler SAMPLER = PoissonNodes.of(0.2);

    @TempDir
    Path folder;

    private static ReleaseTrainer trainer(Sampler sampler, Clip clip, Noise noise, int steps) {
        Plan plan = Plans.fixed(sampler, clip, noise, steps, 4, 1e-4);
        return plan.release(Gcn.of(Recipe.of(4).withDropout(0.3)));
    }

    private static ReleaseTrainer trainer() {
        return trainer(SAMPLER, Clip.flat(NORM), GaussianNoise.standard(), STEPS);
    }

    private static Trained train(ReleaseTrainer trainer, Path folder) {
        return trainer.accountable().checkpoint(folder, 7).train(VIEW);
    }

    private static Trained train(ReleaseTrainer trainer, Path folder, int every) {
        return trainer.accountable(every).checkpoint(folder, 7).train(VIEW);
    }

    private static SpotCheck check(Path folder) {
        return SpotCheck.of(folder.resolve("ledger.jsonl"), trainer(), VIEW);
    }

    /** The keys of the start and of lines 1 to the last. */
    private static Map<Long, byte[]> keys(Path folder, long last) throws IOException {
        TreeMap<Long, byte[]> seeds = StepAccount.seeds(folder), keys = new TreeMap<>(Map.of(0L, seeds.get(0L)));
        for (long n = 1; n <= last; n++)
            keys.put(n, StepAccount.key(seeds.floorEntry(n).getValue(), n));
        return keys;
    }

    /** Of a training that took all its steps at once. */
    private static SpotCheck.Opening openingOf(byte[] start, byte[] salt, byte[] end, List<SpotCheck.Opened> runs) {
        return new SpotCheck.Opening(start, salt, end, List.of(new byte[StepCoins.KEY]), runs);
    }

    private static Set<Long> all(SpotCheck check) {
        return LongStream.rangeClosed(1, check.runs()).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void anHonestReleasePassesInEveryStep() throws Exception {
        Clip quantile = Clip.quantile(NORM, 0.5, 0.3, 0.3);
        for (ReleaseTrainer made : List.of(
                trainer(),
                trainer(HeterPoisson.of(0.2, 3), Clip.flat(NORM), GaussianNoise.standard(), 5),
                trainer(HomeStars.of(0.2, 2), Clip.flat(NORM), GaussianNoise.standard(), 5),
                trainer(SAMPLER, quantile, GaussianNoise.standard(), 5))) {
            Path here = Files.createTempDirectory(folder, "honest");
            Trained released = train(made, here);
            assertEquals(Verdict.SOUND, released.guarantee().verdict());
            assertTrue(released.guarantee().statement().contains("commits to the data"));
            assertEquals(
                    Optional.of(SpotCheck.of(here.resolve("ledger.jsonl"), made, VIEW)
                            .hash()),
                    released.certificate().ledger());
            SpotCheck check = SpotCheck.of(here.resolve("ledger.jsonl"), made, VIEW);
            SpotCheck.Opening opening = check.open(here, all(check));
            Path file = here.resolve("private-opening.bin");
            opening.save(file);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            SpotCheck.Report report = check.report(all(check), SpotCheck.Opening.load(file), released.parameters());
            assertEquals(List.of(), report.faults());
            assertTrue(report.statement().startsWith(check.steps() + " of " + check.steps() + " steps"));
        }
    }

    /** How a step of a trainer who cheats comes out; the key is the one of its line. */
    private interface Cheat {
        byte[] take(long step, byte[] state, byte[] key, String before);
    }

    /** A release of which some steps are not as the plan says, and what its trainer can open. */
    private record Cheated(SpotCheck check, SpotCheck.Opening opening, Parameters released) {
        SpotCheck.Report report(Set<Long> asked) {
            Set<Long> named = Set.copyOf(asked);
            List<SpotCheck.Opened> shown =
                    opening.runs().stream().filter(s -> named.contains(s.run())).toList();
            return check.report(named, openingOf(opening.start(), opening.firstSalt(), opening.end(), shown), released);
        }
    }

    /** Commits to all that it does, as the library does, and takes the bad steps in its own way. */
    private Cheated cheated(Path here, Set<Long> bad, Cheat cheat) throws IOException {
        ReleaseTrainer.Steps honest = trainer().steps(VIEW);
        StepAccount account = StepAccount.create(here, STEPS);
        Map<String, String> facts = new TreeMap<>(honest.facts());
        facts.putAll(account.header(ViewHash.hash(VIEW), 1));
        facts.put("run", "1");
        facts.put("backend", "a device on which all bits are the same");
        List<byte[]> states = new ArrayList<>(List.of(honest.first(account.start())));
        try (Ledger ledger = Ledger.create(here.resolve("ledger.jsonl"), facts)) {
            String before = ledger.head().hash();
            for (long t = 0; t < STEPS; t++) {
                byte[] state = states.get((int) t);
                account.announce(ledger, t, honest.event(t), state, new StepCoins());
                byte[] key = keys(here, STEPS).get(t + 1);
                states.add(
                        bad.contains(t + 1) ? cheat.take(t, state, key, before) : honest.take(t, state, key, before));
            }
            ledger.end(StepAccount.end(account.start(), states.get(STEPS)));
        }
        Map<Long, byte[]> keys = keys(here, STEPS);
        List<SpotCheck.Opened> opened = new ArrayList<>();
        for (int t = 0; t < STEPS; t++)
            opened.add(new SpotCheck.Opened(
                    t + 1,
                    List.of(keys.get(t + 1L)),
                    states.get(t),
                    states.get(t + 1),
                    StepAccount.salt(t + 1 < STEPS ? keys.get(t + 2L) : account.start())));
        account.close();
        SpotCheck check = check(here);
        SpotCheck.Opening opening =
                openingOf(account.start(), StepAccount.salt(keys.get(1L)), states.get(STEPS), opened);
        Network network = Gcn.of(Recipe.of(4).withDropout(0.3))
                .network(VIEW.features().width(), VIEW.labels().classes());
        Parameters released = network.initial(Streams.seed(1).stream("init"));
        released.write(honest.weights(states.get(STEPS)));
        return new Cheated(check, opening, released);
    }

    /** A share of the noise that is stated. */
    private record Quieter(double share) implements NoiseLike {
        @Override
        public void release(double[] sum, double deviation, double clip, RandomStream coins) {
            if (share > 0 && sum.length > 0) GaussianNoise.standard().release(sum, share * deviation, clip, coins);
        }
    }

    /** The sum is clipped and not its gradients. */
    private record Late(double norm) implements NoiseLike {
        @Override
        public void release(double[] sum, double deviation, double clip, RandomStream coins) {
            if (sum.length == 0) return;
            double squares = 0;
            for (double v : sum) squares += v * v;
            double scale = Math.min(1, norm / Math.sqrt(squares));
            for (int i = 0; i < sum.length; i++) sum[i] *= scale;
            GaussianNoise.standard().release(sum, deviation / clip * norm, norm, coins);
        }
    }

    /** Every batch is this one, whatever the coins. */
    private record SameBatch(Sampler like) implements SamplerLike {
        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            Draws fixed = like.draws(participants, Streams.seed(3).stream("sampler"));
            return SamplerLike.redrawn(like.draws(participants, coins), (step, batch) -> fixed.draw(0, batch));
        }
    }

    private static Cheat by(ReleaseTrainer other, TrainingView view) {
        return other.steps(view)::take;
    }

    private static Map<String, Cheat> cheats() {
        Clip clip = Clip.flat(NORM);
        Noise gaussian = GaussianNoise.standard();
        ReleaseTrainer.Steps honest = trainer().steps(VIEW);
        Map<String, Cheat> cheats = new TreeMap<>();
        cheats.put("no noise", by(trainer(SAMPLER, clip, new Quieter(0), STEPS), VIEW));
        cheats.put("half the noise", by(trainer(SAMPLER, clip, new Quieter(0.5), STEPS), VIEW));
        cheats.put("a fixed batch", by(trainer(new SameBatch(SAMPLER), clip, gaussian, STEPS), VIEW));
        cheats.put("clipped late", by(trainer(SAMPLER, Clip.flat(100), new Late(NORM), STEPS), VIEW));
        cheats.put("other data", by(trainer(), OTHER));
        cheats.put("coins drawn anew after the line", (t, state, key, before) -> {
            byte[] best = null;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < 4; i++) {
                byte[] tried = honest.take(t, state, StepCoins.freshKey(), before);
                double size = 0;
                for (float w : honest.weights(tried)) size += w * w;
                if (size < least) best = tried;
                least = Math.min(size, least);
            }
            return best;
        });
        cheats.put(
                "coins that are bound to another ledger",
                (t, state, key, before) -> honest.take(t, state, key, "0".repeat(64)));
        cheats.put("weights replaced", (t, state, key, before) -> {
            byte[] other = honest.take(t, state, key, before).clone();
            other[1] ^= 1;
            return other;
        });
        return cheats;
    }

    /** Detection is by drawing a bad step and by nothing else, so that its probability is that of the draw, at least as stated. */
    @Test
    void everyCheatIsFoundAsOftenAsStated() throws Exception {
        int trials = Extent.of(200, 20), asked = 10, bad = 4;
        double bound = Math.pow(1 - bad / (double) STEPS, asked);
        RandomStream coins = Streams.seed(11).stream("challenge");
        for (Map.Entry<String, Cheat> cheat : cheats().entrySet()) {
            Set<Long> places = new HashSet<>();
            while (places.size() < bad) places.add(1 + coins.nextLong((long) STEPS));
            Cheated made = cheated(Files.createTempDirectory(folder, "cheat"), places, cheat.getValue());
            int passed = 0;
            for (int trial = 0; trial < trials; trial++) {
                Set<Long> drawn = trial % 2 == 0
                        ? made.check.draw(asked, coins)
                        : made.check.draw(asked, "the beacon's pulse number " + trial);
                SpotCheck.Report report = made.report(drawn);
                Set<Long> both = new TreeSet<>(drawn);
                both.retainAll(places);
                assertEquals(
                        List.copyOf(both), report.failed().stream().sorted().toList(), cheat.getKey());
                assertEquals(both.isEmpty(), report.passed(), () -> cheat.getKey() + ": " + report.faults());
                if (report.passed()) passed++;
            }
            double slack = 4 * Math.sqrt(trials * bound * (1 - bound));
            assertTrue(passed <= trials * bound + slack, cheat.getKey() + " passed " + passed + " of " + trials);
        }
    }

    /** Of four keys for a line the one with the smallest batch: each step comes out as its key says, and whichever is drawn tells. */
    @Test
    void coinsThatWereChosenStepByStepAreFound() throws Exception {
        ReleaseTrainer.Steps honest = trainer().steps(VIEW);
        for (boolean twice : new boolean[] {false, true}) {
            Path here = Files.createTempDirectory(folder, "chosen");
            StepAccount account = StepAccount.create(here, STEPS);
            Map<String, String> facts = new TreeMap<>(honest.facts());
            facts.putAll(account.header(ViewHash.hash(VIEW), 1));
            facts.put("run", "1");
            byte[] state = honest.first(account.start()), seed = StepCoins.freshKey();
            List<SpotCheck.Opened> opened = new ArrayList<>();
            List<byte[]> keys = new ArrayList<>();
            try (Ledger ledger = Ledger.create(here.resolve("ledger.jsonl"), facts)) {
                String hash = ledger.head().hash();
                for (long t = 0; t < STEPS; t++) {
                    // One who takes a step twice, and goes on from the second time, has fixed the coins of both.
                    long step = twice && t > 5 ? t - 1 : t, number = t + 1;
                    byte[] before = twice && t == 6 ? opened.remove(5).before() : state;
                    if (twice && t == 6) keys.remove(5);
                    byte[] key = StepAccount.key(seed, number);
                    for (int i = 0; i < 3 && !twice; i++) {
                        byte[] tried = StepCoins.freshKey();
                        if (Arrays.hashCode(tried) < Arrays.hashCode(key)) key = tried;
                    }
                    Map<String, String> line = new TreeMap<>(Map.of(
                            StepAccount.STEP, String.valueOf(step + 1),
                            StepAccount.COINS, StepAccount.coins(key, number),
                            StepAccount.STATE, StepAccount.state(StepAccount.salt(key), before)));
                    if (t == 0) line.put(StepAccount.FIXED, StepAccount.hex(StepAccount.fixed(seed, 1, STEPS)));
                    ledger.beginBlock(number, number, honest.event(step), line);
                    state = honest.take(step, before, key, hash);
                    opened.add(new SpotCheck.Opened(step + 1, List.of(key), before, state, null));
                    keys.add(key);
                }
                ledger.end(StepAccount.end(account.start(), state));
            }
            for (int i = 0; i < opened.size(); i++) {
                byte[] next = i + 1 < keys.size() ? keys.get(i + 1) : account.start();
                SpotCheck.Opened one = opened.get(i);
                opened.set(
                        i,
                        new SpotCheck.Opened(one.run(), one.keys(), one.before(), one.after(), StepAccount.salt(next)));
            }
            account.close();
            SpotCheck check = check(here);
            Parameters released = Gcn.of(Recipe.of(4).withDropout(0.3))
                    .network(VIEW.features().width(), VIEW.labels().classes())
                    .initial(Streams.seed(1).stream("init"));
            released.write(honest.weights(state));
            SpotCheck.Report report = check.report(
                    all(check), openingOf(account.start(), StepAccount.salt(keys.get(0)), state, opened), released);
            assertEquals(List.of(), report.failed(), "each step is as its key says");
            assertEquals(1, report.faults().size(), report.statement());
            fails(
                    report,
                    twice
                            ? "line 7 takes step 6 and follows step 6"
                            : "the coins of lines 1 to 40 are not those that were fixed before them");
        }
    }

    /** Steps by a text follow from it and from the ledger: with another one, or another ledger, others are named. */
    @Test
    void aBeaconNamesSteps() throws Exception {
        train(trainer(), folder.resolve("first"));
        train(trainer(), folder.resolve("second"));
        SpotCheck first = check(folder.resolve("first")), second = check(folder.resolve("second"));
        String pulse = "5a".repeat(32);
        Set<Long> named = first.draw(10, pulse);
        assertEquals(10, named.size());
        assertEquals(named, first.draw(10, pulse + "\n"));
        assertEquals(named, check(folder.resolve("first")).draw(10, pulse));
        assertNotEquals(named, first.draw(10, "5b".repeat(32)));
        assertNotEquals(named, second.draw(10, pulse));
        int[] often = new int[STEPS];
        for (int i = 0; i < 4000; i++)
            for (long step : first.draw(1, "pulse number " + (10_000 + i))) often[(int) step - 1]++;
        for (int count : often) assertEquals(100, count, 50);
        refused(() -> first.draw(10, "too short"), "beacon", "16 letters", "9 letters");
    }

    @Test
    void whatIsAlwaysCheckedNeedsNoLuck() throws Exception {
        Path here = folder.resolve("here");
        Trained released = train(trainer(), here);
        SpotCheck check = check(here);
        Set<Long> one = Set.of(3L);
        SpotCheck.Opening opening = check.open(here, one);
        assertTrue(check.report(one, opening, released.parameters()).passed());

        Parameters other = released.parameters().copy();
        float[] moved = other.toArray();
        moved[0] = Math.nextUp(moved[0]);
        other.write(moved);
        fails(check.report(one, opening, other), "other weights were released");

        fails(
                SpotCheck.of(here.resolve("ledger.jsonl"), trainer(), OTHER)
                        .report(one, opening, released.parameters()),
                "the data are not those");
        ReleaseTrainer quieter = trainer(SAMPLER, Clip.flat(NORM), new Quieter(0.5), STEPS);
        ReleaseTrainer wider = trainer(PoissonNodes.of(0.3), Clip.flat(NORM), GaussianNoise.standard(), STEPS);
        fails(
                SpotCheck.of(here.resolve("ledger.jsonl"), wider, VIEW).report(one, opening, released.parameters()),
                "sampler",
                "spends what the plan does not say");
        fails(
                SpotCheck.of(here.resolve("ledger.jsonl"), quieter, VIEW).report(one, opening, released.parameters()),
                "step 3: taken again");
        byte[] start = opening.start().clone();
        start[0] ^= 1;
        fails(
                check.report(
                        one,
                        openingOf(start, opening.firstSalt(), opening.end(), opening.runs()),
                        released.parameters()),
                "the key of the start",
                "the first weights");
        fails(check.report(Set.of(3L, 4L), opening, released.parameters()), "step 4: it was not opened");
        fails(
                check.report(
                        one, openingOf(new byte[3], new byte[1], new byte[2], opening.runs()), released.parameters()),
                "the start or the end cannot be checked");
    }

    private static void fails(SpotCheck.Report report, String... words) {
        assertFalse(report.passed());
        for (String word : words) assertTrue(report.statement().contains(word), report.statement());
    }

    /** The auditor holds the ledger that there was when steps were named; another one that is whole opens nothing of it. */
    @Test
    void aLedgerThatIsRewrittenOpensNothing() throws Exception {
        Path first = folder.resolve("first"), second = folder.resolve("second");
        Trained released = train(trainer(), first);
        SpotCheck held = check(first);
        Trained again = train(trainer(), second);
        SpotCheck.Opening opening = check(second).open(second, Set.of(1L, 2L));
        fails(held.report(Set.of(1L, 2L), opening, again.parameters()), "step 1: its coins", "step 2: its coins");
        refused(IllegalStateException.class, () -> held.open(second, Set.of(1L)), "is not the one of the ledger");

        Path ledger = first.resolve("ledger.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(ledger));
        for (int i : new int[] {0, 5, lines.size() - 1}) {
            List<String> edited = new ArrayList<>(lines);
            String line = lines.get(i);
            int at = line.indexOf("commitment to the") + 40;
            edited.set(i, line.substring(0, at) + (line.charAt(at) == '0' ? '1' : '0') + line.substring(at + 1));
            Files.write(ledger, edited);
            refused(IllegalStateException.class, () -> check(first), "line " + (i + 1));
        }
        Files.write(ledger, lines.subList(0, lines.size() - 1));
        refused(() -> check(first), "end mark");
        assertTrue(released.parameters().size() > 0);
    }

    /** Killed after step 10 it goes on from step 7: three steps are lost, and no key serves two lines. */
    @Test
    void aKilledReleaseGoesOnWithFreshKeysAndCanStillBeChecked() throws Exception {
        Path whole = folder.resolve("whole"), killed = folder.resolve("killed"), other = folder.resolve("other");
        Trained first = trainer()
                .accountable()
                .checkpoint(whole, 7)
                .listen(moment -> {
                    if (moment.step() == 10) copy(whole, killed);
                    if (moment.step() == 3) copy(whole, other);
                    return true;
                })
                .train(VIEW);
        assertTrue(check(whole)
                .report(Set.of(1L), check(whole).open(whole, Set.of(1L)), first.parameters())
                .passed());
        for (Path here : List.of(killed, other)) {
            Trained released = train(trainer(), here);
            int lost = here == killed ? 3 : 3;
            SpotCheck check = check(here);
            assertEquals(STEPS - lost, check.steps());
            SpotCheck.Opening opening = check.open(here, all(check));
            SpotCheck.Report report = check.report(all(check), opening, released.parameters());
            assertEquals(List.of(), report.faults());
            assertEquals(lost, report.lost());
            assertTrue(report.statement().contains("3 more were announced"));
            assertEquals(2, report.fixed());
            assertTrue(report.statement().contains("coins were fixed 2 times"));
            List<byte[]> swapped = new ArrayList<>(opening.unused());
            Collections.reverse(swapped);
            fails(
                    check.report(
                            Set.of(1L),
                            new SpotCheck.Opening(
                                    opening.start(), opening.firstSalt(), opening.end(), swapped, opening.runs()),
                            released.parameters()),
                    "are not those that were fixed before them");
            fails(
                    check.report(
                            Set.of(1L),
                            openingOf(opening.start(), opening.firstSalt(), opening.end(), opening.runs()),
                            released.parameters()),
                    "it was not opened what coins were fixed");
            assertEquals(Verdict.SOUND, released.guarantee().verdict());
            assertEquals(STEPS, Ledger.read(here.resolve("ledger.jsonl")).lastStep());
            Set<String> keys = new HashSet<>();
            Map<Long, byte[]> mine = keys(here, STEPS), theirs = keys(whole, STEPS);
            mine.values().forEach(key -> keys.add(Arrays.toString(key)));
            assertEquals(STEPS + 1, keys.size());
            int kept = here == killed ? 10 : 3;
            for (long n = 0; n <= STEPS; n++)
                assertEquals(n <= kept, Arrays.equals(mine.get(n), theirs.get(n)), "key " + n);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to);
            for (String name :
                    List.of("ledger.jsonl", StepAccount.FILE, "private-binding.txt", "private-checkpoint.bin"))
                if (Files.exists(from.resolve(name))) Files.copy(from.resolve(name), to.resolve(name));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anInterruptLosesNothing() throws Exception {
        ReleaseTrainer stopped = trainer();
        stopped.listen(moment -> {
            if (moment.step() == 5) Thread.currentThread().interrupt();
            return true;
        });
        refused(TrainingStopped.class, () -> train(stopped, folder), "after step 5");
        refused(
                UncheckedIOException.class,
                () -> trainer().checkpoint(folder, 7).train(VIEW),
                "commitment to the data");
        Trained released = train(trainer(), folder);
        SpotCheck check = check(folder);
        assertEquals(STEPS, check.steps());
        SpotCheck.Report report = check.report(all(check), check.open(folder, all(check)), released.parameters());
        assertEquals(List.of(), report.faults());
        assertEquals(0, report.lost());
    }

    /** A key without a line was never used, and one that was cut off neither. */
    @Test
    void aKeyThatWasCutOffIsWrittenAnew() throws Exception {
        byte[] state = {1};
        try (Ledger ledger = Ledger.create(folder.resolve("ledger.jsonl"), new TreeMap<>(Map.of("run", "1")))) {
            StepAccount account = StepAccount.create(folder, 2);
            account.announce(ledger, 0, trainer().steps(VIEW).event(0), state, new StepCoins());
            account.close();
            Path file = folder.resolve(StepAccount.FILE);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length - 5));
            assertEquals(Set.of(0L), StepAccount.seeds(folder).keySet());
            StepAccount next = StepAccount.resume(folder, 2);
            next.announce(ledger, 0, trainer().steps(VIEW).event(0), state, new StepCoins());
            next.close();
            assertEquals(Set.of(0L, 2L), StepAccount.seeds(folder).keySet());
            Files.write(file, Arrays.copyOf(whole, 20));
            refused(IOException.class, () -> StepAccount.resume(folder, 2), "damaged");
            Files.delete(file);
            refused(IOException.class, () -> StepAccount.resume(folder, 2), "is gone");
        }
    }

    /** With a commitment after every 3 steps whole runs are named; one step of another key fails its run. */
    @Test
    void runsOfStepsAreTakenAgainTogether() throws Exception {
        Path whole = folder.resolve("whole"), killed = folder.resolve("killed");
        trainer()
                .accountable(3)
                .checkpoint(whole, 7)
                .listen(moment -> {
                    if (moment.step() == 9) copy(whole, killed);
                    return true;
                })
                .train(VIEW);
        refused(UncheckedIOException.class, () -> train(trainer(), killed), StepAccount.EVERY);
        Trained released = train(trainer(), killed, 3);
        SpotCheck check = check(killed);
        assertEquals(38, check.steps());
        assertEquals(13, check.runs());
        Set<Long> some = Set.of(1L, 3L, 13L);
        SpotCheck.Opening opening = check.open(killed, some);
        Path file = folder.resolve("private-opening.bin");
        opening.save(file);
        SpotCheck.Report report = check.report(some, SpotCheck.Opening.load(file), released.parameters());
        assertEquals(List.of(), report.faults());
        assertTrue(report.statement().startsWith("3 of 13 runs of 38 steps"), report.statement());
        SpotCheck.Opened run = opening.runs().get(1);
        assertEquals(3, run.keys().size());
        for (int i = 0; i < 3; i++) {
            List<byte[]> keys = new ArrayList<>(run.keys());
            keys.set(i, StepCoins.freshKey());
            fails(with(check, opening, keys, run, released), "run 3: its coins");
        }
        fails(with(check, opening, run.keys().subList(0, 2), run, released), "run 3: it was opened in part");
    }

    private static SpotCheck.Report with(
            SpotCheck check, SpotCheck.Opening opening, List<byte[]> keys, SpotCheck.Opened run, Trained released) {
        SpotCheck.Opened other = new SpotCheck.Opened(run.run(), keys, run.before(), run.after(), run.afterSalt());
        SpotCheck.Opening changed = new SpotCheck.Opening(
                opening.start(), opening.firstSalt(), opening.end(), opening.unused(), List.of(other));
        return check.report(Set.of(run.run()), changed, released.parameters());
    }

    /** The public ledger of two releases has no hash in common, though all but coins is the same. */
    @Test
    void commitmentsAreSaltedAndKeysAreNotInTheLedger() throws Exception {
        Path first = folder.resolve("first"), second = folder.resolve("second");
        Trained released = train(trainer(), first);
        train(trainer(), second);
        Set<String> one = commitments(first), other = commitments(second);
        assertEquals(2 * STEPS + 4, one.size());
        one.retainAll(other);
        assertEquals(Set.of(), one);
        String text = Files.readString(first.resolve("ledger.jsonl"));
        for (Map<Long, byte[]> secret : List.of(keys(first, STEPS), StepAccount.seeds(first)))
            for (byte[] key : secret.values())
                assertFalse(text.contains(java.util.HexFormat.of().formatHex(key)));
        assertFalse(text.contains(ViewHash.hash(VIEW)));
        assertFalse(released.certificate().text().contains("private-coins"));
        assertNotEquals(
                StepAccount.state(new byte[32], new byte[] {1}), StepAccount.data(new byte[32], "01".repeat(32)));
    }

    private static Set<String> commitments(Path here) {
        LedgerRecord record = Ledger.read(here.resolve("ledger.jsonl"));
        Set<String> all = new HashSet<>(record.endFacts().values());
        for (String name : List.of(StepAccount.DATA, StepAccount.START))
            all.add(record.facts().get(name));
        for (LedgerRecord.Change line : record.changes())
            for (String name : List.of(StepAccount.COINS, StepAccount.STATE, StepAccount.FIXED))
                if (line.facts().containsKey(name)) all.add(line.facts().get(name));
        return all;
    }

    @Test
    void whatCannotBeCheckedIsRefused() throws Exception {
        Plan plan = Plans.fixed(SAMPLER, Clip.flat(NORM), STEPS, 4, 1e-4);
        refused(IllegalStateException.class, () -> trainer().accountable().train(VIEW), "checkpoint(folder, every)");
        for (Sampler sampler : List.of(RandomAllocation.of(4), DisjointWalks.of(2, 3)))
            refused(
                    sampler instanceof DisjointWalks ? IllegalStateException.class : IllegalArgumentException.class,
                    () -> train(trainer(sampler, Clip.flat(NORM), GaussianNoise.standard(), 4), folder.resolve("no")),
                    "accountable");
        ReleaseTrainer twice = trainer(SAMPLER, Clip.flat(NORM), GaussianNoise.standard(), 3);
        train(twice, folder.resolve("twice"));
        refused(
                IllegalStateException.class,
                () -> twice.checkpoint(folder.resolve("again"), 1).train(VIEW),
                "trains once");
        Path plain = folder.resolve("plain");
        trainer().checkpoint(plain, 7).train(VIEW);
        refused(() -> check(plain), "not of an accountable release");
        Path here = folder.resolve("here");
        Trained released = train(trainer(), here);
        SpotCheck check = check(here);
        refused(() -> check.draw(STEPS + 1, Streams.seed(1).stream("challenge")), "1 to 40");
        SpotCheck.Opening opening = check.open(here, Set.of(1L));
        refused(() -> opening.save(folder.resolve("opening.bin")), "begins with private-");
        refused(() -> check.report(Set.of(0L), opening, released.parameters()), "1 to 40");
        Trainer steered = Plans.within(SAMPLER, Clip.flat(NORM), STEPS, 2, 1e-4)
                .release(Gcn.of(4))
                .accountable()
                .checkpoint(folder.resolve("steered"), 1);
        refused(() -> AdaptiveTraining.of(steered, VIEW), "accountable");
        Files.write(folder.resolve("private-no"), "no opening".getBytes(StandardCharsets.UTF_8));
        refused(IOException.class, () -> SpotCheck.Opening.load(folder.resolve("private-no")), "no opening");
        assertArrayEquals(opening.start(), StepAccount.seeds(here).get(0L));
    }
}
