package dpgnn.train;

import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.sampling.Sampler;

/** Plans of Gaussian noise in a line. */
public final class Plans {
    private Plans() {}

    /** So many steps at this noise. */
    public static Plan fixed(Sampler sampler, Clip clip, long steps, double multiplier, double delta) {
        return fixed(sampler, clip, GaussianNoise.standard(), steps, multiplier, delta);
    }

    /** With noise of another kind. */
    public static Plan fixed(Sampler sampler, Clip clip, Noise noise, long steps, double multiplier, double delta) {
        return Plan.of(sampler, clip, noise).steps(steps).multiplier(multiplier).delta(delta);
    }

    /** So many steps within a budget. */
    public static Plan within(Sampler sampler, Clip clip, long steps, double epsilon, double delta) {
        return Plan.of(sampler, clip, GaussianNoise.standard()).steps(steps).calibrated(epsilon, delta);
    }
}
