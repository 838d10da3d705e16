package dpgnn.privacy;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Erf;

/** What tests compare with: sums over finite laws, and normal laws by another library's error function. */
public final class Laws {
    private Laws() {}

    /** How likely a standard normal number is above x. */
    public static double upper(double x) {
        return Erf.erfc(x * Math.sqrt(0.5)) / 2;
    }

    /** The x above which a standard normal number lies with this probability, by bisection of these tails. */
    public static double quantile(double tail, DoubleUnaryOperator tails) {
        double low = -40, high = 40;
        for (int i = 0; i < 200; i++) {
            double middle = (low + high) / 2;
            if (tails.applyAsDouble(middle) > tail) low = middle;
            else high = middle;
        }
        return low;
    }

    public static double bell(double x, double deviation) {
        return Math.exp(-x * x / (2 * deviation * deviation)) / (deviation * Math.sqrt(2 * Math.PI));
    }

    public static double bell(double x, double y, double deviation) {
        return bell(x, deviation) * bell(y, deviation);
    }

    public static double choose(long n, long k) {
        if (k < 0 || k > n) return 0;
        double c = 1;
        for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
        return c;
    }

    public static double binomial(int n, int k, double p) {
        return choose(n, k) * Math.pow(p, k) * Math.pow(1 - p, n - k);
    }

    /** Of 0 .. n successes. */
    public static double[] binomial(int n, double p) {
        return IntStream.rangeClosed(0, n).mapToDouble(k -> binomial(n, k, p)).toArray();
    }

    /** H at gamma of one finite law from another. */
    public static double stick(double gamma, double[] p, double[] q) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - gamma * q[i]);
        return sum;
    }

    public static double[] mixed(double share, double[] p, double[] q) {
        double[] m = new double[p.length];
        for (int i = 0; i < m.length; i++) m[i] = (1 - share) * p[i] + share * q[i];
        return m;
    }
}
