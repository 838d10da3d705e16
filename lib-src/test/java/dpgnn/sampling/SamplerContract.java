package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every sampler of examples must hold; a new one is done when a subclass passes. */
abstract class SamplerContract {
    /** A sampler that is legal for {@link #participants()}. */
    abstract Sampler sampler();

    /** The hash of the batches of steps 0..9 under seed 11; a constant, so that every JDK must give the same. */
    abstract long hashOfTenBatches();

    /** In how many examples of one batch the node of {@link #watched()} may appear, by probability. */
    abstract double[] occurrences();

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

    static int[] roots() {
        int[] roots = new int[27];
        int k = 0;
        for (int i = 0; i <= 40; i++) if (i % 3 != 2 && k < 27) roots[k++] = i;
        return Arrays.copyOf(roots, k);
    }

    static Stream coins(long seed) {
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
        Stream coins = coins(5);
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
        Stream coins = Streams.secure().stream("sampler");
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
    void theEventIsKnownBeforeTheGraph() {
        Sampler.Facts facts = Sampler.Facts.of(participants());
        assertEquals(sampler().event(facts, 2), sampler().event(facts, 2));
        assertFalse(sampler().event(facts, 2).equals(sampler().event(facts, 3)));
        assertTrue(sampler().expectedExamples(facts) > 0);
    }
}
