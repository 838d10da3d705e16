package dpgnn.audit;

import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** An accountant that is asked the same by every training of an audit, and answers at once from the second time on. */
record Remembering(Accountant inner, Map<String, Double> answers) implements Accountant {
    Remembering(Accountant inner) {
        this(inner, new ConcurrentHashMap<>());
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public String version() {
        return inner.version();
    }

    @Override
    public boolean supports(Event event) {
        return inner.supports(event);
    }

    @Override
    public double epsilon(Event event, double delta) {
        return answers.computeIfAbsent(
                "epsilon at " + delta + " of " + event.canonical(), key -> inner.epsilon(event, delta));
    }

    /** A search that is repeated asks the same in the same order, and ends where it ended before. */
    @Override
    public ToDoubleFunction<Event> guide(double delta) {
        ToDoubleFunction<Event> guided = inner.guide(delta);
        return event -> answers.computeIfAbsent(
                "guided at " + delta + " of " + event.canonical(), key -> guided.applyAsDouble(event));
    }

    @Override
    public double delta(Event event, double epsilon) {
        return answers.computeIfAbsent(
                "delta at " + epsilon + " of " + event.canonical(), key -> inner.delta(event, epsilon));
    }
}
