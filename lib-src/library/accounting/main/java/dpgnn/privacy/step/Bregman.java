package dpgnn.privacy.step;

/** How far a convex function lies above its tangent, without cancellation. */
final class Bregman {
    private Bregman() {}

    /** Computes e^x - 1 - x. */
    static double exponential(double x) {
        if (Math.abs(x) > 0.1) return Math.expm1(x) - x;
        double term = x * x / 2;
        double sum = term;
        for (int k = 3; Math.abs(term) > 1e-18 * sum; k++) {
            term *= x / k;
            sum += term;
        }
        return sum;
    }

    /**
     * The logarithm of (1 + u)^a - 1 - a u for a above 1 and u of at least -1: the excess of a moment over 1, for one ratio of
     * densities 1 + u. Both u and ln(1 + u) are given because far from 0 only the latter is finite.
     */
    static double logPower(double a, double u, double log1p) {
        if (u == 0) return Double.NEGATIVE_INFINITY;
        double e = a - 1;
        if (Math.abs(u) * (a + 1) < 0.05) return Math.log(series(a, u));
        if (log1p < -600) return Math.log(e);
        double w = e * log1p;
        // (1+u) expm1(e ln(1+u)) - e u, with 1 + u taken out
        if (w < 1) return log1p + Math.log(Math.expm1(w) + e * Math.expm1(-log1p));
        return log1p + w + Math.log1p((-1 + e * Math.expm1(-log1p)) * Math.exp(-w));
    }

    private static double series(double a, double u) {
        double term = a * (a - 1) / 2 * u * u;
        double sum = term;
        for (int k = 3; Math.abs(term) > 1e-18 * sum; k++) {
            term *= (a - k + 1) / k * u;
            sum += term;
        }
        return sum;
    }
}
