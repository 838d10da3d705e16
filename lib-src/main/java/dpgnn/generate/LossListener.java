package dpgnn.generate;

import dpgnn.random.Streams;

/**
 * Hears how a training goes. Losses are computed from the graph without noise: an experiment tells them, a release under secure
 * streams tells NaN instead, so that nobody can act on them.
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
