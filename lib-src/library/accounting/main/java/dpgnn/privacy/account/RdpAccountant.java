package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.step.Amplification;
import dpgnn.privacy.step.EventFamily;
import dpgnn.privacy.step.RenyiDivergence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Accounts by Rényi differential privacy (Mironov 2017): adds up divergences at many orders over steps, and converts at the
 * best order.
 *
 * <p><b>Guarantee.</b> For each event the divergence at every real order above 1 is an upper bound in both directions, exact
 * to about 1e-12 where the event is one pair of distributions, and rounded up; so is the epsilon. What is public: the
 * events. An event without a bound is refused. {@link Amplification#TIGHT} is the exception: a quadrature,
 * of which {@link #proves} says that it is not proved.
 *
 * <p>Proofs: docs/proofs.md, lemmas 42, 53 and 82.
 */
public final class RdpAccountant implements Accountant {
    /** Orders 1.1 to 10.9 by 0.1, 11 to 64, then doubling: those of other accountants, and beyond. */
    private static final double[] STANDARD = DoubleStream.concat(
                    IntStream.rangeClosed(11, 109).mapToDouble(i -> i / 10.0),
                    DoubleStream.concat(
                            IntStream.rangeClosed(11, 64).mapToDouble(i -> i),
                            DoubleStream.of(80, 96, 128, 192, 256, 512, 1024)))
            .toArray();

    private static final double LOWEST = 1 + 1e-6;
    private static final double HIGHEST = 1 << 20;
    /** HeterPoisson's Rényi bound: beyond this it says nothing, and saying so is better than a number. */
    private static final double VACUOUS = 100;

    private final double[] orders;
    private final boolean extending;
    private final RdpConversion conversion;
    private final Amplification amplification;

    /**
     * An epsilon and the order that it came from.
     *
     * @param edge whether no order beyond this one was tried, so that a wider grid might give less
     */
    public record Answer(double epsilon, double order, boolean edge) {
        /** A sentence when the grid of orders ended too early, else empty. */
        public String warning() {
            return edge
                    ? "The best order, " + order
                            + ", lies on the edge of the grid: another grid may give a smaller epsilon."
                    : "";
        }
    }

    private RdpAccountant(double[] orders, boolean extending, RdpConversion conversion, Amplification amplification) {
        this.orders = orders;
        this.extending = extending;
        this.conversion = conversion;
        this.amplification = amplification;
    }

    /** A grid that extends itself when the best order is at its edge, and the improved conversion. */
    public static RdpAccountant standard() {
        return new RdpAccountant(STANDARD, true, RdpConversion.IMPROVED, Amplification.GAUSSIAN);
    }

    /** These orders and no others. */
    public static RdpAccountant of(double... orders) {
        Check.given("orders", orders);
        if (orders.length == 0) throw new IllegalArgumentException("orders must not be empty");
        for (double order : orders) checkOrder(order);
        double[] sorted = Arrays.stream(orders).sorted().distinct().toArray();
        return new RdpAccountant(sorted, false, RdpConversion.IMPROVED, Amplification.GAUSSIAN);
    }

    public RdpAccountant withConversion(RdpConversion other) {
        if (other == null) throw new IllegalArgumentException("conversion must be CLASSIC or IMPROVED, was null");
        return new RdpAccountant(orders, extending, other, amplification);
    }

    /** Which bound to use for sampling without replacement. */
    public RdpAccountant withAmplification(Amplification other) {
        Check.given("amplification", other);
        return new RdpAccountant(orders, extending, conversion, other);
    }

    @Override
    public String name() {
        List<String> ways = new ArrayList<>();
        if (conversion == RdpConversion.CLASSIC) ways.add("classic conversion");
        if (!amplification.proved()) ways.add("tight quadrature");
        return ways.isEmpty() ? "RDP" : "RDP (" + String.join(", ", ways) + ")";
    }

    /** Counts up whenever a change of the algorithm may change an answer. */
    private static final int VERSION = 5;

    @Override
    public String version() {
        return name() + " " + VERSION + " " + conversion + " " + amplification + (extending ? " extending " : " ")
                + Arrays.toString(orders);
    }

    @Override
    public boolean supports(Event event) {
        return EventCounts.of(event).keySet().stream()
                .allMatch(e -> e instanceof Event.BestOf b
                        ? SelectionDivergence.supports(b, this)
                        : RenyiDivergence.bounds(e));
    }

    @Override
    public boolean proves(Event event) {
        Check.given("event", event);
        return amplification.proved()
                || EventCounts.of(event).keySet().stream()
                        .allMatch(e -> e instanceof Event.BestOf b
                                ? b.trainings().stream().allMatch(this::proves)
                                : EventFamily.of(e).isProved());
    }

    /** The Rényi divergence of this order, of a composition the sum: an upper bound for both directions. */
    public double rdp(Event event, double order) {
        checkOrder(order);
        return rdp(EventCounts.of(event)).applyAsDouble(order);
    }

    private DoubleUnaryOperator rdp(Map<Event, Long> counts) {
        Map<Event, SelectionDivergence> selections = new HashMap<>();
        for (Event event : counts.keySet())
            if (event instanceof Event.BestOf b) selections.put(b, new SelectionDivergence(b, this));
        return order -> {
            double sum = 0;
            for (Map.Entry<Event, Long> e : counts.entrySet()) {
                SelectionDivergence selection = selections.get(e.getKey());
                sum += e.getValue()
                        * (selection == null
                                ? RenyiDivergence.upper(e.getKey(), order, amplification)
                                : selection.upper(order));
            }
            return sum * (1 + 4e-16 * counts.size());
        };
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        return answer(event, delta).epsilon();
    }

    @Override
    public String remark(Event event, double delta) {
        String edge = answer(event, delta).warning();
        return proves(event)
                ? edge
                : (edge + " The divergence comes from a quadrature without a proved error.").strip();
    }

    /** The least epsilon over the orders, and where it was found. */
    public Answer answer(Event event, double delta) {
        Check.open("delta", delta, 0, 1);
        Map<Event, Long> counts = EventCounts.of(event);
        DoubleUnaryOperator rdp = rdp(counts);
        Answer answer = least(counts, order -> conversion.epsilon(rdp.applyAsDouble(order), order, delta), 0);
        if (answer.epsilon() > VACUOUS && counts.keySet().stream().anyMatch(Event.HeterPoisson.class::isInstance))
            throw new IllegalArgumentException("Rényi accounting of HeterPoisson says nothing here: epsilon "
                    + answer.epsilon() + " at order " + answer.order() + " for " + event
                    + ". The improbable case of many affected stars grows as exp(a(a-1)(2k)²/(2 m²)) in the moment; use"
                    + " privacy-loss distributions, where it costs its probability only.");
        return answer;
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        Map<Event, Long> counts = EventCounts.of(event);
        DoubleUnaryOperator rdp = rdp(counts);
        double log = least(
                        counts,
                        order -> conversion.logDelta(rdp.applyAsDouble(order), order, epsilon),
                        Double.NEGATIVE_INFINITY)
                .epsilon();
        return Math.min(1, Math.exp(log) * (1 + 1e-15));
    }

    /** The least value over the grid; where that lies at an end, orders beyond it are tried. */
    private Answer least(Map<Event, Long> counts, DoubleUnaryOperator value, double floor) {
        double best = Double.POSITIVE_INFINITY;
        int at = -1;
        for (int i = 0; i < orders.length; i++) {
            double v = value.applyAsDouble(orders[i]);
            if (v < best) {
                best = v;
                at = i;
            }
        }
        if (counts.isEmpty() || best <= floor || at < 0)
            return new Answer(best, orders[Math.max(0, at)], at < 0 && !infinite(counts));
        boolean low = at == 0;
        boolean high = at == orders.length - 1;
        if (!low && !high) return new Answer(best, orders[at], false);
        boolean heavy = counts.keySet().stream().anyMatch(Event.HeterPoisson.class::isInstance);
        if (!extending || heavy) return new Answer(best, orders[at], true);
        return low
                ? beyond(value, orders[1], orders[0], 0.5, LOWEST)
                : beyond(value, orders[at - 1], orders[at], 2, HIGHEST);
    }

    /** From the edge on in steps of a factor in (order - 1), then golden sections between the neighbours of the best. */
    private static Answer beyond(DoubleUnaryOperator value, double inside, double edge, double factor, double limit) {
        double before = Math.log(inside - 1);
        double here = Math.log(edge - 1);
        double best = value.applyAsDouble(edge);
        double end = Math.log(limit - 1);
        double next = here;
        boolean last = false;
        while (!last) {
            next = here + Math.log(factor);
            if (factor > 1 ? next > end : next < end) {
                last = true;
                break;
            }
            double v = value.applyAsDouble(1 + Math.exp(next));
            if (v >= best) break;
            best = v;
            before = here;
            here = next;
        }
        double bestOrder = 1 + Math.exp(here);
        if (last) return new Answer(best, bestOrder, true);
        double a = Math.min(before, next);
        double b = Math.max(before, next);
        for (int i = 0; i < 24; i++) {
            double left = b - 0.618 * (b - a);
            double right = a + 0.618 * (b - a);
            double atLeft = value.applyAsDouble(1 + Math.exp(left));
            double atRight = value.applyAsDouble(1 + Math.exp(right));
            if (Math.min(atLeft, atRight) < best) {
                best = Math.min(atLeft, atRight);
                bestOrder = 1 + Math.exp(atLeft < atRight ? left : right);
            }
            if (atLeft < atRight) b = right;
            else a = left;
        }
        return new Answer(best, bestOrder, false);
    }

    private static boolean infinite(Map<Event, Long> counts) {
        return counts.keySet().stream().anyMatch(e -> EventFamily.of(e).isOpen(e));
    }

    private static void checkOrder(double order) {
        if (!(order > 1) || Double.isInfinite(order))
            throw new IllegalArgumentException("an order must be finite and above 1, was " + order);
    }
}
