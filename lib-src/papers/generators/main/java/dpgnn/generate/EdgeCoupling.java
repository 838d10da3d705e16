package dpgnn.generate;

import dpgnn.base.Check;
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
import dpgnn.sampling.EdgeBatches;
import dpgnn.sampling.PairBatch;

/**
 * Measures how far one edge moves the clipped sum of each step, in units of that step's C. Two trainings share all coins and
 * the decoder's weights, which are all that an observer sees; each keeps the encoder and the discriminator that were trained
 * on its own graph. It proves nothing; a change above what a protection states is a counter-example.
 *
 * @param worst the largest change
 * @param claimed the largest change that the method's authors take to be possible
 * @param provable the largest change that is proved to be possible
 */
public record EdgeCoupling(double worst, double claimed, double provable) {
    /** How a step's sum is clipped; replaced by wrong ways that must be caught. */
    @FunctionalInterface
    public interface Clipping {
        void clip(double[] gradient, double clip);
    }

    /** The clip that trainings apply, over all tensors together. */
    public static final Clipping FLAT = DecoderUpdate::clip;

    /**
     * A training with an encoder.
     *
     * @param game whether there is a discriminator too, as in GGAN
     */
    public static EdgeCoupling ofEncoder(
            Graph graph,
            Graph neighbour,
            GeneratorSettings settings,
            Protection protection,
            boolean game,
            Clipping clipping,
            Streams streams) {
        requireNeighbours(graph, neighbour);
        int n = graph.nodes();
        if (protection instanceof Protection.Published p) {
            // All nodes are in the batch: the claim of one C is for any number of them.
            double worst = NodeClipping.measure(graph, neighbour, settings, n, p.clip(), streams)
                    .worst();
            return new EdgeCoupling(worst, 1, 2.0 * n);
        }
        Check.that(
                protection instanceof Protection.WholeGradient,
                "protection",
                "of whole gradients or as published",
                protection);
        RandomStream init = streams.stream("init");
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        Side[] sides = {
            new Side(graph, settings, game, init, streams.stream("codes")),
            new Side(neighbour, settings, game, init, streams.stream("codes"))
        };
        AdamSteps adam = AdamSteps.of(settings.rate());
        double worst = 0;
        for (int t = 0; t < settings.steps(); t++) {
            double clip = protection.clip(t);
            double[] first = sides[0].gradient(decoder);
            double[] second = sides[1].gradient(decoder);
            clipping.clip(first, clip);
            clipping.clip(second, clip);
            worst = Math.max(worst, distance(first, second) / clip);
            NetParameter.setGradients(decoder.parameters(), first);
            NetParameter.step(adam, decoder.parameters());
        }
        return new EdgeCoupling(worst, 2, 2);
    }

    /** A training on sampled pairs. */
    public static EdgeCoupling ofPairs(
            Graph graph,
            Graph neighbour,
            GeneratorSettings settings,
            Protection.Pairwise protection,
            EdgeBatches drawn,
            Streams streams) {
        requireNeighbours(graph, neighbour);
        Matrix codes = Matrix.normal(graph.nodes(), settings.code(), streams.stream("public codes"));
        Decoder decoder = new Decoder(
                settings.code(),
                settings.decoderHidden(),
                settings.decoderOut(),
                streams.stream("init").fork("decoder"));
        PairGradients gradients = new PairGradients(decoder, codes);
        EdgeBatches.Draws[] draws = {
            drawn.draws(graph, streams.stream("sampler")), drawn.draws(neighbour, streams.stream("sampler"))
        };
        AdamSteps adam = AdamSteps.of(settings.rate());
        PairBatch batch = new PairBatch();
        double worst = 0;
        for (int t = 0; t < settings.steps(); t++) {
            double clip = protection.clip(t);
            double[][] sums = new double[2][];
            for (int side = 0; side < 2; side++) {
                draws[side].draw(t, batch);
                GridSum clipped = new GridSum(NetParameter.count(decoder.parameters()), clip);
                for (int k = 0; k < batch.size(); k++)
                    gradients.addClipped(batch.first(k), batch.second(k), batch.isEdge(k), 1, clipped);
                sums[side] = clipped.values();
            }
            worst = Math.max(worst, distance(sums[0], sums[1]) / clip);
            NetParameter.setGradients(decoder.parameters(), sums[0]);
            NetParameter.step(adam, decoder.parameters());
        }
        return new EdgeCoupling(worst, 2, 2);
    }

    private static void requireNeighbours(Graph graph, Graph neighbour) {
        if (graph.nodes() != neighbour.nodes() || Math.abs(graph.edges() - neighbour.edges()) != 1)
            throw new IllegalArgumentException(
                    "the graphs must differ in one edge, were " + graph + " and " + neighbour);
    }

    private static double distance(double[] a, double[] b) {
        double squares = 0;
        for (int i = 0; i < a.length; i++) squares += (a[i] - b[i]) * (a[i] - b[i]);
        return Math.sqrt(squares);
    }

    /** What one world hides: it reads its own graph in every step, and learns. */
    private static final class Side {
        private final Graph graph;
        private final GeneratorSettings settings;
        private final GraphEncoder encoder;
        private final Discriminator discriminator;
        private final Matrix real;
        private final RandomStream codes;
        private final AdamSteps encoderAdam;
        private final AdamSteps discriminatorAdam;

        Side(Graph graph, GeneratorSettings settings, boolean game, RandomStream init, RandomStream codes) {
            this.graph = graph;
            this.settings = settings;
            this.codes = codes;
            encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
            encoderAdam = AdamSteps.of(settings.rate());
            discriminatorAdam = AdamSteps.of(settings.rate());
            discriminator = game ? new Discriminator(graph.nodes(), 32, 16, 32, init.fork("discriminator")) : null;
            real = game ? SoftGraph.normalised(graph).dense() : null;
        }

        /** The decoder's whole gradient; then this world's own players take their step. */
        double[] gradient(Decoder decoder) {
            Matrix f = decoder.forward(encoder.codes(codes));
            Matrix toEncoder;
            Matrix toDecoder;
            if (discriminator == null) {
                toDecoder = f.timesTransposeInOrder(f);
                GraphVae.crossEntropy(graph, toDecoder);
                toEncoder = toDecoder.timesInOrder(f).add(toDecoder.transposeTimesInOrder(f));
            } else {
                SoftGraph soft = new SoftGraph(f);
                GraphGan.Game game = GraphGan.Game.play(discriminator, real, soft.s);
                Matrix reconstruction = soft.backward(game.dReconstruction());
                toEncoder = soft.toCodes(reconstruction);
                toDecoder =
                        reconstruction.add(soft.backward(game.dCrossEntropy()).scale(-settings.gameWeight()));
                NetParameter.step(discriminatorAdam, discriminator.parameters());
            }
            NetParameter.zero(decoder.parameters());
            decoder.backward(toDecoder.timesInOrder(f).add(toDecoder.transposeTimesInOrder(f)));
            double[] gradient = NetParameter.gradients(decoder.parameters());
            NetParameter.zero(decoder.parameters());
            encoder.backward(decoder.backward(toEncoder), settings.priorWeight());
            NetParameter.zero(decoder.parameters());
            NetParameter.step(encoderAdam, encoder.parameters());
            return gradient;
        }
    }
}
