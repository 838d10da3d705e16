package dpgnn.sampling;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import java.util.function.DoubleFunction;

/** Batches of a fixed number of examples, drawn without replacement from a list that stays the same in all steps. */
final class FixedSize {
    /** Adds the example of this number to a batch. */
    @FunctionalInterface
    interface Examples {
        void addTo(Batch batch, int number);
    }

    private FixedSize() {}

    /** @param event of every step, by its multiplier */
    static Sampler.Draws of(
            int population, int size, Examples examples, RandomStream coins, DoubleFunction<Event> event) {
        UniformSubset subset = new UniformSubset();
        return Sampler.Draws.of(
                (step, into) -> {
                    into.clear();
                    int[] chosen = subset.draw(population, size, coins.fork(step));
                    for (int i = 0; i < size; i++) examples.addTo(into, chosen[i]);
                },
                event);
    }
}
