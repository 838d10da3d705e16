package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.LinkedHashMap;
import java.util.Map;

/** A composition, as its distinct single events and how often each occurs. Order does not matter to any accountant here. */
public final class EventCounts {
    private final Map<Event, Long> counts = new LinkedHashMap<>();

    private EventCounts() {}

    public static Map<Event, Long> of(Event event) {
        EventCounts flat = new EventCounts();
        flat.add(event, 1);
        return flat.counts;
    }

    private void add(Event event, long times) {
        Check.given("event", event);
        if (times == 0) return;
        if (event instanceof Event.Composed composed) composed.events().forEach(e -> add(e, times));
        else if (event instanceof Event.Repeated repeated) {
            try {
                add(repeated.event(), Math.multiplyExact(times, repeated.times()));
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(
                        "the event must be repeated less than 2^63 times, was " + times + " x " + repeated.times());
            }
        } else {
            long before = counts.getOrDefault(event, 0L);
            if (before + times < 0)
                throw new IllegalArgumentException(
                        "the event must be repeated less than 2^63 times, was " + before + " + " + times);
            counts.put(event, before + times);
        }
    }
}
