package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Unit;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class WalkUnionTest {
    private static final WalkUnion SAMPLER = WalkUnion.of(1, 3);

    /** A walk of one step visits the watched node if it starts there, or at a root next to it and goes there. */
    static double[] occurrences() {
        double once = 0;
        for (int root : Ring.ROOTS) {
            if (root == Ring.WATCHED) once += 1.0 / Ring.ROOTS.length;
            else if (Ring.GRAPH.hasEdge(Ring.WATCHED, root))
                once += 1.0 / Ring.ROOTS.length / Ring.GRAPH.inDegree(root);
        }
        double never = Math.pow(1 - once, 3);
        return new double[] {never, 1 - never};
    }

    @Test
    void oneExampleWithAllEdgesAmongTheVisitedAndEveryVisitedRootAsTarget() {
        Batch batch = new Batch();
        Sampler.Draws draws = WalkUnion.of(3, 5).draws(Ring.ALL, Ring.coins(4));
        for (int t = 0; t < 20; t++) {
            draws.draw(t, batch);
            assertEquals(1, batch.examples());
            assertTrue(batch.rows() <= 20);
            BitSet nodes = new BitSet();
            for (int r = 0; r < batch.rows(); r++) nodes.set(batch.node(r));
            int targets = 0;
            for (int r = 0; r < batch.rows(); r++) {
                int among = 0;
                for (int u : Ring.GRAPH.inNeighbours(batch.node(r))) if (nodes.get(u)) among++;
                assertEquals(among, batch.edgeStart(r + 1) - batch.edgeStart(r));
                if (Ring.ALL.isRoot(batch.node(r))) targets++;
            }
            assertEquals(targets, batch.targets());
        }
    }

    @Test
    void anIsolatedRootIsAWalkOfOneNode() {
        Batch batch = new Batch();
        WalkUnion.of(4, 6)
                .draws(Participants.of(Graph.undirected(3, new int[] {0}, new int[] {1}), 2), Ring.coins(1))
                .draw(0, batch);
        assertEquals(1, batch.rows());
        assertEquals(2, batch.node(0));
    }

    @Test
    void protectsTheWholeGraphOrNothing() {
        assertEquals(Unit.GRAPH, SAMPLER.unit());
        assertEquals(new Event.Gaussian(2), SAMPLER.event(new Sampler.Facts(9, 5), 4));
        refused(() -> WalkUnion.of(-1, 3));
        refused(() -> WalkUnion.of(2, 0));
    }
}
