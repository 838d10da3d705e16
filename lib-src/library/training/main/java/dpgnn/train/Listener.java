package dpgnn.train;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Receives news of a training while it runs. It is called on the training's own thread, so slow code here slows the training.
 *
 * <p>Proof: docs/proofs.md, lemma 49.
 */
public interface Listener {
    /**
     * A finished step.
     *
     * @param step how many steps are done
     * @param steps how many there will be
     * @param loss mean loss of the step's examples; computed from private data without noise, for the curator's eyes only
     * @param figures the latest values of what is followed, by name
     * @param measuredAt after which step each of them was measured
     * @param epsilon what is spent so far, computed when asked for; NaN in a training without privacy
     */
    record Moment(
            long step,
            long steps,
            double loss,
            Map<String, Double> figures,
            Map<String, Long> measuredAt,
            DoubleSupplier epsilon) {
        /** All figures were measured after this step. */
        public Moment(long step, long steps, double loss, Map<String, Double> figures, DoubleSupplier epsilon) {
            this(step, steps, loss, figures, Map.of(), epsilon);
        }

        /** Whether a figure was measured after this very step. */
        public boolean measured(String figure) {
            return measuredAt.getOrDefault(figure, step) == step;
        }
    }

    /** Before the first step. */
    default void started(String title, long steps) {}

    /**
     * After every step.
     *
     * @return whether to go on; false ends the training here, as if this had been the last step
     */
    boolean step(Moment moment);

    /** Whether it may hear of a training that goes on from where it was stopped, without the steps before. */
    default boolean mayMissSteps() {
        return false;
    }

    /** After the last step, also of a training that failed or was interrupted. */
    default void ended() {}
}
