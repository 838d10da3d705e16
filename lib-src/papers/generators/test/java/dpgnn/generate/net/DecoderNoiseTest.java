package dpgnn.generate.net;

import static org.junit.jupiter.api.Assertions.*;

import dpgnn.generate.Caves;
import dpgnn.generate.DecoderUpdate;
import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.PairTraining;
import dpgnn.generate.Protection;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The noise of a secure release: there, as large as stated, in every number and in every step. */
class DecoderNoiseTest {
    private static final List<Protection> ALL = List.of(
            new Protection.WholeGradient(3, 0.5, 0.9),
            new Protection.Pairwise(0.5, 2, 0.7, 0.8),
            new Protection.Published(1, 1e-5, 0.5, 5, 2, 0.99));

    @Test
    void hiddenSumsHaveTheStatedDeviation() {
        int many = 20_000;
        for (Protection p : ALL)
            for (long step : new long[] {0, 7}) {
                double[] sum = new double[many];
                Arrays.fill(sum, 0.3);
                p.hide(sum, step, Streams.secure().stream("noise"));
                double mean = Arrays.stream(sum).average().orElseThrow();
                double squares =
                        Arrays.stream(sum).map(x -> (x - 0.3) * (x - 0.3)).sum();
                double deviation = Math.sqrt(squares / many) / (p.noise() * p.clip(step));
                // six deviations of these means: one run in 10^8 fails
                assertEquals(1, deviation, 6 / Math.sqrt(2.0 * many), p + ", step " + step);
                assertEquals(0, (mean - 0.3) / (p.noise() * p.clip(step)), 6 / Math.sqrt(many), p + ", step " + step);
            }
    }

    /** Of a gradient of zeros nothing would be learnt without noise. */
    @Test
    void everyWeightMovesThoughTheGraphSaysNothing() {
        for (Protection p : new Protection[] {ALL.get(0), ALL.get(2)}) {
            RandomStream coins = Streams.secure().stream("decoder");
            Decoder decoder = new Decoder(3, 4, 5, coins.fork("init"));
            double[][] before = decoder.weights();
            Matrix f = decoder.forward(Matrix.normal(6, 3, coins.fork("codes")));
            new DecoderUpdate(decoder, p, 0.01, coins).step(0, f, Matrix.of(6, 6), Matrix.of(6, 5));
            double[][] after = decoder.weights();
            for (int i = 0; i < before.length; i++)
                for (int k = 0; k < before[i].length; k++) assertNotEquals(before[i][k], after[i][k], p.toString());
        }
    }

    @Test
    void anAnswerThatMayBeLooseSaysSo() {
        String said = "The exact epsilon is proved to lie between";
        Event loose = new Event.Repeated(new Event.HomeStars(0.1, 2, 5), 5);
        assertTrue(Protection.Bounds.of(loose, 1e-5, List.of()).statement().contains(said));
        assertFalse(Protection.pairwise(0.1, 2, 1e-5, 10, 1)
                .provable(50, 10, 1e-5)
                .statement()
                .contains(said));
    }

    /** Biases begin at zero, and a rate that draws no pair leaves them there, but for the noise. */
    @Test
    void aStepWithoutPairsIsNoisyToo() {
        GeneratorSettings one = GeneratorSettings.paper().with(GeneratorSettings::steps, 1);
        Graph graph = Caves.caveman(2, 4);
        double[][] weights = PairTraining.of(one, new Protection.Pairwise(1e-12, 2, 1, 1), 1)
                .train(graph, Streams.secure())
                .weights();
        for (int layer : new int[] {1, 3}) for (double bias : weights[layer]) assertNotEquals(0, bias);
    }
}
