package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** One bar per category, side by side with the bars of other series, hatched by series so that grey print tells them apart. */
public record Bars(String name, List<String> labels, double[] values, double[] errors) implements Mark {
    public Bars {
        values = Mark.finite(name, "values", values);
        Mark.sameLength(name, "labels", labels.size(), "values", values.length);
        labels = List.copyOf(labels);
        if (new LinkedHashSet<>(labels).size() < labels.size()) {
            throw new IllegalArgumentException(
                    "series \"" + name + "\": labels " + labels + " must differ from each other");
        }
        if (errors != null) {
            errors = Mark.finite(name, "errors", errors);
            Mark.sameLength(name, "values", values.length, "errors", errors.length);
            for (double error : errors) {
                if (error < 0) {
                    throw new IllegalArgumentException(
                            "series \"" + name + "\": errors hold " + error + ", must be >= 0");
                }
            }
        }
    }

    @Override
    public void cover(Axis x, Axis y) {
        labels.forEach(x::category);
        y.coverZero();
        y.cover(name, values);
        if (errors == null) return;
        for (int i = 0; i < values.length; i++) {
            if (!y.log || values[i] - errors[i] > 0) y.cover(name, values[i] - errors[i]);
            y.cover(name, values[i] + errors[i]);
        }
    }

    @Override
    public void paint(PlotFrame frame) {
        double group = frame.columnWidth() * 0.78, width = group / frame.slots;
        double foot = frame.y.log() ? frame.bottom : frame.y.at(0);
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) continue;
            double left = frame.column(labels.get(i)) - group / 2 + frame.slot * width;
            double end = frame.y.at(values[i]);
            bar(frame, left, Math.min(foot, end), width * (frame.slots > 1 ? 0.92 : 1), Math.abs(end - foot));
            if (errors == null || Double.isNaN(errors[i])) continue;
            double below = values[i] - errors[i];
            double low = frame.y.log() && below <= 0 ? frame.bottom : frame.y.at(below);
            error(frame, left + width * 0.46, low, frame.y.at(values[i] + errors[i]), Palette.INK);
        }
    }

    private static void bar(PlotFrame frame, double x, double y, double width, double height) {
        frame.add(new SceneShape.Rect(x, y, width, height, SceneShape.Fill.of(frame.colour()), null));
        frame.shapes.addAll(Hatch.lines(frame.index, x, y, width, height));
    }

    /** A vertical line with feet, from low to high (places on paper). */
    static void error(PlotFrame frame, double x, double low, double high, int colour) {
        if (Double.isNaN(low) || Double.isNaN(high)) return;
        SceneShape.Stroke stroke = new SceneShape.Stroke(colour, 0.9);
        frame.add(new SceneShape.Line(x, low, x, high, stroke));
        frame.add(new SceneShape.Line(x - 2.5, low, x + 2.5, low, stroke));
        frame.add(new SceneShape.Line(x - 2.5, high, x + 2.5, high, stroke));
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            Double low = errors == null ? null : values[i] - errors[i],
                    high = errors == null ? null : values[i] + errors[i];
            rows.add(new Object[] {"bar", labels.get(i), values[i], low, high, null});
        }
        return rows;
    }

    @Override
    public List<SceneShape> key(double x, double y, int index) {
        List<SceneShape> shapes = new ArrayList<>();
        shapes.add(new SceneShape.Rect(x + 8, y - 4.5, 14, 9, SceneShape.Fill.of(Palette.colour(index)), null));
        shapes.addAll(Hatch.lines(index, x + 8, y - 4.5, 14, 9));
        return shapes;
    }

    @Override
    public String gaps() {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < values.length; i++) if (Double.isNaN(values[i])) missing.add(labels.get(i));
        return missing.isEmpty() ? "" : missing.size() + " of " + values.length + " values are missing " + missing;
    }
}
