package dpgnn.privacy.numeric;

import dpgnn.base.Check;

/**
 * Computes Gaussian differential privacy (Dong, Roth and Su 2022): how well N(0, 1) and N(mu, 1) can be told apart. Gaussian
 * mechanisms on the same data compose exactly, by adding the squares of their mu, so that this is an oracle for every other
 * accountant.
 *
 * <p><b>Guarantee.</b> delta(eps) = P(Z &gt; eps/mu - mu/2) - e^eps P(Z &gt; eps/mu + mu/2) (Balle and Wang 2018, theorem 8),
 * for add or remove and for replace alike when mu is taken over the sensitivity of that relation. Answers are rounded up by
 * more than the error of their arithmetic.
 *
 * <p>Proof: docs/proofs.md, lemma 41.
 */
public record GaussianDp(double mu) {
    /** Larger than the relative error of delta and of epsilon; a test against 50 digits holds it. */
    private static final double MARGIN = 1e-12;

    public GaussianDp {
        if (!(mu >= 0) || Double.isInfinite(mu))
            throw new IllegalArgumentException("mu must be finite and at least 0, was " + mu);
    }

    /** The composition of so many steps whose noise is so many times the sensitivity. */
    public static GaussianDp of(double multiplier, long steps) {
        if (!(multiplier > 0)) throw new IllegalArgumentException("multiplier must be positive, was " + multiplier);
        Check.atLeast("steps", steps, 0);
        return new GaussianDp(Math.sqrt(steps) / multiplier);
    }

    /** This mechanism and another one on the same data. */
    public GaussianDp and(GaussianDp other) {
        return new GaussianDp(Math.hypot(mu, other.mu));
    }

    /** The least delta for this epsilon, rounded up. */
    public double delta(double epsilon) {
        return Math.min(1, Math.exp(logDelta(epsilon)));
    }

    /** Its natural logarithm, which does not underflow; minus infinity when mu is 0. */
    public double logDelta(double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        if (mu == 0 || Double.isInfinite(epsilon)) return Double.NEGATIVE_INFINITY;
        double a = epsilon / mu - mu / 2;
        return Math.min(0, exactLogDelta(a) + margin(a, epsilon));
    }

    /** The subtraction of nearly equal numbers moves a by an ulp, and ln delta by about |a| times as much. */
    private double margin(double a, double epsilon) {
        return MARGIN + 4e-16 * (1 + Math.abs(a)) * (epsilon / mu + mu);
    }

    private double lowerLogDelta(double epsilon) {
        if (mu == 0 || Double.isInfinite(epsilon)) return Double.NEGATIVE_INFINITY;
        // one margin takes back the rounding up, the others stand for the error itself
        return logDelta(epsilon) - 3 * margin(epsilon / mu - mu / 2, epsilon);
    }

    /** The least delta for this epsilon, rounded down. */
    public double lowerDelta(double epsilon) {
        return Math.exp(lowerLogDelta(epsilon)) * (1 - MARGIN);
    }

    /** The least epsilon for this delta, rounded down. */
    public double lowerEpsilon(double delta) {
        double target = Math.log(delta) + MARGIN, low = 0, high = epsilon(delta);
        if (lowerLogDelta(0) <= target) return 0;
        for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
            double middle = low + (high - low) / 2;
            if (lowerLogDelta(middle) > target) low = middle;
            else high = middle;
        }
        return low;
    }

    /** The least epsilon for this delta, rounded up. */
    public double epsilon(double delta) {
        Check.open("delta", delta, 0, 1);
        double target = Math.log(delta);
        if (mu == 0 || logDelta(0) <= target) return 0;
        double low = 0;
        // delta(eps) < P(Z > a) <= exp(-a^2/2)
        double high = mu * (mu / 2 + Math.sqrt(-2 * target)) + 1e-300;
        while (logDelta(high) > target) high *= 1 + 1e-9;
        for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
            double middle = low + (high - low) / 2;
            if (logDelta(middle) > target) low = middle;
            else high = middle;
        }
        return high * (1 + MARGIN);
    }

    /** With a = eps/mu - mu/2: delta = density(a) (Mills(a) - Mills(a + mu)), because e^eps density(a + mu) = density(a). */
    private double exactLogDelta(double a) {
        double b = a + mu;
        if (a <= -1) return Math.log(-Math.expm1(Normal.logUpper(-a)) - lowerTerm(a, b));
        double logDensity = -a * a / 2 - Normal.LOG_SQRT_TWO_PI;
        if (mu * Math.max(1, a) >= 0.2) return logDensity + Math.log(Normal.mills(a) - Normal.mills(b));
        return logDensity + Math.log(difference(a));
    }

    private static double lowerTerm(double a, double b) {
        return Math.exp(-a * a / 2 - Normal.LOG_SQRT_TWO_PI) * Normal.mills(b);
    }

    /** Mills(a) - Mills(a + mu) = integral over s of e^{-as - s^2/2} (1 - e^{-mu s}), where the difference would cancel. */
    private double difference(double a) {
        double step = 1 / Math.max(1, a);
        double sum = 0;
        for (double from = 0; a * from + from * from / 2 < 42; from += step)
            sum += GaussLegendre.integrate(s -> Math.exp(-a * s - s * s / 2) * -Math.expm1(-mu * s), from, from + step);
        return sum;
    }
}
