package dpgnn.privacy;

import dpgnn.base.Check;

/**
 * Laplace noise on the sum of a Poisson sample of numbers, each cut to [-1, 1].
 *
 * <p>Proof: docs/proofs.md, lemma 55.
 *
 * @param rate probability by which each record enters, independently
 * @param scale scale over the bound of one record's number. Add or remove: Lap(0) against (1-q) Lap(0) + q Lap(1); replace:
 *     (1-q) Lap(0) + q Lap(1) against (1-q) Lap(0) + q Lap(-1)
 */
public record SampledLaplace(double rate, double scale, Relation relation) implements Event {
    public SampledLaplace {
        Check.leftOpen("rate", rate, 0, 1);
        Check.positive("scale", scale);
        sampled(relation);
    }

    /** Refuses a relation that no pair of a Poisson sample is proved for. */
    static void sampled(Relation relation) {
        boolean known = relation == Relation.ADD_REMOVE || relation == Relation.REPLACE;
        Check.that(known, "relation", "ADD_REMOVE or REPLACE", relation);
    }

    @Override
    public double chance() {
        return rate;
    }
}
