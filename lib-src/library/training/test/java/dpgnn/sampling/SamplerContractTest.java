package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every sampler of examples must hold. */
@ParameterizedClass(name = "{0}")
@MethodSource("dpgnn.sampling.SamplerCase#all")
class SamplerContractTest {
    private final SamplerCase of;
    private final Sampler sampler;
    private final Participants participants;

    SamplerContractTest(SamplerCase of) {
        this.of = of;
        sampler = of.sampler;
        participants = of.participants;
    }

    @Test
    void batchesAreWellFormed() {
        Sampler.Draws draws = sampler.draws(participants, Ring.coins(1));
        Batch batch = new Batch();
        for (int t = 0; t < 50; t++) {
            draws.draw(t, batch);
            Examples.checkForm(batch, participants);
        }
    }

    /** A component of a sampler's own that had the name of the epoch would make steps free. */
    @Test
    void everyStepIsChargedUnlessItsEpochIsPaid() {
        assertEquals(sampler instanceof RandomAllocation a ? a.batches() : 1, sampler.epochSteps());
    }

    @Test
    void sameSeedGivesTheSameBatchesEverywhere() {
        Sampler.Draws draws = sampler.draws(participants, Ring.coins(11));
        Batch batch = new Batch();
        long hash = 17;
        for (int t = 0; t < 10; t++) {
            draws.draw(t, batch);
            hash = 31 * hash + batch.hash();
        }
        assertEquals(of.hashOfTenBatches, hash);
    }

    @Test
    void aStepIsAFunctionOfItsNumber() {
        RandomStream coins = Ring.coins(5);
        Sampler.Draws forward = sampler.draws(participants, coins);
        long[] hashes = new long[8];
        Batch batch = new Batch();
        for (int t = 0; t < 8; t++) {
            forward.draw(t, batch);
            hashes[t] = batch.hash();
        }
        assertEquals(0, coins.position(), "coins must be forked, not moved");
        Sampler.Draws backward = sampler.draws(participants, Ring.coins(5));
        for (int t = 7; t >= 0; t--) {
            backward.draw(t, batch);
            assertEquals(hashes[t], batch.hash(), "step " + t);
        }
        refused(() -> forward.draw(-1, new Batch()));
    }

    @Test
    void secureCoinsDrawToo() {
        RandomStream coins = Streams.secure().stream("sampler");
        Sampler.Draws draws = sampler.draws(participants, coins);
        Batch batch = new Batch();
        for (int t = 0; t < 10; t++) {
            draws.draw(t, batch);
            Examples.checkForm(batch, participants);
        }
    }

    /** Chi-square on three independent sets of seeds; two of three must agree, so that one unlucky set does not decide. */
    @Test
    void aNodeOccursAsOftenAsStated() {
        double[] stated = of.occurrences.get();
        int passed = 0;
        StringBuilder seen = new StringBuilder();
        for (int set = 0; set < 3; set++) {
            int runs = 4000;
            long[] counts = new long[stated.length];
            Batch batch = new Batch();
            for (int run = 0; run < runs; run++) {
                sampler.draws(participants, Ring.coins(1000L * set + run)).draw(run % 3, batch);
                int times = 0;
                for (int e = 0; e < batch.examples(); e++) if (Examples.contains(batch, e, Ring.WATCHED)) times++;
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
            Sampler.Draws draws = sampler.draws(participants, Ring.coins(seed));
            for (int t = 0; t < 5; t++) {
                draws.draw(t, batch);
                int[] times = new int[41];
                for (int r = 0; r < batch.rows(); r++) times[batch.node(r)]++;
                for (int v = 0; v < 41; v++) most[v] = Math.max(most[v], times[v]);
            }
        }
        for (int v = 0; v < 41; v++)
            assertTrue(most[v] <= of.mostOccurrences.applyAsInt(v), "node " + v + " stood in " + most[v] + " examples");
        assertTrue(most[Ring.WATCHED] > 0, "the test must have seen the watched node");
    }

    /** On neighbouring inputs with shared coins no other examples differ than those that read the difference, whoever else is there. */
    @Test
    void withSharedCoinsTheStatedExamplesDifferAndNoOthers() {
        int met = 0, differed = 0;
        Batch here = new Batch(), there = new Batch();
        for (int seed = 0; seed < 2 * Ring.NODES; seed++) {
            int z = of.anyone ? seed % Ring.NODES : Ring.WATCHED;
            Participants all = of.anyone && seed % 2 == 1 ? participants.without((z + 5) % Ring.NODES) : participants;
            Sampler.Draws one = sampler.draws(all, Ring.coins(seed));
            Sampler.Draws other = sampler.draws(of.neighbour.apply(all, z), Ring.coins(seed));
            for (int t = 0; t < 6; t++) {
                one.draw(t, here);
                other.draw(t, there);
                Map<String, String> a = texts(here);
                Map<String, String> b = texts(there);
                Set<String> stated = touched(here, z), others = touched(there, z);
                if (of.anyone) assertEquals(Set.of(), others, "who has left is in no example");
                stated.addAll(others);
                Set<String> changed = new TreeSet<>(a.keySet());
                changed.addAll(b.keySet());
                changed.removeIf(k -> a.containsKey(k) && a.get(k).equals(b.get(k)));
                assertTrue(stated.containsAll(changed), "seed " + seed + ", step " + t + ": " + changed + stated);
                if (of.allChange) assertEquals(stated, changed, "seed " + seed + ", step " + t);
                assertTrue(stated.size() <= of.mostChanges(z), stated + " are more than " + of.mostChanges(z));
                met += stated.size();
                differed += changed.size();
            }
        }
        assertTrue(met > 10, "the test must have met the difference, did so " + met + " times");
        if (of.allChange) assertEquals(met, differed);
    }

    private Map<String, String> texts(Batch batch) {
        Map<String, String> texts = new TreeMap<>();
        for (int e = 0; e < batch.examples(); e++)
            assertEquals(null, texts.put(of.key(batch, e), Examples.text(batch, e)), "an example occurs twice");
        return texts;
    }

    private Set<String> touched(Batch batch, int node) {
        Set<String> keys = new TreeSet<>();
        for (int e = 0; e < batch.examples(); e++) if (of.mayChange.reads(batch, e, node)) keys.add(of.key(batch, e));
        return keys;
    }

    @Test
    void anEmptyBatchIsABatchAndAFixedSizeIsFixed() {
        Batch batch = new Batch();
        sampler.draws(participants, Ring.coins(1)).draw(0, batch);
        if (of.almostNever == null) {
            for (int t = 0; t < 20; t++) {
                sampler.draws(participants, Ring.coins(1)).draw(t, batch);
                assertEquals(sampler.expectedExamples(Sampler.Facts.of(participants)), batch.examples());
            }
            return;
        }
        assertTrue(batch.examples() > 0, "a batch that is emptied must have been filled before");
        of.almostNever.draws(participants, Ring.coins(1)).draw(0, batch);
        assertEquals(0, batch.examples());
        assertEquals(0, batch.rows());
        assertEquals(0, batch.edges());
        assertEquals(0, batch.targets());
        assertEquals(0, batch.exampleStart(0));
    }

    @Test
    void itSaysWhatItTakesForGranted() {
        List<String> said = sampler.assumptions();
        String all = String.join(" ", said);
        assertFalse(said.isEmpty(), "a guarantee must say what it rests on");
        for (String sentence : said)
            assertTrue(sentence.matches("[A-Z][^.]{20,}\\."), () -> "one full sentence each, was: " + sentence);
        if (sampler.unit() == Unit.FEATURE) assertTrue(all.contains("ll edges of the graph are public"), all);
        else assertFalse(all.contains("ll edges of the graph are public"), all);
        if (sampler.unit() == Unit.NODE && sampler.relation() == Relation.REPLACE)
            assertTrue(all.contains("training nodes is public") && all.contains("keeps its role"), all);
        if (sampler.relation() == Relation.PARTICIPATION)
            assertTrue(all.contains("degrees of the others") && all.contains("not covered"), all);
        Event event = sampler.event(Sampler.Facts.of(participants), 3);
        if (event instanceof Event.Gaussian) assertFalse(all.contains("obody learns"), "nothing is hidden by sampling");
        else assertTrue(all.contains("obody learns") || all.contains("may be known"), "who learns the draw: " + all);
    }

    /** Where it is stated that a node may leave, no example changes but those with the node; and the stronger way is stated. */
    @Test
    void aNodeThatLeavesChangesNoOtherExampleWhereThatIsStated() {
        assertTrue(sampler.relations().contains(sampler.relation()));
        if (sampler.unit() != Unit.NODE) return;
        boolean takesNoPart = onlyItsExamplesChange(participants.without(Ring.WATCHED));
        boolean isRemoved = onlyItsExamplesChange(participants.removed(Ring.WATCHED));
        for (Relation stated : sampler.relations()) {
            if (stated == Relation.PARTICIPATION) assertTrue(takesNoPart, stated.words());
            if (stated == Relation.ADD_REMOVE) assertTrue(isRemoved, stated.words());
        }
        if (sampler.relation() == Relation.PARTICIPATION) assertFalse(isRemoved, "real removal could be stated");
    }

    private boolean onlyItsExamplesChange(Participants left) {
        Batch here = new Batch();
        Batch there = new Batch();
        for (int seed = 0; seed < 40; seed++) {
            Sampler.Draws one = sampler.draws(participants, Ring.coins(seed));
            Sampler.Draws other = sampler.draws(left, Ring.coins(seed));
            for (int t = 0; t < 4; t++) {
                one.draw(t, here);
                other.draw(t, there);
                Map<String, String> a = texts(here);
                Map<String, String> b = texts(there);
                for (int e = 0; e < here.examples(); e++)
                    if (!Examples.contains(here, e, Ring.WATCHED)
                            && !Examples.text(here, e).equals(b.get(of.key(here, e)))) return false;
                for (String added : b.keySet()) if (!a.containsKey(added)) return false;
            }
        }
        return true;
    }

    @Test
    void theEventIsKnownBeforeTheGraph() {
        Sampler.Facts facts = Sampler.Facts.of(participants);
        assertEquals(of.unproved, sampler.event(facts, 2) instanceof Event.Unsupported);
        assertEquals(sampler.event(facts, 2), sampler.event(facts, 2));
        if (of.unproved) assertNotEquals(sampler.claimed(facts, 2), sampler.claimed(facts, 3));
        else assertNotEquals(sampler.event(facts, 2), sampler.event(facts, 3));
        assertTrue(sampler.expectedExamples(facts) > 0);
    }
}
