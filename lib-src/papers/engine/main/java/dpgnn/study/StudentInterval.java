package dpgnn.study;

import dpgnn.base.Check;
import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A mean over seeds with its 95 % interval by Student's law. One seed has no interval: it lies neither above nor below anything.
 *
 * @param half of the interval's width; not a number where there is none
 */
public record StudentInterval(double mean, double half) {
    private static final double CONFIDENCE = 0.95;

    /** @param values one for each seed */
    public static StudentInterval of(double... values) {
        Check.given("values", values);
        Check.atLeast("number of values", values.length, 1);
        double mean = Arrays.stream(values).average().orElseThrow();
        int free = values.length - 1;
        if (free == 0) return new StudentInterval(mean, Double.NaN);
        double quantile = new TDistribution(null, free).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        return new StudentInterval(mean, quantile * Math.sqrt(squares(values) / free / values.length));
    }

    /** The deviation of a sample; not a number where there is one value. */
    public static double deviation(double... values) {
        Check.given("values", values);
        return values.length < 2 ? Double.NaN : Math.sqrt(squares(values) / (values.length - 1));
    }

    private static double squares(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    public boolean exists() {
        return !Double.isNaN(half);
    }

    /** Whether all of it is above a level. */
    public boolean isAbove(double level) {
        return mean - half > level;
    }

    /** Whether all of it is below a level. */
    public boolean isBelow(double level) {
        return mean + half < level;
    }
}
