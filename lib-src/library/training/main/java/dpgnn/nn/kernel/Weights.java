package dpgnn.nn.kernel;

import java.util.Arrays;

/** The parameters of a step, from where they lie: in an array, or on a device already. */
public interface Weights {
    /** Copies a slot's values into a matrix of the step's kernels. */
    void load(ParameterSlot slot, FloatMatrix into);

    /** The values of a slot, in an array. */
    float[] read(ParameterSlot slot);

    static Weights of(Kernels kernels, float[] flat) {
        return new Weights() {
            @Override
            public void load(ParameterSlot slot, FloatMatrix into) {
                kernels.upload(flat, slot.offset(), slot.rows(), into);
            }

            @Override
            public float[] read(ParameterSlot slot) {
                return Arrays.copyOfRange(flat, slot.offset(), slot.offset() + slot.size());
            }
        };
    }
}
