package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import org.junit.jupiter.api.Test;

class StrangersTest {
    @Test
    void onlyLonelyNodesReadStrangersInTheTest() {
        Graph graph = Graph.directed(50, new int[] {0, 1, 2}, new int[] {1, 2, 0});
        Graph with = Strangers.test(graph, 4, Streams.seed(1).stream("strangers"));
        for (int v = 0; v < 50; v++) {
            if (v < 3) assertEquals(graph.inNeighbour(v, 0), with.inNeighbour(v, 0));
            int degree = with.inDegree(v);
            assertTrue(v < 3 ? degree == 1 : degree >= 1 && degree <= 4, v + " has " + degree);
            for (int k = 0; k < degree; k++) assertNotEquals(v, with.inNeighbour(v, k));
        }
    }

    @Test
    void lonelyCentresReadAsManyStrangersAndTheOthersTheirStars() throws Exception {
        Dataset data = NodeData.of("small", "rows");
        Split split = NodeData.split(data, 1);
        var participants = data.inductive(split).participants();
        Graph graph = participants.graph();
        Batch plain = new Batch(), strange = new Batch();
        var coins = Streams.seed(3).stream("coins");
        HeterPoisson stars = HeterPoisson.of(0.5, 2);
        stars.draws(participants, coins.fork("stars")).draw(5, plain);
        new Strangers(stars, 3).draws(participants, coins).draw(5, strange);
        assertEquals(plain.examples(), strange.examples());
        int lonely = 0;
        for (int e = 0; e < plain.examples(); e++) {
            int centre = strange.node(strange.exampleStart(e));
            int size = strange.exampleStart(e + 1) - strange.exampleStart(e);
            assertEquals(plain.node(plain.exampleStart(e)), centre);
            if (graph.inDegree(centre) == 0) {
                lonely++;
                assertEquals(4, size);
            } else {
                assertEquals(plain.exampleStart(e + 1) - plain.exampleStart(e), size);
                for (int k = 1; k < size; k++)
                    assertEquals(plain.node(plain.exampleStart(e) + k), strange.node(strange.exampleStart(e) + k));
            }
            int root = strange.exampleStart(e);
            assertEquals(size - 1, strange.edgeStart(root + 1) - strange.edgeStart(root));
        }
        assertTrue(lonely > 0, "the small graph has lonely centres");
    }

    @Test
    void nothingIsProvedForStrangers() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        Strangers strangers = new Strangers(HeterPoisson.of(0.1, 1), 1);
        assertInstanceOf(Event.Unsupported.class, strangers.event(facts, 1));
        assertEquals(HeterPoisson.of(0.1, 1).claimed(facts, 1), strangers.claimed(facts, 1));
    }
}
