package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.linear.GraphMatrices;
import dpgnn.linear.Matrix;
import dpgnn.mpc.layer.Aggregator;
import dpgnn.mpc.layer.Combiner;
import dpgnn.mpc.layer.HiddenLayer;
import dpgnn.mpc.layer.HolderLayer;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every derivative against differences of the loss. */
class HolderLayersTest {
    private final RandomStream stream = Streams.seed(5).stream("layers");
    private final Graph graph = Graph.undirected(6, new int[] {0, 0, 1, 3}, new int[] {1, 2, 2, 4});

    private static void check(String what, Matrix variable, Matrix gradient, Supplier<Double> loss) {
        for (int i = 0; i < variable.values().length; i++) {
            double at = variable.values()[i];
            variable.values()[i] = at + 1e-5;
            double up = loss.get();
            variable.values()[i] = at - 1e-5;
            double down = loss.get();
            variable.values()[i] = at;
            assertEquals((up - down) / 2e-5, gradient.values()[i], 1e-7, what + ", entry " + i);
        }
    }

    private static double dot(Matrix a, Matrix b) {
        double sum = 0;
        for (int i = 0; i < a.values().length; i++) sum += a.values()[i] * b.values()[i];
        return sum;
    }

    @ParameterizedTest
    @EnumSource(Aggregator.class)
    void aggregators(Aggregator aggregator) {
        HolderLayer layer = aggregator.layer(graph, 4, stream);
        Matrix h = Sample.random(6, 4, stream);
        Matrix direction = Sample.random(6, 4, stream);
        Supplier<Double> loss = () -> dot(layer.forward(h), direction);
        loss.get();
        Matrix back = layer.backward(direction);
        List<Matrix> gradients = layer.weights().stream().map(w -> w.gradient()).toList();
        check("input", h, back, loss);
        for (int i = 0; i < gradients.size(); i++)
            check("weights " + i, layer.weights().get(i).value(), gradients.get(i), loss);
    }

    /** Node 5 has no edge: its mean is zero, and nothing is NaN. */
    @Test
    void nodesWithoutEdgesHaveAMeanOfZero() {
        Matrix mean = GraphMatrices.mean(graph).times(Sample.random(6, 3, stream));
        for (int j = 0; j < 3; j++) assertEquals(0, mean.get(5, j));
        for (Aggregator aggregator : Aggregator.values())
            for (double v : aggregator
                    .layer(graph, 3, stream)
                    .forward(Sample.random(6, 3, stream))
                    .values()) assertTrue(Double.isFinite(v));
    }

    @ParameterizedTest
    @EnumSource(Combiner.class)
    void hiddenLayer(Combiner combiner) {
        HiddenLayer hidden = new HiddenLayer(combiner, 3, 4, stream);
        List<Matrix> parts = new ArrayList<>();
        for (int p = 0; p < 3; p++) parts.add(Sample.random(6, 4, stream));
        Matrix direction = Sample.random(6, 4, stream);
        Supplier<Double> loss = () -> dot(hidden.forward(parts), direction);
        loss.get();
        List<Matrix> back = hidden.backward(direction);
        List<Matrix> gradients =
                hidden.weights().stream().map(w -> w.gradient()).toList();
        for (int p = 0; p < 3; p++) check("part " + p, parts.get(p), back.get(p), loss);
        for (int i = 0; i < gradients.size(); i++)
            check("weights " + i, hidden.weights().get(i).value(), gradients.get(i), loss);
    }

    /** Concatenation with zero weights for a holder is the network without that holder. */
    @Test
    void concatWithZeroWeightsDropsAHolder() {
        HiddenLayer both = new HiddenLayer(Combiner.CONCAT, 2, 4, stream);
        HiddenLayer one = new HiddenLayer(Combiner.CONCAT, 1, 4, stream);
        double[] wide = both.weights().get(0).value().values();
        java.util.Arrays.fill(wide, 16, 32, 0);
        System.arraycopy(wide, 0, one.weights().get(0).value().values(), 0, 16);
        Matrix e = Sample.random(6, 4, stream);
        assertEquals(0, both.forward(List.of(e, Sample.random(6, 4, stream))).distance(one.forward(List.of(e))));
    }

    @Test
    void outputLayer() {
        var supervision = new HolderData.Supervision(
                Labels.single(3, new int[] {0, 1, 2, 0, 1, -1}), new int[] {0, 1, 2}, new int[] {3}, new int[] {4});
        OutputLayer output = new OutputLayer(supervision, 4, stream);
        Matrix z = Sample.random(6, 4, stream);
        RandomStream dropout = Streams.seed(1).stream("dropout");
        Supplier<OutputLayer.Step> step = () -> output.step(z, z, 0.5, dropout.fork("epoch"));
        OutputLayer.Step now = step.get();
        List<Matrix> gradients =
                output.weights().stream().map(w -> w.gradient()).toList();
        check("hidden", z, now.gradient(), () -> step.get().loss());
        for (int i = 0; i < gradients.size(); i++)
            check("weights " + i, output.weights().get(i).value(), gradients.get(i), () -> step.get()
                    .loss());
    }

    @Test
    void noiseIsClippedFirst() {
        EmbeddingNoise noise = new EmbeddingNoise(1, 1e-3);
        Matrix e = Sample.random(6, 4, stream);
        for (int j = 0; j < 4; j++) e.values()[j] *= 0.01;
        Matrix direction = Sample.random(6, 4, stream);
        Matrix released = noise.release(e, Streams.seed(1).stream("noise"));
        for (int i = 0; i < 6; i++) {
            double square = 0;
            for (int j = 0; j < 4; j++) square += released.get(i, j) * released.get(i, j);
            assertTrue(square < 1.02);
        }
        check(
                "clip",
                e,
                noise.backward(direction, e),
                () -> dot(noise.release(e, Streams.seed(1).stream("noise")), direction));
    }
}
