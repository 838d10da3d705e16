package dpgnn.generate;

import static org.junit.jupiter.api.Assertions.*;

import dpgnn.graph.Graph;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A graph states the epsilon of one release, so that a supplier of many may release once only. */
class ReleasedOnceTest {
    private static final GeneratorSettings FEW =
            GeneratorSettings.paper().with(GeneratorSettings::steps, 2).with(GeneratorSettings::rate, 0.01);
    private static final int GRAPHS = 60;

    private final Graph graph = Caves.caveman(4, 5);
    private final List<GraphMaker> makers = List.of(
            GraphMaker.dpgvaeWhole(FEW, 1, 0.1),
            GraphMaker.dpgganWhole(FEW, 1, 0.1),
            GraphMaker.dpgvaePerNode(FEW, 1, 0.1),
            GraphMaker.pairwise(FEW, 0.3, 1, 1, 3),
            GraphMaker.privateDegrees(1, 1e-5),
            GraphMaker.randomisedResponse(1, 1e-5),
            GraphMaker.topFilter(1, 1e-5),
            GraphMaker.degreeHistogram(1, 1e-5),
            GraphMaker.countAlone(1, 1e-5));

    /** Counts anew, their mean would be the exact count after some hundred graphs. */
    @Test
    void allGraphsOfASupplierShareOneNoisyCount() {
        for (GraphMaker maker : makers) {
            Supplier<GraphPublisher.Published> supplier = maker.train(graph, Streams.secure());
            Set<Long> counts = new HashSet<>();
            for (int i = 0; i < GRAPHS; i++) counts.add(supplier.get().graph().edges());
            assertEquals(1, counts.size(), maker.label() + " counted more than once: " + counts);
        }
    }

    /** It copies the graph, and says of the copy what holds of a graph that was never read. */
    @Test
    void aRecipeOfAUserIsGivenAtBest() {
        GraphMaker blind = GraphMaker.blindErdosRenyi();
        GraphMaker copying = new GraphMaker("copy", "", "1", true, "", (g, streams) -> {
            GraphPublisher.Published read = blind.make(g, streams);
            return () -> new GraphPublisher.Published(g, read.claimed(), read.provable());
        });
        assertEquals(
                Verdict.SOUND, blind.make(graph, Streams.secure()).provable().verdict());
        var stated = copying.make(graph, Streams.secure()).provable();
        assertEquals(Verdict.GIVEN, stated.verdict());
        assertTrue(stated.statement().contains("Given by the user, and not proved here: recipe"), stated.statement());
    }

    @Test
    void anotherTrainingCountsAnew() {
        for (GraphMaker maker : makers) {
            Set<Long> counts = new HashSet<>();
            for (int i = 0; i < 12; i++)
                counts.add(maker.make(graph, Streams.secure()).graph().edges());
            assertTrue(counts.size() > 1, maker.label() + " hides no count: " + counts);
        }
    }

    /** Answers are the release: asked for again and again, a pair would give itself away. */
    @Test
    void noPairAnswersTwice() {
        for (GraphMaker maker : List.of(GraphMaker.randomisedResponse(1, 1e-5), GraphMaker.topFilter(1, 1e-5)))
            answersOnce(maker);
    }

    private void answersOnce(GraphMaker maker) {
        Supplier<GraphPublisher.Published> supplier = maker.train(graph, Streams.secure());
        double[] answers = new double[190];
        for (int i = 0; i < GRAPHS; i++) {
            Graph made = supplier.get().graph();
            IntStream.range(0, 190).forEach(k -> answers[k] += made.hasEdge(first(k), second(k)) ? 1.0 / GRAPHS : 0);
        }
        for (double mean : answers) assertTrue(mean == 0 || mean > 1 - 1e-9, "a pair answered now so, now so: " + mean);
    }

    /** Graphs from released weights are drawn anew: that is post-processing. */
    @Test
    void aDecoderDrawsManyGraphs() {
        Supplier<GraphPublisher.Published> supplier =
                GraphMaker.dpgvaeWhole(FEW, 1, 0.1).train(graph, Streams.secure());
        assertTrue(IntStream.range(0, 5)
                        .mapToObj(i -> supplier.get().graph())
                        .distinct()
                        .count()
                > 1);
    }

    private static int second(int k) {
        int v = 1;
        while (v * (v + 1) / 2 <= k) v++;
        return v;
    }

    private static int first(int k) {
        return k - second(k) * (second(k) - 1) / 2;
    }
}
