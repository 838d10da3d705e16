package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
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

    @Test
    void replacementMovesTheSumByTwiceTheClip() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.Gaussian(2.5), sampler().event(facts, 5));
        assertEquals(new Event.Gaussian(5), sampler().claimed(facts, 5));
    }
}
