package dpgnn.privacy.step;

import dpgnn.privacy.numeric.Normal;
import java.util.Arrays;

/**
 * The Rényi divergence of one mixture of unit Gaussians from another, at any real order above 1, with an error that is known.
 *
 * <p>With the density ratio r = A/B, the moment minus one is the integral of b (r^a - 1 - a (r - 1)): never negative, so
 * that nothing cancels however small the divergence is. The trapezoidal rule of step h sums it, and h is chosen by what its error
 * is at most in a strip about the real axis (Trefethen and Weideman 2014, theorem 5.1).
 *
 * <p>Where the integrand is too small to matter is found by bisection, with bounds over whole intervals: r is monotone, and
 * ln of a mixture's ratio is convex.
 *
 * <p>Proof: docs/proofs.md, lemma 45.
 */
final class MixtureDivergence {
    private static final double TAIL = 12;
    /** Beyond twice a shift of the second mixture, about which lies what it has where the first has next to nothing. */
    private static final double NEAR = 8;

    /** Of the largest term; what is left out is then below 1e-15 of the sum. */
    private static final double NEGLIGIBLE = 44;

    private static final double RELATIVE_ERROR = 1e-13;
    private static final int LEAF = 12;

    private final ShiftMixture above;
    private final ShiftMixture below;
    private final double order;
    private double step;
    private double best;
    private double[] terms = new double[256];
    private int count;
    /** The largest of the exponents that were subtracted from each other, which the rounding error grows with. */
    private double magnitude;

    /** A point of the grid's line: ln of the ratios, and ln of the integrand without the base density. */
    private record Point(double t, double logAbove, double logBelow, double logRatio, double log) {}

    private MixtureDivergence(ShiftMixture above, ShiftMixture below, double order) {
        this.above = above;
        this.below = below;
        this.order = order;
    }

    /** An upper bound of D_order(above || below) that is within about 1e-12 of it. */
    static double upper(ShiftMixture above, ShiftMixture below, double order) {
        return CellMoment.log1pExp(logExcessMoment(above, below, order)) / (order - 1) * (1 + 4e-16);
    }

    /** ln(E_below[ratio^order] - 1), rounded up. */
    static double logExcessMoment(ShiftMixture above, ShiftMixture below, double order) {
        MixtureDivergence moment = new MixtureDivergence(above, below, order);
        for (double exponent = 40; ; ) {
            double log = moment.sum(exponent);
            if (log == Double.NEGATIVE_INFINITY) return log;
            // The strip's bound is relative to the moment itself and to the linear terms, not to what remains of them.
            double needed = -Math.log(RELATIVE_ERROR) + Math.max(0, Math.log(2 * order + 1) - log) + Math.log(4);
            if (needed <= exponent || exponent > 4000) return log + RELATIVE_ERROR + 4e-16 * (16 + moment.magnitude);
            exponent = needed + 1;
        }
    }

    private double sum(double exponent) {
        step = step(exponent);
        count = 0;
        magnitude = 0;
        best = Double.NEGATIVE_INFINITY;
        double low = Math.min(0, order * above.least - (order - 1) * below.greatest) - TAIL;
        double high = Math.max(0, order * above.greatest - (order - 1) * below.least) + TAIL;
        low = Math.min(low, 2 * below.least - NEAR);
        high = Math.max(high, 2 * below.greatest + NEAR);
        for (double c : probes(above, order)) peek(c);
        for (double c : probes(below, 1 - order)) peek(c);
        long from = (long) Math.floor(low / step);
        long to = (long) Math.ceil(high / step);
        scan(from, point(from), to, point(to));
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) top = Math.max(top, terms[i]);
        if (top == Double.NEGATIVE_INFINITY) return top;
        double sum = 0;
        for (int i = 0; i < count; i++) sum += Math.exp(terms[i] - top);
        return top + Math.log(sum * step) - Normal.LOG_SQRT_TWO_PI;
    }

    /** Where the peaks can be, so that the bisection knows early what is negligible. */
    private static double[] probes(ShiftMixture mixture, double factor) {
        double[] all = mixture.shifts();
        int n = Math.min(all.length, 16);
        double[] some = new double[n + 2];
        for (int i = 0; i < n; i++) some[i] = factor * all[(int) ((long) i * all.length / n)];
        some[n] = factor * mixture.greatest;
        some[n + 1] = Math.signum(factor) * 1.4;
        return some;
    }

    private void peek(double t) {
        long i = Math.round(t / step);
        Point p = point(i);
        best = Math.max(best, p.log - p.t * p.t / 2);
    }

    /** The largest step with 2 e^{-exponent} as relative error, over the width of the strip. */
    private double step(double exponent) {
        double widest = 12;
        if (above.range() > 0 && order != Math.rint(order)) widest = Math.min(widest, 0.999 * Math.PI / above.range());
        if (below.range() > 0) widest = Math.min(widest, 0.999 * Math.PI / below.range());
        double largest = 0;
        for (double y = widest; y > widest * 1e-4; y *= 0.8) {
            double growth = y * y / 2;
            if (below.range() > 0) growth -= (order - 1) * Math.log(Math.cos(y * below.range() / 2));
            largest = Math.max(largest, 2 * Math.PI * y / (exponent + growth));
        }
        return largest;
    }

    private Point point(long index) {
        double t = index * step;
        above.at(t);
        below.at(t);
        double difference = above.excess - below.excess;
        double logRatio = above.log - below.log;
        double u;
        if (Double.isNaN(difference)) u = Math.expm1(logRatio);
        else {
            u = difference / (1 + below.excess);
            if (u > -0.5) logRatio = Math.log1p(u);
        }
        return new Point(t, above.log, below.log, logRatio, below.log + Bregman.logPower(order, u, logRatio));
    }

    private void scan(long from, Point a, long to, Point b) {
        long n = to - from;
        if (bound(a, b) + Math.log(n) < best - NEGLIGIBLE) return;
        if (n > LEAF) {
            long middle = from + n / 2;
            Point m = point(middle);
            best = Math.max(best, m.log - m.t * m.t / 2);
            scan(from, a, middle, m);
            scan(middle, m, to, b);
            return;
        }
        // Half open: the point at the very end of the line is negligible.
        add(a);
        for (long i = from + 1; i < to; i++) add(point(i));
    }

    private void add(Point p) {
        double square = p.t * p.t / 2;
        double term = p.log - square;
        if (term > best) best = term;
        if (term > best - NEGLIGIBLE)
            magnitude = Math.max(magnitude, square + order * Math.abs(p.logAbove) + (order - 1) * Math.abs(p.logBelow));
        if (count == terms.length) terms = Arrays.copyOf(terms, 2 * count);
        terms[count++] = term;
    }

    /** No less than the integrand's logarithm anywhere in between. */
    private double bound(Point a, Point b) {
        double nearest = a.t > 0 ? a.t : b.t < 0 ? b.t : 0;
        double plain = Math.max(a.log - a.logBelow, b.log - b.logBelow)
                + Math.max(a.logBelow, b.logBelow)
                - nearest * nearest / 2;
        if (a.logRatio < 0 || b.logRatio < 0) return plain;
        // There it is below ratio^order: ln above lies under its chord, and ln below is monotone.
        double slope = (b.logAbove - a.logAbove) / (b.t - a.t);
        double t = Math.min(Math.max(order * slope, a.t), b.t);
        double chord =
                order * (a.logAbove + slope * (t - a.t)) + (1 - order) * Math.min(a.logBelow, b.logBelow) - t * t / 2;
        return Math.min(plain, chord);
    }
}
