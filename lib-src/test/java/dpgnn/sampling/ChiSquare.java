package dpgnn.sampling;

/**
 * Pearson's test of counts against probabilities; cells with an expectation below 5 are pooled with their neighbour.
 *
 * @param value the statistic
 * @param freedom cells after pooling, less one
 */
record ChiSquare(double value, int freedom) {
    static ChiSquare of(long[] counts, double[] stated) {
        long total = 0;
        for (long c : counts) total += c;
        double value = 0;
        int cells = 0;
        double seen = 0;
        double expected = 0;
        double left = total;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            expected += stated[i] * total;
            left -= stated[i] * total;
            if ((expected < 5 || left < 5) && i + 1 < counts.length) continue;
            if (expected > 1e-9) {
                value += (seen - expected) * (seen - expected) / expected;
                cells++;
            } else if (seen > 0) value = Double.POSITIVE_INFINITY;
            seen = 0;
            expected = 0;
        }
        return new ChiSquare(value, Math.max(0, cells - 1));
    }

    /** Whether the value is below the 99.9 % point, by Wilson and Hilferty's approximation. */
    boolean plausible() {
        if (freedom == 0) return value < 1e-9;
        double a = 2.0 / (9 * freedom);
        return value < freedom * Math.pow(1 - a + 3.0902 * Math.sqrt(a), 3);
    }
}
