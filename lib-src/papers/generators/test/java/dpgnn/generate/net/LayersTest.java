package dpgnn.generate.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.generate.DecoderUpdate;
import dpgnn.generate.GraphGan;
import dpgnn.generate.GraphVae;
import dpgnn.graph.Graph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class LayersTest {
    private final RandomStream coins = Streams.seed(5).stream("layers");
    private final Graph graph = SyntheticGraphs.erdosRenyi(9, 0.3, 4);

    @Test
    void crossEntropyOfEncoderAndDecoder() {
        GraphEncoder encoder = new GraphEncoder(graph, 7, 4, coins.fork("encoder"));
        Decoder decoder = new Decoder(4, 5, 6, coins.fork("decoder"));
        java.util.function.DoubleSupplier loss = () -> {
            Matrix f = decoder.forward(encoder.codes(Streams.seed(1).stream("noise")));
            return GraphVae.crossEntropy(graph, f.timesTransposeInOrder(f)) + 0.3 * encoder.prior();
        };
        Matrix f = decoder.forward(encoder.codes(Streams.seed(1).stream("noise")));
        Matrix d = f.timesTransposeInOrder(f);
        GraphVae.crossEntropy(graph, d);
        encoder.backward(decoder.backward(d.timesInOrder(f).add(d.transposeTimesInOrder(f))), 0.3);
        Gradients.check("decoder", decoder.parameters(), loss, 1e-6);
        Gradients.check("encoder", encoder.parameters(), loss, 1e-6);
    }

    @Test
    void allThreePlayersOfTheGame() {
        GraphEncoder encoder = new GraphEncoder(graph, 7, 4, coins.fork("encoder"));
        Decoder decoder = new Decoder(4, 5, 6, coins.fork("decoder"));
        Discriminator discriminator = new Discriminator(9, 6, 5, 7, coins.fork("discriminator"));
        Matrix real = SoftGraph.normalised(graph).dense();
        java.util.function.Supplier<GraphGan.Game> play = () -> {
            Matrix f = decoder.forward(encoder.codes(Streams.seed(1).stream("noise")));
            return GraphGan.Game.play(discriminator, real, new SoftGraph(f).s);
        };
        Matrix f = decoder.forward(encoder.codes(Streams.seed(1).stream("noise")));
        SoftGraph soft = new SoftGraph(f);
        NetParameter.zero(discriminator.parameters());
        GraphGan.Game game = GraphGan.Game.play(discriminator, real, soft.s);
        Gradients.checkLeft(
                "discriminator", discriminator.parameters(), () -> play.get().crossEntropy(), 1e-6);
        encoder.backward(decoder.backward(soft.toCodes(soft.backward(game.dReconstruction()))), 0.2);
        Gradients.check(
                "encoder", encoder.parameters(), () -> play.get().reconstruction() + 0.2 * encoder.prior(), 1e-5);
        NetParameter.zero(decoder.parameters());
        Matrix total = soft.backward(game.dReconstruction())
                .add(soft.backward(game.dCrossEntropy()).scale(-0.1));
        decoder.backward(soft.toCodes(total));
        Gradients.check(
                "decoder",
                decoder.parameters(),
                () -> play.get().reconstruction() - 0.1 * play.get().crossEntropy(),
                1e-5);
    }

    @Test
    void productsOfAllShapesAreSumsOfProducts() {
        for (int[] size : new int[][] {{1, 1, 1}, {3, 7, 5}, {130, 9, 6}, {200, 5, 64}, {64, 130, 70}, {6, 4, 300}}) {
            Matrix a = Matrix.normal(size[0], size[1], coins.fork(size[0]));
            Matrix b = Matrix.normal(size[1], size[2], coins.fork(size[2]));
            Matrix product = a.timesInOrder(b);
            Matrix other = a.transpose().transposeTimesInOrder(b);
            for (int i = 0; i < size[0]; i++)
                for (int j = 0; j < size[2]; j++) {
                    double sum = 0;
                    for (int k = 0; k < size[1]; k++) sum += a.get(i, k) * b.get(k, j);
                    assertEquals(sum, product.get(i, j), 1e-10);
                    assertEquals(sum, other.get(i, j), 1e-10);
                }
        }
        Matrix f = Matrix.normal(20, 3, coins.fork("f"));
        Matrix s = f.timesTransposeInOrder(f);
        assertArrayEquals(s.timesInOrder(f).values(), s.symmetricTimesInOrder(f).values(), 1e-10);
    }

    @Test
    void sparsePropagationIsTheDenseOne() {
        Matrix dense = SoftGraph.normalised(graph).dense();
        Matrix x = Matrix.normal(9, 3, coins.fork("x"));
        assertArrayEquals(
                dense.timesInOrder(x).values(),
                SoftGraph.normalised(graph).times(x).values(),
                1e-12);
    }

    @Test
    void meanOfNodeGradientsIsTheWholeGradient() {
        Decoder decoder = new Decoder(4, 5, 6, coins.fork("decoder"));
        Matrix f = decoder.forward(Matrix.normal(9, 4, coins.fork("z")));
        Matrix d = f.timesTransposeInOrder(f);
        GraphVae.crossEntropy(graph, d);
        double[] mean = new double[NetParameter.count(decoder.parameters())];
        for (int i = 0; i < 9; i++)
            Matrix.axpy(1.0 / 9, DecoderUpdate.nodeGradient(decoder, f, d, i), 0, mean, 0, mean.length);
        decoder.backward(d.timesInOrder(f).add(d.transposeTimesInOrder(f)));
        assertArrayEquals(NetParameter.gradients(decoder.parameters()), mean, 1e-12);
    }

    @Test
    void aClipIsOverAllTensorsTogetherAndKeepsDirection() {
        double[] g = {3, 0, -4};
        DecoderUpdate.clip(g, 1);
        assertTrue(DecoderUpdate.norm(g) <= 1 && DecoderUpdate.norm(g) > 0.999);
        assertEquals(-4.0 / 3, g[2] / g[0], 1e-12);
        double[] small = {0.3, 0.4};
        DecoderUpdate.clip(small, 1);
        assertArrayEquals(new double[] {0.3, 0.4}, small);
    }
}
