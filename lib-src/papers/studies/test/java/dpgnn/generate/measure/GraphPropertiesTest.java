package dpgnn.generate.measure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.generate.RandomisedResponse;
import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.generation.GenerationStudy;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of measures and files for any graph: random ones of all densities, some without an edge. */
class GraphPropertiesTest {
    private static final double[] DENSITIES = {0, 0.05, 0.2, 0.6, 1};

    private static Graph renamed(Graph graph, RandomStream coins) {
        int[] name = IntStream.range(0, graph.nodes()).toArray();
        for (int i = name.length - 1; i > 0; i--) {
            int j = coins.nextInt(i + 1), other = name[i];
            name[i] = name[j];
            name[j] = other;
        }
        return PlainGraphs.graph(graph.nodes(), (u, v) -> graph.hasEdge(name[u], name[v]));
    }

    /** Statistics and motifs are of the graph, not of the names of its nodes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void namesOfNodesDoNotCount(long seed) {
        RandomStream coins = Streams.seed(seed).stream("graphs");
        for (double density : DENSITIES) {
            Graph graph = PlainGraphs.random(14, density, coins), other = renamed(graph, coins);
            GraphStatistics a = GraphStatistics.of(graph), b = GraphStatistics.of(other);
            for (String name : GenerationStudy.STATISTICS) assertEquals(a.get(name), b.get(name), 1e-12, name);
            assertArrayEquals(Motifs.count(graph), Motifs.count(other), "density " + density);
            GraphComparison same = GraphComparison.withMotifs(graph, other);
            assertEquals(graph.edges() == 0 ? same.motifCosine() : 1, same.motifCosine(), 1e-12);
        }
    }

    /** Which of two graphs is the original changes no difference and no cosine; cosines are between nothing and all. */
    @Test
    void comparisonsAreSymmetric() {
        RandomStream coins = Streams.seed(4).stream("graphs");
        for (double one : DENSITIES)
            for (double two : DENSITIES) {
                Graph a = PlainGraphs.random(12, one, coins), b = PlainGraphs.random(15, two, coins);
                GraphComparison there = GraphComparison.withMotifs(a, b), back = GraphComparison.withMotifs(b, a);
                for (String name : GenerationStudy.STATISTICS)
                    assertEquals(there.difference(name), back.difference(name), name);
                for (double cosine : new double[] {there.degreeCosine(), there.motifCosine()})
                    assertTrue(cosine >= 0 && cosine <= 1 + 1e-12, one + ", " + two + ": " + cosine);
                assertEquals(there.degreeCosine(), back.degreeCosine(), 1e-12);
                assertEquals(there.motifCosine(), back.motifCosine(), 1e-12);
            }
    }

    /** The area is the share of pairs in the right order, ties half; no scale of the scores changes it, and signs turn it over. */
    @Test
    void theRocAreaIsTheShareOfPairsInOrder() {
        RandomStream coins = Streams.seed(5).stream("scores");
        for (int trial = 0; trial < 20; trial++) {
            double[] yes = scores(1 + coins.nextInt(9), coins), no = scores(1 + coins.nextInt(9), coins);
            double inOrder = 0;
            for (double y : yes) for (double n : no) inOrder += y > n ? 1 : y == n ? 0.5 : 0;
            double area = RankQuality.auc(yes, no);
            assertEquals(inOrder / (yes.length * no.length), area, 1e-12);
            assertEquals(area, RankQuality.auc(exponential(yes, 1), exponential(no, 1)), 1e-12);
            assertEquals(1 - area, RankQuality.auc(exponential(yes, -1), exponential(no, -1)), 1e-12);
            assertEquals(1 - area, RankQuality.auc(no, yes), 1e-12);
        }
    }

    private static double[] scores(int count, RandomStream coins) {
        return IntStream.range(0, count).mapToDouble(i -> coins.nextInt(5)).toArray();
    }

    private static double[] exponential(double[] scores, double factor) {
        return Arrays.stream(scores).map(s -> Math.exp(factor * s)).toArray();
    }

    /** An edge is published e^epsilon times as often as a pair without one, at any density. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 3})
    void randomisedResponseAnswersByItsEpsilon(double epsilon) {
        for (double density : new double[] {0.2, 0.5}) {
            Graph graph = PlainGraphs.random(220, density, Streams.seed(7).stream("graph"));
            Graph published = RandomisedResponse.of(epsilon)
                    .publish(graph, 1e-5, Streams.seed(8).stream("answers"))
                    .graph();
            double[] seen = new double[2], all = new double[2];
            for (int v = 1; v < graph.nodes(); v++)
                for (int u = 0; u < v; u++) {
                    int edge = graph.hasEdge(u, v) ? 1 : 0;
                    all[edge]++;
                    if (published.hasEdge(u, v)) seen[edge]++;
                }
            double ratio = seen[1] / all[1] / (seen[0] / all[0]), error = Math.sqrt(1 / seen[0] + 1 / seen[1]);
            assertEquals(1, ratio / Math.exp(epsilon), 5 * error, "density " + density);
        }
        refused(() -> RandomisedResponse.of(0));
    }
}
