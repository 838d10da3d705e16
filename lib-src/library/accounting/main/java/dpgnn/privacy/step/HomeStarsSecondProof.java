package dpgnn.privacy.step;

import dpgnn.privacy.numeric.Binomial;
import dpgnn.privacy.numeric.Normal;

/**
 * The profile of the second proof of {@link HomeStarsLoss}: n ~ Bin(K, q) is seen, then N(0, m²) against
 * q N(1, m²) + (1-q) N(2n, m²). Likelihood ratios rise along the line, so the best test is a threshold.
 *
 * <p>Proof: docs/proofs.md, lemma 17.
 */
record HomeStarsSecondProof(double rate, double multiplier, Binomial centres) {
    private static final double CUT = 1e-26;
    /** Times the sum of the terms: more than the error of the tails that are subtracted from each other. */
    private static final double MARGIN = 1e-14;

    HomeStarsSecondProof(double rate, int homes, double multiplier) {
        this(rate, multiplier, Binomial.of(homes, rate, CUT));
    }

    /** H at e^epsilon of the mixture against the one Gaussian, at least. */
    double forward(double epsilon) {
        double sum = 0;
        for (int i = 0; i < centres.probability.length; i++)
            sum += centres.probability[i] * forward(centres.first + i, epsilon);
        return sum;
    }

    /** H at e^epsilon of the one Gaussian against the mixture, at least. */
    double backward(double epsilon) {
        double sum = 0;
        for (int i = 0; i < centres.probability.length; i++)
            sum += centres.probability[i] * backward(centres.first + i, epsilon);
        return sum;
    }

    private double forward(int n, double epsilon) {
        double x = threshold(n, epsilon) / multiplier;
        double one = x - 1 / multiplier, many = x - 2 * n / multiplier;
        double tail = Normal.upper(x), power = rate * Normal.upper(one) + (1 - rate) * Normal.upper(many);
        // without the subtrahend, which would overflow, the bound holds too
        if (epsilon > 600) return power;
        double gain = rate * Normal.between(one, x) + (1 - rate) * Normal.between(many, x);
        return Math.max(0, gain - Math.expm1(epsilon) * tail) + MARGIN * (power + Math.exp(epsilon) * tail);
    }

    private double backward(int n, double epsilon) {
        // the ratio never falls to 1 - q
        if (n == 0 && -epsilon <= Math.log1p(-rate)) return 0;
        double x = threshold(n, -epsilon) / multiplier;
        double one = x - 1 / multiplier, many = x - 2 * n / multiplier;
        double size = Normal.upper(-x), power = rate * Normal.upper(-one) + (1 - rate) * Normal.upper(-many);
        if (epsilon > 600) return size;
        double gain = rate * Normal.between(one, x) + (1 - rate) * Normal.between(many, x);
        return Math.max(0, gain - Math.expm1(epsilon) * power) + MARGIN * (size + Math.exp(epsilon) * power);
    }

    /** Where the ratio is e^log. A threshold that is off by a rounding costs its square, which the margin covers. */
    private double threshold(int n, double log) {
        double variance = multiplier * multiplier;
        if (n == 0) {
            double ratio = log < 600 ? Math.log1p(Math.expm1(log) / rate) : log - Math.log(rate);
            return ratio * variance + 0.5;
        }
        // where one of the two terms alone is e^log; from there Newton falls to the root of a convex function
        double logOne = Math.log(rate), logMany = Math.log1p(-rate);
        double x = Math.min((log - logOne) * variance + 0.5, (log - logMany) * variance / (2 * n) + n);
        for (int i = 0; i < 100; i++) {
            double u = logOne + (x - 0.5) / variance, v = logMany + 2 * n * (x - n) / variance;
            double top = Math.max(u, v), a = Math.exp(u - top), b = Math.exp(v - top);
            double over = top + Math.log(a + b) - log;
            double step = over * variance * (a + b) / (a + 2 * n * b);
            x -= step;
            if (!(step > 1e-13 * (Math.abs(x) + multiplier))) break;
        }
        return x;
    }
}
