package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * A budget that may be spent in any way: what comes next, and whether anything does, may depend on all that was released before. An
 * event that does not fit is refused before it happens (Feldman and Zrnic 2021, Lécuyer 2021).
 *
 * <p><b>Guarantee.</b> All that was released, and all refusals, are (epsilon, delta)-differentially private together, whatever
 * was spent. What is spent so far is no epsilon of its own: where to stop was chosen by what was seen.
 *
 * <p>Proofs: docs/proofs.md, lemmas 58 and 59.
 */
public final class PrivacyFilter {
    private final FilterAccountant accountant;
    private final double epsilon;
    private final double delta;
    private Event total = new Event.Composed(List.of());

    private PrivacyFilter(FilterAccountant accountant, double epsilon, double delta) {
        this.accountant = accountant;
        this.epsilon = epsilon;
        this.delta = delta;
    }

    public static PrivacyFilter of(FilterAccountant accountant, double epsilon, double delta) {
        return new PrivacyFilter(
                Check.given("accountant", accountant),
                Check.positive("epsilon", epsilon),
                Check.open("delta", delta, 0, 1));
    }

    /** Whether this fits into what is left. */
    public synchronized boolean admits(Event next) {
        return accountant.delta(with(next), epsilon) <= delta;
    }

    /** How often this fits into what is left, at most so often. */
    public synchronized long most(Event step, long limit) {
        Check.given("step", step);
        long fits = 0, over = 1;
        while (over <= limit && admits(new Event.Repeated(step, over))) {
            fits = over;
            over = Math.max(over + 1, Math.min(2 * over, limit));
        }
        over = Math.min(over, limit + 1);
        while (over - fits > 1) {
            long middle = fits + (over - fits) / 2;
            if (admits(new Event.Repeated(step, middle))) fits = middle;
            else over = middle;
        }
        return fits;
    }

    /**
     * Spends this, which must be called before it happens.
     *
     * @throws IllegalStateException where it does not fit; nothing is spent then
     */
    public synchronized void spend(Event next) {
        if (!admits(next))
            throw new IllegalStateException("the budget of epsilon " + epsilon + " at delta " + delta
                    + " does not admit this: with it, " + used(with(next)) + " would be used, before it "
                    + used(total) + "; take more noise, a smaller rate or fewer steps, or end here");
        total = with(next);
    }

    /** Counts what was spent before a restart, by a ledger; it need not fit. */
    public synchronized void restore(Event spent) {
        total = with(spent);
    }

    /** All that was spent. */
    public synchronized Event total() {
        return total;
    }

    /** The least budget that would have admitted all that was spent, in the same order: for the eye, no guarantee. */
    public synchronized double used() {
        return accountant.epsilon(total, delta);
    }

    private double used(Event of) {
        return accountant.epsilon(of, delta);
    }

    private Event with(Event next) {
        List<Event> merged = new ArrayList<>();
        EventCounts.of(new Event.Composed(List.of(total, Check.given("next", next))))
                .forEach((event, times) -> merged.add(new Event.Repeated(event, times)));
        return new Event.Composed(merged);
    }
}
