package dpgnn.privacy;

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

    /** The least epsilon that it can prove for this delta, rounded up; infinity when there is none. */
    double epsilon(Event event, double delta);

    /**
     * Whether epsilon stays within a limit: the answer is at most the limit only if that is proved. It guides a search by how
     * far off it is, and is no proved epsilon itself. Accountants that look for a worst case can answer this sooner than
     * the full question.
     */
    default double epsilonWithin(Event event, double delta, double limit) {
        return epsilon(event, delta);
    }

    /** The least delta that it can prove for this epsilon, rounded up. */
    double delta(Event event, double epsilon);
}
