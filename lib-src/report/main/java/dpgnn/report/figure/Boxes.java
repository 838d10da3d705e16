package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sample as a box plot (Tukey): quartiles (linear interpolation between order statistics), the median as a line, whiskers
 * to the furthest values within 1.5 interquartile ranges, and values beyond them as dots.
 */
public record Boxes(String name, double[] sample) implements Mark {
    public Boxes {
        sample = Mark.finite(name, "values", sample);
    }

    private double[] sorted() {
        return Arrays.stream(sample).filter(v -> !Double.isNaN(v)).sorted().toArray();
    }

    @Override
    public void cover(Axis x, Axis y) {
        x.category(name);
        y.cover(name, sample);
    }

    @Override
    public void paint(PlotFrame frame) {
        double[] s = sorted();
        if (s.length == 0) return;
        double q1 = quantile(s, 0.25), median = quantile(s, 0.5), q3 = quantile(s, 0.75), reach = 1.5 * (q3 - q1);
        double low = Arrays.stream(s).filter(v -> v >= q1 - reach).min().orElse(q1);
        double high = Arrays.stream(s).filter(v -> v <= q3 + reach).max().orElse(q3);
        double centre = frame.column(name), half = Math.min(26, frame.columnWidth() * 0.28);
        double top = frame.y.at(q3), bottom = frame.y.at(q1);
        SceneShape.Stroke ink = new SceneShape.Stroke(Palette.INK, 0.9);
        whisker(frame, centre, half / 2, top, frame.y.at(high), ink);
        whisker(frame, centre, half / 2, bottom, frame.y.at(low), ink);
        frame.add(new SceneShape.Rect(
                centre - half, top, 2 * half, bottom - top, new SceneShape.Fill(frame.colour(), 0.55), ink));
        double middle = frame.y.at(median);
        frame.add(new SceneShape.Line(
                centre - half, middle, centre + half, middle, new SceneShape.Stroke(Palette.INK, 1.8)));
        for (double v : s) {
            if (v >= low && v <= high) continue;
            frame.add(new SceneShape.Circle(centre, frame.y.at(v), 1.6, null, ink));
        }
    }

    private static void whisker(PlotFrame frame, double x, double half, double from, double to, SceneShape.Stroke ink) {
        frame.add(new SceneShape.Line(x, from, x, to, ink));
        frame.add(new SceneShape.Line(x - half, to, x + half, to, ink));
    }

    static double quantile(double[] sorted, double p) {
        double at = p * (sorted.length - 1);
        int i = (int) Math.floor(at);
        return i + 1 < sorted.length ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> rows = new ArrayList<>();
        for (double value : sample) rows.add(new Object[] {"sample", name, value, null, null, null});
        return rows;
    }

    /** The category below the box names it already. */
    @Override
    public List<SceneShape> key(double x, double y, int index) {
        return List.of();
    }

    @Override
    public String gaps() {
        int missing = sample.length - sorted().length;
        return missing == 0 ? "" : missing + " of " + sample.length + " values are missing";
    }
}
