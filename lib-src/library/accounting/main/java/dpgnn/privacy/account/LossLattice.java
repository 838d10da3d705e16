package dpgnn.privacy.account;

import dpgnn.privacy.step.LossCells;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A privacy-loss distribution on the multiples of a step, counted from an origin: what the loss ln(dA/dB) is when the output comes from A, plus a mass
 * at infinity.
 *
 * <p><b>Guarantee.</b> {@link #upper} gives a distribution whose hockey-stick curve is at or above the pair's: each cell (a, b)
 * is spread over two multiples of the step that enclose its losses, so that both masses are kept (Doroshenko, Ghazi, Kamath,
 * Kumar and Manurangsi 2022, "Connect the dots"; the function max(0, 1 - α e^-l) a is convex in b/a = e^-l, so moving mass to
 * the ends can only raise it). {@link #lower} gives one that is at or below: it only merges neighbouring losses, which is
 * post-processing, and rounds losses down. Both survive composition.
 *
 * <p>Proof: docs/proofs.md, lemma 36.
 *
 * @param origin the loss that the lattice is counted from: the likeliest one, which then needs no rounding. In many steps with a rare
 *     large loss, the rounding of the usual tiny one would be all that is seen
 * @param first the multiple of the step, from the origin on, that the first mass lies on
 */
record LossLattice(double step, double origin, int first, double[] mass, double infinity) {
    /** ln E[e^(tilt loss)] over the finite losses, which are counted from the origin. */
    double logMoment(double tilt) {
        return logMoment(tilt, null);
    }

    /** As {@link #logMoment(double)}; writes the tilted probabilities where an array is given. */
    double logMoment(double tilt, double[] tilted) {
        double peak = Math.max(tilt * first * step, tilt * (first + mass.length - 1.0) * step);
        double ratio = Math.exp(tilt * step), sum = 0, factor = 0;
        for (int i = 0; i < mass.length; i++) {
            if (i % 32 == 0) factor = Math.exp(tilt * (first + (double) i) * step - peak);
            else factor *= ratio;
            double w = mass[i] * factor;
            if (tilted != null) tilted[i] = w;
            sum += w;
        }
        if (!(sum > 1e-280)) return exactLogMoment(tilt, tilted);
        if (tilted != null) for (int i = 0; i < mass.length; i++) tilted[i] /= sum;
        return peak + Math.log(sum);
    }

    /** The moment when the largest loss has so little mass that everything underflows next to it. */
    private double exactLogMoment(double tilt, double[] tilted) {
        double peak = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < mass.length; i++)
            if (mass[i] > 0) peak = Math.max(peak, Math.log(mass[i]) + tilt * (first + (double) i) * step);
        if (peak == Double.NEGATIVE_INFINITY) return peak;
        double sum = 0;
        for (int i = 0; i < mass.length; i++) {
            double w = mass[i] > 0 ? Math.exp(Math.log(mass[i]) + tilt * (first + (double) i) * step - peak) : 0;
            if (tilted != null) tilted[i] = w;
            sum += w;
        }
        if (tilted != null) for (int i = 0; i < mass.length; i++) tilted[i] /= sum;
        return peak + Math.log(sum);
    }

    /**
     * A discretisation whose divergences are at least those of the pair that the cells describe.
     *
     * @param floor losses below it are raised to it
     */
    static LossLattice upper(List<LossCells> parts, double step, double floor) {
        double origin = origin(parts, step);
        int[] range = range(parts, step, floor, origin);
        double[] mass = new double[range[1] - range[0] + 1];
        Powers powers = new Powers(origin, step, range[0], mass.length);
        double infinity = 0;
        for (LossCells cells : parts) {
            for (int i = 0; i < cells.size(); i++) {
                double more = LossCells.ROUNDING * cells.movedA(i), a = cells.massA(i) + more;
                if (a <= 0) continue;
                if (cells.high(i) == Double.POSITIVE_INFINITY) {
                    infinity += a;
                    continue;
                }
                int to = (int) Math.max(range[0], Math.ceil(nudged((cells.high(i) - origin) / step, 1)));
                double below = Math.min(to, Math.floor(nudged((cells.low(i) - origin) / step, -1)));
                int from = (int) Math.max(range[0], below);
                // from below the range all of A's mass goes to the upper end, and B's rest stays where A has none
                if (from == to || below < range[0]) {
                    mass[to - range[0]] += a;
                    continue;
                }
                // the share of a at the upper end that keeps both masses: a - e^from b = share (1 - e^(from - to))
                double less = Math.min(cells.massB(i), LossCells.ROUNDING * cells.movedB(i));
                double up = powers.excess(a, cells.massB(i) - less, cells.difference(i) - less - more, from)
                        / powers.fall(to - from);
                up = Math.max(0, Math.min(a, up + blur(origin + from * step) * a));
                mass[to - range[0]] += up;
                mass[from - range[0]] += a - up;
            }
        }
        return new LossLattice(step, origin, range[0], mass, infinity);
    }

    /**
     * A discretisation whose divergences are at most those of the pair that the cells describe.
     *
     * @param floor losses below it are left out
     * @param centred whether the lattice is counted from the likeliest loss, else from 0; neither is always the better one
     */
    static LossLattice lower(List<LossCells> parts, double step, double floor, boolean centred) {
        double origin = centred ? origin(parts, step) : 0;
        int[] range = range(parts, step, floor, origin);
        double[] mass = new double[range[1] - range[0] + 1];
        for (LossCells cells : parts) {
            merge(cells, step, origin, range[0], mass);
        }
        return new LossLattice(step, origin, range[0], mass, 0);
    }

    /**
     * Merges consecutive cells into atoms that lie exactly on multiples of the step: a multiple is chosen at or above the next
     * loss, and cells (the last of them divided) are taken in until the ratio of the sums arrives there.
     */
    private static void merge(LossCells cells, double step, double origin, int first, double[] mass) {
        double a = 0, lack = 0;
        long target = Long.MIN_VALUE;
        for (int i = 0; i < cells.size(); i++) {
            double less = LossCells.ROUNDING * cells.movedA(i), more = LossCells.ROUNDING * cells.movedB(i);
            double restA = cells.massA(i) - less,
                    restB = cells.massB(i) + more,
                    restD = cells.difference(i) + less + more;
            // an infinite loss stands for what was given up, which need not be there
            if (restA <= 0 || cells.low(i) == Double.POSITIVE_INFINITY) continue;
            if (restB <= 0) {
                // B's mass is below the smallest double: only the cell's own interval is known
                put(
                        mass,
                        first,
                        (long) Math.floor(Math.min((cells.low(i) - origin) / step, first + mass.length - 1.0)),
                        restA);
                continue;
            }
            double loss = LossCells.merged(restA, restB, restD, cells.low(i), cells.high(i)) - origin;
            while (restA > 0) {
                if (a > 0 && loss > (target + 2) * step) {
                    // too far away to be merged with: rounding down loses less
                    put(mass, first, roundedDown(target, lack / a, step), a);
                    a = 0;
                    lack = 0;
                }
                if (a == 0) {
                    target = (long) Math.max(Math.ceil(loss / step), target == Long.MIN_VALUE ? target : target + 1);
                }
                if (a == 0 && target > first + mass.length) {
                    put(mass, first, (long) Math.floor(loss / step) - 1, restA);
                    break;
                }
                double gain = excess(restA, restB, restD, origin + target * step);
                if (lack >= gain) {
                    lack -= gain;
                    a += restA;
                    restA = 0;
                } else {
                    double part = Math.max(0, Math.min(1, lack / gain));
                    put(mass, first, target, a + part * restA);
                    restA *= 1 - part;
                    restB *= 1 - part;
                    restD *= 1 - part;
                    a = 0;
                    lack = 0;
                    if (part >= 1) restA = 0;
                }
            }
        }
        if (a > 0) put(mass, first, roundedDown(target, lack / a, step), a);
    }

    /** The multiple below the loss of a group that stayed below its target; a relative lack below rounding is none. */
    private static long roundedDown(long target, double lack, double step) {
        return target - (long) Math.ceil(Math.log1p(lack) / step - 1e-9);
    }

    /** a - e^loss b, accurate where both nearly cancel because the loss is tiny. */
    static double excess(double a, double b, double difference, double loss) {
        if (Math.abs(loss) < 0.5) return -Math.fma(Math.expm1(loss), b, difference);
        return b > 0 ? a - Math.exp(Math.min(700, loss + Math.log(b))) : a;
    }

    /** Powers of e at the multiples of the step, each computed when it is first asked for: many cells lie between the same ones. */
    private static final class Powers {
        private final double origin, step;
        private final int first;
        /** e^loss, minus one where the loss is near zero; 0 where nobody asked. */
        private final double[] power;

        private final double[] falls = new double[64];

        Powers(double origin, double step, int first, int size) {
            this.origin = origin;
            this.step = step;
            this.first = first;
            power = new double[size];
        }

        /** As {@link LossLattice#excess}, at the loss of a multiple. */
        double excess(double a, double b, double difference, int at) {
            double loss = origin + at * step;
            if (loss > 600) return LossLattice.excess(a, b, difference, loss);
            boolean near = Math.abs(loss) < 0.5;
            double p = power[at - first];
            if (p == 0) power[at - first] = p = near ? Math.expm1(loss) : Math.exp(loss);
            return near ? -Math.fma(p, b, difference) : Math.fma(-p, b, a);
        }

        /** 1 - e^(-steps step). */
        double fall(int steps) {
            if (steps >= falls.length) return -Math.expm1(-steps * step);
            if (falls[steps] == 0) falls[steps] = -Math.expm1(-steps * step);
            return falls[steps];
        }
    }

    /** More than what rounding moves a - e^loss b by, relative to a: that of the loss is one of its exponential. */
    static double blur(double loss) {
        return 1e-14 + (Math.abs(loss) < 1e17 ? 4e-16 * Math.abs(loss) : 0);
    }

    private static void put(double[] mass, int first, long at, double a) {
        if (at >= first) mass[(int) Math.min(at - first, mass.length - 1)] += a;
    }

    /** Against rounding of a quotient, to the safe side. */
    private static double nudged(double quotient, int side) {
        return quotient + side * 4e-16 * Math.abs(quotient);
    }

    /** A step, not larger, of which the distance of the two heaviest atoms is a multiple; the same one where there are none. */
    static double aligned(List<LossCells> parts, double step) {
        double first = 0, second = 0, one = 0, other = 0;
        for (LossCells cells : parts) {
            for (int i = 0; i < cells.size(); i++) {
                double a = cells.massA(i), low = cells.low(i), high = cells.high(i);
                // a cell up to infinity is as wide as can be
                if (Double.isInfinite(low) || Double.isInfinite(high)) continue;
                if (high - low > 1e-12 * Math.abs(high) || a <= second) continue;
                boolean heaviest = a > first;
                second = heaviest ? first : a;
                other = heaviest ? one : (low + high) / 2;
                if (heaviest) {
                    first = a;
                    one = (low + high) / 2;
                }
            }
        }
        double apart = Math.abs(one - other);
        return second > 1e-9 && apart > step ? apart / Math.ceil(apart / step) : step;
    }

    /** The mean loss of the step's width that holds most mass, or the one atom that is most of it. */
    private static double origin(List<LossCells> parts, double step) {
        Map<Long, double[]> bins = new HashMap<>();
        double[] heaviest = {0, 0, 0, 0};
        for (LossCells cells : parts) {
            for (int i = 0; i < cells.size(); i++) {
                double a = cells.massA(i), loss = cells.merged(i);
                if (a < 1e-6 || Double.isInfinite(loss)) continue;
                double[] bin = bins.computeIfAbsent((long) Math.floor(loss / step), key -> new double[4]);
                bin[0] += a;
                bin[1] += a * loss;
                if (a > bin[2]) {
                    bin[2] = a;
                    bin[3] = loss;
                }
                if (bin[0] > heaviest[0]) heaviest = bin;
            }
        }
        if (heaviest[0] <= 0) return 0;
        return heaviest[2] > heaviest[0] / 2 ? heaviest[3] : heaviest[1] / heaviest[0];
    }

    private static int[] range(List<LossCells> parts, double step, double floor, double origin) {
        if (!(step > 0) || Double.isNaN(floor) || Double.isInfinite(step))
            throw new IllegalStateException("step must be positive and floor a number, were " + step + " and " + floor);
        double least = Double.POSITIVE_INFINITY, most = Double.NEGATIVE_INFINITY;
        for (LossCells cells : parts) {
            for (int i = 0; i < cells.size(); i++) {
                if (cells.massA(i) <= 0) continue;
                double low = cells.low(i), high = cells.high(i);
                if (low != Double.NEGATIVE_INFINITY) least = Math.min(least, low);
                if (high != Double.POSITIVE_INFINITY) {
                    least = Math.min(least, high);
                    most = Math.max(most, high);
                }
            }
        }
        if (least > most) return new int[] {0, 0};
        least = Math.max(least, Math.min(floor, most));
        double from = Math.floor((least - origin) / step) - 1, to = Math.ceil((most - origin) / step) + 1;
        double times = Math.max((to - from) / (1 << 26), Math.max(Math.abs(from), Math.abs(to)) / (1 << 30));
        if (times > 1)
            throw new Composition.TooFine(
                    "the losses from " + least + " to " + most + " need more than 2^26 steps of " + step, times);
        return new int[] {(int) from, (int) to};
    }
}
