package dpgnn.report.figure;

import dpgnn.report.render.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The caller's settings for one axis, and what the marks need from it: the range of their values, or their categories. */
public final class Axis {
    final String name;
    final LinkedHashSet<String> categories = new LinkedHashSet<>();
    String label = "";
    boolean log;
    double low = Double.NaN;
    double high = Double.NaN;
    private static final int FEW = 9, SHORT = 6;

    /** Where the caller wants marks; null for no wish. */
    private double[] ticks;
    /** The places of the data, as long as they are few; null once they are not. */
    private TreeSet<Double> places = new TreeSet<>();

    private double smallest = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;
    private boolean fromZero;
    /** The highest line that has a word. */
    private double word = Double.NaN;

    Axis(String name) {
        this.name = name;
    }

    public String label() {
        return label;
    }

    public boolean isLogarithmic() {
        return log;
    }

    /** The lowest and the highest value that the caller asked for; empty without a wish. */
    public double[] range() {
        return Double.isNaN(low) ? new double[0] : new double[] {low, high};
    }

    void range(double from, double to) {
        if (!Double.isFinite(from) || !Double.isFinite(to) || from >= to) {
            throw new IllegalArgumentException(
                    name + " range " + from + " to " + to + ": must be two finite numbers, the smaller first");
        }
        low = from;
        high = to;
    }

    void ticks(double... values) {
        for (double value : values) {
            if (!Double.isFinite(value))
                throw new IllegalArgumentException(name + " tick " + value + ", must be finite");
        }
        ticks = values.clone();
    }

    /** These are places at which something was measured. */
    void measuredAt(double... values) {
        for (double value : values) {
            if (places == null) return;
            if (!Double.isNaN(value)) places.add(value);
            if (places.size() > FEW) places = null;
        }
    }

    /** Something lies between the places too. */
    void isContinuous() {
        places = null;
    }

    /** The marks on a scale of this axis, about one every so many points of paper unless the data or the caller say where. */
    List<AxisScale.Tick> ticks(AxisScale scale, double spacing, ToDoubleFunction<String> room) {
        if (ticks != null) return scale.thinned(wanted(scale, ticks), room);
        if (places != null && places.size() > 1) {
            List<AxisScale.Tick> measured =
                    wanted(scale, places.stream().mapToDouble(v -> v).toArray());
            boolean exact = measured.stream().allMatch(Axis::isShort);
            if (exact && measured.size() > 1 && scale.thinned(measured, room).equals(measured)) return measured;
        }
        return scale.thinned(scale.ticks(spacing), room);
    }

    private static boolean isShort(AxisScale.Tick tick) {
        String text = tick.label().replace('−', '-');
        return text.length() <= SHORT && !text.contains("e") && Double.parseDouble(text) == tick.value();
    }

    private static List<AxisScale.Tick> wanted(AxisScale scale, double... values) {
        return Arrays.stream(values)
                .filter(v -> v >= scale.low() && v <= scale.high())
                .mapToObj(v -> new AxisScale.Tick(v, Numbers.significant(v, 5).replace('-', '−')))
                .toList();
    }

    /** Forgets what the marks said; the caller's wishes stay. */
    void clear() {
        categories.clear();
        smallest = Double.POSITIVE_INFINITY;
        largest = Double.NEGATIVE_INFINITY;
        fromZero = false;
        word = Double.NaN;
        places = new TreeSet<>();
    }

    /** The values of a series must fit on this axis. */
    void cover(String series, double... values) {
        for (double value : values) {
            if (Double.isNaN(value)) continue;
            if (log && value <= 0) {
                throw new IllegalArgumentException("series \"" + series + "\" holds " + value + " on the " + name
                        + " axis, which is logarithmic: every value must be above 0");
            }
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
        }
    }

    /** A line with a word beside it: where it lies at the edge, the field has room for the word. */
    void coverWord(String series, double value) {
        cover(series, value);
        word = Double.isNaN(word) ? value : Math.max(word, value);
    }

    /** Names and numbers have no common axis, and names no logarithm. */
    void check(String figure) {
        if (!isCategorical()) return;
        if (smallest <= largest) {
            throw new IllegalArgumentException("figure \"" + figure + "\": the " + name + " axis has the categories "
                    + categories + " and cannot take the numbers " + smallest + " to " + largest + " as well");
        }
        if (log) {
            throw new IllegalArgumentException(
                    "figure \"" + figure + "\": the " + name + " axis has categories and cannot be logarithmic");
        }
    }

    /** Bars stand on zero, so zero must be seen. */
    void coverZero() {
        fromZero = true;
    }

    void category(String category) {
        categories.add(category);
    }

    public boolean isCategorical() {
        return !categories.isEmpty();
    }

    List<String> categories() {
        return new ArrayList<>(categories);
    }

    AxisScale scale(double from, double to) {
        if (isCategorical()) return new AxisScale(-0.5, categories.size() - 0.5, false, from, to);
        double a = smallest, b = largest;
        if (a > b) {
            a = log ? 0.1 : 0;
            b = 1;
        }
        if (fromZero && !log) {
            a = Math.min(0, a);
            b = Math.max(0, b);
        }
        if (a == b) {
            a = log ? a / 2 : a - Math.max(0.5, Math.abs(a) * 0.1);
            b = log ? b * 2 : b + Math.max(0.5, Math.abs(b) * 0.1);
        }
        double margin = log ? StrictMath.pow(b / a, 0.04) : (b - a) * 0.04;
        double padLow = log ? a / margin : fromZero && a == 0 ? 0 : a - margin;
        double padHigh = log
                ? b * (word >= b ? margin * margin * margin : margin)
                : fromZero && b == 0 ? 0 : b + (word >= b ? 3 : 1) * margin;
        if (!Double.isNaN(low) && log && low <= 0) {
            throw new IllegalArgumentException(
                    name + " range starts at " + low + ": a logarithmic axis starts above 0");
        }
        return new AxisScale(Double.isNaN(low) ? padLow : low, Double.isNaN(high) ? padHigh : high, log, from, to);
    }
}
