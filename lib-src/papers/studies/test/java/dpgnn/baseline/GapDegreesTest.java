package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Lemma 26 of docs/proofs.md: what its assumption on degrees is for. */
class GapDegreesTest {
    private static final int MANY = 300;

    /** Pairs of nodes, and node 0, which is joined to one node of each pair or to none. */
    private static Graph graph(boolean joined) {
        int edges = joined ? 2 * MANY : MANY;
        int[] u = new int[edges], v = new int[edges];
        for (int i = 0; i < MANY; i++) {
            u[i] = 1 + i;
            v[i] = 1 + MANY + i;
            if (joined) v[MANY + i] = 1 + i;
        }
        return Graph.undirected(1 + 2 * MANY, u, v);
    }

    private static float[] sums(Gap gap, Graph graph, IntUnaryOperator degrees) {
        float[] rows = new float[graph.nodes()];
        Arrays.fill(rows, 1f);
        return GapHops.of(gap, graph, degrees, Streams.seed(1).stream("bound")).sums(rows, 1);
    }

    private static double moved(float[] a, float[] b) {
        double square = 0;
        for (int i = 0; i < a.length; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
        return Math.sqrt(square);
    }

    @Test
    void degreesThatFollowTheReplacedNodeBreakTheSensitivity() {
        Gap gap = Gap.of(Gap.Noise.FULL).weighted().withLoops().with(Gap::degree, 1);
        Graph before = graph(false), after = graph(true);
        IntUnaryOperator announced = after::outDegree;
        assertTrue(moved(sums(gap, before, announced), sums(gap, after, announced)) <= gap.sensitivity());
        assertTrue(moved(sums(gap, before, before::outDegree), sums(gap, after, after::outDegree)) > gap.sensitivity());
    }

    @Test
    void whatIsAssumedOfDegreesIsSaidWhereANodeIsReplaced() {
        String said = "the announced degrees of all other nodes stay";
        for (Gap.Noise noise : Gap.Noise.values()) {
            if (noise.unit() == Unit.EDGE) continue;
            Gap gap = Gap.of(noise).weighted();
            for (Guarantee g : gap.guarantees(1000, 3, 1e-4, List.of()))
                assertEquals(
                        noise.relation() == Relation.REPLACE,
                        g.terms().published().stream().anyMatch(s -> s.contains(said)),
                        g.statement());
        }
    }
}
