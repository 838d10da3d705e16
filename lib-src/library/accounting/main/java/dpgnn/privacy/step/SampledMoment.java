package dpgnn.privacy.step;

import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;

/**
 * The Rényi divergence of a Poisson sample under discrete Gaussian noise, summed over all integers that matter.
 *
 * <p>Proof: docs/proofs.md, lemma 57.
 */
record SampledMoment(double variance, double q, long shift) {
    /** Deviations beyond which no double could tell what is left out. */
    private static final double FAR = 40;

    private static final long MOST = 1 << 18;
    private static final double UP = 1 + 1e-11;

    static double upper(SampledDiscreteGaussian d, double order) {
        boolean both = d.relation() == Relation.REPLACE;
        // without sampling, which no sample exceeds
        double span = both ? 2.0 * d.bound() : d.bound(), whole = order * span * span / (2 * d.sigma() * d.sigma());
        double reach = 2 * order * d.bound() + FAR * d.sigma() + 2;
        if (reach > MOST || d.rate() == 1) return whole * UP;
        SampledMoment sum = new SampledMoment(d.sigma() * d.sigma(), d.rate(), d.bound());
        double found = both
                ? sum.of(order, (long) reach, 1, -1)
                : Math.max(sum.of(order, (long) reach, 1, 0), sum.of(order, (long) reach, 0, 1));
        return Math.min(whole, found) * UP;
    }

    /** Of the mixture with a shift to the given side, or of none for 0, against another one. */
    private double of(double order, long reach, int above, int below) {
        double total = 0, sum = Double.NEGATIVE_INFINITY;
        for (long x = -reach; x <= reach; x++) {
            double log = -(double) x * x / (2 * variance), base = log + loss(x, below);
            total += Math.exp(log);
            sum = CellMoment.sum(sum, base + CellMoment.power(order, loss(x, above) - loss(x, below)));
        }
        return CellMoment.log1pExp(sum - Math.log(total)) / (order - 1);
    }

    /** ln of the mixture's probability of x over that without a shift. */
    private double loss(long x, int side) {
        return side == 0 ? 0 : SampledLosses.mixed(shift * (2.0 * side * x - shift) / (2 * variance), q);
    }
}
