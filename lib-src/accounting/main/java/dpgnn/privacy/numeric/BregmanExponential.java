package dpgnn.privacy.numeric;

/** Computes e^x - 1 - x, without cancellation. */
public final class BregmanExponential {
    private BregmanExponential() {}

    public static double of(double x) {
        if (Math.abs(x) > 0.1) return Math.expm1(x) - x;
        double term = x * x / 2;
        double sum = term;
        for (int k = 3; Math.abs(term) > 1e-18 * sum; k++) {
            term *= x / k;
            sum += term;
        }
        return sum;
    }
}
