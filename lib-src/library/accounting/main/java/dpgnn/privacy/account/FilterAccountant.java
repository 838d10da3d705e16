package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Accounts by Rényi divergences at orders that are fixed beforehand, each with a weight; the weights sum to 1. The delta is the
 * weighted harmonic mean of the deltas of the orders. Unlike the least of them, it stays true where what comes next was chosen by
 * what was seen before, and where that says when to stop: {@link PrivacyFilter} rests on it.
 *
 * <p><b>Guarantee.</b> For each event the divergences are those of {@link RdpAccountant}. The answer is rounded up. What is public:
 * the events, the orders, the weights.
 *
 * <p>Proof: docs/proofs.md, lemma 58.
 */
public final class FilterAccountant implements Accountant {
    private static final double[] GRID = {
        1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 256, 512
    };
    /** What the favoured order has. */
    private static final double MOST = 0.95;
    /** More than what sums of logarithms of some dozen terms are off by. */
    private static final double ROUNDING = 1e-13;

    private final RdpAccountant divergences = RdpAccountant.standard();
    private final double[] orders;
    private final double[] logWeights;
    private final Map<Event, double[]> known = new ConcurrentHashMap<>();

    private FilterAccountant(double[] orders, double[] logWeights) {
        this.orders = orders;
        this.logWeights = logWeights;
    }

    /** A grid of orders of equal weight: for those who have no plan. */
    public static FilterAccountant standard() {
        double[] weights = new double[GRID.length];
        Arrays.fill(weights, -Math.log(GRID.length) * (1 + 1e-15));
        return new FilterAccountant(GRID, weights);
    }

    /**
     * Nineteen twentieths of the weight on this order, such as the best one of a plan, and the rest on the grid: a plan that is followed costs
     * little more than by {@link RdpAccountant}.
     */
    public static FilterAccountant favouring(double order) {
        Check.that(order > 1 && order < 1e6, "order", "above 1 and below a million", order);
        double[] orders = Arrays.copyOf(GRID, GRID.length + 1);
        orders[GRID.length] = order;
        double[] weights = new double[orders.length];
        Arrays.fill(weights, Math.log((1 - MOST) / GRID.length) - 1e-15);
        weights[GRID.length] = Math.log(MOST) - 1e-15;
        return new FilterAccountant(orders, weights);
    }

    double[] orders() {
        return orders.clone();
    }

    @Override
    public String name() {
        return "RDP filter";
    }

    @Override
    public String version() {
        return name() + " 1 " + Arrays.toString(orders) + " " + Arrays.toString(logWeights) + " "
                + divergences.version();
    }

    @Override
    public boolean supports(Event event) {
        return divergences.supports(event);
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        return Math.min(1, Math.exp(logDelta(sums(event), epsilon)));
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        Check.open("delta", delta, 0, 1);
        double[] sums = sums(event);
        double target = Math.log(delta) - ROUNDING, high = 1;
        if (logDelta(sums, 0) <= target) return 0;
        while (logDelta(sums, high) > target) {
            high *= 2;
            if (high > 1e9) return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        while (high - low > 1e-13 * high) {
            double middle = (low + high) / 2;
            if (logDelta(sums, middle) <= target) high = middle;
            else low = middle;
        }
        return high;
    }

    /** The divergences of a composition, order by order. */
    private double[] sums(Event event) {
        if (!supports(event)) throw new IllegalArgumentException("nothing bounds the Rényi divergence of " + event);
        double[] sums = new double[orders.length];
        Map<Event, Long> counts = EventCounts.of(event);
        counts.forEach((single, times) -> {
            double[] one = known.computeIfAbsent(single, e -> Arrays.stream(orders)
                    .map(order -> divergences.rdp(e, order))
                    .toArray());
            for (int i = 0; i < sums.length; i++) sums[i] += times * one[i];
        });
        for (int i = 0; i < sums.length; i++) sums[i] *= 1 + 4e-16 * counts.size();
        return sums;
    }

    /** Minus the logarithm of the sum of weights over deltas. */
    double logDelta(double[] sums, double epsilon) {
        double[] logs = new double[orders.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < logs.length; i++) {
            logs[i] = logWeights[i] - RdpConversion.logMoment(sums[i], orders[i], epsilon);
            top = Math.max(top, logs[i]);
        }
        if (top == Double.NEGATIVE_INFINITY) return Double.POSITIVE_INFINITY;
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - top);
        return -(top + Math.log(sum)) + ROUNDING;
    }
}
