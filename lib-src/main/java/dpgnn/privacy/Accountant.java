package dpgnn.privacy;

/** Turns an {@link Event} into an epsilon. Fields are public configuration; an accountant keeps no state between calls. */
public interface Accountant {
    /** A short name for tables and guarantees, such as "PLD" or "RDP". */
    String name();

    /** Whether this accountant can bound the event; it never approximates one that it does not know. */
    boolean supports(Event event);

    /** The least epsilon that it can prove for this delta, rounded up; infinity when there is none. */
    double epsilon(Event event, double delta);

    /** The least delta that it can prove for this epsilon, rounded up. */
    double delta(Event event, double epsilon);
}
