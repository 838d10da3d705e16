package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Releases a count that one unit changes by at most 1, with discrete Gaussian noise, drawn exactly.
 *
 * <p>Proof: docs/proofs.md, lemmas 31 and 34.
 *
 * @param bits the noise has the parameter 2^bits
 */
public record NoisyCount(int bits) {
    public NoisyCount {
        Check.within("bits", bits, 0, 40);
    }

    /** The noise whose parameter is the first power of two from here. */
    public static NoisyCount of(double sigma) {
        Check.that(sigma >= 1 && sigma <= 0x1p40, "sigma", "between 1 and 2^40", sigma);
        return new NoisyCount((int) Math.ceil(Math.log(sigma) / Math.log(2) - 1e-12));
    }

    /** What one release reveals. */
    public Event event() {
        return new Event.DiscreteGaussian((double) (1L << bits), 1, 1);
    }

    public long release(long count, RandomStream coins) {
        return count + new DiscreteGaussian(bits, coins).next();
    }
}
