package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.List;

/** A forest plot's rows: a name on the left, a point and its interval along the number axis. */
public record Intervals(String name, List<String> labels, double[] middle, double[] low, double[] high)
        implements Mark {
    public Intervals {
        middle = Mark.finite(name, "middle", middle);
        low = Mark.finite(name, "low", low);
        high = Mark.finite(name, "high", high);
        labels = List.copyOf(labels);
        Mark.sameLength(name, "labels", labels.size(), "middle", middle.length);
        Mark.sameLength(name, "middle", middle.length, "low", low.length);
        Mark.sameLength(name, "middle", middle.length, "high", high.length);
        for (int i = 0; i < middle.length; i++) {
            if (low[i] > middle[i] || middle[i] > high[i]) {
                throw new IllegalArgumentException("series \"" + name + "\", \"" + labels.get(i) + "\": low " + low[i]
                        + ", middle " + middle[i] + ", high " + high[i] + " must be in this order");
            }
        }
    }

    @Override
    public void cover(Axis x, Axis y) {
        labels.forEach(y::category);
        x.cover(name, middle);
        x.cover(name, low);
        x.cover(name, high);
    }

    @Override
    public void paint(PlotFrame frame) {
        SceneShape.Stroke stroke = new SceneShape.Stroke(frame.colour(), 1.4);
        double shift = frame.rowHeight() * 0.6 / frame.slots;
        for (int i = 0; i < middle.length; i++) {
            double y = frame.row(labels.get(i)) + (frame.slot - (frame.slots - 1) / 2.0) * shift;
            if (!Double.isNaN(low[i]) && !Double.isNaN(high[i])) {
                double from = frame.x.at(low[i]), to = frame.x.at(high[i]);
                frame.add(new SceneShape.Line(from, y, to, y, stroke));
                frame.add(new SceneShape.Line(from, y - 3, from, y + 3, stroke));
                frame.add(new SceneShape.Line(to, y - 3, to, y + 3, stroke));
            }
            if (!Double.isNaN(middle[i]))
                frame.add(Marker.of(frame.index, frame.x.at(middle[i]), y, 3, frame.colour()));
        }
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < middle.length; i++) {
            rows.add(new Object[] {"interval", middle[i], labels.get(i), low[i], high[i], null});
        }
        return rows;
    }

    @Override
    public List<SceneShape> key(double x, double y, int index) {
        int colour = Palette.colour(index);
        return List.of(
                new SceneShape.Line(x, y, x + 22, y, new SceneShape.Stroke(colour, 1.4)),
                Marker.of(index, x + 11, y, 3, colour));
    }

    @Override
    public String gaps() {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < middle.length; i++) if (Double.isNaN(middle[i])) missing.add(labels.get(i));
        return missing.isEmpty() ? "" : missing.size() + " of " + middle.length + " values are missing " + missing;
    }
}
