package dpgnn.report.figure;

import java.util.Arrays;

/** Mean and sample standard deviation over runs (seeds), point by point; a missing run does not count. */
final class MeanBand {
    private MeanBand() {}

    static Curve of(String name, double[] x, double[][] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("series \"" + name + "\" is empty: values needs at least one run");
        }
        int n = x.length;
        double[] middle = new double[n], low = new double[n], high = new double[n];
        for (int r = 0; r < values.length; r++) Mark.sameLength(name, "x", n, "values[" + r + "]", values[r].length);
        for (int i = 0; i < n; i++) {
            int at = i;
            double[] seen = Arrays.stream(values)
                    .mapToDouble(run -> run[at])
                    .filter(v -> !Double.isNaN(v))
                    .toArray();
            middle[i] = mean(seen);
            double spread = seen.length < 2 ? 0 : deviation(seen);
            low[i] = middle[i] - spread;
            high[i] = middle[i] + spread;
        }
        boolean band = values.length > 1;
        return new Curve(name, Curve.Kind.LINE, x, middle, band ? low : null, band ? high : null);
    }

    static double mean(double[] values) {
        return values.length == 0 ? Double.NaN : Arrays.stream(values).sum() / values.length;
    }

    /** The sample standard deviation, with n - 1 below; of a single value there is none. */
    static double deviation(double[] values) {
        if (values.length < 2) return Double.NaN;
        double mean = mean(values);
        double sum = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(sum / (values.length - 1));
    }
}
