package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeGraphTest extends SamplerContract {
    @Override
    Sampler sampler() {
        return WholeGraph.of();
    }

    @Override
    long hashOfTenBatches() {
        return -8195836617938290447L;
    }

    @Override
    double[] occurrences() {
        return new double[] {0, 1};
    }

    @Override
    int mostOccurrences(int node) {
        return 1;
    }

    @Override
    Participants neighbour() {
        return participants().on(withOtherEdges());
    }

    @Override
    boolean allChange() {
        return true;
    }

    @Test
    void holdsEveryEdgeAndEveryTarget() {
        Batch batch = new Batch();
        sampler().draws(participants(), coins(1)).draw(3, batch);
        Graph graph = graph();
        assertEquals(1, batch.examples());
        assertEquals(graph.nodes(), batch.rows());
        assertEquals(graph.directedEdges(), batch.edges());
        assertEquals(27, batch.targets());
        for (int r = 0; r < batch.rows(); r++)
            assertEquals(graph.inDegree(batch.node(r)), batch.edgeStart(r + 1) - batch.edgeStart(r));
    }

    /** A step that finds the graph in its batch leaves it there; one that finds anything else draws. */
    @Test
    void isDrawnAgainWhereItsBatchWasEdited() {
        Sampler.Draws draws = sampler().draws(participants(), coins(1));
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
        assertEquals(new Event.Gaussian(2.5), sampler().event(facts, 5));
        assertEquals(new Event.Gaussian(5), sampler().claimed(facts, 5));
        assertEquals(
                new Event.Gaussian(2.5),
                sampler().draws(participants(), coins(1)).event(0, 5));
        assertEquals(1, sampler().expectedExamples(facts));
        assertEquals(Unit.GRAPH, sampler().unit());
        assertEquals(Relation.REPLACE, sampler().relation());
    }
}
