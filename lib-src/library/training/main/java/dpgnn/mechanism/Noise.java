package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Adds noise to a clipped sum before anybody sees it.
 *
 * <p><b>Guarantee.</b> {@link #event} is the event of the noise that {@link #add} draws, given what a sampler states for
 * Gaussian noise of the same standard deviation. Noise from a seed follows the same law for anyone who does not know the
 * seed, and protects nothing from anyone who does. Noise from a secure stream is drawn so that rounding reveals nothing
 * either; otherwise it is refused.
 *
 * <p>Proof: docs/proofs.md, lemma 33.
 */
public interface Noise {
    /** For tables and ledgers. */
    String name();

    /**
     * The event of a step with this noise.
     *
     * @param gaussian what the sampler states for Gaussian noise of the same standard deviation
     * @param dimension how many numbers are released
     */
    Event event(Event gaussian, long dimension);

    /** Whether the event depends on how many numbers are released. */
    default boolean dependsOnDimension() {
        return true;
    }

    /** What steps that may differ spend with this noise. */
    default Event events(Event gaussian, long dimension) {
        return gaussian.map(e -> event(e, dimension));
    }

    /**
     * Adds noise to every number.
     *
     * @param deviation standard deviation per coordinate: the plan's multiplier times the clip norm
     * @param clip the norm that the deviation is a multiple of; what rounding adds to the sensitivity is measured by it
     * @param coins where the noise comes from
     */
    void add(float[] sum, double deviation, double clip, RandomStream coins);

    /**
     * Adds noise to a sum that no float can hold exactly, for a release. Rounding it to floats first would move two neighbouring
     * sums further apart than {@link #event} knows; the noisy sum may be rounded by anybody.
     *
     * @param sum off by at most one rounding to 53 bits, which is paid for as the rounding to a grid is
     */
    default void release(double[] sum, double deviation, double clip, RandomStream coins) {
        throw new IllegalArgumentException(name() + " noise protects no release; use GaussianNoise");
    }

    /**
     * How far, in total variation, the law of one released number is from what {@link #event} speaks of. A plan pays for it
     * out of its delta.
     */
    default double variation() {
        return 0;
    }

    /** Refuses what would be no noise. */
    static void check(double deviation, double clip) {
        if (!(deviation > 0) || Double.isInfinite(deviation))
            throw new IllegalArgumentException(
                    "deviation must be positive and finite, was " + deviation + "; without noise there is no privacy");
        Check.positive("clip", clip);
    }
}
