package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphVae;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * GVAE with what the released code does differently: graphs are decoded from the encoder's codes of the original. Such codes read
 * the graph without noise: nothing is private here, and nothing of it is released.
 */
final class EncoderDecoding {
    private static final String VARIANT = "from the encoder's codes";

    private EncoderDecoding() {}

    static GraphMaker maker(GeneratorSettings settings) {
        return GraphMaker.unprotected("GVAE", VARIANT, settings.toString(), (g, s) -> made(g, s, settings));
    }

    /** The training of {@link GraphVae} without protection, and a graph of the codes that its encoder ends with. */
    private static Graph made(Graph graph, Streams streams, GeneratorSettings settings) {
        RandomStream init = streams.stream("init"), codes = streams.stream("codes");
        GraphEncoder encoder = new GraphEncoder(graph, settings.hidden(), settings.code(), init.fork("encoder"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        AdamSteps first = AdamSteps.of(settings.rate()), second = AdamSteps.of(settings.rate());
        for (int t = 0; t < settings.steps(); t++) {
            Matrix f = decoder.forward(encoder.codes(codes));
            Matrix logits = f.timesTransposeInOrder(f);
            GraphVae.crossEntropy(graph, logits);
            Matrix back = decoder.backward(logits.symmetricTimesInOrder(f).scale(2));
            encoder.backward(back, settings.priorWeight());
            NetParameter.step(first, encoder.parameters());
            NetParameter.step(second, decoder.parameters());
        }
        Matrix f = decoder.apply(encoder.codes(streams.stream("graph")));
        Matrix logits = f.timesTransposeInOrder(f);
        return ScoredPairs.largest(graph.nodes(), graph.edges(), logits::get);
    }
}
