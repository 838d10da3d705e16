package dpgnn.generate;

import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SharedDraws;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Takes one step of the decoder under a {@link Protection}, from the gradient of all pairs' logits to changed weights. The
 * paper's Algorithm 1 prints an update with the mean before noise; here the noisy one is applied.
 *
 * <p><b>Guarantee.</b> Weights change only by what this class makes of gradients. The clip is over all tensors together. A
 * gradient that is not finite, as some graphs may cause, counts as zero, and nothing reveals it.
 */
public final class DecoderUpdate {
    /** Rounding to single precision must not lift a clipped norm above C. */
    private static final double BELOW = 1 - 1e-6;

    private final Decoder decoder;
    private final Protection protection;
    private final AdamSteps adam;
    private final RandomStream noise;
    private final RandomStream sampler;

    public DecoderUpdate(Decoder decoder, Protection protection, double rate, RandomStream coins) {
        if (protection instanceof Protection.Pairwise)
            throw new IllegalArgumentException(
                    "pairwise protection trains on pairs, without an encoder: use PairTraining");
        this.decoder = decoder;
        this.protection = protection;
        this.adam = AdamSteps.of(rate);
        this.noise = coins.fork("noise");
        this.sampler = coins.fork("sampler");
    }

    /**
     * @param f the decoder's output of the forward pass that just ran
     * @param dLogits symmetric gradient of every ordered pair's logit
     * @param df the same by f
     */
    public void step(long step, Matrix f, Matrix dLogits, Matrix df) {
        List<NetParameter> all = decoder.parameters();
        NetParameter.zero(all);
        if (protection instanceof Protection.Published p) perNode(p, step, f, dLogits);
        else {
            decoder.backward(df);
            if (protection instanceof Protection.WholeGradient w) {
                double clip = w.clip(step);
                double[] g = NetParameter.gradients(all);
                clip(g, clip);
                protection.hide(g, step, noise);
                NetParameter.setGradients(all, g);
            }
        }
        NetParameter.step(adam, all);
    }

    private void perNode(Protection.Published p, long step, Matrix f, Matrix dLogits) {
        List<NetParameter> all = decoder.parameters();
        int n = f.rows();
        int batch = p.batch(n);
        double clip = p.clip(step);
        double[] sum = new double[NetParameter.count(all)];
        int[] nodes = SharedDraws.distinct(n, batch, sampler.fork(step));
        for (int i : nodes) {
            double[] g = nodeGradient(decoder, f, dLogits, i);
            clip(g, clip);
            Matrix.axpy(1, g, 0, sum, 0, g.length);
        }
        protection.hide(sum, step, noise);
        for (int i = 0; i < sum.length; i++) sum[i] /= batch;
        NetParameter.setGradients(all, sum);
    }

    /** The gradient of N times what row i of the logits adds to the loss, so that the mean over nodes is the whole gradient. */
    public static double[] nodeGradient(Decoder decoder, Matrix f, Matrix dLogits, int i) {
        int n = f.rows();
        Matrix df = Matrix.of(n, f.columns());
        for (int j = 0; j < n; j++) {
            double d = n * dLogits.values()[i * n + j];
            Matrix.axpy(d, f.values(), j * f.columns(), df.values(), i * f.columns(), f.columns());
            Matrix.axpy(d, f.values(), i * f.columns(), df.values(), j * f.columns(), f.columns());
        }
        NetParameter.zero(decoder.parameters());
        decoder.backward(df);
        double[] g = NetParameter.gradients(decoder.parameters());
        NetParameter.zero(decoder.parameters());
        return g;
    }

    public static double norm(double[] g) {
        double squares = 0;
        for (double x : g) squares += x * x;
        return Math.sqrt(squares);
    }

    public static void clip(double[] g, double clip) {
        double norm = norm(g);
        if (Double.isNaN(norm) || Double.isInfinite(norm)) {
            java.util.Arrays.fill(g, 0);
            return;
        }
        if (norm <= clip * BELOW) return;
        for (int i = 0; i < g.length; i++) g[i] *= clip * BELOW / norm;
    }
}
