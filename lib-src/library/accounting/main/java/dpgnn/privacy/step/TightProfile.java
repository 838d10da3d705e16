package dpgnn.privacy.step;

import dpgnn.privacy.numeric.GaussLegendre;
import dpgnn.privacy.numeric.GaussianDp;

/**
 * The Rényi moment of a privacy profile q delta(eps) at ln(1 + q(e^eps - 1)), by quadrature over eps: no proved bound.
 *
 * <p>The integral: docs/proofs.md, lemma 44.
 */
final class TightProfile {
    /** Beyond so many the answer is that nothing is known, and the bound without amplification holds. */
    private static final int MOST_CELLS = 20_000;

    private static final double NEGLIGIBLE = 50;

    private TightProfile() {}

    /**
     * ln of 1 + a(a-1) times the integral over eps' of (e^{(a-1) eps'} + e^{-a eps'}) delta'(eps'), both directions having
     * the profile delta'. With W = e^eps' = 1 + q(e^eps - 1) the integrand is q² e^eps (W^{a-2} + W^{-a-1}) delta(eps).
     */
    static double logMoment(double rate, double multiplier, double order) {
        GaussianDp gaussian = new GaussianDp(1 / multiplier);
        double mu = gaussian.mu();
        double end = (order + 2) * mu * mu + 14 * mu;
        if (end / mu > MOST_CELLS) return Double.POSITIVE_INFINITY;
        // ln W is convex, so that no peak is narrower than the profile's, whose width is mu: cells of that width see
        // all.
        int cells = (int) Math.ceil(end / mu);
        double cell = end / cells;
        double[] logs = new double[cells + 1];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i <= cells; i++) {
            logs[i] = logIntegrand(gaussian, rate, order, i * cell);
            top = Math.max(top, logs[i]);
        }
        double peak = top;
        int panels = (int) Math.ceil(Math.max(2, cell * Math.sqrt(order) / 1.5));
        double width = cell / panels;
        double sum = 0;
        for (int i = 0; i < cells; i++) {
            if (Math.max(logs[i], logs[i + 1]) < peak - NEGLIGIBLE) continue;
            for (int j = 0; j < panels; j++)
                sum += GaussLegendre.integrate(
                        e -> Math.exp(logIntegrand(gaussian, rate, order, e) - peak),
                        i * cell + j * width,
                        i * cell + (j + 1) * width);
        }
        return CellMoment.log1pExp(Math.log(order * (order - 1)) + peak + Math.log(sum));
    }

    private static double logIntegrand(GaussianDp gaussian, double rate, double order, double epsilon) {
        double logW = epsilon < 600
                ? Math.log1p(rate * Math.expm1(epsilon))
                : epsilon + Math.log(rate) + Math.log1p((1 - rate) / rate * Math.exp(-epsilon));
        return 2 * Math.log(rate)
                + epsilon
                + (order - 2) * logW
                + Math.log1p(Math.exp((1 - 2 * order) * logW))
                + gaussian.logDelta(epsilon);
    }
}
