package dpgnn.train;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.sampling.Batch;

/**
 * Sees, and may change, what no release shows: the clipped sum of every step before noise is added. It exists for audits,
 * which plant in the sum what a unit of their own would add, and look for it in the output.
 *
 * <p><b>Guarantee.</b> None: a training with a probe reports itself as UNSOUND, whatever its plan.
 */
public interface SumProbe {
    /**
     * Where in a training the probe is.
     *
     * @param step counted from 0
     * @param limits to which this step's gradients were clipped
     * @param unit the norm that this step's noise is a multiple of
     */
    record Moment(long step, Network network, Parameters parameters, Batch batch, Clip.Limits limits, double unit) {}

    /**
     * The clipped sum, before the noise, as exact as the training has it; what is written into it goes on. Of a clip that counts
     * it has one number more than the network, the last.
     */
    void summed(Moment moment, double[] sum);

    /** The noisy sum over the sampler's divisor, before the optimiser has it; what is written into it goes on. */
    void released(Moment moment, float[] gradient);
}
