package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.FloatLoops;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.HostMatrix;
import dpgnn.nn.kernel.InputRows;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import dpgnn.nn.kernel.WholeProducts;
import java.util.Arrays;

/**
 * The clipped gradients of a linear map, summed exactly and still by one matrix product for many examples.
 *
 * <p>Row r of an example has inputs a (with the bias's constant behind them) and signals b. The inputs are divided by a power of
 * two 2^x above their norm and rounded to multiples of 2^-20, the clipped signals are multiplied by 2^x and rounded to multiples
 * of 2^-21 of the power of two below the threshold. Their product is then a whole number of the steps of {@link ExactSum}, whatever
 * the example; sums of them are exact in double precision while their absolute values stay below 2^53 steps, which is watched
 * here, and are added up as longs.
 *
 * <p><b>Guarantee.</b> {@link #addSquaredNorms} adds what rounding the inputs may change to the norm before the clipping factor is
 * taken; {@link ExactSum#margin} covers the rounding of the signals. Where that would be too much, or where it is cheaper, the
 * example's gradient is formed and its entries are rounded instead. A norm is never taken for less than 2^-9 of the magnitude, so
 * that no example whose rows cancel can exceed the range.
 *
 * <p>Proof: docs/proofs.md, lemma 28.
 */
sealed class ExactGradient implements LinearGradient permits TotalsGradient {
    private static final int INPUT_BITS = 20;
    private static final int SIGNAL_BITS = ExactSum.BITS - INPUT_BITS;
    /** Of rows times root of outputs, for rounded signals to be off by less than 2^-12 in all. */
    private static final double MOST = 1024;
    /** The share of an example's magnitude that its norm is never taken for less than. */
    private static final double LEAST = 0x1.0p-9;
    /** Magnitudes whose steps, inputs' rounding included, sum to less than 2^53: 4096 would, without it. */
    private static final double ROOM = 4000;

    final LinearLayer of;
    private final int in;
    private final int out;
    final float times;
    final int columns;
    private final double inputError;
    int[] exponent = new int[16];
    double[] magnitude = new double[16];
    /** The inputs and signals of the pass, here. */
    InputRows x;

    float[] y;
    private double[] formed = new double[0];
    /** The steps that are not in the totals yet, and the magnitudes that are in them. */
    private WholeProducts steps;

    double used;
    private final double[] signal;

    ExactGradient(LinearLayer of) {
        this.of = of;
        in = of.in.width;
        out = of.width;
        times = of.times;
        columns = in + (times == 0 ? 0 : 1);
        signal = new double[out];
        inputError = Math.sqrt(columns) * 0x1.0p-21;
    }

    /** This gradient, or its sums by kernels that keep their totals themselves. */
    LinearGradient by(Kernels kernels) {
        Kernels.Totals totals = kernels.totals(columns * out);
        return totals == null ? this : new TotalsGradient(of, totals);
    }

    boolean forms(int rows) {
        return rows * Math.sqrt(out) > MOST || rows / 2L * (in + out) > (long) in * out;
    }

    /** No row is needed any more where the factor is zero. */
    @Override
    public boolean formed() {
        return false;
    }

    /** Adds what the norms are after the inputs are rounded, or more, squared. */
    @Override
    public void addSquaredNorms(PassContext pass, RowSet space, double[] squared) {
        read();
        double bias = (double) times * times;
        exponent = Buffers.to(exponent, space.rows());
        magnitude = Buffers.to(magnitude, space.examples);
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (forms(to - from)) {
                squared[e] += form(from, to);
                continue;
            }
            double sum = 0;
            double norm = 0;
            for (int r = from; r < to; r++) {
                double a = Math.sqrt(x.squaredNorm(r) + bias);
                double b = Math.sqrt(FloatLoops.exactDot(y, r * out, y, r * out, out));
                exponent[r] = a == 0 ? 0 : Math.getExponent(a) + 1;
                if (a != 0) sum += Math.scalb(b, exponent[r]);
                norm = a * b;
            }
            magnitude[e] = sum;
            if (to - from > 1) norm = Math.sqrt(Math.max(0, x.gram(y, out, bias, from, to)));
            squared[e] += raised(norm, sum);
        }
    }

    /** Finds the inputs and signals of the pass. */
    void read() {
        x = of.inputs();
        y = ((HostMatrix) of.gradient).read();
    }

    /** A factor of zero leaves out whatever is there. */
    @Override
    public void add(PassContext pass, RowSet space, double[] factor, GradientSum sum) {
        if (pass.part().first()) forget();
        ExactSum into = (ExactSum) sum;
        read();
        // The magnitudes that one exact product takes.
        double room = Math.scalb(ROOM, into.exponent(of.layer()));
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if (factor[e] == 0) continue;
            if (forms(to - from)) {
                addFormed(from, to, factor[e], into);
                continue;
            }
            double more = factor[e] * magnitude[e];
            if (used > 0 && used + more > room) drain(into);
            used += more;
            for (int r = from; r < to; r++)
                add(
                        r,
                        Math.scalb(1.0, INPUT_BITS - exponent[r]),
                        Math.scalb(factor[e], SIGNAL_BITS + exponent[r] - into.exponent(of.layer())));
        }
        end(into, pass.part().last());
    }

    /** Adds a row, by what makes its inputs whole numbers, and what does so to its signals and clips them. */
    void add(int r, double shrink, double grow) {
        if (x instanceof HostMatrix rows) steps.add(rows.read(), r * in, in, shrink, times, y, r * out, grow);
        else scatter((SparseRows) x, r, shrink, grow);
    }

    /** @param last whether this was the last part of the batch */
    void end(ExactSum into, boolean last) {
        if (last) drain(into);
    }

    /** The square of a norm that covers the rounding of inputs, and is not taken for too little. */
    double raised(double norm, double magnitudes) {
        double covered = Math.max(norm + inputError * magnitudes, LEAST * magnitudes);
        return covered * covered;
    }

    /** Adds the rounded gradient of an example that is formed. */
    private void addFormed(int from, int to, double factor, ExactSum into) {
        form(from, to);
        double scale = factor * into.perUnit(of.layer());
        for (int i = 0; i < columns * out; i++) into.totals[place(i)] += (long) Math.rint(scale * formed[i]);
    }

    /** Adds steps that were summed elsewhere. */
    void add(long[] steps, ExactSum into) {
        for (int i = 0; i < columns * out; i++) into.totals[place(i)] += steps[i];
    }

    /** What a sum that came to no end has left. */
    void forget() {
        used = 0;
        if (steps == null) steps = new WholeProducts(columns, out);
        steps.clear();
    }

    private void scatter(SparseRows rows, int r, double shrink, double grow) {
        for (int j = 0; j < out; j++) signal[j] = Math.rint(y[r * out + j] * grow);
        for (int k = rows.start[r]; k < rows.start[r + 1]; k++)
            steps.add(Math.rint(rows.weight[k] * shrink), rows.column[k], signal);
        if (columns > in) steps.add(Math.rint(times * shrink), in, signal);
    }

    void drain(ExactSum into) {
        steps.drain(in, into.totals, of.weightSlot.offset(), of.biasSlot == null ? 0 : of.biasSlot.offset());
        used = 0;
    }

    private int place(int i) {
        return i < in * out ? of.weightSlot.offset() + i : of.biasSlot.offset() + i - in * out;
    }

    /** The gradient of an example of many rows, in loops, so that it depends on these rows alone. Returns its squared norm. */
    double form(int from, int to) {
        if (formed.length == 0) formed = new double[columns * out];
        Arrays.fill(formed, 0);
        for (int r = from; r < to; r++) {
            x.addOuter(r, y, out, formed);
            if (columns > in) for (int j = 0; j < out; j++) formed[in * out + j] += times * (double) y[r * out + j];
        }
        double sum = 0;
        for (double v : formed) sum += v * v;
        // An infinite signal under inputs of zero makes the example count as zero all the same.
        for (int i = from * out; i < to * out; i++) sum += 0 * y[i];
        return sum;
    }
}
