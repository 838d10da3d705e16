package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static dpgnn.privacy.Laws.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Unit;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class BoundedDegreeTest {
    private static final BoundedDegree SAMPLER = BoundedDegree.features(2, 2, 6);

    /** Hypergeometric given how many roots reach the node in the bounded graph, which the coins of the bound decide. */
    static double[] lawByBalls(BoundedDegree sampler) {
        double[] law = new double[7];
        int bounds = 4000;
        for (int seed = 0; seed < bounds; seed++) {
            Graph bounded = sampler.bounded(Ring.ALL, Ring.coins(2_000_000 + seed));
            int affected = 0;
            for (int root : Ring.ROOTS) if (ball(bounded, root, 2).get(Ring.WATCHED)) affected++;
            for (int r = 0; r <= 6; r++) law[r] += hypergeometric(27, affected, 6, r) / bounds;
        }
        return law;
    }

    /** A batch of all roots gives the examples that hold a node. */
    static double[] lawByDraws(BoundedDegree sampler) {
        BoundedDegree all = new BoundedDegree(sampler.degree(), sampler.hops(), 27, sampler.unit(), sampler.paths());
        double[] law = new double[sampler.batch() + 1];
        Batch batch = new Batch();
        for (int seed = 0; seed < 4000; seed++) {
            all.draws(Ring.ALL, Ring.coins(2_000_000 + seed)).draw(0, batch);
            int affected = 0;
            for (int e = 0; e < 27; e++) if (Examples.contains(batch, e, Ring.WATCHED)) affected++;
            for (int r = 0; r < law.length; r++) law[r] += hypergeometric(27, affected, sampler.batch(), r) / 4000;
        }
        return law;
    }

    private static BitSet ball(Graph graph, int root, int hops) {
        BitSet ball = new BitSet();
        ball.set(root);
        for (int hop = 0; hop < hops; hop++) {
            BitSet next = (BitSet) ball.clone();
            for (int v = 0; v < graph.nodes(); v++) if (ball.get(v)) for (int u : graph.inNeighbours(v)) next.set(u);
            ball = next;
        }
        return ball;
    }

    private static double hypergeometric(int population, int marked, int draws, int hits) {
        return choose(marked, hits) * choose(population - marked, draws - hits) / choose(population, draws);
    }

    @Test
    void examplesAreTheTrueNeighbourhoods() {
        Batch batch = new Batch();
        for (BoundedDegree sampler : new BoundedDegree[] {
            BoundedDegree.features(3, 2, 27), BoundedDegree.features(1, 3, 27), BoundedDegree.nodes(4, 1, 27)
        }) {
            Graph bounded = sampler.bounded(Ring.ALL, Ring.coins(7));
            sampler.draws(Ring.ALL, Ring.coins(7)).draw(0, batch);
            int[] occurrences = new int[41];
            for (int e = 0; e < 27; e++) {
                BitSet ball = ball(bounded, batch.node(batch.exampleStart(e)), sampler.hops());
                BitSet seen = new BitSet();
                for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) {
                    seen.set(batch.node(r));
                    occurrences[batch.node(r)]++;
                    long sources = Arrays.stream(bounded.inNeighbours(batch.node(r)))
                            .filter(ball::get)
                            .count();
                    assertEquals(sources, batch.edgeStart(r + 1) - batch.edgeStart(r));
                }
                assertEquals(ball, seen);
            }
            int most = Arrays.stream(occurrences).max().orElseThrow();
            assertTrue(most <= sampler.affected(27), most + " occurrences");
            assertTrue(most > 1, "the test must have seen overlaps");
        }
    }

    @Test
    void pathsAreAsLongAsTheHops() {
        Batch batch = new Batch();
        BoundedDegree.features(3, 2, 27)
                .withPaths()
                .draws(Ring.ALL, Ring.coins(7))
                .draw(0, batch);
        int full = 0;
        for (int e = 0; e < 27; e++) {
            int length = batch.exampleStart(e + 1) - batch.exampleStart(e);
            assertTrue(length <= 3);
            if (length == 3) full++;
            for (int r = batch.exampleStart(e); r + 1 < batch.exampleStart(e + 1); r++)
                assertEquals(r + 1, batch.source(batch.edgeStart(r)));
        }
        assertTrue(full > 10);
    }

    @Test
    void eventsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(7, SAMPLER.affected(80));
        assertEquals(21, BoundedDegree.features(4, 2, 1).affected(80));
        assertEquals(3, BoundedDegree.features(1, 2, 1).affected(80));
        assertEquals(80, BoundedDegree.features(4, 30, 1).affected(80));
        assertEquals(new Event.Hypergeometric(80, 7, 6, 14 / 14.0), SAMPLER.event(facts, 14));
        BoundedDegree nodes = BoundedDegree.nodes(5, 1, 6);
        assertInstanceOf(Event.Unsupported.class, nodes.event(facts, 12));
        assertEquals(new Event.Hypergeometric(80, 6, 6, 1), nodes.claimed(facts, 12));
        refused(() -> BoundedDegree.features(0, 1, 1));
        refused(() -> BoundedDegree.features(1, -1, 1));
        refused(() -> BoundedDegree.features(1, 1, 0));
        refused(() -> new BoundedDegree(1, 1, 1, Unit.EDGE, false));
        refused(() -> BoundedDegree.features(2, 1, 28).draws(Ring.ALL, Ring.coins(1)));
    }

    /** Why the event for nodes is refused: a node's edges change which edges other nodes keep, far beyond RF examples. */
    @Test
    void aNodeChangesMoreNeighbourhoodsThanAreCounted() {
        BoundedDegree sampler = BoundedDegree.nodes(2, 1, 27);
        Batch a = new Batch();
        Batch b = new Batch();
        int worst = 0;
        for (int seed = 0; seed < 50; seed++) {
            sampler.draws(Ring.ALL, Ring.coins(seed)).draw(0, a);
            sampler.draws(Ring.ALL.on(Ring.GRAPH.withoutNode(3)), Ring.coins(seed))
                    .draw(0, b);
            worst = Math.max(worst, Examples.changed(a, b).size());
        }
        assertTrue(worst > sampler.affected(27), "worst " + worst);
    }
}
