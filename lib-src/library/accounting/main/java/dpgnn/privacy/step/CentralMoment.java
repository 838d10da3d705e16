package dpgnn.privacy.step;

import dpgnn.privacy.numeric.Normal;

/** E[(r - 1)^l] for even l, where r is the density ratio of N(1, m²) to N(0, m²): the alternating sums of Wang et al. */
final class CentralMoment {
    /** ln of the moments 2, 4, ... at one multiplier: every order of a grid asks for the same ones. */
    private record Known(double multiplier, double[] logs) {}

    private static volatile Known known = new Known(Double.NaN, new double[0]);

    private CentralMoment() {}

    /** Its logarithm. */
    static double log(double multiplier, int even) {
        int at = even / 2 - 1;
        Known these = known;
        if (these.multiplier != multiplier || at >= these.logs.length) {
            double[] logs = new double[Math.max(32, Integer.highestOneBit(at) * 2)];
            boolean same = these.multiplier == multiplier;
            for (int i = 0; i < logs.length; i++)
                logs[i] = same && i < these.logs.length ? these.logs[i] : compute(multiplier, 2 * i + 2);
            these = new Known(multiplier, logs);
            known = these;
        }
        return these.logs[at];
    }

    /** By the trapezoidal rule on an entire integrand: nothing cancels where the printed sum loses all digits. */
    private static double compute(double multiplier, int even) {
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
        return top + Math.log(sum * step) - Normal.LOG_SQRT_TWO_PI;
    }
}
