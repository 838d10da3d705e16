package dpgnn.privacy;

/** The Rényi moment of a privacy profile q delta(eps) at ln(1 + q(e^eps - 1)), by quadrature over eps. */
final class TightProfile {
    private TightProfile() {}

    /**
     * ln of 1 + a(a-1) times the integral over eps' of (e^{(a-1) eps'} + e^{-a eps'}) delta'(eps'), both directions having
     * the profile delta'. With W = e^eps' = 1 + q(e^eps - 1) the integrand is q² e^eps (W^{a-2} + W^{-a-1}) delta(eps).
     */
    static double logMoment(double rate, double multiplier, double order) {
        GaussianDp gaussian = new GaussianDp(1 / multiplier);
        double mu = gaussian.mu();
        double end = (order + 1) * mu * mu + 14 * mu + mu * mu;
        // The profile changes over mu; the weight over 1/order once it is not flat.
        double panel = Math.min(mu, Math.max(1 / order, mu / 4));
        int panels = (int) Math.min(4096, Math.ceil(end / panel));
        double width = end / panels;
        double[] sums = {Double.NEGATIVE_INFINITY, 0};
        for (int i = 0; i < panels; i++) {
            double from = i * width;
            double scale = logIntegrand(gaussian, rate, order, from + width / 2);
            if (scale < sums[0] - 60 - order * width) continue;
            double part = GaussLegendre.integrate(
                    e -> Math.exp(logIntegrand(gaussian, rate, order, e) - scale), from, from + width);
            double log = scale + Math.log(part);
            double top = Math.max(log, sums[0]);
            sums[1] = sums[1] * Math.exp(sums[0] - top) + Math.exp(log - top);
            sums[0] = top;
        }
        double log = Math.log(order * (order - 1)) + sums[0] + Math.log(sums[1]);
        return log > 40 ? log + Math.exp(-log) : Math.log1p(Math.exp(log));
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
