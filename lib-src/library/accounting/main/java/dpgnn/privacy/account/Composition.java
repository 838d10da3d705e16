package dpgnn.privacy.account;

import dpgnn.privacy.step.LossCells;
import java.util.Arrays;
import java.util.List;

/**
 * The sum of independent privacy losses on a common lattice, by Fourier transform.
 *
 * <p>The losses are tilted (multiplied by e^(tilt l) and normalised) so that the wanted tail becomes the bulk: rounding errors
 * of the transform, which are relative to the largest probability, are then relative to the wanted delta, however small it is.
 *
 * <p><b>Guarantee.</b> Every error is bounded and put on the safe side: what wraps around (Chernoff bound of the tilted sum; it
 * only adds for upper bounds), what lies above the window, rounding of the transforms ({@link Fft}) and of the powers, and
 * rounding of the one-step masses.
 *
 * <p>Proofs: docs/proofs.md, lemmas 38 and 40.
 */
final class Composition implements ProfileBound {
    /** Probability, under the tilted sum, that may lie outside of the window on each side. */
    private static final double OUTSIDE = 1e-11;

    private static final int LARGEST = 1 << 20;

    /** Up to here the probability that any of several steps has an infinite loss is as good as their sum. */
    private static final double RARE = 1e-6;

    /** A value of a spectrum whose logarithm lies below this, with the other sign, is taken for 0, and what it may be for its error. */
    private static final double LOST = 80;

    private static final double VANISHED = Math.exp(1 - LOST);

    /** The step is too small for a transform of a size that we are ready to pay for. */
    static final class TooFine extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final double times;

        /** @param times how many times as large the step should be, about */
        TooFine(String message, double times) {
            super(message);
            this.times = times;
        }

        /** Three times the step, and again as often as that is still far too fine. */
        double coarser(double step) {
            double next = 3 * step;
            for (double left = Math.min(times, Double.MAX_VALUE) / 1e6; left > 3; left /= 3) next *= 3;
            return next;
        }
    }

    private final double step;
    private final boolean upper;
    private final double origin;
    private final double infinity;
    private final double slack;
    private final double tilt;
    private final long base;
    /** Of the losses from each multiple on: the sum of mass (1 - e^(multiple - loss)), and of mass e^(multiple - loss). */
    private final double[] excess;

    private final double[] discounted;
    private final double above;
    private final double aliased;
    private final double[] known;

    private Composition(List<LossLattice> parts, long[] times, double tilt, double deviation, boolean upper) {
        this.upper = upper;
        this.tilt = tilt;
        step = parts.get(0).step();
        double missing = 0, escaped = 0, total = 0, moment = 0, start = 0;
        double[][] tilted = new double[parts.size()][];
        for (int p = 0; p < tilted.length; p++) {
            LossLattice part = parts.get(p);
            missing += times[p] * part.infinity();
            if (times[p] > 0) escaped += times[p] * Math.log1p(-Math.min(1, part.infinity()));
            total += times[p];
            start += times[p] * part.origin();
            tilted[p] = new double[part.mass().length];
            moment += times[p] * part.logMoment(tilt, tilted[p]);
        }
        origin = start;
        // every mass is off by a relative ROUNDING / 2 at most, and by as much again after tilting
        slack = 1e-9 + 2 * LossCells.ROUNDING * total;
        double told = missing < RARE ? missing * (1 + 1e-9) : -Math.expm1(escaped) * (1 + slack);
        // without any finite loss there is nothing to tilt, and what overflows is bounded by nothing
        boolean none = moment == Double.NEGATIVE_INFINITY;
        infinity = none || Double.isFinite(moment) ? Math.min(1, told) : 1;
        if (!Double.isFinite(moment)) {
            base = 0;
            above = 0;
            aliased = Double.NEGATIVE_INFINITY;
            excess = discounted = new double[1];
            known = new double[1];
            return;
        }

        double top = edge(parts, times, moment, deviation, 1), bottom = -edge(parts, times, moment, deviation, -1);
        long needed = (long) Math.min(Math.ceil((top - bottom) / step), 1L << 60) + 4;
        int size = 16;
        while (size < needed && size < LARGEST) size *= 2;
        if (size < needed)
            throw new TooFine(
                    "the composed loss needs " + needed + " steps of " + step + ", more than " + LARGEST,
                    (double) needed / LARGEST);
        base = (long) Math.floor(bottom / step) - (size - needed) / 2;

        double[] probability = new double[size];
        double error = convolve(parts, tilted, times, probability);
        above = upper ? Math.exp(moment - tilt * top) * OUTSIDE : 0;
        aliased = Math.log(2 * OUTSIDE) + moment;
        excess = new double[size + 1];
        discounted = new double[size + 1];
        // terms of one sign only, so that nothing cancels however small the losses are
        double decay = Math.exp(-step), loss = -Math.expm1(-step);
        for (int j = size - 1; j >= 0; j--) {
            double p = probability[(int) Math.floorMod(base + j, (long) size)];
            p = upper ? Math.max(0, p) + error : Math.max(0, p - error);
            double exponent = moment - tilt * (base + j) * step;
            double mass = p * Math.exp(Math.min(700, exponent));
            excess[j] = excess[j + 1] + loss * discounted[j + 1];
            discounted[j] = discounted[j + 1] * decay + mass;
        }
        known = upper ? null : new double[size + 1];
        if (!upper)
            for (int j = size - 1; j >= 0; j--) known[j] = Math.max(known[j + 1], finish(excess[j], (base + j) * step));
    }

    static Composition upper(List<LossLattice> parts, long[] times, SaddlePoint saddle) {
        return new Composition(parts, times, saddle.tilt, saddle.deviation, true);
    }

    static Composition lower(List<LossLattice> parts, long[] times, SaddlePoint saddle) {
        return new Composition(parts, times, saddle.tilt, saddle.deviation, false);
    }

    /** Beyond this (in the direction of the sign) the tilted sum has at most the probability OUTSIDE, by Chernoff. */
    private double edge(List<LossLattice> parts, long[] times, double moment, double deviation, int sign) {
        double budget = -Math.log(OUTSIDE), best = Double.POSITIVE_INFINITY;
        double normal = Math.sqrt(2 * budget) / Math.max(deviation, step);
        // a rare large loss asks for a theta far below that of a normal distribution
        for (double theta = normal * 2; theta > normal * 1e-9; theta *= 0.7) {
            double k = 0;
            for (int p = 0; p < times.length; p++) k += times[p] * parts.get(p).logMoment(tilt + sign * theta);
            double candidate = (k - moment + budget) / theta;
            // k is convex, so that the candidates fall and then rise
            if (!(candidate < best)) break;
            best = candidate;
        }
        return best;
    }

    /**
     * Circular convolution powers; returns a bound on the error of each probability. With z the exact transform of one step,
     * |z| at most 1, and e a bound of its error (of the transform, and of adding what wraps around), |fl(z)^t - z^t| is at
     * most t e (|fl(z)| + e)^(t-1) by the mean value theorem. A power by squaring has t - 1 complex products, each off by a relative
     * sqrt(5) u, which the 32 u in e more than covers. Errors of all outputs of the last transform are at most their sum over n.
     */
    private double convolve(List<LossLattice> parts, double[][] tilted, long[] times, double[] product) {
        int size = product.length, half = size / 2;
        Fft fft = Fft.of(size);
        double[] one = new double[size], log = new double[half + 1], relative = new double[half + 1];
        for (int i = 0; i < size; i += 2) product[i] = 1;
        // the values at the frequencies 0 and n/2 are real, and stand where one complex number would
        product[1] = 1;
        double entry = Fft.error(size) + 32 * Fft.ROUNDING, errors = 0, sizes = 0;
        for (int p = 0; p < tilted.length; p++) {
            if (times[p] == 0) continue;
            Arrays.fill(one, 0);
            int at = Math.floorMod(parts.get(p).first(), size);
            for (double mass : tilted[p]) {
                one[at] += mass;
                if (++at == size) at = 0;
            }
            fft.forward(one);
            // what no power of this part can lift above e^-80
            double faint = Math.exp(-LOST / times[p]);
            for (int k = 0; k <= half; k++) {
                int i = k == half ? 1 : 2 * k;
                double re = one[i], im = k == 0 || k == half ? 0 : one[i + 1];
                double modulus = Math.sqrt(re * re + im * im) + entry;
                if (modulus <= faint) log[k] = Double.NEGATIVE_INFINITY;
                if (log[k] > -LOST) {
                    log[k] += times[p] * Math.log(modulus);
                    relative[k] += times[p] * entry / modulus;
                }
                power(product, i, k == 0 || k == half, log[k] > -LOST ? times[p] : 0, re, im);
            }
        }
        for (int k = 0; k <= half; k++) {
            boolean real = k == 0 || k == half;
            int i = k == half ? 1 : 2 * k;
            // any other frequency stands for its conjugate too
            int twice = real ? 1 : 2;
            errors += twice * (log[k] > -LOST ? Math.exp(log[k]) * Math.min(2, relative[k]) : VANISHED);
            sizes += twice * (real ? Math.abs(product[i]) : Math.abs(product[i]) + Math.abs(product[i + 1]));
        }
        fft.inverse(product);
        for (int k = 0; k < size; k++) product[k] /= size;
        // one part in 10^9 more for the rounding of these sums themselves
        return (errors + Fft.error(size) * sizes) / size * (1 + 1e-9);
    }

    /** Multiplies the number at a place by a power of another one; a power of 0 stands for one that is lost. */
    private static void power(double[] product, int i, boolean real, long times, double baseRe, double baseIm) {
        double x = times == 0 ? 0 : product[i], y = times == 0 || real ? 0 : product[i + 1];
        for (long rest = times; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                double t = x * baseRe - y * baseIm;
                y = x * baseIm + y * baseRe;
                x = t;
            }
            double t = baseRe * baseRe - baseIm * baseIm;
            baseIm = 2 * baseRe * baseIm;
            baseRe = t;
        }
        product[i] = x;
        if (!real) product[i + 1] = y;
    }

    /** The delta at this epsilon, at least (upper) or at most (lower) the exact one. */
    @Override
    public double delta(double epsilon) {
        // counted from the sum of the origins, whose rounding goes to the safe side
        double rounding = 4e-16 * (Math.abs(origin) * 8 + Math.abs(epsilon));
        double e = Double.isInfinite(epsilon) ? epsilon : epsilon - origin + (upper ? -rounding : rounding);
        double cell = Math.ceil(e / step) - base;
        if (cell > excess.length - 1) return upper ? finish(0, e) : 0;
        if (cell < 0) {
            // what lies below the window is unknown, but delta is convex in e^epsilon and at most 1 where that is 0
            double share = Math.exp(e - base * step);
            if (upper)
                return Math.min(1, -Math.expm1(e - base * step) + share * finish(excess[0], base * step) + 1e-15);
            double known0 = excess[0] - Math.expm1(e - base * step) * discounted[0];
            return Math.max(known[0], finish(known0, base * step));
        }
        int j = (int) cell;
        double here = finish(excess[j] - Math.expm1(Math.min(0, e - (base + j) * step)) * discounted[j], e);
        return upper ? here : Math.max(here, known[j]);
    }

    private double finish(double finite, double epsilon) {
        double bound = upper
                ? (finite + above) * (1 + slack) + infinity
                : finite * (1 - slack) - Math.exp(aliased - tilt * epsilon);
        // what is no number proves nothing
        return upper ? bound < 1 ? bound : 1 : bound > 0 ? bound : 0;
    }

    /** The least epsilon, not below zero, at which the delta is reached; infinite if none. */
    @Override
    public double epsilon(double delta) {
        if (delta(0) <= delta) return 0;
        double high = origin + (base + excess.length + 1.0) * step;
        high += 1e-15 * (Math.abs(origin) + high);
        if (delta(high) > delta) return upper ? Double.POSITIVE_INFINITY : high;
        return crossing(delta, 0, high, 1e-13, upper);
    }
}
