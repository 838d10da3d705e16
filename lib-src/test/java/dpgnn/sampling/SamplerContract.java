package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What every sampler of examples must hold; a new one is done when a subclass passes. */
abstract class SamplerContract {
    /** A sampler that is legal for {@link #participants()}. */
    abstract Sampler sampler();

    /** The hash of the batches of steps 0..9 under seed 11; a constant, so that every JDK must give the same. */
    abstract long hashOfTenBatches();

    /** In how many examples of one batch the node of {@link #watched()} may appear, by probability. */
    abstract double[] occurrences();

    /** In how many examples of one batch a node may stand at most, whatever the coins: 1 where examples are disjoint. */
    abstract int mostOccurrences(int node);

    /**
     * An input that is a neighbour of {@link #participants()} in what the sampler's unit protects, at the node of
     * {@link #watched()}; the same one where only features differ, which no sampler reads.
     */
    abstract Participants neighbour();

    /** Whether every example that {@link #mayChange} says may change does so, rather than some of them. */
    boolean allChange() {
        return false;
    }

    /** Whether an example reads what differs between neighbours. */
    boolean mayChange(Batch batch, int example) {
        return Examples.contains(batch, example, watched());
    }

    /** In how many examples of one batch neighbours may differ at most. */
    int mostChanges() {
        return mostOccurrences(watched());
    }

    /** The same sampler with so small a rate that batches are empty; null where all batches are of one size. */
    Sampler almostNever() {
        return null;
    }

    /** What tells the examples of a batch apart: their roots, unless these repeat. */
    String key(Batch batch, int example) {
        return String.valueOf(batch.node(batch.exampleStart(example)));
    }

    /** A node with enough neighbours to make its occurrences interesting. */
    int watched() {
        return 3;
    }

    /** A ring of 40 nodes with chords and a hub; two thirds are roots. */
    Participants participants() {
        return Participants.of(graph(), roots());
    }

    static Graph graph() {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < 40; i++) edges.add(new int[] {i, (i + 1) % 40});
        for (int i = 0; i < 40; i += 3) edges.add(new int[] {i, (i + 7) % 40});
        for (int i = 10; i < 30; i += 2) edges.add(new int[] {3, i});
        return Graph.undirected(
                41,
                edges.stream().mapToInt(e -> e[0]).toArray(),
                edges.stream().mapToInt(e -> e[1]).toArray());
    }

    /** The graph in which the watched node has other edges. */
    Graph withOtherEdges() {
        int[] others = {0, 9, 33, 39};
        return graph().withNeighbours(watched(), others, others);
    }

    static int[] roots() {
        int[] roots = new int[27];
        int k = 0;
        for (int i = 0; i <= 40; i++) if (i % 3 != 2 && k < 27) roots[k++] = i;
        return Arrays.copyOf(roots, k);
    }

    static RandomStream coins(long seed) {
        return Streams.seed(seed).stream("sampler");
    }

    @Test
    void batchesAreWellFormed() {
        Participants participants = participants();
        Sampler.Draws draws = sampler().draws(participants, coins(1));
        Batch batch = new Batch();
        for (int t = 0; t < 50; t++) {
            draws.draw(t, batch);
            Examples.checkForm(batch, participants);
        }
    }

    @Test
    void sameSeedGivesTheSameBatchesEverywhere() {
        Sampler.Draws draws = sampler().draws(participants(), coins(11));
        Batch batch = new Batch();
        long hash = 17;
        for (int t = 0; t < 10; t++) {
            draws.draw(t, batch);
            hash = 31 * hash + batch.hash();
        }
        assertEquals(hashOfTenBatches(), hash);
    }

    @Test
    void aStepIsAFunctionOfItsNumber() {
        RandomStream coins = coins(5);
        Sampler.Draws forward = sampler().draws(participants(), coins);
        long[] hashes = new long[8];
        Batch batch = new Batch();
        for (int t = 0; t < 8; t++) {
            forward.draw(t, batch);
            hashes[t] = batch.hash();
        }
        assertEquals(0, coins.position(), "coins must be forked, not moved");
        Sampler.Draws backward = sampler().draws(participants(), coins(5));
        for (int t = 7; t >= 0; t--) {
            backward.draw(t, batch);
            assertEquals(hashes[t], batch.hash(), "step " + t);
        }
        assertThrows(IllegalArgumentException.class, () -> forward.draw(-1, new Batch()));
    }

    @Test
    void secureCoinsDrawToo() {
        RandomStream coins = Streams.secure().stream("sampler");
        Sampler.Draws draws = sampler().draws(participants(), coins);
        Batch batch = new Batch();
        for (int t = 0; t < 10; t++) {
            draws.draw(t, batch);
            Examples.checkForm(batch, participants());
        }
    }

    /** Chi-square on three independent sets of seeds; two of three must agree, so that one unlucky set does not decide. */
    @Test
    void aNodeOccursAsOftenAsStated() {
        double[] stated = occurrences();
        int passed = 0;
        StringBuilder seen = new StringBuilder();
        for (int set = 0; set < 3; set++) {
            int runs = 4000;
            long[] counts = new long[stated.length];
            Batch batch = new Batch();
            for (int run = 0; run < runs; run++) {
                sampler().draws(participants(), coins(1000L * set + run)).draw(run % 3, batch);
                int times = 0;
                for (int e = 0; e < batch.examples(); e++) if (Examples.contains(batch, e, watched())) times++;
                assertTrue(times < stated.length, () -> "more occurrences than stated are possible");
                counts[times]++;
            }
            ChiSquare test = ChiSquare.of(counts, stated);
            if (test.plausible()) passed++;
            seen.append(Arrays.toString(counts)).append(' ').append(test).append("; ");
        }
        assertTrue(passed >= 2, "stated " + Arrays.toString(stated) + ", seen " + seen);
    }

    @Test
    void noNodeOccursMoreOftenThanPromised() {
        int[] most = new int[41];
        Batch batch = new Batch();
        for (int seed = 0; seed < 40; seed++) {
            Sampler.Draws draws = sampler().draws(participants(), coins(seed));
            for (int t = 0; t < 5; t++) {
                draws.draw(t, batch);
                int[] times = new int[41];
                for (int r = 0; r < batch.rows(); r++) times[batch.node(r)]++;
                for (int v = 0; v < 41; v++) most[v] = Math.max(most[v], times[v]);
            }
        }
        for (int v = 0; v < 41; v++)
            assertTrue(most[v] <= mostOccurrences(v), "node " + v + " stood in " + most[v] + " examples");
        assertTrue(most[watched()] > 0, "the test must have seen the watched node");
    }

    /** On neighbouring inputs with shared coins no other examples differ than those that read the difference. */
    @Test
    void withSharedCoinsTheStatedExamplesDifferAndNoOthers() {
        int met = 0;
        int differed = 0;
        Batch here = new Batch();
        Batch there = new Batch();
        for (int seed = 0; seed < 60; seed++) {
            Sampler.Draws one = sampler().draws(participants(), coins(seed));
            Sampler.Draws other = sampler().draws(neighbour(), coins(seed));
            for (int t = 0; t < 6; t++) {
                one.draw(t, here);
                other.draw(t, there);
                Map<String, String> a = texts(here);
                Map<String, String> b = texts(there);
                Set<String> stated = new TreeSet<>(touched(here));
                stated.addAll(touched(there));
                Set<String> changed = new TreeSet<>(a.keySet());
                changed.addAll(b.keySet());
                changed.removeIf(k -> a.containsKey(k) && a.get(k).equals(b.get(k)));
                assertTrue(stated.containsAll(changed), "seed " + seed + ", step " + t + ": " + changed + stated);
                if (allChange()) assertEquals(stated, changed, "seed " + seed + ", step " + t);
                assertTrue(stated.size() <= mostChanges(), stated + " are more than " + mostChanges());
                met += stated.size();
                differed += changed.size();
            }
        }
        assertTrue(met > 10, "the test must have met the difference, did so " + met + " times");
        if (allChange()) assertEquals(met, differed);
    }

    private Map<String, String> texts(Batch batch) {
        Map<String, String> texts = new TreeMap<>();
        for (int e = 0; e < batch.examples(); e++)
            assertEquals(null, texts.put(key(batch, e), Examples.text(batch, e)), "an example occurs twice");
        return texts;
    }

    private Set<String> touched(Batch batch) {
        Set<String> keys = new TreeSet<>();
        for (int e = 0; e < batch.examples(); e++) if (mayChange(batch, e)) keys.add(key(batch, e));
        return keys;
    }

    @Test
    void anEmptyBatchIsABatchAndAFixedSizeIsFixed() {
        Batch batch = new Batch();
        sampler().draws(participants(), coins(1)).draw(0, batch);
        if (almostNever() == null) {
            for (int t = 0; t < 20; t++) {
                sampler().draws(participants(), coins(1)).draw(t, batch);
                assertEquals(sampler().expectedExamples(Sampler.Facts.of(participants())), batch.examples());
            }
            return;
        }
        assertTrue(batch.examples() > 0, "a batch that is emptied must have been filled before");
        almostNever().draws(participants(), coins(1)).draw(0, batch);
        assertEquals(0, batch.examples());
        assertEquals(0, batch.rows());
        assertEquals(0, batch.edges());
        assertEquals(0, batch.targets());
        assertEquals(0, batch.exampleStart(0));
    }

    @Test
    void itSaysWhatItTakesForGranted() {
        List<String> said = sampler().assumptions();
        String all = String.join(" ", said);
        assertFalse(said.isEmpty(), "a guarantee must say what it rests on");
        for (String sentence : said)
            assertTrue(sentence.matches("[A-Z][^.]{20,}\\."), () -> "one full sentence each, was: " + sentence);
        if (sampler().unit() == Unit.FEATURE) assertTrue(all.contains("ll edges of the graph are public"), all);
        else assertFalse(all.contains("ll edges of the graph are public"), all);
        if (sampler().unit() == Unit.NODE && sampler().relation() == Relation.REPLACE)
            assertTrue(all.contains("training nodes is public") && all.contains("keeps its role"), all);
        if (sampler().relation() == Relation.PARTICIPATION)
            assertTrue(all.contains("degrees of the others") && all.contains("not covered"), all);
        Event event = sampler().event(Sampler.Facts.of(participants()), 3);
        if (event instanceof Event.Gaussian) assertFalse(all.contains("obody learns"), "nothing is hidden by sampling");
        else assertTrue(all.contains("obody learns") || all.contains("may be known"), "who learns the draw: " + all);
    }

    /** Where it is stated that a node may leave, no example changes but those with the node; and the stronger way is stated. */
    @Test
    void aNodeThatLeavesChangesNoOtherExampleWhereThatIsStated() {
        assertTrue(sampler().relations().contains(sampler().relation()));
        if (sampler().unit() != Unit.NODE) return;
        boolean takesNoPart = onlyItsExamplesChange(participants().without(watched()));
        boolean isRemoved = onlyItsExamplesChange(participants().removed(watched()));
        for (Relation stated : sampler().relations()) {
            if (stated == Relation.PARTICIPATION) assertTrue(takesNoPart, stated.words());
            if (stated == Relation.ADD_REMOVE) assertTrue(isRemoved, stated.words());
        }
        if (sampler().relation() == Relation.PARTICIPATION) assertFalse(isRemoved, "real removal could be stated");
    }

    private boolean onlyItsExamplesChange(Participants left) {
        Batch here = new Batch();
        Batch there = new Batch();
        for (int seed = 0; seed < 40; seed++) {
            Sampler.Draws one = sampler().draws(participants(), coins(seed));
            Sampler.Draws other = sampler().draws(left, coins(seed));
            for (int t = 0; t < 4; t++) {
                one.draw(t, here);
                other.draw(t, there);
                Map<String, String> a = texts(here);
                Map<String, String> b = texts(there);
                for (int e = 0; e < here.examples(); e++)
                    if (!Examples.contains(here, e, watched())
                            && !Examples.text(here, e).equals(b.get(key(here, e)))) return false;
                for (String added : b.keySet()) if (!a.containsKey(added)) return false;
            }
        }
        return true;
    }

    @Test
    void theEventIsKnownBeforeTheGraph() {
        Sampler.Facts facts = Sampler.Facts.of(participants());
        assertEquals(sampler().event(facts, 2), sampler().event(facts, 2));
        assertFalse(sampler().event(facts, 2).equals(sampler().event(facts, 3)));
        assertTrue(sampler().expectedExamples(facts) > 0);
    }
}
