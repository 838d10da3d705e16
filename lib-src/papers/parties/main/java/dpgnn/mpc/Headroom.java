package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.ring.Truncation;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;

/**
 * Keeps fixed point right while nobody sees the numbers: a holder checks its own features before it sends anything, h0 when
 * it is opened, and its own gradients before it shares them. Each check is against a public bound.
 *
 * <p><b>Nothing wraps.</b> Let P holders have rows of at most {@link #ROW} in absolute sum, columns of the rate times a gradient of
 * at most g, and h0 of at most H / 4. The update of W0 is at most P ROW g, which is at most U / 4, and as much again for the
 * penalty, since the rate times the penalty is at most 1. So h0 moves by at most P ROW (P ROW g) &le; H / 4 and its penalty's H / 4,
 * and stays below H. U and H are what {@link Truncation} takes: 2^62 at their scales. The opened h0 is therefore the true one, and
 * the next check sees what it should see. (Adam moves W0 by at most 4 rates, and h0 by P ROW times that.)
 *
 * <p><b>Nothing drifts.</b> A gradient is rounded to gradientBits, which one epoch turns into at most P 2^-(gradientBits + 1) times
 * the largest row of |X| |X|ᵀ in h0. Features a hundred times larger make that ten thousand times larger: then the run no longer
 * follows the one in plain text, without anything that wraps.
 */
final class Headroom {
    /** The largest sum of absolute features of a node at one holder. */
    static final double ROW = 256;

    /** How far the rounding of gradients may move h0 in an epoch, over one holder's columns. */
    static final double DRIFT = 0x1p-5;

    private final PpgnnSettings settings;
    private final int holders;
    private final double initial;
    private final double gradient;

    Headroom(PpgnnSettings settings, int holders) {
        this.settings = settings;
        this.holders = holders;
        initial = Math.scalb(0.25, 62 - settings.featureBits() - settings.weightBits());
        double update = Math.scalb(0.25, 62 - settings.featureBits() - settings.gradientBits());
        gradient = Math.min(16, Math.min(update, initial / (holders * ROW)) / (holders * ROW));
        double rate = settings.initialRate();
        if (settings.initialRule() == UpdateRule.SGD && !(rate * settings.decay() <= 1))
            throw new IllegalArgumentException(
                    "initialRate times decay must be at most 1, was " + rate + " times " + settings.decay());
        if (settings.initialRule() == UpdateRule.ADAM && !(holders * ROW * 4 * rate <= initial))
            throw new IllegalArgumentException("initialRate must be at most " + initial / (holders * ROW * 4)
                    + " for Adam with these featureBits and weightBits, was " + rate);
    }

    /** Refuses features that fixed point at these settings would not follow. */
    void features(SparseMatrix x) {
        double[] columns = new double[x.columns()];
        for (int k = 0; k < x.nonZeros(); k++) columns[x.column(k)] += Math.abs(x.value(k));
        double row = 0;
        double overlap = 0;
        for (int i = 0; i < x.rows(); i++) {
            double sum = 0;
            double product = 0;
            for (int k = x.start(i); k < x.start(i + 1); k++) {
                sum += Math.abs(x.value(k));
                product += Math.abs(x.value(k)) * columns[x.column(k)];
            }
            row = worse(row, sum);
            overlap = worse(overlap, product);
        }
        if (!(row <= ROW))
            throw out("the features of a node add up to " + row + "; at most " + ROW
                    + " is followed in fixed point. Divide the features by " + Math.ceil(row / ROW)
                    + ", or set normalise=true");
        double drift = Math.scalb(holders * overlap, -settings.gradientBits() - 1);
        if (!(drift <= DRIFT))
            throw out("rounding gradients to " + settings.gradientBits() + " bits may move h0 by " + drift
                    + " in an epoch; at most " + DRIFT + " is near the plain-text run. Divide the features by "
                    + Math.ceil(Math.sqrt(drift / DRIFT)) + ", set normalise=true or raise gradientBits");
    }

    /** The opened h0, if the next one can be told as safely. */
    Matrix initial(Matrix h0) {
        double largest = 0;
        for (double h : h0.values()) largest = worse(largest, Math.abs(h));
        if (largest <= initial) return h0;
        throw out("h0 reached " + largest + "; at most " + initial + " is safe from wrapping. Lower initialRate");
    }

    /** The rate times this holder's gradient, if what becomes of it cannot wrap. */
    Matrix gradient(Matrix scaled) {
        int d = scaled.columns();
        double[] sums = new double[d];
        for (int i = 0; i < scaled.values().length; i++) sums[i % d] += Math.abs(scaled.values()[i]);
        double largest = 0;
        for (double sum : sums) largest = worse(largest, sum);
        if (largest <= gradient) return scaled;
        throw out("the rate times a gradient by h0 adds up to " + largest + " over all nodes; at most " + gradient
                + " is safe from wrapping. Lower initialRate");
    }

    /** The larger one; not a number is the largest of all. */
    private static double worse(double a, double b) {
        return a >= b || Double.isNaN(a) ? a : b;
    }

    private static ProtocolException out(String what) {
        return new ProtocolException(Fault.RANGE, what);
    }
}
