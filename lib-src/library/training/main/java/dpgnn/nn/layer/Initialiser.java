package dpgnn.nn.layer;

import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.random.RandomStream;

/** Ways to initialise weights. */
public enum Initialiser {
    /** U(±sqrt(6 / (in + out))) and zero biases (Glorot and Bengio 2010). */
    GLOROT,
    /** U(±1 / sqrt(in)) for weights and biases: what PyTorch does by default. */
    LINEAR;

    public void fill(float[] flat, ParameterSlot slot, RandomStream stream) {
        double bound =
                switch (this) {
                    case GLOROT -> slot.bias() ? 0 : Math.sqrt(6.0 / (slot.rows() + slot.columns()));
                    case LINEAR -> 1 / Math.sqrt(slot.fanIn());
                };
        for (int i = 0; i < slot.size(); i++)
            flat[slot.offset() + i] = bound == 0 ? 0 : (float) (bound * (2 * stream.nextDouble() - 1));
    }
}
