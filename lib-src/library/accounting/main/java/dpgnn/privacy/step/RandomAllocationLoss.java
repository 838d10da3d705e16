package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.numeric.Normal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * An epoch by random allocation: the density ratio of the worlds is the mean S of t independent log-normal numbers W of mean 1,
 * seen from the world without the unit, and the profiles are means of convex functions of S. So S may be made larger in convex
 * order, and never has to be known beyond that: W is spread over a grid with its mean kept, sums of such numbers are doubled up to
 * t of them, and after each sum every value is spread over its two neighbours on the next grid. All masses are sums of positive
 * products, which are rounded up; to raise a mass raises all profiles. A lower bound joins values to their means instead.
 *
 * <p>Values are kept as differences from their mean, so that small losses have all their digits.
 *
 * <p>Proofs: docs/proofs.md, lemmas 75 and 76.
 */
final class RandomAllocationLoss implements LossModel {
    /** What A may have beyond the largest value, and B at the least, at each of the sums. */
    private static final double TAIL = 1e-19;

    /** Width of a cell over its distance from the mean, far from it; near it the same part of CORE deviations. */
    private static final double FINE = 0.005;

    private static final double CORE = 2.4;

    /** Width of a cell over the sum itself, where that is small. */
    private static final double LOW = 0.02;

    /** What rounding may move the share of a cell's end by, beside that of the value. */
    private static final double SHARE = 1e-15;

    /** Half a unit in the last place, and a little more. */
    private static final double UNIT = 1.2e-16;

    /** How many rows are added up before they are added to the others. */
    private static final int ROWS = 8;

    /** More than the relative error of a mean value, and of a mass of a cell of W, in a lower bound. */
    private static final double MEAN = 1e-10;

    private final int batches;
    private final double mu;
    private final double fine;
    private LossCells above, below;

    RandomAllocationLoss(Event.RandomAllocation event) {
        this(event, 1);
    }

    /** With cells that are so much wider. */
    RandomAllocationLoss(Event.RandomAllocation event, double wider) {
        fine = wider * FINE;
        batches = event.batches();
        mu = 1 / event.scale();
    }

    @Override
    public List<LossCells> cells(Resolution resolution, Degrees degrees) {
        if (above == null) above = cells(sum(true));
        return List.of(above);
    }

    @Override
    public List<LossCells> attained(Resolution resolution, Degrees degrees) {
        if (below == null) below = cells(sum(false));
        return List.of(below);
    }

    /** Atoms of a sum of so many numbers less its mean, and what A has at infinity, in units of the sum. */
    private record Sum(int count, double[] value, double[] mass, double lost, boolean upper) {
        double total() {
            return Arrays.stream(mass).sum() * (1 + mass.length * UNIT);
        }
    }

    private LossCells cells(Sum sum) {
        LossCells cells = new LossCells();
        double less = sum.upper ? 0 : MEAN;
        for (int i = 0; i < sum.mass.length; i++) {
            double over = sum.value[i] / batches, b = sum.mass[i], loss = Math.log1p(over);
            if (!(b > 0)) continue;
            // next to the least sum its own rounding is seen
            double blur = over < -0.5 ? 2 * UNIT : 0, around = 4e-16 * Math.abs(loss) + blur / (1 + over);
            // where a lower bound knows its value inexactly, that part of the difference is not shared
            double moved = (blur + less * (Math.abs(over) + 1e-2)) * b / LossCells.ROUNDING;
            if (over <= -1) cells.add(0, b, b, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
            else cells.add(b * (1 + over), b, -b * over, loss - around, loss + around, moved, moved);
        }
        double lost = sum.lost / batches;
        if (lost > 0) cells.add(lost, 0, -lost, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        return cells;
    }

    private Sum sum(boolean upper) {
        Sum one = upper ? spread() : joined(), sum = one;
        for (int bit = Integer.highestOneBit(batches) >> 1; bit > 0; bit >>= 1) {
            sum = add(sum, sum);
            if ((batches & bit) != 0) sum = add(sum, one);
        }
        return sum;
    }

    /**
     * W - 1 on a grid, in convex order at or above it: its stop-loss function is a polygon through points at or above that of W,
     * which is a profile of two normal laws. Masses are differences of slopes.
     */
    private Sum spread() {
        double[] y = grid(1, least(), largest());
        double[] stop = new double[y.length], mass = new double[y.length];
        GaussianDp pair = new GaussianDp(mu);
        for (int i = 1; i < y.length; i++)
            stop[i] = y[i] >= 0 ? pair.delta(Math.log1p(y[i])) : (1 + y[i]) * pair.delta(-Math.log1p(y[i]));
        double before = 0;
        for (int i = 0; i < y.length; i++) {
            // on the left the mean of what W lacks, on the right of what it has more: both end in nothing
            double after = i + 1 == y.length ? 0 : (stop[i + 1] - stop[i]) / (y[i + 1] - y[i]);
            double kept = y[i] == 0 ? 1 + after - before : after - before;
            mass[i] = Math.max(0, kept) + 8 * UNIT * (Math.abs(after) + Math.abs(before) + (y[i] == 0 ? 1 : 0));
            before = after;
        }
        return new Sum(1, y, mass, stop[y.length - 1], true);
    }

    /** Each part of W between two places as an atom at its mean. */
    private Sum joined() {
        double[] y = grid(1, least(), largest());
        double[] value = new double[y.length - 1], mass = new double[y.length - 1];
        for (int i = 0; i < mass.length; i++) {
            double from = place(y[i]), to = place(y[i + 1]), b = Normal.between(from, to);
            double a = Normal.between(from - mu, to - mu);
            mass[i] = b * (1 - MEAN);
            value[i] = b > 0 ? Math.max(y[i], Math.min(y[i + 1], (a - b) / b)) : y[i];
        }
        return new Sum(1, value, mass, 0, false);
    }

    /** Where the normal number is whose W - 1 this is. */
    private double place(double y) {
        return y <= -1 ? Double.NEGATIVE_INFINITY : Math.log1p(y) / mu + mu / 2;
    }

    /** Below this W has a probability of at most the tail. */
    private double least() {
        return Math.exp(-mu * (Normal.upperQuantile(TAIL) + mu / 2));
    }

    /** Beyond this W has a mean of at most the tail. */
    private double largest() {
        return Math.expm1(mu * (Normal.upperQuantile(TAIL) + mu / 2));
    }

    /** Places from -count on, dense about 0 and next to the least value above -count, up to the first that is as large as asked for. */
    private double[] grid(int count, double least, double most) {
        double unit = CORE * Math.min(Math.sqrt(Math.expm1(mu * mu) * count), count);
        // nearer to -count differences have no digits
        double floor = Math.max(least, count * 1e-13);
        double[] down = DoubleStream.iterate(
                        0, y -> y + count > floor, y -> y - Math.min(fine * Math.hypot(unit, y), LOW * (y + count)))
                .toArray();
        double[] up = DoubleStream.iterate(0, y -> y < most, y -> y + fine * Math.hypot(unit, y))
                .toArray();
        double[] y = new double[down.length + up.length + 1];
        y[0] = -count;
        for (int i = 0; i < down.length; i++) y[down.length - i] = down[i];
        for (int i = 1; i < up.length; i++) y[down.length + i] = up[i];
        y[y.length - 1] = most;
        return y;
    }

    private Sum add(Sum p, Sum q) {
        int n = p.count + q.count, last = p.mass.length - 1, other = q.mass.length - 1;
        double[] z = grid(n, Math.min(p.value[1] + p.count, q.value[1] + q.count), p.value[last] + q.value[other]);
        double[] part = new double[z.length], mass = new double[z.length], moment = new double[z.length];
        double[] over = new double[z.length - 1];
        for (int k = 0; k < over.length; k++) over[k] = 1 / (z[k + 1] - z[k]);
        boolean same = p == q;
        for (int i = 0; i <= last; i++) {
            double y = p.value[i], b = p.mass[i];
            int k = 0, from = same ? i : 0;
            for (int j = from; j <= other; j++) {
                double x = y + q.value[j], m = b * q.mass[j] * (same && j > i ? 2 : 1);
                if (j == from) {
                    k = Arrays.binarySearch(z, x);
                    k = Math.min(z.length - 2, k < 0 ? -k - 2 : k);
                }
                while (k < z.length - 2 && z[k + 1] <= x) k++;
                if (p.upper) {
                    double share = (x - z[k]) * over[k], more = SHARE + 8 * UNIT * Math.abs(x) * over[k];
                    part[k] += m * (1 - share + more);
                    part[k + 1] += m * (share + more);
                } else {
                    part[k] += m;
                    moment[k] += m * x;
                }
            }
            if (i % ROWS == ROWS - 1 || i == last)
                for (int l = 0; l < z.length; l++) {
                    mass[l] += part[l];
                    part[l] = 0;
                }
        }
        double rounding = UNIT * (2.0 * ROWS * (other + 1) + (last + 1.0) / ROWS + 16);
        if (!p.upper) {
            for (int k = 0; k < z.length; k++) {
                if (mass[k] > 0) z[k] = moment[k] / mass[k];
                mass[k] *= 1 - rounding;
            }
            return new Sum(n, z, mass, 0, false);
        }
        for (int k = 0; k < z.length; k++) mass[k] *= 1 + rounding;
        double lost = (p.lost * q.total() + q.lost * p.total()) * (1 + 8 * UNIT);
        return trimmed(new Sum(n, z, mass, lost, true));
    }

    /** The far ends, as far as they do not matter, spread over the end of the grid and infinity, or the least value. */
    private static Sum trimmed(Sum s) {
        int from = 1, to = s.mass.length - 1;
        double beyond = 0, moved = 0, room = TAIL * s.count;
        // each step carries what lies above to the next lower value
        for (double m = s.mass[to]; to > 1; m += s.mass[--to]) {
            double more = m * (s.value[to] - s.value[to - 1]);
            if (!(moved + more <= room)) break;
            moved += more;
            beyond = m;
        }
        double[] mass = s.mass.clone();
        if (to < s.mass.length - 1) mass[to] += beyond;
        double low = 0, first = 0;
        for (; from + 1 < to; from++) {
            // what is below the next value, and how far on average
            double gap = s.value[from + 1] - s.value[from], m = low + s.mass[from], lack = first + m * gap;
            if (!(lack <= TAIL * (s.value[from + 1] + s.count))) break;
            low = m;
            first = lack;
        }
        double down = first / (s.value[from] + s.count);
        mass[from] += low * (1 + 8 * UNIT);
        mass[from - 1] = s.mass[0] + down * (1 + 1e-12);
        double[] value = Arrays.copyOfRange(s.value, from - 1, to + 1);
        value[0] = -s.count;
        return new Sum(s.count, value, Arrays.copyOfRange(mass, from - 1, to + 1), s.lost + moved * (1 + 1e-12), true);
    }
}
