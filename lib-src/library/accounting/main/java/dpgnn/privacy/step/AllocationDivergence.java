package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.Normal;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The Rényi divergence of an epoch by random allocation, the larger of both directions. Seen from the world without the unit it is
 * a moment of the mean S of t log-normal numbers: the whole ones are sums of positive terms, between which a chord lies above. The
 * other direction has negative moments, of S in convex order from above, and next to 0, where only so improbable values are, of the
 * geometric mean, which is no larger. Home stars are a chain of such epochs.
 *
 * <p>Proofs: docs/proofs.md, lemmas 82 and 83.
 */
final class AllocationDivergence {
    /** Whole moments are known up to here: few of them where few are enough, as large ones cost digits. */
    private static final int[] MOST = {32, 256};

    /** How many deviations below its mean the logarithm of the geometric mean takes the place of S. */
    private static final double DEEP = 12;

    /** Cells are so much wider than those of a privacy-loss distribution: what that adds is some parts in a thousand. */
    private static final double WIDER = 2;

    private static final int KEPT = 32;

    private static final Map<Event, AllocationDivergence> KNOWN = new ConcurrentHashMap<>();

    private final int batches;
    private final double mu;
    private final double[][] rises = new double[MOST.length][];
    private LossCells cells;

    private AllocationDivergence(Event.RandomAllocation event) {
        batches = event.batches();
        mu = 1 / event.scale();
    }

    static double rdp(Event.RandomAllocation event, double order) {
        if (KNOWN.size() > KEPT) KNOWN.clear();
        return KNOWN.computeIfAbsent(event, e -> new AllocationDivergence(event))
                .upper(order);
    }

    /** Of a chain of so many links, each at an order of its own, as normal laws would have it. */
    static double chained(int batches, double scale, double links, double order) {
        Event.RandomAllocation link = new Event.RandomAllocation(batches, scale);
        double sum = 0;
        for (double m = links; m > 1; m--) {
            double at = order * links / m;
            sum += m / (1 + (at - 1) * (m - 1) / at) * rdp(link, 1 + m * (at - 1));
        }
        return (sum + rdp(link, order * links)) * (1 + 1e-13);
    }

    private synchronized double upper(double order) {
        double known = order * mu * mu / 2 * (1 + 1e-15);
        if (batches == 1 || 1 / mu < PldWork.LEAST_ALLOCATED) return known;
        double there = there(order);
        // the geometric mean alone, where that is enough
        double back = mu * mu / 2 * (1 + (order - 1) / batches) * (1 + 1e-15);
        if (there < known && there < back) back = Math.min(back, back(order));
        return Math.min(known, Math.max(there, back));
    }

    private double there(double order) {
        if (order < 2) return there(2);
        int below = (int) order, tier = 0;
        while (tier < MOST.length && below >= MOST[tier]) tier++;
        if (tier == MOST.length) return Double.POSITIVE_INFINITY;
        if (rises[tier] == null) rises[tier] = rises(MOST[tier]);
        double low = rises[tier][below] - Math.log(below * (below - 1.0)), share = order - below;
        double high = rises[tier][below + 1] - Math.log(below * (below + 1.0));
        double rise = low + share * (high - low) + Math.log(order * (order - 1));
        return CellMoment.log1pExp(rise) / (order - 1) * (1 + 1e-13);
    }

    /** ln(E S^n - 1), for n up to this one. */
    private double[] rises(int most) {
        double[] one = new double[most + 1];
        for (int n = 0; n <= most; n++) {
            double log = n * (n - 1.0) / 2 * mu * mu;
            one[n] = log > 40 ? log : Math.log(Math.expm1(log));
        }
        double[] sum = one;
        int count = 1;
        for (int bit = Integer.highestOneBit(batches) >> 1; bit > 0; bit >>= 1) {
            sum = joined(sum, sum, 0.5);
            count *= 2;
            if ((batches & bit) != 0) sum = joined(sum, one, count / (count + 1.0));
            if ((batches & bit) != 0) count++;
        }
        // of each sum the rounding, which is doubled with the sum
        double large =
                Arrays.stream(sum).filter(Double::isFinite).map(Math::abs).max().orElse(0);
        double rounding = batches * 0x1p-50 * (most * (4 + Math.log(batches)) + one[most] + large);
        return Arrays.stream(sum).map(log -> log + rounding).toArray();
    }

    /** ln(E S^n - 1) of a mean of two parts, of which the first has this share: all terms are positive. */
    private static double[] joined(double[] p, double[] q, double share) {
        double[] joined = new double[p.length], terms = new double[3 * p.length], ways = new double[p.length];
        double in = Math.log(share), out = Math.log1p(-share);
        for (int n = 0; n < p.length; n++) {
            double most = Double.NEGATIVE_INFINITY;
            ways[n] = 1;
            for (int k = n - 1; k > 0; k--) ways[k] += ways[k - 1];
            for (int k = 0; k <= n; k++) {
                double chosen = Math.log(ways[k]) + k * in + (n - k) * out, both = chosen + p[k] + q[n - k];
                terms[3 * k] = chosen + p[k];
                terms[3 * k + 1] = chosen + q[n - k];
                terms[3 * k + 2] = both;
                most = Math.max(most, Math.max(both, chosen + Math.max(p[k], q[n - k])));
            }
            double sum = 0;
            for (int i = 0; i < 3 * n + 3; i++) if (terms[i] > most - 60) sum += Math.exp(terms[i] - most);
            joined[n] = most == Double.NEGATIVE_INFINITY ? most : most + Math.log(sum);
        }
        return joined;
    }

    private double back(double order) {
        if (cells == null)
            cells = new RandomAllocationLoss(new Event.RandomAllocation(batches, 1 / mu), WIDER)
                    .cells(null, null)
                    .get(0);
        double power = order - 1, width = mu / Math.sqrt(batches);
        // below the deep value a tangent takes the place of the power
        double deep = -mu * mu / 2 - power * width * width - DEEP * width;
        double log = power * mu * mu / 2 + power * power * width * width / 2 + Math.log(Normal.upper(DEEP));
        for (int i = 0; i < cells.size(); i++) {
            double a = cells.massA(i), b = cells.massB(i), high = cells.high(i);
            if (b == 0) log = CellMoment.sum(log, Math.log(power * a));
            else if (high > deep) {
                double loss = cells.low(i) < 0 ? cells.low(i) : high;
                log = CellMoment.sum(log, Math.log(a) + CellMoment.power(order, -loss));
            } else {
                double tangent = -power * deep + Math.log1p(-power * Math.expm1(high - deep));
                log = CellMoment.sum(log, Math.log(b) + tangent);
            }
        }
        return CellMoment.log1pExp(log) / power * (1 + 1e-11);
    }
}
