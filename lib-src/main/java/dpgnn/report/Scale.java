package dpgnn.report;

import java.util.ArrayList;
import java.util.List;

/** From numbers to places on paper, and the round numbers at which an axis is marked. */
record Scale(double low, double high, boolean log, double from, double to) {
    /** A mark on an axis; small ones have no label. */
    record Tick(double value, String label) {}

    double at(double value) {
        double t = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return from + t * (to - from);
    }

    /** The marks, about one every so many points of paper. */
    List<Tick> ticks(double spacing) {
        int count = Math.max(2, (int) (Math.abs(to - from) / spacing));
        return log ? logTicks(count) : linearTicks(low, high, count);
    }

    static List<Tick> linearTicks(double low, double high, int count) {
        double step = step((high - low) / count);
        int decimals = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
        boolean plain = decimals <= 6 && Math.max(Math.abs(low), Math.abs(high)) < 1e6;
        List<Tick> ticks = new ArrayList<>();
        long first = (long) Math.ceil(low / step - 1e-9), last = (long) Math.floor(high / step + 1e-9);
        for (long i = first; i <= last; i++) {
            double value = i * step;
            String label = plain ? Numbers.fixed(value, decimals) : Numbers.significant(value, 6);
            ticks.add(new Tick(value, label.replace('-', '−')));
        }
        return ticks;
    }

    /** The smallest of 1, 2, 5 times a power of ten that is at least this. */
    static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (double factor : new double[] {1, 2, 5}) if (factor * power >= atLeast * (1 - 1e-9)) return factor * power;
        return 10 * power;
    }

    private List<Tick> logTicks(int count) {
        int first = (int) Math.floor(Math.log10(low) + 1e-9), last = (int) Math.ceil(Math.log10(high) - 1e-9);
        int every = Math.max(1, (int) Math.ceil((last - first) / (double) count));
        boolean between = Math.log10(high / low) < 1.6;
        List<Tick> ticks = new ArrayList<>();
        for (int p = first; p <= last; p++) {
            for (int m = 1; m < 10; m++) {
                double value = m * Math.pow(10, p);
                if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
                boolean labelled = m == 1 ? Math.floorMod(p, every) == 0 : between && (m == 2 || m == 5);
                if (m == 1 || every == 1) ticks.add(new Tick(value, labelled ? power(m, p) : ""));
            }
        }
        return ticks;
    }

    /** Small powers of ten in full, others as "10^p", which the painter sets as a superscript. */
    private static String power(int m, int p) {
        if (p >= -3 && p <= 3) return Numbers.fixed(m * Math.pow(10, p), Math.max(0, -p));
        String exponent = Integer.toString(p).replace('-', '−');
        return m == 1 ? "10^" + exponent : m + "×10^" + exponent;
    }
}
