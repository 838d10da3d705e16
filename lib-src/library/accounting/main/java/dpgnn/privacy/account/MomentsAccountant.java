package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.Relation;
import java.util.Map;

/**
 * The moments accountant (Abadi et al. 2016) at integer orders l, as the text-classification and graph-generation papers use
 * it: eps = min over l of (log-moment - ln delta) / l.
 *
 * <p><b>Guarantee.</b> Sound for Gaussian noise and for Poisson samples of it under add or remove; looser than
 * {@link RdpAccountant}. The event determines for which neighbours the sensitivity holds.
 */
public final class MomentsAccountant implements Accountant {
    private final int largest;

    /** An epsilon, the order l that gave it, and whether that was the largest one tried. */
    public record Answer(double epsilon, int order, boolean edge) {}

    private MomentsAccountant(int largest) {
        this.largest = largest;
    }

    /** Orders 1 to 32. */
    public static MomentsAccountant standard() {
        return of(32);
    }

    /** Orders 1 to this one. */
    public static MomentsAccountant of(int largest) {
        if (largest < 1 || largest > 100_000)
            throw new IllegalArgumentException("the largest order must be in 1..100000, was " + largest);
        return new MomentsAccountant(largest);
    }

    @Override
    public String version() {
        return name() + " 1 up to " + largest;
    }

    @Override
    public String name() {
        return "moments accountant (1.." + largest + ")";
    }

    @Override
    public boolean supports(Event event) {
        return EventCounts.of(event).keySet().stream()
                .allMatch(e -> e instanceof Event.Gaussian
                        || e instanceof Event.NonPrivate
                        || e instanceof Event.PoissonSampled p && p.relation() == Relation.ADD_REMOVE);
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        return answer(event, delta).epsilon();
    }

    public Answer answer(Event event, double delta) {
        Check.open("delta", delta, 0, 1);
        Map<Event, Long> counts = supported(event);
        double best = Double.POSITIVE_INFINITY;
        int at = 1;
        for (int l = 1; l <= largest; l++) {
            double epsilon = (logMoment(counts, l) - Math.log(delta)) / l;
            if (epsilon < best) {
                best = epsilon;
                at = l;
            }
        }
        return new Answer(counts.isEmpty() ? 0 : best * (1 + 1e-14), at, at == largest);
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        Map<Event, Long> counts = supported(event);
        double log = counts.isEmpty() ? Double.NEGATIVE_INFINITY : 0;
        for (int l = 1; l <= largest; l++) {
            double moment = logMoment(counts, l);
            log = Math.min(log, moment - l * epsilon + 1e-14 * (moment + l * epsilon));
        }
        return Math.min(1, Math.exp(log));
    }

    private Map<Event, Long> supported(Event event) {
        if (!supports(event))
            throw new IllegalArgumentException(
                    "the moments accountant knows Gaussian noise, and Poisson samples of it under"
                            + " ADD_REMOVE; the event was " + event);
        return EventCounts.of(event);
    }

    private static double logMoment(Map<Event, Long> counts, int l) {
        double sum = 0;
        for (Map.Entry<Event, Long> e : counts.entrySet()) sum += e.getValue() * one(e.getKey(), l);
        return sum;
    }

    private static double one(Event event, int l) {
        if (event instanceof Event.Gaussian g) return l * (l + 1.0) / (2 * g.scale() * g.scale());
        if (event instanceof Event.PoissonSampled p)
            return p.rate() == 1 ? one(new Event.Gaussian(p.scale()), l) : sampled(p.rate(), p.scale(), l);
        return Double.POSITIVE_INFINITY;
    }

    /** ln sum_i C(l+1, i) (1-q)^{l+1-i} q^i e^{(i²-i)/(2 m²)}, less the 1 that the sum would be without noise. */
    private static double sampled(double rate, double multiplier, int l) {
        if (rate == 0) return 0;
        int n = l + 1;
        double logRest = Math.log1p(-rate);
        double odds = Math.log(rate) - logRest;
        double logWeight = n * logRest;
        double top = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (int i = 0; i <= n; i++) {
            if (i > 0) logWeight += Math.log((n - i + 1.0) / i) + odds;
            if (i < 2) continue;
            double exponent = (i * (double) i - i) / (2 * multiplier * multiplier);
            double log = logWeight + (exponent > 40 ? exponent : Math.log(Math.expm1(exponent)));
            double before = top;
            top = Math.max(top, log);
            sum = sum * Math.exp(before - top) + Math.exp(log - top);
        }
        double log = top + Math.log(sum) + 1e-13;
        return log > 40 ? log + Math.exp(-log) : Math.log1p(Math.exp(log));
    }
}
