package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import java.util.function.DoubleFunction;

/** Batches of a fixed number of examples, drawn without replacement from a list that stays the same in all steps. */
final class FixedSize implements Sampler.Draws {
    /** Adds the example of this number to a batch. */
    @FunctionalInterface
    interface Examples {
        void addTo(Batch batch, int number);
    }

    private final int population;
    private final int size;
    private final Examples examples;
    private final RandomStream coins;
    private final DoubleFunction<Event> event;
    private final UniformSubset subset = new UniformSubset();

    /** @param event of every step, by its multiplier */
    FixedSize(int population, int size, Examples examples, RandomStream coins, DoubleFunction<Event> event) {
        this.population = population;
        this.size = size;
        this.examples = examples;
        this.coins = coins;
        this.event = event;
    }

    @Override
    public void draw(long step, Batch into) {
        into.clear();
        int[] chosen = subset.draw(population, size, coins.fork(Check.atLeast("step", step, 0)));
        for (int i = 0; i < size; i++) examples.addTo(into, chosen[i]);
    }

    @Override
    public Event event(long step, double multiplier) {
        return event.apply(multiplier);
    }
}
