package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.function.ToDoubleFunction;

/** Turns an {@link Event} into an epsilon. Fields are public configuration; an accountant keeps no state between calls. */
public interface Accountant {
    /** A short name for tables and guarantees, such as "PLD" or "RDP". */
    String name();

    /**
     * Name, version of the algorithm and configuration: two accountants with the same version give the same answer to the
     * same question, bit for bit.
     */
    default String version() {
        return name() + " " + getClass().getName();
    }

    /** Whether this accountant can bound the event; it never approximates one that it does not know. */
    boolean supports(Event event);

    /**
     * Whether its answers about this event, which it supports, are proved bounds. Where they are not, a guarantee that rests on them is
     * CLAIMED at best, and the name says why.
     */
    default boolean proves(Event event) {
        Check.given("event", event);
        return true;
    }

    /** The least epsilon that it can prove for this delta, rounded up; infinity when there is none. */
    double leastEpsilon(Event event, double delta);

    /**
     * Figures for epsilon that may be a little below it, and rough far from the target, to guide one search among similar events;
     * they prove nothing, so what is found must be accounted for in full. Accountants that look for a worst case answer them sooner than the full question.
     * Each call begins a new search, and the same questions in the same order have the same answers.
     */
    default ToDoubleFunction<Event> guide(double target, double delta) {
        Check.positive("target", target);
        Check.open("delta", delta, 0, 1);
        return event -> epsilon(event, delta);
    }

    /** A sentence about {@link #epsilon}'s answer where it may be far from the exact value, else empty; it may take as long. */
    default String remark(Event event, double delta) {
        return "";
    }

    /** The least delta that it can prove for this epsilon, rounded up. */
    double leastDelta(Event event, double epsilon);

    /** What callers ask, and no accountant overrides: {@link #leastEpsilon}, which must be a number. */
    default double epsilon(Event event, double delta) {
        Check.given("event", event);
        return Check.answer(
                leastEpsilon(event, delta),
                Double.POSITIVE_INFINITY,
                () -> "by " + name() + " the epsilon of " + event + " at delta " + delta);
    }

    /** What callers ask, and no accountant overrides: {@link #leastDelta}, which must be a number. */
    default double delta(Event event, double epsilon) {
        Check.given("event", event);
        return Check.answer(
                leastDelta(event, epsilon),
                1,
                () -> "by " + name() + " the delta of " + event + " at epsilon " + epsilon);
    }
}
