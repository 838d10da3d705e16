package dpgnn.generate;

/**
 * Hears how a training goes. Losses are computed from the graph without noise: they are for its owner and no part of any
 * release.
 */
@FunctionalInterface
public interface LossListener {
    /** After each step, counted from 0. */
    void step(long step, double loss);
}
