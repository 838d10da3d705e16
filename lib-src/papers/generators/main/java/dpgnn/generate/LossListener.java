package dpgnn.generate;

import dpgnn.random.Streams;

/**
 * Receives the losses of a training as it runs. Losses are computed from the graph without noise. An experiment reports them;
 * a release under secure streams reports NaN instead, so that nobody can act on them.
 */
@FunctionalInterface
public interface LossListener {
    /** After each step, counted from 0. */
    void step(long step, double loss);

    /** What may be told under these streams. */
    default LossListener under(Streams streams) {
        return streams.isSecure() ? (step, loss) -> step(step, Double.NaN) : this;
    }
}
