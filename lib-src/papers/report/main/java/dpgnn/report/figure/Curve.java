package dpgnn.report.figure;

import dpgnn.report.render.Numbers;
import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Points, a line through them, or steps; with a band or error bars where low and high are there. A NaN is a gap. */
public record Curve(String name, Kind kind, double[] x, double[] y, double[] low, double[] high) implements Mark {
    public enum Kind {
        LINE,
        STEPS,
        POINTS,
        /** A line through means, whose spread is an error bar at each of a few points. */
        MEANS
    }

    /** With more points than this on a line, markers would hide it. */
    private static final int MARKERS = 25;

    public Curve {
        x = Mark.finite(name, "x", x);
        y = Mark.finite(name, "y", y);
        Mark.sameLength(name, "x", x.length, "y", y.length);
        if (low != null) {
            low = Mark.finite(name, "low", low);
            high = Mark.finite(name, "high", high);
            Mark.sameLength(name, "y", y.length, "low", low.length);
            Mark.sameLength(name, "y", y.length, "high", high.length);
            for (int i = 0; i < low.length; i++) {
                if (low[i] > high[i]) {
                    throw new IllegalArgumentException("series \"" + name + "\": low[" + i + "] = " + low[i]
                            + " is above high[" + i + "] = " + high[i]);
                }
            }
        }
    }

    @Override
    public void cover(Axis xAxis, Axis yAxis) {
        xAxis.cover(name, x);
        if (kind == Kind.STEPS) xAxis.isContinuous();
        else xAxis.measuredAt(x);
        yAxis.cover(name, y);
        if (low == null) return;
        yAxis.cover(name, low);
        yAxis.cover(name, high);
    }

    @Override
    public void paint(PlotFrame frame) {
        int colour = frame.colour();
        boolean bars = hasBars();
        if (low != null && !bars) {
            for (int[] run : runs()) band(frame, run[0], run[1]);
        }
        if (kind != Kind.POINTS) {
            SceneShape.Stroke stroke = new SceneShape.Stroke(colour, 1.5, Palette.dash(frame.index));
            for (int[] run : runs()) if (run[1] - run[0] > 1) frame.add(line(frame, run[0], run[1], stroke));
        }
        boolean lonely = runs().stream().anyMatch(run -> run[1] - run[0] == 1);
        if (kind == Kind.STEPS && !lonely) return;
        double radius = kind == Kind.POINTS ? x.length > 300 ? 1.3 : 2.4 : 2.6;
        for (int i = 0; i < x.length; i++) {
            if (isGap(i)) continue;
            boolean marked = kind == Kind.POINTS || hasMarkers() || isLonely(i);
            double px = frame.x.at(x[i]), py = frame.y.at(y[i]);
            if (bars) Bars.error(frame, px, frame.y.at(low[i]), frame.y.at(high[i]), colour);
            if (marked) frame.add(Marker.of(frame.index, px, py, radius, colour));
        }
    }

    /** Bands of several series, one upon the other, are mud: a few points have error bars instead. */
    public boolean hasBars() {
        return low != null && (kind == Kind.POINTS || kind == Kind.MEANS);
    }

    /** A line through a few points has them, but not one in a band: those are no measurements. */
    private boolean hasMarkers() {
        return x.length <= MARKERS && (low == null || hasBars());
    }

    private SceneShape line(PlotFrame frame, int from, int to, SceneShape.Stroke stroke) {
        boolean steps = kind == Kind.STEPS;
        int n = to - from, size = steps ? 2 * n - 1 : n;
        double[] px = new double[size], py = new double[size];
        for (int i = 0; i < n; i++) {
            int at = steps ? 2 * i : i;
            px[at] = frame.x.at(x[from + i]);
            py[at] = frame.y.at(y[from + i]);
            if (steps && i > 0) {
                px[at - 1] = px[at];
                py[at - 1] = py[at - 2];
            }
        }
        return new SceneShape.Polyline(px, py, stroke);
    }

    private void band(PlotFrame frame, int from, int to) {
        int n = to - from;
        double[] px = new double[2 * n], py = new double[2 * n];
        for (int i = 0; i < n; i++) {
            int at = from + i;
            px[i] = px[2 * n - 1 - i] = frame.x.at(x[at]);
            py[i] = frame.y.at(Double.isNaN(low[at]) ? y[at] : low[at]);
            py[2 * n - 1 - i] = frame.y.at(Double.isNaN(high[at]) ? y[at] : high[at]);
        }
        frame.add(new SceneShape.Polygon(px, py, new SceneShape.Fill(frame.colour(), 0.18), null));
    }

    /** The stretches without a gap, each from (inclusive) to (exclusive). */
    private List<int[]> runs() {
        List<int[]> runs = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= x.length; i++) {
            if (i < x.length && !isGap(i)) continue;
            if (i > start) runs.add(new int[] {start, i});
            start = i + 1;
        }
        return runs;
    }

    private boolean isGap(int i) {
        return Double.isNaN(x[i]) || Double.isNaN(y[i]);
    }

    private boolean isLonely(int i) {
        return (i == 0 || isGap(i - 1)) && (i == x.length - 1 || isGap(i + 1));
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            Double lower = low == null ? null : low[i], upper = high == null ? null : high[i];
            rows.add(new Object[] {kind.name().toLowerCase(java.util.Locale.ROOT), x[i], y[i], lower, upper, null});
        }
        return rows;
    }

    @Override
    public List<SceneShape> key(double px, double py, int index) {
        int colour = Palette.colour(index);
        List<SceneShape> shapes = new ArrayList<>();
        if (low != null && !hasBars()) {
            shapes.add(new SceneShape.Rect(px, py - 4, 22, 8, new SceneShape.Fill(colour, 0.18), null));
        }
        if (kind != Kind.POINTS) {
            shapes.add(
                    new SceneShape.Line(px, py, px + 22, py, new SceneShape.Stroke(colour, 1.5, Palette.dash(index))));
        }
        if (hasBars())
            shapes.add(new SceneShape.Line(px + 11, py - 5, px + 11, py + 5, new SceneShape.Stroke(colour, 0.9)));
        boolean marked = kind == Kind.POINTS || kind != Kind.STEPS && hasMarkers();
        if (marked) shapes.add(Marker.of(index, px + 11, py, 2.6, colour));
        return shapes;
    }

    @Override
    public String gaps() {
        List<Integer> missing =
                IntStream.range(0, x.length).filter(this::isGap).boxed().toList();
        if (missing.isEmpty()) return "";
        String places = missing.stream()
                .limit(10)
                .map(i -> Double.isNaN(x[i]) ? "point " + i : "x = " + Numbers.significant(x[i], 6))
                .collect(Collectors.joining(", "));
        return missing.size() + " of " + x.length + " values are missing (" + places
                + (missing.size() > 10 ? ", …" : "") + ")";
    }
}
