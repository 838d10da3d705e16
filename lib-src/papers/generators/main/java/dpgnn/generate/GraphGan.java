package dpgnn.generate;

import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SoftGraph;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * GGAN and, with a protected decoder, DPGGAN (Yang et al. 2021). The encoder and the decoder bring a discriminator's features of
 * the generated matrix near those of the graph; the discriminator learns to tell the two apart and the decoder to deceive it.
 * Each player minimises a loss of its own: a single optimiser over generator and discriminator, as in the public code, would
 * let the generator help its opponent.
 *
 * <p><b>Guarantee.</b> As for {@link GraphVae}: encoder and discriminator are discarded with the training.
 */
public record GraphGan(GeneratorSettings settings, Protection protection, LossListener listener) {
    public static GraphGan of(GeneratorSettings settings, Protection protection) {
        return new GraphGan(settings, protection, (step, loss) -> {});
    }

    public GraphGan listen(LossListener hears) {
        return new GraphGan(settings, protection, hears);
    }

    public ReleasedDecoder train(Graph graph, Streams streams) {
        GraphStatistics.requireUndirected(graph);
        LossListener told = listener.under(streams);
        RandomStream init = streams.stream("init");
        RandomStream codes = streams.stream("codes");
        int n = graph.nodes();
        GraphEncoder encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        Discriminator discriminator = new Discriminator(n, 32, 16, 32, init.fork("discriminator"));
        DecoderUpdate update = new DecoderUpdate(decoder, protection, settings.rate(), streams.stream("decoder"));
        AdamSteps encoderAdam = AdamSteps.of(settings.rate());
        AdamSteps discriminatorAdam = AdamSteps.of(settings.rate());
        Matrix real = SoftGraph.normalised(graph).dense();
        for (int t = 0; t < settings.steps(); t++) {
            Matrix f = decoder.forward(encoder.codes(codes));
            SoftGraph soft = new SoftGraph(f);
            Game game = Game.play(discriminator, real, soft.s);
            Matrix reconstruction = soft.backward(game.dReconstruction());
            encoder.backward(decoder.backward(soft.toCodes(reconstruction)), settings.priorWeight());
            NetParameter.step(encoderAdam, encoder.parameters());
            Matrix total =
                    reconstruction.add(soft.backward(game.dCrossEntropy()).scale(-settings.gameWeight()));
            update.step(t, f, total, soft.toCodes(total));
            NetParameter.step(discriminatorAdam, discriminator.parameters());
            told.step(t, game.reconstruction());
        }
        return ReleasedDecoder.of(decoder, settings, null, protection, n, streams);
    }

    /**
     * One round: losses, their gradients by the generated matrix, and the discriminator's own gradient, which minimises the
     * cross-entropy -ln D(A) - ln(1 - D(A')).
     *
     * @param reconstruction squared distance of the features
     */
    public record Game(double reconstruction, double crossEntropy, Matrix dReconstruction, Matrix dCrossEntropy) {
        public static Game play(Discriminator discriminator, Matrix real, Matrix fake) {
            Discriminator.Seen seenReal = discriminator.see(real);
            Discriminator.Seen seenFake = discriminator.see(fake);
            Matrix difference = seenFake.feature().copy();
            Matrix.axpy(-1, seenReal.feature().values(), 0, difference.values(), 0, difference.columns());
            double distance = 0;
            for (double d : difference.values()) distance += d * d;
            Matrix dReconstruction =
                    discriminator.toInput(seenFake, difference.copy().scale(2));
            Matrix none = Matrix.of(1, difference.columns());
            double loss = Discriminator.softplus(-seenReal.logit()) + Discriminator.softplus(seenFake.logit());
            discriminator.backward(seenReal, Discriminator.sigmoid(seenReal.logit()) - 1, none, false);
            Matrix dCrossEntropy =
                    discriminator.backward(seenFake, Discriminator.sigmoid(seenFake.logit()), none, true);
            return new Game(distance, loss, dReconstruction, dCrossEntropy);
        }
    }
}
