package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Unit;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class WalkUnionTest extends SamplerContract {
    @Override
    WalkUnion sampler() {
        return WalkUnion.of(1, 3);
    }

    @Override
    long hashOfTenBatches() {
        return 9075611644816804015L;
    }

    /** A walk of one step visits the watched node if it starts there, or at a root next to it and goes there. */
    @Override
    double[] occurrences() {
        Graph graph = graph();
        double once = 0;
        for (int root : roots()) {
            if (root == watched()) once += 1.0 / roots().length;
            else if (graph.hasEdge(watched(), root)) once += 1.0 / roots().length / graph.inDegree(root);
        }
        double never = Math.pow(1 - once, 3);
        return new double[] {never, 1 - never};
    }

    @Override
    int mostOccurrences(int node) {
        return 1;
    }

    @Override
    Participants neighbour() {
        return participants().on(withOtherEdges());
    }

    /** The walks of both worlds may part anywhere: there is one example, and it may be any other. */
    @Override
    boolean mayChange(Batch batch, int example) {
        return true;
    }

    @Override
    String key(Batch batch, int example) {
        return "the one example";
    }

    @Test
    void oneExampleWithAllEdgesAmongTheVisitedAndEveryVisitedRootAsTarget() {
        Batch batch = new Batch();
        Sampler.Draws draws = WalkUnion.of(3, 5).draws(participants(), coins(4));
        for (int t = 0; t < 20; t++) {
            draws.draw(t, batch);
            assertEquals(1, batch.examples());
            assertTrue(batch.rows() <= 20);
            BitSet nodes = new BitSet();
            for (int r = 0; r < batch.rows(); r++) nodes.set(batch.node(r));
            int targets = 0;
            for (int r = 0; r < batch.rows(); r++) {
                int among = 0;
                for (int u : graph().inNeighbours(batch.node(r))) if (nodes.get(u)) among++;
                assertEquals(among, batch.edgeStart(r + 1) - batch.edgeStart(r));
                if (participants().isRoot(batch.node(r))) targets++;
            }
            assertEquals(targets, batch.targets());
        }
    }

    @Test
    void anIsolatedRootIsAWalkOfOneNode() {
        Batch batch = new Batch();
        WalkUnion.of(4, 6)
                .draws(Participants.of(Graph.undirected(3, new int[] {0}, new int[] {1}), 2), coins(1))
                .draw(0, batch);
        assertEquals(1, batch.rows());
        assertEquals(2, batch.node(0));
    }

    @Test
    void protectsTheWholeGraphOrNothing() {
        assertEquals(Unit.GRAPH, sampler().unit());
        assertEquals(new Event.Gaussian(2), sampler().event(new Sampler.Facts(9, 5), 4));
        assertThrows(IllegalArgumentException.class, () -> WalkUnion.of(-1, 3));
        assertThrows(IllegalArgumentException.class, () -> WalkUnion.of(2, 0));
    }
}
