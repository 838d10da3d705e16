package dpgnn.privacy;

/** An accountant that knows every event and answers 1, but for what a test changes of it. */
public interface AccountantLike extends Accountant {
    @Override
    default String name() {
        return "told";
    }

    @Override
    default boolean supports(Event event) {
        return true;
    }

    @Override
    default double leastEpsilon(Event event, double delta) {
        return 1;
    }

    @Override
    default double leastDelta(Event event, double epsilon) {
        return 1;
    }
}
