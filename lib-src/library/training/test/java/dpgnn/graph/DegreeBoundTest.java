package dpgnn.graph;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class DegreeBoundTest {
    private static final Graph GRAPH = SyntheticGraphs.powerLaw(400, 3000, 2.5, 80, 1);

    private static RandomStream coins() {
        return Streams.seed(1).stream("bound");
    }

    private static void subset(Graph part) {
        for (int v = 0; v < part.nodes(); v++) for (int u : part.inNeighbours(v)) assertTrue(GRAPH.hasEdge(u, v));
    }

    @Test
    void aSymmetricBoundHoldsAtBothEndsAndCannotBeExtended() {
        for (int bound : new int[] {1, 2, 5, 1000}) {
            Graph kept = DegreeBound.symmetric(GRAPH, bound, coins());
            subset(kept);
            assertTrue(kept.maxInDegree() <= bound);
            for (int v = 0; v < 400; v++)
                for (int u : GRAPH.inNeighbours(v))
                    assertTrue(
                            kept.hasEdge(u, v) || kept.inDegree(u) == bound || kept.inDegree(v) == bound,
                            "an edge is dropped only where an end is full");
        }
        assertEquals(GRAPH, DegreeBound.symmetric(GRAPH, 1000, coins()));
        refused(() -> DegreeBound.symmetric(Graph.directed(2, new int[] {0}, new int[] {1}), 1, coins()));
    }

    @Test
    void outgoingEdgesAreChosenUniformly() {
        Graph kept = DegreeBound.outgoing(GRAPH, 4, coins());
        subset(kept);
        for (int v = 0; v < 400; v++) assertEquals(Math.min(4, GRAPH.outDegree(v)), kept.outDegree(v));
        int hub = 0;
        for (int v = 0; v < 400; v++) if (GRAPH.outDegree(v) > GRAPH.outDegree(hub)) hub = v;
        int[] counts = new int[400];
        int runs = 2000;
        for (int seed = 0; seed < runs; seed++)
            for (int u : DegreeBound.outgoing(GRAPH, 4, Streams.seed(seed).stream("x"))
                    .outNeighbours(hub)) counts[u]++;
        double expected = 4.0 * runs / GRAPH.outDegree(hub);
        for (int u : GRAPH.outNeighbours(hub)) assertEquals(expected, counts[u], 5.5 * Math.sqrt(expected));
    }

    @Test
    void coinsKeepEdgesIntoTheGivenNodesOrNone() {
        int[] into = new int[200];
        for (int i = 0; i < 200; i++) into[i] = 2 * i;
        int runs = 300;
        long kept = 0;
        double expected = 0;
        for (int seed = 0; seed < runs; seed++) {
            Graph part = DegreeBound.outgoingByCoins(GRAPH, 3, into, Streams.seed(seed).stream("x"));
            if (seed == 0) subset(part);
            assertTrue(part.maxOutDegree() <= 3);
            for (int v = 1; v < 400; v += 2) assertEquals(0, part.inDegree(v));
            kept += part.directedEdges();
        }
        for (int v = 0; v < 400; v++) {
            int degree = 0;
            for (int u : GRAPH.outNeighbours(v)) if (u % 2 == 0) degree++;
            expected += expectedKept(degree, 3);
        }
        assertEquals(expected, (double) kept / runs, 0.02 * expected);
        refused(() -> DegreeBound.outgoing(GRAPH, 0, coins()));
    }

    /** Mean of a binomial with probability K / (2 D), counted only up to K. */
    private static double expectedKept(int degree, int bound) {
        if (degree == 0) return 0;
        double p = Math.min(1, bound / (2.0 * degree));
        double mean = 0;
        double law = Math.pow(1 - p, degree);
        if (p == 1) return degree <= bound ? degree : 0;
        for (int k = 0; k <= Math.min(bound, degree); k++) {
            mean += k * law;
            law *= (degree - k) / (k + 1.0) * p / (1 - p);
        }
        return mean;
    }
}
