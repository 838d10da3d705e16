package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeterPoissonTest {
    private static final double RATE = 0.2;
    private static final double M = 2;

    private static final Sampler SAMPLER = HeterPoisson.of(RATE, M);

    /** A centre occurs once; otherwise each out-neighbour that is a root draws it with probability q min(1, M/D). */
    static double[] occurrences() {
        double[] stated = drawn();
        for (int k = 0; k < stated.length; k++) stated[k] = (1 - RATE) * stated[k] + (k == 1 ? RATE : 0);
        return stated;
    }

    /** Being a centre and being drawn are independent. */
    static double[] occurrencesUnenforced() {
        double[] drawn = drawn(), stated = new double[drawn.length + 1];
        for (int k = 0; k < drawn.length; k++) {
            stated[k] += (1 - RATE) * drawn[k];
            stated[k + 1] += RATE * drawn[k];
        }
        return stated;
    }

    /** How many stars draw the watched node, if none of them must not. */
    private static double[] drawn() {
        int degree = Ring.GRAPH.outDegree(Ring.WATCHED);
        return Laws.binomial(rootsThatAggregateFrom(Ring.WATCHED), RATE * Math.min(1, M / degree));
    }

    static int rootsThatAggregateFrom(int node) {
        return (int) Arrays.stream(Ring.GRAPH.outNeighbours(node))
                .filter(Ring.ALL::isRoot)
                .count();
    }

    /** At most so many hold a node. */
    static int stars(int node) {
        return Math.max(1, rootsThatAggregateFrom(node));
    }

    @Test
    void noCentreIsAPeripheral() {
        Sampler.Draws draws = SAMPLER.draws(Ring.ALL, Ring.coins(2));
        Batch batch = new Batch();
        for (int t = 0; t < 300; t++) {
            draws.draw(t, batch);
            TreeSet<Integer> centres = new TreeSet<>(Examples.byRoot(batch).keySet());
            for (int e = 0; e < batch.examples(); e++)
                for (int r = batch.exampleStart(e) + 1; r < batch.exampleStart(e + 1); r++)
                    assertTrue(!centres.contains(batch.node(r)));
        }
    }

    /** A node that is no root is left out as often as a root is a centre: without that it would be protected less. */
    @Test
    void whoIsNoRootIsOutAsOften() {
        int watched = Ring.WATCHED;
        int[] roots = Arrays.stream(Ring.ALL.roots()).filter(v -> v != watched).toArray();
        Participants others = Participants.of(Ring.GRAPH, roots);
        double[] found = new double[2];
        int draws = 40_000;
        for (int enforced = 0; enforced < 2; enforced++) {
            Sampler.Draws stars = new HeterPoisson(RATE, M, 0, enforced == 1, false).draws(others, Ring.coins(3));
            Batch batch = new Batch();
            for (int t = 0; t < draws; t++) {
                stars.draw(t, batch);
                for (int e = 0; e < batch.examples(); e++) if (Examples.contains(batch, e, watched)) found[enforced]++;
            }
        }
        assertTrue(found[0] > 5000, "was seen " + found[0] + " times only");
        assertEquals(1 - RATE, found[1] / found[0], 0.03);
    }

    /** With all edges an example is the graph induced on its nodes, without them the star of its centre. */
    @Test
    void anExampleHasTheEdgesThatItIsSaidToHave() {
        // A ring whose nodes also know the next but one: members of a star know each other.
        int nodes = 20;
        int[] from = new int[2 * nodes], to = new int[2 * nodes];
        for (int v = 0; v < nodes; v++)
            for (int hop = 1; hop <= 2; hop++) {
                from[2 * v + hop - 1] = v;
                to[2 * v + hop - 1] = (v + hop) % nodes;
            }
        Graph graph = Graph.undirected(nodes, from, to);
        Participants all = Participants.of(graph, IntStream.range(0, nodes).toArray());
        for (boolean allEdges : new boolean[] {false, true}) {
            Batch batch = new Batch();
            Sampler.Draws draws = new HeterPoisson(RATE, 4, 0, false, allEdges).draws(all, Ring.coins(3));
            int among = 0, rows = 0;
            for (int step = 0; step < 50; step++) {
                draws.draw(step, batch);
                for (int e = 0; e < batch.examples(); e++)
                    for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) {
                        boolean centre = r == batch.exampleStart(e);
                        TreeSet<Integer> wanted = new TreeSet<>(), read = new TreeSet<>();
                        for (int s = batch.exampleStart(e); s < batch.exampleStart(e + 1); s++)
                            if (s != r && (centre || allEdges && graph.hasEdge(batch.node(s), batch.node(r))))
                                wanted.add(s);
                        for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++)
                            assertTrue(read.add(batch.source(k)), "an edge is read once");
                        assertEquals(wanted, read, "row " + r + " of example " + e);
                        if (!centre) {
                            rows++;
                            among += read.size();
                        }
                    }
            }
            assertTrue(rows > 100 && (allEdges ? among > rows : among == 0), among + " edges of " + rows);
        }
    }

    @Test
    void everyNodeIsACentreAtRateOne() {
        Batch batch = new Batch();
        HeterPoisson.of(1, M).draws(Ring.ALL, Ring.coins(1)).draw(0, batch);
        assertEquals(27, batch.examples());
    }

    @Test
    void eventsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.HeterPoisson(RATE, M, 99, 6, true, Event.Proof.CONSERVATIVE), SAMPLER.event(facts, 6));
        assertEquals(new Event.HeterPoisson(RATE, M, 99, 6, true, Event.Proof.PUBLISHED), SAMPLER.claimed(facts, 6));
        assertEquals(16, SAMPLER.expectedExamples(facts), 1e-12);
        refused(() -> HeterPoisson.of(1.01, 1));
        refused(() -> HeterPoisson.of(0, 1));
        refused(() -> HeterPoisson.of(0.1, 0));
        refused(() -> HeterPoisson.of(0.1, 1).maxOutDegree(-1));
        String refused = refused(() -> HeterPoisson.of(0.1, 1).maxOutDegree(3).draws(Ring.ALL, Ring.coins(1)));
        assertEquals(
                "out-degrees must be at most maxOutDegree = 3, and some are larger; bound them first, or leave the bound away",
                refused,
                "which node has how many is private");
    }
}
