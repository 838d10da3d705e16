package dpgnn.mechanism;

import dpgnn.random.Stream;

/**
 * What is added to a clipped sum. Its size is the multiplier times a norm that the caller names: the clip norm or a
 * sensitivity, whichever the event of the plan counts in. Every coordinate gets noise, afresh at every call, also when the
 * batch was empty.
 */
public sealed interface Noise permits GaussianNoise, DiscreteGaussianNoise, SymmetricLaplaceNoise {
    /** Standard deviation (or scale) over the norm. */
    double multiplier();

    /** The same noise of another size. */
    Noise withMultiplier(double multiplier);

    /**
     * Adds noise to all values.
     *
     * @param norm what the multiplier is a multiple of: public, positive, finite
     * @param stream a secure stream for a release; with a seeded one whoever knows the seed removes the noise
     */
    void addTo(float[] values, double norm, Stream stream);

    /** Refuses a size of noise that is no size. */
    static double checkedMultiplier(double multiplier) {
        if (!(multiplier > 0) || Double.isInfinite(multiplier))
            throw new IllegalArgumentException("multiplier must be positive and finite, was " + multiplier);
        return multiplier;
    }

    /** Refuses a norm that is none, such as that of {@link Clip#noPrivacy()}. */
    static double checkedNorm(double norm) {
        if (!(norm > 0) || Double.isInfinite(norm))
            throw new IllegalArgumentException(
                    "norm must be positive and finite, was " + norm + "; without clipping no noise is large enough");
        return norm;
    }
}
