package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.HostMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;

/**
 * The sums of {@link ExactGradient}, by kernels that keep them, number for number: norms, exponents and factors are those of the host, from
 * dot products that are added in its order; the products of whole numbers are exact in any order. An example whose gradient is formed
 * is formed on the host.
 *
 * <p>Proof: docs/proofs.md, lemma 28.
 */
final class TotalsGradient implements LinearGradient {
    /** Pairs of rows whose dot products are taken at once. */
    private static final int PAIRS = 1 << 18;

    private final LinearLayer of;
    private final ExactGradient host;
    private final Kernels.Totals totals;
    private int[] exponent = new int[16];
    private double[] magnitude = new double[16];
    private int[] left = new int[16];
    private int[] right = new int[16];
    private double[] inputs = new double[16];
    private double[] signals = new double[16];
    private HostMatrix inputsHere;
    private float[] signalsHere;
    private double used;

    TotalsGradient(LinearLayer of, ExactGradient host, Kernels.Totals totals) {
        this.of = of;
        this.host = host;
        this.totals = totals;
    }

    @Override
    public boolean formed() {
        return false;
    }

    @Override
    public void addSquaredNorms(PassContext pass, RowSet space, double[] squared) {
        inputsHere = null;
        exponent = Buffers.to(exponent, space.rows());
        magnitude = Buffers.to(magnitude, space.examples);
        int pairs = 0;
        int first = 0;
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (host.forms(to - from)) continue;
            for (int r = from; r < to; r++)
                for (int s = from; s <= r; s++) {
                    left = Buffers.to(left, pairs + 1);
                    right = Buffers.to(right, pairs + 1);
                    left[pairs] = r;
                    right[pairs++] = s;
                }
            if (pairs < PAIRS) continue;
            measure(space, first, e + 1, pairs, squared);
            first = e + 1;
            pairs = 0;
        }
        measure(space, first, space.examples, pairs, squared);
        for (int e = 0; e < space.examples; e++)
            if (host.forms(space.exampleStart[e + 1] - space.exampleStart[e])) {
                bring();
                squared[e] += host.form(inputsHere, signalsHere, space.exampleStart[e], space.exampleStart[e + 1]);
            }
    }

    /** Norms of the examples whose pairs of rows are all there. */
    private void measure(RowSet space, int first, int end, int pairs, double[] squared) {
        inputs = Buffers.to(inputs, pairs);
        signals = Buffers.to(signals, pairs);
        totals.dots(of.in.out, left, right, pairs, inputs);
        totals.dots(of.gradient, left, right, pairs, signals);
        double bias = (double) of.times * of.times;
        int at = 0;
        for (int e = first; e < end; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (host.forms(to - from)) continue;
            double sum = 0;
            double gram = 0;
            double norm = 0;
            for (int r = from; r < to; r++)
                for (int s = from; s <= r; s++, at++) {
                    double product = (inputs[at] + bias) * signals[at];
                    gram += r == s ? product : 2 * product;
                    if (r != s) continue;
                    double a = Math.sqrt(inputs[at] + bias);
                    double b = Math.sqrt(signals[at]);
                    exponent[r] = a == 0 ? 0 : Math.getExponent(a) + 1;
                    if (a != 0) sum += Math.scalb(b, exponent[r]);
                    norm = a * b;
                }
            magnitude[e] = sum;
            if (to - from > 1) norm = Math.sqrt(Math.max(0, gram));
            squared[e] += host.raised(norm, sum);
        }
    }

    private void bring() {
        if (inputsHere != null) return;
        inputsHere = HostMatrix.of(totals.content(of.in.out).clone(), of.in.width);
        signalsHere = totals.content(of.gradient).clone();
    }

    @Override
    public void add(PassContext pass, RowSet space, double[] factor, GradientSum sum) {
        if (pass.part().first()) totals.forget();
        used = 0;
        ExactSum into = (ExactSum) sum;
        double room = host.room(into);
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (factor[e] == 0) continue;
            if (host.forms(to - from)) {
                host.addFormed(inputsHere, signalsHere, from, to, factor[e], into);
                continue;
            }
            double more = factor[e] * magnitude[e];
            if (used > 0 && used + more > room) flush();
            used += more;
            for (int r = from; r < to; r++)
                totals.add(r, ExactGradient.shrink(exponent[r]), host.grow(factor[e], exponent[r], into));
        }
        flush();
        if (pass.part().last()) host.add(totals.take(), into);
    }

    private void flush() {
        totals.flush(of.in.out, of.gradient, host.columns, of.times);
        used = 0;
    }
}
