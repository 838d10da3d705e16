package dpgnn.study.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.generate.Caves;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleasedModelTest {
    private final Graph graph = Caves.caveman(4, 6);

    /** Differences of the loss, weight by weight, of GVAE and of the game. */
    @Test
    void theGradientIsThatOfTheLoss() {
        for (boolean game : new boolean[] {false, true}) {
            ReleasedModel model = new ReleasedModel(graph, game, Streams.seed(1).stream("init"));
            RandomStream coins = Streams.seed(2).stream("neighbours");
            int[][] near = model.drawn(coins), further = model.drawn(coins);
            model.loss(near, further);
            List<double[]> gradients = model.parameters().stream()
                    .map(p -> p.gradient.values().clone())
                    .toList();
            for (int p = 0; p < gradients.size(); p++) {
                double[] weights = model.parameters().get(p).value.values();
                for (int k = 0; k < 5; k++) {
                    int i = (k * 7919 + 13) % weights.length;
                    double was = weights[i], step = 1e-5;
                    weights[i] = was + step;
                    double above = model.loss(near, further);
                    weights[i] = was - step;
                    double below = model.loss(near, further);
                    weights[i] = was;
                    assertEquals((above - below) / 2 / step, gradients.get(p)[i], 1e-7, p + ", " + i + ", " + game);
                }
            }
        }
    }

    /** A path and two cliques, so that eigenvalues come several times. */
    @Test
    void featuresAreEigenvectorsOfTheLargestEigenvalues() {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < 6; v++) edges.add(v - 1, v);
        for (int c : new int[] {6, 10}) for (int v = 1; v < 4; v++) for (int u = 0; u < v; u++) edges.add(c + u, c + v);
        Graph several = edges.undirected(14);
        Matrix all = Matrix.of(14, 14);
        for (int v = 0; v < 14; v++)
            for (int u = 0; u < 14; u++) if (u == v || several.hasEdge(u, v)) all.values()[v * 14 + u] = 1;
        Matrix vectors = ReleasedModel.eigenvectors(all, 14);
        double last = -1;
        for (int c = 0; c < 14; c++) {
            double value = 0, length = 0;
            double[] image = new double[14];
            for (int v = 0; v < 14; v++) {
                for (int u = 0; u < 14; u++)
                    if (all.get(v, u) == 1)
                        image[v] += vectors.get(u, c)
                                / Math.sqrt((several.inDegree(v) + 1.0) * (several.inDegree(u) + 1.0));
                value += image[v] * vectors.get(v, c);
                length += vectors.get(v, c) * vectors.get(v, c);
            }
            assertEquals(1, length, 1e-9);
            for (int v = 0; v < 14; v++) assertEquals(value * vectors.get(v, c), image[v], 1e-9);
            assertTrue(value >= last - 1e-9, "they rise: " + last + ", " + value);
            last = value;
        }
        assertEquals(1, last, 1e-9, "the largest");
        assertEquals(vectors.get(3, 13), ReleasedModel.eigenvectors(all, 2).get(3, 1), 1e-12, "the last are kept");
    }

    @Test
    void itLearnsAndItsGraphHasAsManyEdges() {
        ReleasedModel model = new ReleasedModel(graph, false, Streams.seed(1).stream("init"));
        RandomStream coins = Streams.seed(2).stream("neighbours");
        AdamSteps adam = AdamSteps.of(0.005);
        double first = 0, last = 0;
        for (int t = 0; t < 60; t++) {
            int[][] near = model.drawn(coins), further = model.drawn(coins);
            for (int[] drawn : near) assertTrue(drawn.length >= 1 && drawn.length <= 10);
            last = model.loss(near, further);
            if (t == 0) first = last;
            NetParameter.step(adam, model.parameters());
        }
        assertTrue(last < 0.95 * first, first + " -> " + last);
        Graph made = ReleasedModel.maker(true, 20).make(graph, Streams.seed(3)).graph();
        assertEquals(graph.edges(), made.edges());
    }
}
