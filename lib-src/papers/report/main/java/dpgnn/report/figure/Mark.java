package dpgnn.report.figure;

import dpgnn.report.render.SceneShape;
import java.util.List;

/** One thing drawn between two axes: a curve, bars, a heat map. It reports its range, draws itself and lists its points. */
public sealed interface Mark
        permits Curve,
                Bars,
                HeatMap,
                Intervals,
                GraphMark,
                GraphSketch.Drawn,
                SequenceSketch.Drawn,
                OpenRows,
                RuleLine {
    /** The name in the legend and in error messages. */
    String name();

    void cover(Axis x, Axis y);

    void paint(PlotFrame frame);

    /** The rows of the CSV: kind, x, y, low, high, value, each text, number or null. */
    List<Object[]> points();

    /** The mark's picture in the legend; an empty list leaves the mark out of it. */
    default List<SceneShape> key(double x, double y, int index) {
        return List.of();
    }

    /** Whether it takes one of the palette's colours. */
    default boolean isColoured() {
        return !isBare();
    }

    /** Whether it is drawn without axes. */
    default boolean isBare() {
        return false;
    }

    /** Where values are missing, in words, or nothing. */
    default String gaps() {
        return "";
    }

    static double[] finite(String series, String what, double[] values) {
        if (values == null) throw new IllegalArgumentException("series \"" + series + "\": " + what + " is null");
        if (values.length == 0) {
            throw new IllegalArgumentException(
                    "series \"" + series + "\" is empty: " + what + " needs at least one value");
        }
        for (int i = 0; i < values.length; i++) {
            if (Double.isInfinite(values[i])) {
                throw new IllegalArgumentException(
                        "series \"" + series + "\": " + what + "[" + i + "] is " + values[i]
                                + ", which has no place on an axis; leave it out, make it NaN (a gap) or show it with horizontal()");
            }
        }
        return values.clone();
    }

    static void sameLength(String series, String a, int lengthA, String b, int lengthB) {
        if (lengthA != lengthB) {
            throw new IllegalArgumentException("series \"" + series + "\": " + a + " has " + lengthA + " values and "
                    + b + " has " + lengthB + "; they must be as many");
        }
    }
}
