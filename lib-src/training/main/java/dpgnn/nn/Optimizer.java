package dpgnn.nn;

/**
 * Moves parameters against a gradient. Its state between steps can be saved and loaded, so that a resumed training continues
 * exactly.
 *
 * <p>Everything here is computed from the given gradient: after noise, this is post-processing and costs no privacy.
 */
public sealed interface Optimizer permits Sgd, Adam, ClampedOptimizer {
    /** What it is, for a run's record. */
    String name();

    /** One step. The gradient is left as it is. */
    void step(Parameters parameters, float[] gradient);

    /** What must be kept to continue later; the same settings are assumed. */
    byte[] save();

    /** Continues from what {@link #save()} gave. */
    void load(byte[] saved);
}
