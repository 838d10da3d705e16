package dpgnn.mechanism;

import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/** Noise that says it is Gaussian and adds none, but for what a test changes of it. */
public interface NoiseLike extends Noise {
    @Override
    default String name() {
        return "Gaussian";
    }

    @Override
    default Event event(Event gaussian, long dimension) {
        return gaussian;
    }

    @Override
    default void add(float[] sum, double deviation, double clip, RandomStream coins) {}
}
