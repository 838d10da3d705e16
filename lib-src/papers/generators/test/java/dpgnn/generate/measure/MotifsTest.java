package dpgnn.generate.measure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MotifsTest {
    @Test
    void thereAreTwoSixAndTwentyOneAndTheirNamesTellNodes() {
        int[] perSize = new int[6];
        for (int m = 0; m < Motifs.COUNT; m++) perSize[Motifs.name(m).charAt(0) - '0']++;
        assertArrayEquals(new int[] {0, 0, 0, 2, 6, 21}, perSize);
    }

    @Test
    void cliquesHoldOnlyCliques() {
        long[] counts = Motifs.count(PlainGraphs.complete(9));
        assertEquals(84, total(counts, 3));
        assertEquals(126, total(counts, 4));
        assertEquals(126, total(counts, 5));
        assertEquals(3, Arrays.stream(counts).filter(c -> c > 0).count());
    }

    @Test
    void pathsHoldOnlyPaths() {
        int n = 12;
        long[] counts = Motifs.count(PlainGraphs.graph(n, (u, v) -> v == u + 1));
        assertEquals(n - 2, total(counts, 3));
        assertEquals(n - 3, total(counts, 4));
        assertEquals(n - 4, total(counts, 5));
        assertEquals(3, Arrays.stream(counts).filter(c -> c > 0).count());
    }

    @Test
    void starsHoldOnlyStars() {
        int leaves = 8;
        long[] counts = Motifs.count(PlainGraphs.graph(leaves + 1, (u, v) -> u == 0));
        assertEquals(28, total(counts, 3));
        assertEquals(56, total(counts, 4));
        assertEquals(70, total(counts, 5));
        assertEquals(3, Arrays.stream(counts).filter(c -> c > 0).count());
    }

    @Test
    void randomGraphsAgreeWithBruteForceOverAllSubsets() {
        for (int seed = 0; seed < 6; seed++) {
            RandomStream coins = Streams.seed(seed).stream("graph");
            Graph graph = PlainGraphs.random(13, 0.15 + 0.12 * seed, coins);
            assertArrayEquals(bruteForce(graph), Motifs.count(graph), "seed " + seed);
        }
    }

    @Test
    void namesAreTrueToTheTable() {
        Set<Integer> seen = new HashSet<>();
        for (int bits = 0; bits < 1024; bits++) seen.add(Motifs.index(5, bits));
        assertEquals(22, seen.size(), "21 connected graphs, and -1 for the others");
        assertEquals("5 nodes, 10 edges, degrees 4 4 4 4 4", Motifs.name(Motifs.index(5, 1023)));
    }

    @Test
    void directedGraphsAreRefused() {
        refused(() -> Motifs.count(Graph.directed(2, new int[] {0}, new int[] {1})));
    }

    private static long[] bruteForce(Graph graph) {
        long[] counts = new long[Motifs.COUNT];
        for (int set = 0; set < 1 << graph.nodes(); set++) {
            int k = Integer.bitCount(set);
            if (k < 3 || k > 5) continue;
            int[] nodes = new int[k];
            for (int v = 0, i = 0; v < graph.nodes(); v++) if ((set >> v & 1) != 0) nodes[i++] = v;
            int bits = 0;
            for (int j = 1; j < k; j++)
                for (int i = 0; i < j; i++) if (graph.hasEdge(nodes[i], nodes[j])) bits |= 1 << j * (j - 1) / 2 + i;
            int motif = Motifs.index(k, bits);
            if (motif >= 0) counts[motif]++;
        }
        return counts;
    }

    private static long total(long[] counts, int nodes) {
        long sum = 0;
        for (int m = 0; m < Motifs.COUNT; m++) if (Motifs.name(m).startsWith(nodes + " nodes")) sum += counts[m];
        return sum;
    }
}
