package dpgnn.privacy.numeric;

/**
 * The standard normal distribution with full relative accuracy in both tails.
 *
 * <p>The upper tail is the density times Mills' ratio R. Because R' = xR - 1, all derivatives of R follow from its value, so a
 * table of values gives a Taylor series around the nearest knot that is exact to a few units in the last place.
 */
public final class Normal {
    /** ln of the square root of 2 pi. */
    public static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

    private static final double SQRT_HALF_PI = Math.sqrt(Math.PI / 2);
    private static final double INVERSE_SQRT_TWO_PI = 1 / Math.sqrt(2 * Math.PI);
    private static final int KNOTS_PER_UNIT = 8;
    private static final int TERMS = 14;
    private static final double LARGEST = 39;
    private static final double[] TAYLOR = taylor();

    private Normal() {}

    public static double density(double x) {
        return INVERSE_SQRT_TWO_PI * bell(x);
    }

    /** Pr[X > x]; zero where it is below the smallest double. */
    public static double upper(double x) {
        return x >= 0 ? positiveUpper(x) : 1 - positiveUpper(-x);
    }

    /** {@code Pr[a < X <= b]} without the cancellation that a difference of probabilities near one has. */
    public static double between(double a, double b) {
        if (a >= 0) return positiveUpper(a) - positiveUpper(b);
        if (b <= 0) return positiveUpper(-b) - positiveUpper(-a);
        return 1 - positiveUpper(-a) - positiveUpper(b);
    }

    /** Some x with Pr[X > x] at most the tail, and not much larger than the least such x. */
    public static double upperQuantile(double tail) {
        double low = 0, high = LARGEST;
        if (tail >= 0.5) return 0;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            if (positiveUpper(middle) > tail) low = middle;
            else high = middle;
        }
        return high;
    }

    /** Pr[X > x] over the density at x, for x of at least -37. */
    static double mills(double x) {
        return x >= 0 ? positiveMills(x) : 1 / density(x) - positiveMills(-x);
    }

    /** ln Pr[X > x], which does not underflow. */
    static double logUpper(double x) {
        return x >= 0
                ? -x * x / 2 - LOG_SQRT_TWO_PI + Math.log(positiveMills(x))
                : Math.log1p(-density(x) * positiveMills(-x));
    }

    private static double positiveUpper(double x) {
        if (!(x < LARGEST)) return Double.isNaN(x) ? x : 0;
        return INVERSE_SQRT_TWO_PI * bell(x) * positiveMills(x);
    }

    private static double positiveMills(double x) {
        if (!(x < LARGEST)) return fraction(x, 40);
        int knot = (int) (x * KNOTS_PER_UNIT + 0.5);
        double t = x - (double) knot / KNOTS_PER_UNIT;
        int at = knot * TERMS;
        double mills = TAYLOR[at + TERMS - 1];
        for (int n = TERMS - 2; n >= 0; n--) mills = Math.fma(mills, t, TAYLOR[at + n]);
        return mills;
    }

    /** exp(-x²/2); the rounding error of the square matters in the tails, so it is put back. */
    private static double bell(double x) {
        double square = x * x;
        double lost = Math.fma(x, x, -square);
        return Math.exp(-square / 2) * (1 - lost / 2);
    }

    /** The coefficients of the series around each knot, one knot after the other. */
    static double[] taylor() {
        int knots = (int) (LARGEST * KNOTS_PER_UNIT) + 2;
        double[] table = new double[knots * TERMS];
        for (int i = 0; i < knots; i++) {
            double x = (double) i / KNOTS_PER_UNIT;
            double before = exactMills(x);
            double derivative = x * before - 1;
            table[i * TERMS] = before;
            double factorial = 1;
            for (int n = 1; n < TERMS; n++) {
                factorial *= n;
                table[i * TERMS + n] = derivative / factorial;
                double next = x * derivative + n * before;
                before = derivative;
                derivative = next;
            }
        }
        return table;
    }

    /** Mills' ratio: its power series below 1 (terms of one sign, then one subtraction), Laplace's continued fraction above. */
    private static double exactMills(double x) {
        if (x < 1) {
            double term = x, sum = x;
            for (int n = 1; term > 1e-18 * sum; n++) {
                term *= x * x / (2 * n + 1);
                sum += term;
            }
            return SQRT_HALF_PI * Math.exp(x * x / 2) - sum;
        }
        return fraction(x, 400);
    }

    private static double fraction(double x, int terms) {
        double tail = x;
        for (int n = terms; n >= 1; n--) tail = x + n / tail;
        return 1 / tail;
    }
}
