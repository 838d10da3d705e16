package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;

/**
 * Computes the Rényi divergence of one event: the larger of both directions, rounded up. Proofs: docs/proofs.md, lemmas 34,
 * 41, 43, 57, 82 and 83.
 */
public final class RenyiDivergence {
    static final double UP = 1 + 1e-15;

    /** Deviations; sampling lowers a divergence of half their square by the logarithm of its rate at most. */
    static final double FAR = 1000;

    private RenyiDivergence() {}

    /** Whether it has a bound for one step of this event; a selection is none. */
    public static boolean bounds(Event event) {
        return EventFamily.of(event).isBounded(event);
    }

    public static double upper(Event event, double order, Amplification amplification) {
        return EventFamily.of(event).divergence(event, order, amplification);
    }

    static double gaussian(double order, double multiplier) {
        return order / multiplier / multiplier / 2 * UP;
    }

    static double poisson(Event.PoissonSampled event, double order) {
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
    static double laplace(double order, double x) {
        double e = order - 1;
        double rise = e * x;
        if (rise > 600) return (rise + Math.log(order / (2 * order - 1))) / e * UP + 1e-15;
        double excess = (order * Bregman.exponential(rise) + e * Bregman.exponential(-order * x)) / (2 * order - 1);
        return Math.log1p(excess) / e * (1 + 1e-13);
    }
}
