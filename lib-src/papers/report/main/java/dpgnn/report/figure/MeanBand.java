package dpgnn.report.figure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Mean and sample standard deviation over runs (seeds), point by point; a missing run does not count. */
final class MeanBand {
    private static final int FEW = 12;

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
        Curve.Kind kind = band && n <= FEW ? Curve.Kind.MEANS : Curve.Kind.LINE;
        return new Curve(name, kind, x, middle, band ? low : null, band ? high : null);
    }

    static Curve of(String name, Map<? extends Number, double[]> values) {
        int most = values.values().stream().mapToInt(v -> v.length).max().orElse(0);
        double[][] runs = new double[most][values.size()];
        int at = 0;
        for (double[] seen : values.values()) {
            for (int r = 0; r < most; r++) runs[r][at] = r < seen.length ? seen[r] : Double.NaN;
            at++;
        }
        return of(name, numbers(values.keySet()), runs);
    }

    static double[] numbers(Collection<? extends Number> values) {
        return values.stream().mapToDouble(Number::doubleValue).toArray();
    }

    /** Bars of the means, with the deviations as errors. */
    static Bars bars(String name, String[] labels, double[][] values) {
        Curve curve = of(name, new double[labels.length], values);
        double[] errors = new double[labels.length];
        for (int i = 0; i < errors.length && curve.low() != null; i++) errors[i] = curve.y()[i] - curve.low()[i];
        return new Bars(name, Arrays.asList(labels), curve.y(), curve.low() == null ? null : errors);
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
