package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * Measures what one edge really changes when nodes' gradients are clipped one by one, as in the published DPGVAE. Two
 * trainings that differ in one edge share all coins and the decoder's weights (the transcript that an observer sees); each
 * keeps the encoder that was trained on its own graph. The change of the sum of clipped gradients, over C, is what the paper
 * takes to be at most 1.
 *
 * @param changes per step, the norm of the change over C
 * @param batch how many nodes were in the batch: 2 B is what is provable
 * @param changedNodes per step, how many of the B clipped gradients changed by more than a millionth of C
 */
public record NodeClipping(double[] changes, int batch, int[] changedNodes) {

    /** The largest change over C. */
    public double worst() {
        return java.util.Arrays.stream(changes).max().orElse(0);
    }

    /**
     * @param batch nodes of every step, drawn with shared coins
     * @param clip C, the same in all steps
     */
    public static NodeClipping measure(
            Graph graph, Graph neighbour, GeneratorSettings settings, int batch, double clip, Streams streams) {
        if (graph.nodes() != neighbour.nodes() || Math.abs(graph.edges() - neighbour.edges()) != 1)
            throw new IllegalArgumentException(
                    "the graphs must differ in one edge, were " + graph + " and " + neighbour);
        int n = graph.nodes();
        Check.within("batch", batch, 1, n);
        Check.positive("clip", clip);
        RandomStream init = streams.stream("init");
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        Side[] sides = {
            new Side(graph, settings, init, streams.stream("codes")),
            new Side(neighbour, settings, init, streams.stream("codes"))
        };
        AdamSteps adam = AdamSteps.of(settings.rate());
        double[] changes = new double[settings.steps()];
        int[] changedNodes = new int[settings.steps()];
        RandomStream sampler = streams.stream("sampler");
        for (int t = 0; t < settings.steps(); t++) {
            int[] nodes = SharedDraws.distinct(n, batch, sampler.fork(t));
            double[][] first = sides[0].step(decoder, nodes, clip);
            double[][] second = sides[1].step(decoder, nodes, clip);
            double[] change = new double[first[0].length];
            double[] sum = new double[change.length];
            for (int i = 0; i < batch; i++) {
                double[] one = first[i].clone();
                Matrix.axpy(-1, second[i], 0, one, 0, one.length);
                if (DecoderUpdate.norm(one) > 1e-6 * clip) changedNodes[t]++;
                Matrix.axpy(1, one, 0, change, 0, one.length);
                Matrix.axpy(1.0 / batch, first[i], 0, sum, 0, sum.length);
            }
            changes[t] = DecoderUpdate.norm(change) / clip;
            NetParameter.setGradients(decoder.parameters(), sum);
            NetParameter.step(adam, decoder.parameters());
        }
        return new NodeClipping(changes, batch, changedNodes);
    }

    private static final class Side {
        private final Graph graph;
        private final GeneratorSettings settings;
        private final GraphEncoder encoder;
        private final RandomStream codes;
        private final AdamSteps adam;

        Side(Graph graph, GeneratorSettings settings, RandomStream init, RandomStream codes) {
            this.graph = graph;
            this.settings = settings;
            this.encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
            this.codes = codes;
            this.adam = AdamSteps.of(settings.rate());
        }

        double[][] step(Decoder decoder, int[] nodes, double clip) {
            Matrix f = decoder.forward(encoder.codes(codes));
            Matrix logits = f.timesTransposeInOrder(f);
            GraphVae.crossEntropy(graph, logits);
            double[][] gradients = new double[nodes.length][];
            for (int i = 0; i < nodes.length; i++) {
                gradients[i] = DecoderUpdate.nodeGradient(decoder, f, logits, nodes[i]);
                DecoderUpdate.clip(gradients[i], clip);
            }
            Matrix back = decoder.backward(logits.timesInOrder(f).add(logits.transposeTimesInOrder(f)));
            NetParameter.zero(decoder.parameters());
            encoder.backward(back, settings.priorWeight());
            NetParameter.step(adam, encoder.parameters());
            return gradients;
        }
    }
}
