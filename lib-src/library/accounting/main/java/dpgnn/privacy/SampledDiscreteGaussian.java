package dpgnn.privacy;

import dpgnn.base.Check;

/**
 * Discrete Gaussian noise on the sum of a Poisson sample of whole numbers, each cut to a bound. It is one number: nothing is
 * known of several at once.
 *
 * <p>Proof: docs/proofs.md, lemma 55.
 *
 * @param rate probability by which each record enters, independently
 * @param sigma the parameter of the noise, on the integers
 * @param bound the most that one record's number may be, in absolute value
 */
public record SampledDiscreteGaussian(double rate, double sigma, long bound, Relation relation) implements Event {
    public SampledDiscreteGaussian {
        Check.leftOpen("rate", rate, 0, 1);
        Check.positive("sigma", sigma);
        Check.atLeast("bound", bound, 1);
        SampledLaplace.sampled(relation);
    }

    @Override
    public double chance() {
        return rate;
    }
}
