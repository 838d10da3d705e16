package dpgnn.privacy;

import java.util.List;
import java.util.Map;

/**
 * How likely it is, at most, that a unit changes anything at all in what an event releases. Where that is no more than delta,
 * epsilon is 0, whatever the noise; a search for an epsilon relative to 0 would not end.
 *
 * <p>Proof: docs/proofs.md, lemma 51.
 */
final class RareChange {
    /** More than what the rounding of a few operations takes away. */
    private static final double UP = 1 + 1e-12;

    private RareChange() {}

    static double probability(Event event) {
        double all = 0;
        for (Map.Entry<Event, Long> entry : EventCounts.of(event).entrySet())
            all += once(entry.getKey()) * entry.getValue() * UP + Double.MIN_NORMAL;
        return Math.min(1, all);
    }

    private static double once(Event event) {
        if (event instanceof Event.PoissonSampled e) return e.rate();
        // a centre itself, or drawn by one of its at most D out-neighbours, each a centre that draws it with min(1,
        // M/D)
        if (event instanceof Event.HeterPoisson e)
            return e.rate() * (1 + Math.min(e.peripherals(), e.maxOutDegree()) * UP);
        if (event instanceof Event.HomeStars e) return e.rate() * (1 + e.homes());
        if (event instanceof Event.WithoutReplacement e) return (double) e.batch() / e.population();
        if (event instanceof Event.Hypergeometric e) return (double) e.batch() / e.population() * e.affected();
        if (event instanceof Event.MixtureOfGaussians e) return moved(e.shifts(), e.probabilities());
        return 1;
    }

    /** Probabilities sum to one but for rounding: what is missing counts as moved. */
    private static double moved(List<Double> shifts, List<Double> probabilities) {
        double sum = 0, still = 0;
        for (int i = 0; i < shifts.size(); i++)
            if (shifts.get(i) != 0) sum += probabilities.get(i);
            else still += probabilities.get(i);
        return Math.max(sum, 1 - still);
    }
}
