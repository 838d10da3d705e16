package dpgnn.privacy;

/** The standard normal distribution in its tails, to a few units in the last place. */
final class MillsRatio {
    static final double LOG_SQRT_2PI = 0.9189385332046727;

    private MillsRatio() {}

    /** P(Z > x) / density(x), for x of at least -37. */
    static double of(double x) {
        if (x >= 1) return fraction(x);
        double density = Math.exp(-x * x / 2 - LOG_SQRT_2PI);
        return x > -1 ? (0.5 - density * series(x)) / density : 1 / density - fraction(-x);
    }

    /** ln P(Z > x). */
    static double logUpperTail(double x) {
        if (x >= 1) return -x * x / 2 - LOG_SQRT_2PI + Math.log(fraction(x));
        double density = Math.exp(-x * x / 2 - LOG_SQRT_2PI);
        return x > -1 ? Math.log(0.5 - density * series(x)) : Math.log1p(-density * fraction(-x));
    }

    /** Laplace's continued fraction; its n-th convergent is off by about exp(-2x sqrt(2n)). */
    private static double fraction(double x) {
        int terms = 16 + (int) Math.ceil(200 / (x * x));
        double tail = x;
        for (int n = terms; n >= 1; n--) tail = x + n / tail;
        return 1 / tail;
    }

    /** (P(Z &lt; x) - 1/2) / density(x) = x + x^3/3 + x^5/15 + ... */
    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int n = 3; Math.abs(term) > 1e-18 * Math.abs(sum); n += 2) {
            term *= x * x / n;
            sum += term;
        }
        return sum;
    }
}
