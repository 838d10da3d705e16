package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.ArrayList;
import java.util.List;

/** Lays one pair of axes out on a rectangle of paper: title, legend, grid, marks, ticks and labels, in this order. */
final class PlotLayout {
    private static final SceneShape.Stroke GRID = new SceneShape.Stroke(Palette.FAINT, 0.6);
    private static final SceneShape.Stroke FRAME = new SceneShape.Stroke(Palette.FRAME, 0.8);
    private static final double TICK_SPACING_X = 62;
    private static final double TICK_SPACING_Y = 34;

    private final String title;
    private final Axis xAxis, yAxis;
    private final List<Mark> marks;
    private final List<SceneShape> out = new ArrayList<>();

    PlotLayout(String title, Axis xAxis, Axis yAxis, List<Mark> marks) {
        this.title = title;
        this.xAxis = xAxis;
        this.yAxis = yAxis;
        this.marks = marks;
    }

    List<SceneShape> shapes(double left, double top, double width, double height) {
        boolean bare = !marks.isEmpty() && marks.stream().allMatch(Mark::isBare);
        boolean heat = marks.stream().anyMatch(mark -> mark instanceof HeatMap);
        double y = top + 8;
        double right = left + width - 12 - (heat ? HeatMap.BAR : 0);
        if (!title.isEmpty()) {
            y += 10;
            text(left + width / 2, y, title, SceneShape.Font.TITLE, SceneShape.Anchor.MIDDLE, 0);
            y += 8;
        }
        y = legend(left + 12, left + width - 12, y);
        double bottom = top + height - (xAxis.label.isEmpty() || bare ? 8 : 22);
        double plotLeft = left + (yAxis.label.isEmpty() || bare ? 8 : 22);
        double labels = 0, tilt = 0;
        if (!bare) {
            plotLeft += yLabelWidth(bottom - 20 - y) + 7;
            List<String> names = xAxis.categories();
            double widest = names.stream()
                    .mapToDouble(name -> Typeface.width(name, SceneShape.Font.LABEL))
                    .max()
                    .orElse(0);
            boolean tilted = widest > (right - plotLeft) / Math.max(1, names.size()) - 5;
            tilt = tilted ? -35 : 0;
            labels = tilted ? Math.min(height / 3, widest * 0.574 + 12) : 16;
        }
        PlotFrame frame = new PlotFrame(plotLeft, y, right, bottom - labels, xAxis, yAxis);
        if (!bare) grid(frame, heat);
        paint(frame);
        // Markers may stand over the edge of the field, but nothing passes an edge that the caller has set.
        double overX = Double.isNaN(xAxis.low) ? 3 : 0, overY = Double.isNaN(yAxis.low) ? 3 : 0;
        double fieldWidth = frame.right - frame.left + 2 * overX, fieldHeight = frame.bottom - frame.top + 2 * overY;
        out.add(new SceneShape.Clip(frame.left - overX, frame.top - overY, fieldWidth, fieldHeight, frame.shapes));
        if (bare) return out;
        for (Mark mark : marks) if (mark instanceof HeatMap map) out.addAll(map.bar(frame));
        axes(frame, tilt, heat);
        double middleX = (frame.left + frame.right) / 2, middleY = (frame.top + frame.bottom) / 2;
        text(middleX, top + height - 7, xAxis.label, SceneShape.Font.LABEL, SceneShape.Anchor.MIDDLE, 0);
        text(left + 13, middleY, yAxis.label, SceneShape.Font.LABEL, SceneShape.Anchor.MIDDLE, -90);
        return out;
    }

    private void paint(PlotFrame frame) {
        int slots = (int) marks.stream().filter(PlotLayout::sharesCategory).count();
        int index = 0, slot = 0;
        frame.slots = Math.max(1, slots);
        for (Mark mark : marks) {
            frame.index = index;
            frame.slot = slot;
            mark.paint(frame);
            if (mark.isColoured()) index++;
            if (sharesCategory(mark)) slot++;
        }
    }

    private static boolean sharesCategory(Mark mark) {
        return mark instanceof Bars || mark instanceof Intervals;
    }

    /** The keys in a row above the field, in as many lines as it takes, where they hide no data. A single series needs none. */
    private double legend(double left, double right, double y) {
        record Entry(Mark mark, int index) {}
        List<Entry> entries = new ArrayList<>();
        int index = 0;
        for (Mark mark : marks) {
            if (!mark.key(0, 0, index).isEmpty()) entries.add(new Entry(mark, index));
            if (mark.isColoured()) index++;
        }
        if (entries.size() < 2) return y + 2;
        double x = left;
        y += 8;
        for (Entry entry : entries) {
            double width = 28 + Typeface.width(entry.mark().name(), SceneShape.Font.LABEL) + 14;
            if (x > left && x + width - 14 > right) {
                x = left;
                y += 13;
            }
            out.addAll(entry.mark().key(x, y, entry.index()));
            text(x + 27, y + 3.2, entry.mark().name(), SceneShape.Font.LABEL, SceneShape.Anchor.START, 0);
            x += width;
        }
        return y + 12;
    }

    private double yLabelWidth(double height) {
        if (yAxis.isCategorical()) {
            return yAxis.categories().stream()
                    .mapToDouble(name -> Typeface.width(name, SceneShape.Font.LABEL))
                    .max()
                    .orElse(0);
        }
        return yAxis.scale(height, 0).ticks(TICK_SPACING_Y).stream()
                .mapToDouble(tick -> TickLabel.width(tick.label()))
                .max()
                .orElse(0);
    }

    private void grid(PlotFrame frame, boolean heat) {
        if (heat) return;
        if (!yAxis.isCategorical()) {
            for (AxisScale.Tick tick : frame.y.ticks(TICK_SPACING_Y)) {
                if (tick.label().isEmpty()) continue;
                double y = frame.y.at(tick.value());
                out.add(new SceneShape.Line(frame.left, y, frame.right, y, GRID));
            }
        }
        if (xAxis.isCategorical()) return;
        for (AxisScale.Tick tick : frame.x.ticks(TICK_SPACING_X)) {
            if (tick.label().isEmpty()) continue;
            double x = frame.x.at(tick.value());
            out.add(new SceneShape.Line(x, frame.top, x, frame.bottom, GRID));
        }
    }

    private void axes(PlotFrame frame, double tilt, boolean heat) {
        if (heat) {
            double width = frame.right - frame.left, height = frame.bottom - frame.top;
            out.add(new SceneShape.Rect(frame.left, frame.top, width, height, null, FRAME));
        } else {
            out.add(new SceneShape.Line(frame.left, frame.top, frame.left, frame.bottom, FRAME));
            out.add(new SceneShape.Line(frame.left, frame.bottom, frame.right, frame.bottom, FRAME));
        }
        if (xAxis.isCategorical()) {
            for (String name : xAxis.categories()) {
                double x = frame.column(name);
                if (tilt == 0) text(x, frame.bottom + 12, name, SceneShape.Font.LABEL, SceneShape.Anchor.MIDDLE, 0);
                else text(x + 4, frame.bottom + 9, name, SceneShape.Font.LABEL, SceneShape.Anchor.END, tilt);
            }
        } else {
            for (AxisScale.Tick tick : frame.x.ticks(TICK_SPACING_X)) {
                double x = frame.x.at(tick.value()), length = tick.label().isEmpty() ? 2 : 3.5;
                out.add(new SceneShape.Line(x, frame.bottom, x, frame.bottom + length, FRAME));
                TickLabel.add(out, x, frame.bottom + 13, tick.label(), SceneShape.Anchor.MIDDLE);
            }
        }
        if (yAxis.isCategorical()) {
            for (String name : yAxis.categories()) {
                text(frame.left - 5, frame.row(name) + 3, name, SceneShape.Font.LABEL, SceneShape.Anchor.END, 0);
            }
        } else {
            for (AxisScale.Tick tick : frame.y.ticks(TICK_SPACING_Y)) {
                double y = frame.y.at(tick.value()), length = tick.label().isEmpty() ? 2 : 3.5;
                out.add(new SceneShape.Line(frame.left - length, y, frame.left, y, FRAME));
                TickLabel.add(out, frame.left - 6, y + 3, tick.label(), SceneShape.Anchor.END);
            }
        }
    }

    private void text(double x, double y, String text, SceneShape.Font font, SceneShape.Anchor anchor, double angle) {
        if (!text.isEmpty()) out.add(new SceneShape.Text(x, y, text, font, anchor, angle));
    }
}
