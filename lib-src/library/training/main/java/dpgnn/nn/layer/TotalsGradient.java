package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.ExactSum;
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
final class TotalsGradient extends ExactGradient {
    /** Pairs of rows whose dot products are taken at once. */
    private static final int PAIRS = 1 << 18;

    private final Kernels.Totals totals;
    private int[] left = new int[16];
    private int[] right = new int[16];
    private double[] inputs = new double[16];
    private double[] signals = new double[16];

    TotalsGradient(LinearLayer of, Kernels.Totals totals) {
        super(of);
        this.totals = totals;
    }

    /** Only where an example is formed. */
    @Override
    void read() {}

    @Override
    public void addSquaredNorms(PassContext pass, RowSet space, double[] squared) {
        x = null;
        exponent = Buffers.to(exponent, space.rows());
        magnitude = Buffers.to(magnitude, space.examples);
        int pairs = 0;
        int first = 0;
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (forms(to - from)) continue;
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
            if (forms(space.exampleStart[e + 1] - space.exampleStart[e])) {
                bring();
                squared[e] += form(space.exampleStart[e], space.exampleStart[e + 1]);
            }
    }

    /** Norms of the examples whose pairs of rows are all there. */
    private void measure(RowSet space, int first, int end, int pairs, double[] squared) {
        inputs = Buffers.to(inputs, pairs);
        signals = Buffers.to(signals, pairs);
        totals.dots(of.in.out, left, right, pairs, inputs);
        totals.dots(of.gradient, left, right, pairs, signals);
        double bias = (double) times * times;
        int at = 0;
        for (int e = first; e < end; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (forms(to - from)) continue;
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
            squared[e] += raised(norm, sum);
        }
    }

    private void bring() {
        if (x != null) return;
        x = HostMatrix.of(totals.content(of.in.out).clone(), of.in.width);
        y = totals.content(of.gradient).clone();
    }

    @Override
    void forget() {
        used = 0;
        totals.forget();
    }

    @Override
    void add(int r, double shrink, double grow) {
        totals.add(r, shrink, grow);
    }

    @Override
    void drain(ExactSum into) {
        totals.flush(of.in.out, of.gradient, columns, times);
        used = 0;
    }

    @Override
    void end(ExactSum into, boolean last) {
        drain(into);
        if (last) add(totals.take(), into);
    }
}
