package dpgnn.generate;

import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import java.util.List;

/** The gradient of one pair's weighted cross-entropy by the decoder's weights, clipped over all tensors together. */
final class PairGradients {
    private final Decoder decoder;
    private final Matrix codes;
    private final int[] ends = new int[2];

    PairGradients(Decoder decoder, Matrix codes) {
        this.decoder = decoder;
        this.codes = codes;
    }

    /** Adds the gradient, clipped to the sum's clip, and returns the loss. */
    double addClipped(int u, int v, boolean edge, double positiveWeight, GridSum sum) {
        ends[0] = u;
        ends[1] = v;
        Matrix f = decoder.forward(codes.pick(ends));
        int width = f.columns();
        double logit = 0;
        for (int k = 0; k < width; k++) logit += f.values()[k] * f.values()[width + k];
        double d = edge ? positiveWeight * (Discriminator.sigmoid(logit) - 1) : Discriminator.sigmoid(logit);
        Matrix df = Matrix.of(2, width);
        Matrix.axpy(d, f.values(), width, df.values(), 0, width);
        Matrix.axpy(d, f.values(), 0, df.values(), width, width);
        List<NetParameter> all = decoder.parameters();
        NetParameter.zero(all);
        decoder.backward(df);
        double squares = 0;
        for (NetParameter p : all) for (double x : p.gradient.values()) squares += x * x;
        if (!(squares < Double.POSITIVE_INFINITY)) return Double.NaN; // what cannot be clipped adds nothing
        double factor = Math.min(1, sum.within() / Math.sqrt(squares));
        int at = 0;
        for (NetParameter p : all) {
            sum.add(factor, p.gradient.values(), at);
            at += p.gradient.values().length;
        }
        return edge ? positiveWeight * Discriminator.softplus(-logit) : Discriminator.softplus(logit);
    }
}
