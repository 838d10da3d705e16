package dpgnn.privacy.account;

import dpgnn.privacy.step.LossCells;
import java.util.List;

/**
 * The divergence of one step, straight from its cells: nothing is composed, so nothing needs a lattice or a transform.
 *
 * <p><b>Guarantee.</b> H at γ = e^epsilon is the sum of max(0, a - γ b) over the outcomes. A cell whose losses are all at least
 * epsilon adds exactly a - γ b, one whose losses are all at most epsilon nothing. One that epsilon divides adds, for an upper
 * bound, what its masses add when they lie at the two ends of its losses (the function max(0, 1 - γ e^-l) is convex in e^-l, as in
 * {@link LossLattice}), and for a lower bound max(0, a - γ b), as if its outcomes were confused with each other (post-processing).
 * Rounding of masses goes to the safe side as in {@link LossCells}.
 *
 * <p>Proof: docs/proofs.md, lemma 39.
 */
record SingleStep(List<LossCells> parts, boolean upper) implements ProfileBound {
    /** More than the error of adding up a million terms that are not negative. */
    private static final double SUMMED = 1e-9;

    /** At least (upper) or at most (lower) the delta at this epsilon of any sign. */
    @Override
    public double delta(double epsilon) {
        double gamma = Math.exp(epsilon), rise = Math.expm1(epsilon), sum = 0;
        for (LossCells cells : parts) {
            for (int i = cells.size() - 1; i >= 0; i--) {
                if (cells.high(i) <= epsilon) continue;
                sum += upper ? most(cells, i, epsilon, gamma, rise) : least(cells, i, epsilon, gamma, rise);
            }
        }
        return upper ? Math.min(1, sum * (1 + SUMMED)) : sum * (1 - SUMMED);
    }

    private static double most(LossCells cells, int i, double epsilon, double gamma, double rise) {
        double low = cells.low(i), high = cells.high(i);
        double more = LossCells.ROUNDING * cells.movedA(i), a = cells.massA(i) + more;
        double less = Math.min(cells.massB(i), LossCells.ROUNDING * cells.movedB(i));
        double b = cells.massB(i) - less, difference = cells.difference(i) - less - more;
        if (low >= epsilon) return Math.max(0, excess(a, b, difference, epsilon, gamma, rise, 1));
        if (high == Double.POSITIVE_INFINITY) return a;
        if (low == Double.NEGATIVE_INFINITY) return a * -Math.expm1(epsilon - high);
        double up = LossLattice.excess(a, b, difference, low) / -Math.expm1(low - high);
        return Math.max(0, Math.min(a, up + LossLattice.blur(low) * a)) * -Math.expm1(epsilon - high);
    }

    private static double least(LossCells cells, int i, double epsilon, double gamma, double rise) {
        if (cells.low(i) == Double.POSITIVE_INFINITY) return 0;
        double less = LossCells.ROUNDING * cells.movedA(i), more = LossCells.ROUNDING * cells.movedB(i);
        double a = cells.massA(i) - less, b = cells.massB(i) + more, d = cells.difference(i) + less + more;
        return Math.max(0, excess(a, b, d, epsilon, gamma, rise, -1));
    }

    /** a - γ b; a rounding of a large epsilon is one of γ, and goes to the given side. */
    private static double excess(
            double a, double b, double difference, double epsilon, double gamma, double rise, int side) {
        if (Math.abs(epsilon) < 0.5) return -Math.fma(rise, b, difference);
        double value = epsilon < 600 ? Math.fma(-gamma, b, a) : LossLattice.excess(a, b, difference, epsilon);
        return value + side * LossLattice.blur(epsilon) * a;
    }

    /** The safe end of a bracket of the least epsilon, not below zero, at which this delta is reached; infinite if none. */
    @Override
    public double epsilon(double delta) {
        if (delta(0) <= delta) return 0;
        double low = 0, high = 1e-12;
        while (delta(high) > delta) {
            if (high > 1e18) return Double.POSITIVE_INFINITY;
            low = high;
            high *= 4;
        }
        return crossing(delta, low, high, 1e-13, upper);
    }
}
