package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * GVAE (Kipf and Welling 2016) and, with a protected decoder, DPGVAE (Yang et al. 2021): encoder and decoder fit the adjacency
 * matrix of one graph under a weighted cross-entropy.
 *
 * <p><b>Guarantee.</b> {@link #train} returns the decoder's weights and what is provable about them; the encoder is discarded
 * with the training.
 */
public record GraphVae(GeneratorSettings settings, Protection protection, LossListener listener) {
    public static GraphVae of(GeneratorSettings settings, Protection protection) {
        return new GraphVae(settings, protection, (step, loss) -> {});
    }

    public GraphVae listen(LossListener hears) {
        return new GraphVae(settings, protection, hears);
    }

    public ReleasedDecoder train(Graph graph, Streams streams) {
        GraphStatistics.requireUndirected(graph);
        LossListener told = listener.under(streams);
        RandomStream init = streams.stream("init");
        RandomStream codes = streams.stream("codes");
        GraphEncoder encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        DecoderUpdate update = new DecoderUpdate(decoder, protection, settings.rate(), streams.stream("decoder"));
        AdamSteps encoderAdam = AdamSteps.of(settings.rate());
        for (int t = 0; t < settings.steps(); t++) {
            Matrix z = encoder.codes(codes);
            Matrix f = decoder.forward(z);
            Matrix logits = f.timesTransposeInOrder(f);
            double loss = crossEntropy(graph, logits);
            Matrix df = logits.symmetricTimesInOrder(f).scale(2);
            encoder.backward(decoder.backward(df), settings.priorWeight());
            loss += settings.priorWeight() * encoder.prior();
            NetParameter.step(encoderAdam, encoder.parameters());
            update.step(t, f, logits, df);
            told.step(t, loss);
        }
        return ReleasedDecoder.of(decoder, settings, null, protection, graph.nodes(), streams);
    }

    /** The weighted cross-entropy over all N² ordered pairs with loops as edges; the symmetric logits become their gradient. */
    public static double crossEntropy(Graph graph, Matrix logits) {
        Check.given("logits", logits);
        int n = graph.nodes();
        double all = (double) n * n;
        double ones = graph.directedEdges() + n;
        double zeros = Math.max(1, all - ones);
        double positive = zeros / ones;
        double factor = all / (2 * zeros) / all;
        double loss = 0;
        for (int i = 0; i < n; i++) {
            int next = 0;
            for (int j = 0; j <= i; j++) {
                double x = logits.values()[i * n + j];
                boolean edge = i == j;
                if (next < graph.inDegree(i) && graph.inNeighbour(i, next) == j) {
                    edge = true;
                    next++;
                }
                double e = Math.exp(-Math.abs(x));
                double p = x >= 0 ? 1 / (1 + e) : e / (1 + e);
                double term = Math.max(edge ? -x : x, 0) + Math.log(1 + e);
                double weight = edge ? positive : 1;
                loss += (i == j ? 1 : 2) * weight * term;
                double d = factor * weight * (edge ? p - 1 : p);
                logits.values()[i * n + j] = d;
                logits.values()[j * n + i] = d;
            }
        }
        return factor * loss;
    }
}
