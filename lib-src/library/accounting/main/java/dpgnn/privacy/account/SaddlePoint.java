package dpgnn.privacy.account;

import dpgnn.privacy.step.LossCells;
import java.util.Arrays;
import java.util.List;

/**
 * A quick look at a composition before anything is discretised: where its loss lies when it is tilted so that the wanted delta
 * (or epsilon) is its typical value. It chooses tilt, step and window; no bound rests on it.
 */
final class SaddlePoint {
    /** A window of some twenty deviations must fit into a transform. */
    private static final double LEAST_STEP = 1e-5;

    private static final double LARGEST = 1e100, NONE = Double.NEGATIVE_INFINITY;

    private final double[][] losses;
    /** Logarithms of the masses. */
    private final double[][] masses;

    private final long[] times;

    private final double[] partMoments;

    private final int pairs;

    final double tilt;
    final double mean;
    final double deviation;

    private SaddlePoint(double[][] losses, double[][] masses, long[] times, double tilt, int pairs) {
        this.pairs = pairs;
        this.losses = losses;
        this.masses = masses;
        this.times = times;
        this.tilt = tilt;
        partMoments = new double[times.length];
        double[] m = moments(tilt);
        mean = m[1];
        deviation = Math.sqrt(m[2]);
    }

    /** The tilt of the Chernoff bound on epsilon for this delta. */
    static SaddlePoint forDelta(List<List<LossCells>> parts, long[] times, double delta) {
        SaddlePoint plain = plain(parts, times);
        double wanted = -Math.log(delta);
        return plain.solve(m -> m[3] * m[1] - m[0] - wanted, Math.sqrt(2 * wanted));
    }

    /** The tilt of the Chernoff bound on delta for this epsilon. */
    static SaddlePoint forEpsilon(List<List<LossCells>> parts, long[] times, double epsilon) {
        SaddlePoint plain = plain(parts, times);
        return plain.mean >= epsilon ? plain : plain.solve(m -> m[1] - epsilon, 6);
    }

    /** The look at another tilt. */
    SaddlePoint tilted(double other) {
        return new SaddlePoint(losses, masses, times, other, pairs);
    }

    /** The size of the tilted loss: what an error of epsilon is measured against before epsilon is known. */
    double scale() {
        return Math.abs(mean) + deviation / 4;
    }

    /** Whether every part has a finite loss, and squares of all losses are numbers; else nothing is composed. */
    boolean isComposable() {
        for (double[] part : masses) if (Arrays.stream(part).max().orElse(NONE) == NONE) return false;
        return Math.abs(mean) < LARGEST && deviation < LARGEST;
    }

    /** The largest number of pairs that an observer can tell apart in one step. */
    int pairs() {
        return pairs;
    }

    /** The log moment of the sum at the tilt. */
    double logMoment() {
        double sum = 0;
        for (int p = 0; p < times.length; p++) sum += times[p] * partMoments[p];
        return sum;
    }

    /** The log moment of one step of a part at the tilt. */
    double moment(int part) {
        return partMoments[part];
    }

    /** Losses of a part below this have, tilted, less than a probability of e^-40 in all steps together. */
    double floor(int part) {
        return tilt > 0
                ? (partMoments[part] - 40 - Math.log(Math.max(1, times[part]))) / tilt
                : Double.NEGATIVE_INFINITY;
    }

    /** The largest range of losses that any part has above its floor. */
    double range() {
        double range = 0;
        for (int p = 0; p < losses.length; p++) {
            double least = Double.POSITIVE_INFINITY, most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < losses[p].length; i++) {
                if (masses[p][i] == Double.NEGATIVE_INFINITY) continue;
                least = Math.min(least, losses[p][i]);
                most = Math.max(most, losses[p][i]);
            }
            range = Math.max(range, most - Math.max(least, floor(p)));
        }
        return range;
    }

    private interface Equation {
        double at(double[] moments);
    }

    private SaddlePoint solve(Equation wanted, double normal) {
        if (!(deviation > 0)) return this;
        // where the largest loss has an atom, a large tilt would leave nothing but that
        Equation equation = m -> Math.max(wanted.at(m), 0.05 * deviation - Math.sqrt(m[2]));
        double high = normal / deviation, low = 0;
        for (int i = 0; i < 60 && equation.at(moments(high)) < 0; i++) {
            low = high;
            high *= 2;
            if (high * deviation > 1e4 * normal) break;
        }
        for (int i = 0; i < 25 && high - low > 1e-4 * high; i++) {
            double middle = low == 0 && i < 12 ? high / 4 : (low + high) / 2;
            if (equation.at(moments(middle)) < 0) low = middle;
            else high = middle;
        }
        return new SaddlePoint(losses, masses, times, high, pairs);
    }

    private static SaddlePoint plain(List<List<LossCells>> parts, long[] times) {
        double[][] losses = new double[parts.size()][], masses = new double[parts.size()][];
        for (int p = 0; p < losses.length; p++) {
            int size = 0;
            for (LossCells cells : parts.get(p)) size += cells.size();
            losses[p] = new double[size];
            masses[p] = new double[size];
            Arrays.fill(masses[p], Double.NEGATIVE_INFINITY);
            int at = 0;
            for (LossCells cells : parts.get(p)) {
                for (int i = 0; i < cells.size(); i++) {
                    double loss = cells.merged(i);
                    if (cells.massA(i) > 0 && !Double.isInfinite(loss)) {
                        losses[p][at] = loss;
                        masses[p][at] = Math.log(cells.massA(i));
                    }
                    at++;
                }
            }
        }
        int most = 0;
        for (List<LossCells> part : parts) most = Math.max(most, part.size());
        return new SaddlePoint(losses, masses, times, 0, most);
    }

    private double peak(int p, double t) {
        double peak = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < losses[p].length; i++) peak = Math.max(peak, masses[p][i] + t * losses[p][i]);
        return Math.max(peak, -1e300);
    }

    /** Log moment, its first and second derivative, and the tilt, of the sum of all losses. */
    private double[] moments(double t) {
        double[] sum = {0, 0, 0, t};
        for (int p = 0; p < losses.length; p++) {
            double peak = peak(p, t);
            double m0 = 0, m1 = 0, m2 = 0;
            for (int i = 0; i < losses[p].length; i++) {
                double w = Math.exp(masses[p][i] + t * losses[p][i] - peak);
                m0 += w;
                m1 += w * losses[p][i];
                m2 += w * losses[p][i] * losses[p][i];
            }
            if (m0 <= 0) continue;
            partMoments[p] = peak + Math.log(m0);
            sum[0] += times[p] * partMoments[p];
            sum[1] += times[p] * m1 / m0;
            sum[2] += times[p] * Math.max(0, m2 / m0 - m1 / m0 * (m1 / m0));
        }
        return sum;
    }

    /**
     * The step for which a bound is off by about this much: spreading a loss over two multiples of a step h adds
     * at most l h and typically h²/6 to the variance of one step, and tilt/2 times the added variance to epsilon. A lower bound
     * merges losses over two steps and loses up to h²/3, however small the losses are.
     */
    double stepFor(double excess, boolean upper) {
        double high = Math.max(deviation, 1e-300) / 6, low = high * 1e-7, total = 0;
        for (long t : times) total += t;
        for (int i = 0; i < 30; i++) {
            double middle = Math.sqrt(low * high);
            if (excess(middle, upper) > excess) high = middle;
            else low = middle;
        }
        // rounding every loss up by a step costs no more than this
        double enough = excess / (2 * Math.max(1, total));
        return Math.max(Math.max(low, enough), deviation * LEAST_STEP);
    }

    private double excess(double step, boolean upper) {
        double variance = 0;
        for (int p = 0; p < losses.length; p++) {
            double peak = peak(p, tilt), m0 = 0, m = 0;
            for (int i = 0; i < losses[p].length; i++) {
                double w = Math.exp(masses[p][i] + tilt * losses[p][i] - peak);
                m0 += w;
                m += w * (upper ? Math.min(step * step / 6, Math.abs(losses[p][i]) * step) : step * step / 3);
            }
            if (m0 > 0) variance += times[p] * m / m0;
        }
        return Math.max(tilt, 1 / Math.max(deviation, 1e-300)) * variance / 2;
    }

    /** The lattice step for this excess: some hundred thousand steps at most, since coarser bounds hold as well. */
    double step(boolean upper, double excess) {
        double step = Math.max(stepFor(excess / 2, upper), range() / (1 << 18));
        return step > 0 ? step : 1e-9;
    }
}
