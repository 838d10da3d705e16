package dpgnn.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The caller's settings for one axis, and what the marks need from it: the range of their values, or their categories. */
final class Axis {
    final String name;
    final LinkedHashSet<String> categories = new LinkedHashSet<>();
    String label = "";
    boolean log;
    double low = Double.NaN;
    double high = Double.NaN;
    private double smallest = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;
    private boolean fromZero;

    Axis(String name) {
        this.name = name;
    }

    void range(double from, double to) {
        if (!Double.isFinite(from) || !Double.isFinite(to) || from >= to) {
            throw new IllegalArgumentException(
                    name + " range " + from + " to " + to + ": must be two finite numbers, the smaller first");
        }
        low = from;
        high = to;
    }

    /** Forgets what the marks said; the caller's wishes stay. */
    void clear() {
        categories.clear();
        smallest = Double.POSITIVE_INFINITY;
        largest = Double.NEGATIVE_INFINITY;
        fromZero = false;
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

    boolean isCategorical() {
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
        double padHigh = log ? b * margin : fromZero && b == 0 ? 0 : b + margin;
        if (!Double.isNaN(low) && log && low <= 0) {
            throw new IllegalArgumentException(
                    name + " range starts at " + low + ": a logarithmic axis starts above 0");
        }
        return new AxisScale(Double.isNaN(low) ? padLow : low, Double.isNaN(high) ? padHigh : high, log, from, to);
    }
}
