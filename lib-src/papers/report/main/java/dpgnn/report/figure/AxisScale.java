package dpgnn.report.figure;

import dpgnn.report.render.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Maps numbers to places on paper, and picks the round numbers at which an axis is marked. */
record AxisScale(double low, double high, boolean log, double from, double to) {
    /** A mark on an axis; small ones have no label. */
    record Tick(double value, String label) {}

    double at(double value) {
        double t = log ? StrictMath.log(value / low) / StrictMath.log(high / low) : (value - low) / (high - low);
        return from + t * (to - from);
    }

    /** The marks, about one every so many points of paper, three at least; round numbers where a short axis of powers has fewer than two. */
    List<Tick> ticks(double spacing) {
        int count = Math.max(3, (int) (Math.abs(to - from) / spacing));
        List<Tick> powers = log ? logTicks(count) : List.of();
        return powers.stream().filter(t -> !t.label().isEmpty()).count() > 1 ? powers : linearTicks(low, high, count);
    }

    /** The marks without the labels that would run into others; powers of ten keep theirs before what lies between. */
    List<Tick> thinned(List<Tick> ticks, ToDoubleFunction<String> room) {
        boolean[] kept = new boolean[ticks.size()];
        for (boolean rest : new boolean[] {false, true}) {
            for (int i = 0; i < kept.length; i++) {
                Tick tick = ticks.get(i);
                if (tick.label().isEmpty() || log && !rest && !isPowerOfTen(tick.value())) continue;
                boolean fits = true;
                for (int j = 0; j < kept.length && fits; j++) {
                    double needed = (room.applyAsDouble(tick.label())
                                    + room.applyAsDouble(ticks.get(j).label()))
                            / 2;
                    fits = j == i
                            || !kept[j]
                            || Math.abs(at(tick.value()) - at(ticks.get(j).value())) >= needed;
                }
                kept[i] = kept[i] || fits;
            }
        }
        List<Tick> result = new ArrayList<>();
        for (int i = 0; i < kept.length; i++)
            result.add(kept[i] ? ticks.get(i) : new Tick(ticks.get(i).value(), ""));
        return result;
    }

    private static boolean isPowerOfTen(double value) {
        double power = StrictMath.log10(value);
        return Math.abs(power - Math.rint(power)) < 1e-9;
    }

    static List<Tick> linearTicks(double low, double high, int count) {
        double step = step((high - low) / count);
        int decimals = Math.max(0, (int) -Math.floor(StrictMath.log10(step) + 1e-9));
        boolean plain = decimals <= 6 && Math.max(Math.abs(low), Math.abs(high)) < 1e6;
        List<Tick> ticks = new ArrayList<>();
        long first = (long) Math.ceil(low / step - 1e-9), last = (long) Math.floor(high / step + 1e-9);
        for (long i = first; i <= last; i++) {
            double value = i * step;
            String label =
                    plain ? Numbers.fixed(value, decimals) : scientific(value, Math.max(Math.abs(low), Math.abs(high)));
            ticks.add(new Tick(value, label.replace('-', '−')));
        }
        return ticks;
    }

    /** "1.5×10^6", all ticks of an axis with the power of its largest number. */
    private static String scientific(double value, double largest) {
        int power = (int) Math.floor(StrictMath.log10(largest) + 1e-9);
        double mantissa = value * StrictMath.pow(10, -power);
        return Math.abs(mantissa) < 1e-9 ? "0" : Numbers.significant(mantissa, 4) + "×10^" + power;
    }

    /** The closest of 1, 2, 5 times a power of ten, by ratio. */
    static double step(double wanted) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(wanted))), ratio = wanted / power;
        return power * (ratio < Math.sqrt(2) ? 1 : ratio < Math.sqrt(10) ? 2 : ratio < Math.sqrt(50) ? 5 : 10);
    }

    private List<Tick> logTicks(int count) {
        int first = (int) Math.floor(StrictMath.log10(low) + 1e-9),
                last = (int) Math.ceil(StrictMath.log10(high) - 1e-9);
        int every = Math.max(1, (int) Math.ceil((last - first) / (double) count));
        boolean between = StrictMath.log10(high / low) < 1.6;
        // Powers of ten all look alike: in full only where every one of them is short.
        boolean plain = StrictMath.log10(low) > -3.1 && StrictMath.log10(high) < 4.1;
        List<Tick> ticks = new ArrayList<>();
        for (int p = first; p <= last; p++) {
            for (int m = 1; m < 10; m++) {
                double value = m * StrictMath.pow(10, p);
                if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
                boolean labelled = m == 1 ? Math.floorMod(p, every) == 0 : between && (m == 2 || m == 5);
                if (m == 1 || every == 1) ticks.add(new Tick(value, labelled ? label(m, p, plain) : ""));
            }
        }
        return ticks;
    }

    /** In full, or as "10^p", whose exponent the painter raises. */
    private static String label(int m, int p, boolean plain) {
        if (plain) return Numbers.fixed(m * StrictMath.pow(10, p), Math.max(0, -p));
        String exponent = Integer.toString(p).replace('-', '−');
        return m == 1 ? "10^" + exponent : m + "×10^" + exponent;
    }
}
