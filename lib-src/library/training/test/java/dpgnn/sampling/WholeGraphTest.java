package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeGraphTest {
    private static final Sampler SAMPLER = WholeGraph.of();

    @Test
    void holdsEveryEdgeAndEveryTarget() {
        Batch batch = new Batch();
        SAMPLER.draws(Ring.ALL, Ring.coins(1)).draw(3, batch);
        assertEquals(1, batch.examples());
        assertEquals(Ring.GRAPH.nodes(), batch.rows());
        assertEquals(Ring.GRAPH.directedEdges(), batch.edges());
        assertEquals(27, batch.targets());
        for (int r = 0; r < batch.rows(); r++)
            assertEquals(Ring.GRAPH.inDegree(batch.node(r)), batch.edgeStart(r + 1) - batch.edgeStart(r));
    }

    /** A step that finds the graph in its batch leaves it there; one that finds anything else draws. */
    @Test
    void isDrawnAgainWhereItsBatchWasEdited() {
        Sampler.Draws draws = SAMPLER.draws(Ring.ALL, Ring.coins(1));
        Batch batch = new Batch();
        draws.draw(0, batch);
        long edits = batch.edits();
        long hash = batch.hash();
        draws.draw(1, batch);
        assertEquals(edits, batch.edits());
        for (Runnable edit : List.<Runnable>of(
                () -> batch.addSource(0),
                () -> batch.addTarget(0),
                () -> batch.addRow(1),
                batch::beginExample,
                batch::clear)) {
            edit.run();
            assertNotEquals(hash, batch.hash());
            draws.draw(2, batch);
            assertEquals(hash, batch.hash());
        }
        Batch other = new Batch();
        draws.draw(3, other);
        assertEquals(hash, other.hash());
    }

    @Test
    void replacementMovesTheSumByTwiceTheClip() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.Gaussian(2.5), SAMPLER.event(facts, 5));
        assertEquals(new Event.Gaussian(5), SAMPLER.claimed(facts, 5));
        assertEquals(
                new Event.Gaussian(2.5), SAMPLER.draws(Ring.ALL, Ring.coins(1)).event(0, 5));
        assertEquals(1, SAMPLER.expectedExamples(facts));
        assertEquals(Unit.GRAPH, SAMPLER.unit());
        assertEquals(Relation.REPLACE, SAMPLER.relation());
    }
}
