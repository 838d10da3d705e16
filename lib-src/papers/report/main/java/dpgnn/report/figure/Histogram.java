package dpgnn.report.figure;

import java.util.Arrays;

/** Counts of values in bins of equal width from the smallest value to the largest, as steps that start and end on zero. */
final class Histogram {
    private Histogram() {}

    static Curve of(String name, double[] values, int bins) {
        if (bins < 1 || bins > 10_000) throw new IllegalArgumentException("bins = " + bins + ", must be in 1..10000");
        double[] seen = Arrays.stream(Mark.finite(name, "values", values))
                .filter(v -> !Double.isNaN(v))
                .toArray();
        if (seen.length == 0)
            throw new IllegalArgumentException("series \"" + name + "\" is empty: every value is NaN");
        double low = Arrays.stream(seen).min().orElseThrow(),
                high = Arrays.stream(seen).max().orElseThrow();
        if (low == high) {
            low -= 0.5;
            high += 0.5;
        }
        double width = (high - low) / bins;
        double[] x = new double[bins + 2], y = new double[bins + 2];
        for (double v : seen) y[1 + Math.min(bins - 1, (int) ((v - low) / width))]++;
        x[0] = low;
        for (int i = 0; i <= bins; i++) x[i + 1] = low + i * width;
        return new Curve(name, Curve.Kind.STEPS, x, y, null, null);
    }
}
