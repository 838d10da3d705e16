package dpgnn.privacy.account;

import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import java.util.Map;

/**
 * Bounds the probability that a unit changes anything at all in what an event releases. If that is at most delta, epsilon is
 * 0, whatever the noise; a search for an epsilon relative to 0 would not end.
 *
 * <p>Proof: docs/proofs.md, lemma 51.
 */
final class RareChange {
    /** More than what the rounding of a few operations takes away. */
    private static final double UP = 1 + 1e-12;

    private RareChange() {}

    public static double probability(Event event) {
        double all = 0;
        for (Map.Entry<Event, Long> entry : EventCounts.of(event).entrySet())
            all += entry.getKey().chance() * entry.getValue() * UP + Double.MIN_NORMAL;
        return Math.min(1, all);
    }
}
