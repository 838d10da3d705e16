package dpgnn.privacy;

/** E[(r - 1)^l] for even l, where r is the density ratio of N(1, m²) to N(0, m²): the alternating sums of Wang et al. */
final class CentralMoment {
    private CentralMoment() {}

    /** Its logarithm, by the trapezoidal rule on an entire integrand: nothing cancels where the printed sum loses all digits. */
    static double log(double multiplier, int even) {
        double shift = 1 / multiplier;
        double raw = even * (even - 1.0) * shift * shift / 2;
        // Almost all of it is r^l: 1/r is small in the tilted world. The raw moment is an upper bound up to the term
        // for r < 1.
        if ((even - 0.5) * shift * shift > Math.log(even) + 4) return raw + Math.log1p(Math.exp(-Math.min(700, raw)));
        double step = 0.35;
        // A power of t alone has its peaks at the square root of l, and a tilt moves them by l shifts.
        double peak = Math.sqrt(even) + even * shift;
        int from = (int) Math.floor(-(13 + peak) / step);
        int to = (int) Math.ceil((13 + peak) / step);
        double[] logs = new double[to - from + 1];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = from; i <= to; i++) {
            double t = i * step;
            double log = even * Math.log(Math.abs(Math.expm1(t * shift - shift * shift / 2))) - t * t / 2;
            logs[i - from] = log;
            top = Math.max(top, log);
        }
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - top);
        return top + Math.log(sum * step) - MillsRatio.LOG_SQRT_2PI;
    }
}
