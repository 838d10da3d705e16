package dpgnn.generate;

import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;

/**
 * All that may leave a training: the decoder's weights, and codes if they were public before it began. Only trainings of this
 * package make one. It knows neither the graph nor its encoder.
 */
public final class ReleasedDecoder {
    private final int codeWidth;
    private final int hiddenWidth;
    private final int outWidth;
    private final double[][] weights;
    private final Matrix publicCodes;
    private final Event event;
    private final Guarantee claimed;
    private final Guarantee provable;
    private final Rigour rigour;

    private ReleasedDecoder(
            Decoder decoder,
            GeneratorSettings s,
            Matrix publicCodes,
            Event event,
            Guarantee claimed,
            Guarantee provable,
            Rigour rigour) {
        this.codeWidth = s.code();
        this.hiddenWidth = s.decoderHidden();
        this.outWidth = s.decoderOut();
        this.weights = decoder.weights();
        this.publicCodes = publicCodes;
        this.event = event;
        this.claimed = rigour.judge(claimed, event);
        this.provable = rigour.judge(provable, event);
        this.rigour = rigour;
    }

    /** @param publicCodes codes that no training changed, or null when codes come from the prior */
    static ReleasedDecoder of(
            Decoder decoder,
            GeneratorSettings settings,
            Matrix publicCodes,
            Protection protection,
            int nodes,
            Streams streams) {
        return new ReleasedDecoder(
                decoder,
                settings,
                publicCodes,
                protection.event(nodes, settings.steps()),
                protection.claimed(nodes, settings.steps(), settings.delta()),
                protection.provable(nodes, settings.steps(), settings.delta()),
                Rigour.of(streams.isSecure()));
    }

    /** How near the training came to what {@link #event} speaks of. */
    Rigour rigour() {
        return rigour;
    }

    /** What the weights reveal. */
    public Event event() {
        return event;
    }

    /** What the method's authors say of the weights; the same as {@link #provable} for methods of ours. */
    public Guarantee claimed() {
        return claimed;
    }

    /** What can be proved of the weights. */
    public Guarantee provable() {
        return provable;
    }

    /** Copies of weights and biases, layer by layer, in row order. */
    public double[][] weights() {
        return java.util.Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
    }

    /** Logits of all pairs, for codes from the prior or for the public ones. */
    Matrix logits(int nodes, RandomStream coins) {
        Decoder decoder = new Decoder(codeWidth, hiddenWidth, outWidth, coins.fork("unused"));
        List<NetParameter> parameters = decoder.parameters();
        for (int i = 0; i < weights.length; i++)
            System.arraycopy(weights[i], 0, parameters.get(i).value.values(), 0, weights[i].length);
        if (publicCodes != null && publicCodes.rows() != nodes)
            throw new IllegalArgumentException(
                    "nodes must be " + publicCodes.rows() + ", as many as there are public codes, was " + nodes);
        Matrix z = publicCodes != null ? publicCodes : Matrix.normal(nodes, codeWidth, coins.fork("codes"));
        Matrix f = decoder.apply(z);
        return f.timesTransposeInOrder(f);
    }
}
