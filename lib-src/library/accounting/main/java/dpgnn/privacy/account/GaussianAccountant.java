package dpgnn.privacy.account;

import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.Map;

/**
 * The exact epsilon of Gaussian mechanisms without sampling, such as steps on a whole graph ({@link GaussianDp}). It knows no
 * other event; for those that it knows, no accountant gives a smaller epsilon.
 *
 * <p><b>Guarantee.</b> For any number of adaptively chosen Gaussian mechanisms on the same data (Dong, Roth and Su 2022,
 * corollary 2): mu is the root of the sum of 1 / multiplier², and the answer for it is exact, rounded up.
 *
 * <p>Proof: docs/proofs.md, lemma 41.
 */
public final class GaussianAccountant implements Accountant {
    private static final GaussianAccountant EXACT = new GaussianAccountant();

    private GaussianAccountant() {}

    public static GaussianAccountant exact() {
        return EXACT;
    }

    @Override
    public String name() {
        return "exact Gaussian composition";
    }

    @Override
    public String version() {
        return name() + " 1";
    }

    @Override
    public boolean supports(Event event) {
        return EventCounts.of(event).keySet().stream().allMatch(Event.Gaussian.class::isInstance);
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        return together(event).epsilon(delta);
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        return together(event).delta(epsilon);
    }

    private GaussianDp together(Event event) {
        if (!supports(event))
            throw new IllegalArgumentException(
                    "exact Gaussian composition knows Gaussian noise without sampling; the event was " + event);
        Map<Event, Long> counts = EventCounts.of(event);
        GaussianDp all = new GaussianDp(0);
        for (Map.Entry<Event, Long> e : counts.entrySet())
            all = all.and(GaussianDp.of(((Event.Gaussian) e.getKey()).scale(), e.getValue()));
        // each sum is off by an ulp, and loses what is smaller; the first, with 0, is exact
        return new GaussianDp(all.mu() * (1 + 2.3e-16 * Math.max(0, counts.size() - 1)));
    }
}
