package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;

/**
 * Computes the Rényi divergence of one event: the larger of both directions, rounded up. Proofs: docs/proofs.md, lemmas 34,
 * 41, 43, 57, 82 and 83.
 */
public final class RenyiDivergence {
    private static final double UP = 1 + 1e-15;

    /** Deviations; sampling lowers a divergence of half their square by the logarithm of its rate at most. */
    private static final double FAR = 1000;

    private RenyiDivergence() {}

    /** Whether it has a bound for one step of this event; a selection is none. */
    public static boolean bounds(Event event) {
        return !(event instanceof Event.Unsupported
                || event instanceof Event.HomeStars s && s.homes() > HeterPoissonDivergence.SCANNED
                || event instanceof Event.HeterPoisson h
                        && h.proof() == Event.Proof.CONSERVATIVE
                        && h.maxOutDegree() > HeterPoissonDivergence.SCANNED);
    }

    public static double upper(Event event, double order, Amplification amplification) {
        if (event instanceof Event.Gaussian g) return gaussian(order, g.scale());
        if (hidesNoShift(event)) return gaussian(order, event.scale() / event.shift());
        if (event instanceof Event.PoissonSampled p) return poisson(p, order);
        if (event instanceof Event.WithoutReplacement w) return amplification.rdp(w.rate(), w.scale(), order) * UP;
        if (event instanceof Event.MixtureOfGaussians m) {
            ShiftMixture mixture = ShiftMixture.of(m);
            return Math.max(
                    MixtureDivergence.upper(mixture, ShiftMixture.NONE, order),
                    MixtureDivergence.upper(ShiftMixture.NONE, mixture, order));
        }
        if (event instanceof Event.HeterPoisson h) return HeterPoissonDivergence.rdp(h, order);
        if (event instanceof Event.HomeStars h) return HomeStarsLoss.rdp(h, order);
        if (event instanceof Event.Hypergeometric h) return HypergeometricMixture.rdp(h, order);
        if (event instanceof Event.RandomAllocation a) return AllocationDivergence.rdp(a, order);
        if (event instanceof Event.AllocatedStars a) return AllocationDivergence.rdp(a, order);
        if (event instanceof Event.Laplace l) return laplace(order, 1 / l.scale());
        // Canonne, Kamath and Steinke 2020, proposition 5 and corollary 16: no more than the continuous one.
        if (event instanceof Event.DiscreteGaussian d) return gaussian(order, d.sigma() / d.sensitivity());
        if (event instanceof SampledDiscreteGaussian d) return SampledMoment.upper(d, order) * UP;
        if (SampledLosses.knows(event)) return CellMoment.upper(SampledLosses.finest(event, order), order);
        if (event instanceof Event.NonPrivate) return Double.POSITIVE_INFINITY;
        if (event instanceof Event.Unsupported u)
            throw new IllegalArgumentException("this event cannot be accounted for: " + u.reason());
        throw new IllegalArgumentException("the Rényi accountant does not know " + event);
    }

    /**
     * Whether so little noise hides a shift that no sampling is felt: then what the event would be without any is nearly its
     * divergence, and no grid has the points of an integral.
     */
    private static boolean hidesNoShift(Event event) {
        double unit = event instanceof Event.MixtureOfGaussians ? event.shift() : 1;
        boolean mixture = event instanceof Event.MixtureOfGaussians
                || event instanceof Event.PoissonSampled p && p.rate() > 0
                || event instanceof Event.HeterPoisson
                || event instanceof Event.HomeStars
                || event instanceof Event.Hypergeometric;
        return mixture && unit / event.scale() > FAR;
    }

    private static double gaussian(double order, double multiplier) {
        return order / multiplier / multiplier / 2 * UP;
    }

    private static double poisson(Event.PoissonSampled event, double order) {
        double shift = 1 / event.scale();
        if (event.rate() == 0) return 0;
        if (event.relation() == Relation.REPLACE) {
            if (event.rate() == 1) return gaussian(order, event.scale() / 2);
            // The pair is its own mirror image: both directions are equal.
            return MixtureDivergence.upper(
                    ShiftMixture.sampled(event.rate(), shift), ShiftMixture.sampled(event.rate(), -shift), order);
        }
        if (event.rate() == 1) return gaussian(order, event.scale());
        // The mixture against the Gaussian is the larger direction (Mironov, Talwar and Zhang 2019, theorem 5).
        return MixtureDivergence.upper(ShiftMixture.sampled(event.rate(), shift), ShiftMixture.NONE, order);
    }

    /** Mironov 2017, proposition 6, with the linear terms cancelled on paper: e^x - 1 - x is never negative. */
    private static double laplace(double order, double x) {
        double e = order - 1;
        double rise = e * x;
        if (rise > 600) return (rise + Math.log(order / (2 * order - 1))) / e * UP + 1e-15;
        double excess = (order * Bregman.exponential(rise) + e * Bregman.exponential(-order * x)) / (2 * order - 1);
        return Math.log1p(excess) / e * (1 + 1e-13);
    }
}
