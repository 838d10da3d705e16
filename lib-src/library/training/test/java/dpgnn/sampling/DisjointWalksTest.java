package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisjointWalksTest {
    /** Given the cover a node that it holds is in the batch with probability m / M; averaged over covers. */
    static double[] occurrences(DisjointWalks sampler) {
        double drawn = 0;
        int covers = 20_000;
        for (int seed = 0; seed < covers; seed++) {
            WalkCover cover = sampler.cover(Ring.ALL, Ring.coins(1_000_000 + seed), 0);
            for (int s = 0; s < cover.size(); s++)
                for (int v : cover.nodes(s)) if (v == Ring.WATCHED) drawn += (double) sampler.batch() / cover.size();
        }
        return new double[] {1 - drawn / covers, drawn / covers};
    }

    @Test
    void coversAreDisjointAndHoldEveryRootOnce() {
        for (DisjointWalks sampler : List.of(
                DisjointWalks.of(0, 1),
                DisjointWalks.of(1, 1),
                DisjointWalks.of(3, 1),
                DisjointWalks.of(2, 1).restarts(2),
                DisjointWalks.of(1, 1).restarts(3).withAllEdges()))
            for (int seed = 0; seed < 100; seed++) {
                WalkCover cover = sampler.cover(Ring.ALL, Ring.coins(seed), 0);
                BitSet seen = new BitSet();
                for (int s = 0; s < cover.size(); s++) {
                    int[] nodes = cover.nodes(s);
                    assertTrue(Ring.ALL.isRoot(nodes[0]));
                    assertTrue(nodes.length <= 1 + sampler.length() * sampler.restarts());
                    for (int v : nodes) {
                        assertTrue(!seen.get(v), "node " + v + " is in two sub-graphs");
                        seen.set(v);
                    }
                }
                for (int root : Ring.ROOTS) assertTrue(seen.get(root), "root " + root + " is in no sub-graph");
                assertTrue(cover.size() >= sampler.fewest(Ring.ROOTS.length));
            }
    }

    /** On a path a - b - c with root b only, the first step is either neighbour with equal probability, then it ends. */
    @Test
    void aStepIsUniformOverFreeNeighbours() {
        Graph star = Graph.undirected(
                31,
                java.util.stream.IntStream.range(1, 31).map(i -> 0).toArray(),
                java.util.stream.IntStream.range(1, 31).toArray());
        long[] counts = new long[30];
        double[] even = new double[30];
        java.util.Arrays.fill(even, 1 / 30.0);
        for (int seed = 0; seed < 30_000; seed++) {
            int[] nodes = DisjointWalks.of(3, 1)
                    .cover(Participants.of(star, 0), Ring.coins(seed), 0)
                    .nodes(0);
            assertEquals(2, nodes.length, "a walk ends at a leaf");
            counts[nodes[1] - 1]++;
        }
        ChiSquare test = ChiSquare.of(counts, even);
        assertTrue(test.plausible(), test::toString);
    }

    @Test
    void theEventOfAStepCountsTheCoverThatWasDrawn() {
        DisjointWalks sampler = DisjointWalks.of(2, 4).redrawnEvery(5);
        Sampler.Draws draws = sampler.draws(Ring.ALL, Ring.coins(3));
        for (int t : new int[] {0, 4, 5, 12, 3}) {
            int size = sampler.cover(Ring.ALL, Ring.coins(3), t).size();
            assertEquals(new Event.WithoutReplacement(size, 4, 1.5), draws.event(t, 3));
        }
        assertEquals(new Event.WithoutReplacement(9, 4, 1.5), sampler.event(new Sampler.Facts(41, 27), 3));
        if (draws.events(12, 3) instanceof Event.Composed composed) {
            long steps = composed.events().stream()
                    .mapToLong(e -> ((Event.Repeated) e).times())
                    .sum();
            assertEquals(12, steps);
        }
        assertEquals(
                new Event.Repeated(
                        DisjointWalks.of(2, 4).draws(Ring.ALL, Ring.coins(3)).event(0, 3), 12),
                DisjointWalks.of(2, 4).draws(Ring.ALL, Ring.coins(3)).events(12, 3));
    }

    /** What is said in advance about covers that secure coins will draw must hold whatever they draw. */
    @Test
    void secureCoinsPromiseNoMoreThanTheBound() {
        DisjointWalks sampler = DisjointWalks.of(2, 4).redrawnEvery(1);
        Sampler.Draws draws = sampler.draws(Ring.ALL, dpgnn.random.Streams.secure().stream("sampler"));
        Sampler.Facts facts = Sampler.Facts.of(Ring.ALL);
        for (int t = 1; t < 20; t++) {
            assertEquals(sampler.event(facts, 3), draws.event(t, 3));
            Batch batch = new Batch();
            draws.draw(t, batch);
            Event.WithoutReplacement drawn = (Event.WithoutReplacement) draws.event(t, 3);
            assertTrue(drawn.population() >= 9);
        }
    }

    @Test
    void refusesABatchBeyondTheSubgraphs() {
        refused(() -> DisjointWalks.of(2, 10).event(new Sampler.Facts(41, 27), 1));
        refused(() -> DisjointWalks.of(2, 28).draws(Ring.ALL, Ring.coins(1)));
        refused(() -> DisjointWalks.of(-1, 1));
        refused(() -> DisjointWalks.of(1, 0));
    }

    /** All walks of a cover as one batch: each its tree, or with every edge among its nodes. */
    @Test
    void aCoverIsPutIntoABatchInItsOrder() {
        Batch batch = new Batch();
        for (DisjointWalks sampler : List.of(
                DisjointWalks.of(3, 1).redrawnEvery(2),
                DisjointWalks.of(3, 1).redrawnEvery(2).withAllEdges())) {
            sampler.cover(Ring.ALL, Ring.coins(5), 3, batch);
            WalkCover cover = sampler.cover(Ring.ALL, Ring.coins(5), 3);
            assertEquals(cover.size(), batch.examples());
            assertEquals(cover.size(), batch.targets());
            Examples.checkForm(batch, Ring.ALL);
            for (int e = 0; e < cover.size(); e++) {
                int[] nodes = cover.nodes(e);
                assertEquals(nodes.length, batch.exampleStart(e + 1) - batch.exampleStart(e));
                int edges = 0;
                for (int i = 0; i < nodes.length; i++) {
                    assertEquals(nodes[i], batch.node(batch.exampleStart(e) + i));
                    for (int other : nodes) if (Ring.GRAPH.hasEdge(other, nodes[i])) edges++;
                }
                int there = batch.edgeStart(batch.exampleStart(e + 1)) - batch.edgeStart(batch.exampleStart(e));
                assertEquals(sampler.allEdges() ? edges : 2 * (nodes.length - 1), there);
            }
            assertEquals(2, sampler.period());
        }
        assertEquals(32_767, DisjointWalks.of(32_767, 1).length());
        refused(() -> DisjointWalks.of(16_384, 1).restarts(2));
    }

    @Test
    void batchesOfTheTableDoNotPassTheFewestWalks() {
        assertEquals(47, DisjointWalks.of(2, 46).fewest(140));
        assertEquals(28, DisjointWalks.of(2, 28).restarts(2).fewest(140));
    }
}
