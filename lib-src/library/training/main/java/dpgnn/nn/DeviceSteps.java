package dpgnn.nn;

import dpgnn.mechanism.Clip;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ResidentKernels;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;

/**
 * Steps of an experiment that stay on a GPU: sum, noise and optimiser. Parameters come back when somebody reads them, and the
 * optimiser's moments when it is saved.
 */
public final class DeviceSteps {
    private final ExampleGradients gradients;
    private final Parameters parameters;
    private final Adam adam;
    private final ResidentKernels.Moved there;
    private final GradientSum sum;

    private DeviceSteps(ExampleGradients gradients, ResidentKernels kernels, Parameters parameters, Adam adam) {
        this.gradients = gradients;
        this.parameters = parameters;
        this.adam = adam;
        there = kernels.parameters(parameters.size());
        there.write(parameters.toArray());
        adam.moveTo(parameters.size(), there::write, there::read);
        sum = kernels.sum(new float[parameters.size()]);
    }

    /** Steps by Adam on the device of the gradients; null where they are the host's, or the optimiser is another. */
    public static DeviceSteps of(ExampleGradients gradients, Parameters parameters, Optimizer optimizer) {
        return gradients.kernels() instanceof ResidentKernels kernels
                        && !kernels.exact()
                        && optimizer instanceof Adam adam
                        && adam.mayMove()
                ? new DeviceSteps(gradients, kernels, parameters, adam)
                : null;
    }

    /** {@link ExampleGradients#clippedSum}, which stays on the device. */
    public double sum(Batch batch, Clip.Limits limits, RandomStream dropout) {
        sum.begin(sum);
        return gradients.clippedSum(there, batch, limits, dropout, sum);
    }

    /**
     * Adds noise to the sum, divides it and moves the parameters.
     *
     * @param deviation of the noise, or 0 for none
     * @param divisor what the sum is divided by
     * @param key of the noise: the same for the same key
     * @return whether the sum was finite; otherwise nothing is moved
     */
    public boolean move(double deviation, double divisor, long key) {
        there.addNoise(sum, deviation, divisor, key);
        if (deviation == 0 && !there.isFinite(sum)) return false;
        Adam.Step by = adam.next();
        there.move(sum, by.decay(), by.beta1(), by.beta2(), by.step(), by.scale(), by.epsilon());
        parameters.movedElsewhere(there::read);
        return true;
    }
}
