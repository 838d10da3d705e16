package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.List;
import java.util.Map;

/** Lays one pair of axes out on a rectangle of paper: title, legend, grid, marks, ticks and labels, in this order. */
final class PlotLayout {
    private static final SceneShape.Stroke GRID = new SceneShape.Stroke(Palette.FAINT, 0.6);
    private static final SceneShape.Stroke FRAME = new SceneShape.Stroke(Palette.FRAME, 0.8);
    private static final double TICK_SPACING_X = 62, TICK_SPACING_Y = 34;
    private static final double MARGIN = 12, LETTER = 10, TURNED = 9 / 0.5736;

    private final String title;
    private final Axis xAxis, yAxis;
    private final List<Mark> marks;
    private final Map<String, Integer> colours;
    private final Legend place;
    private final LegendKeys keys;
    private final boolean bare, heat;
    private List<SceneShape> out;

    PlotLayout(Figure figure, Map<String, Integer> colours, Legend place, String title) {
        this.title = title;
        this.colours = colours;
        xAxis = figure.xAxis;
        yAxis = figure.yAxis;
        marks = figure.marks();
        keys = new LegendKeys(List.of(figure), colours);
        // A single series needs no legend.
        this.place = keys.size() < 2 ? Legend.NONE : place;
        bare = !marks.isEmpty() && marks.stream().allMatch(Mark::isBare);
        heat = marks.stream().anyMatch(mark -> mark instanceof HeatMap);
    }

    void on(List<SceneShape> shapes, double left, double top, double width, double height) {
        out = shapes;
        double room = width - 2 * MARGIN, y = top + 8;
        if (!title.isEmpty()) {
            y += 10;
            middle(left + width / 2, y, title, SceneShape.Font.TITLE, width - 8, 0);
            y += 8;
        }
        if (place == Legend.ABOVE) {
            keys.addRows(out, left + MARGIN, y + 1, room);
            y += keys.height(room) + 5;
        } else y += 2;
        double foot = top + height;
        if (place == Legend.BELOW) {
            foot -= keys.height(room) + 2;
            keys.addRows(out, left + MARGIN, foot, room);
        }
        double bottom = foot - (xAxis.label.isEmpty() || bare ? 8 : 22);
        double right = left + width - MARGIN - (heat ? HeatMap.BAR : 0);
        if (place == Legend.RIGHT) {
            right -= keys.width(room / 2) + 4;
            keys.addColumn(out, right + MARGIN, y, room / 2);
        }
        double plotLeft = left + (yAxis.label.isEmpty() || bare ? 8 : 22);
        double labels = 0, tilt = 0;
        if (!bare) {
            plotLeft += Math.min(yLabelWidth(bottom - 20 - y), (right - plotLeft) * 0.6) + 7;
            right = Math.min(right, left + width - 3 - lastLabel(plotLeft, right));
            tilt = tilt(plotLeft - left, right - plotLeft);
            double widest = widest(xAxis.categories());
            labels = tilt == 0 ? 16 : Math.min((bottom - y) / 2, widest * (tilt < -40 ? 1 : 0.5736) + MARGIN);
        }
        PlotFrame frame = new PlotFrame(plotLeft, y, right, bottom - labels, xAxis, yAxis);
        if (!bare && !heat) grid(frame);
        paint(frame);
        // Markers may stand over the edge of the field, but nothing passes an edge that the caller has set.
        double overX = Double.isNaN(xAxis.low) ? 3 : 0, overY = Double.isNaN(yAxis.low) ? 3 : 0;
        double fieldWidth = frame.right - frame.left + 2 * overX, fieldHeight = frame.bottom - frame.top + 2 * overY;
        out.add(new SceneShape.Clip(frame.left - overX, frame.top - overY, fieldWidth, fieldHeight, frame.shapes));
        if (bare) return;
        for (Mark mark : marks) if (mark instanceof HeatMap map) out.addAll(map.bar(frame));
        axes(frame, tilt, left);
        double middleX = (frame.left + frame.right) / 2, middleY = (frame.top + frame.bottom) / 2;
        double around = 2 * Math.min(middleX - left, left + width - middleX) - 4;
        middle(middleX, foot - 7, xAxis.label, SceneShape.Font.LABEL, around, 0);
        double beside = 2 * Math.min(middleY - y + 6, top + height - middleY) - 4;
        middle(left + 13, middleY, yAxis.label, SceneShape.Font.LABEL, beside, -90);
    }

    private void paint(PlotFrame frame) {
        int slots = (int) marks.stream().filter(PlotLayout::sharesCategory).count();
        int slot = 0;
        frame.slots = Math.max(1, slots);
        for (Mark mark : marks) {
            frame.index = colours.getOrDefault(mark.name(), 0);
            frame.slot = slot;
            mark.paint(frame);
            if (sharesCategory(mark)) slot++;
        }
        for (Mark mark : marks) if (mark instanceof RuleLine rule) rule.addWord(frame);
    }

    private static boolean sharesCategory(Mark mark) {
        return mark instanceof Bars || mark instanceof Intervals;
    }

    private static double widest(List<String> names) {
        return names.stream()
                .mapToDouble(name -> Typeface.width(name, SceneShape.Font.LABEL))
                .max()
                .orElse(0);
    }

    /** How far the categories below the field are turned so that none runs into the next, or over the left edge. */
    private double tilt(double before, double width) {
        List<String> names = xAxis.categories();
        double slot = width / Math.max(1, names.size()), widest = widest(names);
        if (widest <= slot - 5) return 0;
        double first = names.isEmpty() ? 0 : Typeface.width(names.get(0), SceneShape.Font.LABEL);
        return slot >= TURNED && first * 0.82 < before + slot / 2 ? -35 : -90;
    }

    /** How far the last label below the field stands out to its right. */
    private double lastLabel(double left, double right) {
        if (xAxis.isCategorical()) return 0;
        AxisScale scale = xAxis.scale(left, right);
        return xTicks(scale).stream()
                .mapToDouble(t -> scale.at(t.value()) + TickLabel.width(t.label()) / 2 - right)
                .max()
                .orElse(0);
    }

    private List<AxisScale.Tick> xTicks(AxisScale scale) {
        return xAxis.ticks(scale, TICK_SPACING_X, label -> TickLabel.width(label) + 5);
    }

    private List<AxisScale.Tick> yTicks(AxisScale scale) {
        return yAxis.ticks(scale, TICK_SPACING_Y, label -> LETTER);
    }

    private double yLabelWidth(double height) {
        if (yAxis.isCategorical()) return widest(yAxis.categories());
        return yTicks(yAxis.scale(height, 0)).stream()
                .mapToDouble(tick -> TickLabel.width(tick.label()))
                .max()
                .orElse(0);
    }

    private void grid(PlotFrame frame) {
        if (!yAxis.isCategorical()) {
            for (AxisScale.Tick tick : yTicks(frame.y)) {
                if (tick.label().isEmpty()) continue;
                double y = frame.y.at(tick.value());
                out.add(new SceneShape.Line(frame.left, y, frame.right, y, GRID));
            }
        }
        if (xAxis.isCategorical()) return;
        for (AxisScale.Tick tick : xTicks(frame.x)) {
            if (tick.label().isEmpty()) continue;
            double x = frame.x.at(tick.value());
            out.add(new SceneShape.Line(x, frame.top, x, frame.bottom, GRID));
        }
    }

    private void axes(PlotFrame frame, double tilt, double edge) {
        if (heat) {
            double width = frame.right - frame.left, height = frame.bottom - frame.top;
            out.add(new SceneShape.Rect(frame.left, frame.top, width, height, null, FRAME));
        } else {
            out.add(new SceneShape.Line(frame.left, frame.top, frame.left, frame.bottom, FRAME));
            out.add(new SceneShape.Line(frame.left, frame.bottom, frame.right, frame.bottom, FRAME));
        }
        if (xAxis.isCategorical()) columns(frame, tilt, edge);
        else {
            for (AxisScale.Tick tick : xTicks(frame.x)) {
                double x = frame.x.at(tick.value()), length = tick.label().isEmpty() ? 2 : 3.5;
                out.add(new SceneShape.Line(x, frame.bottom, x, frame.bottom + length, FRAME));
                TickLabel.add(out, x, frame.bottom + 13, tick.label(), SceneShape.Anchor.MIDDLE);
            }
        }
        if (yAxis.isCategorical()) rows(frame, edge);
        else {
            for (AxisScale.Tick tick : yTicks(frame.y)) {
                double y = frame.y.at(tick.value()), length = tick.label().isEmpty() ? 2 : 3.5;
                out.add(new SceneShape.Line(frame.left - length, y, frame.left, y, FRAME));
                TickLabel.add(out, frame.left - 6, y + 3, tick.label(), SceneShape.Anchor.END);
            }
        }
    }

    private void columns(PlotFrame frame, double tilt, double edge) {
        double high = Math.min(9, frame.columnWidth() * 0.95);
        for (String name : xAxis.categories()) {
            double x = frame.column(name);
            if (tilt == 0) {
                middle(x, frame.bottom + 12, name, SceneShape.Font.LABEL, frame.columnWidth(), 0);
                continue;
            }
            double room = tilt < -40 ? (frame.bottom - frame.top) - 8 : (x - edge) / 0.82;
            SceneShape.Font font = Typeface.fitting(name, SceneShape.Font.LABEL.sized(high), room);
            double at = tilt < -40 ? x + font.size() * 0.36 : x + 4;
            out.add(new SceneShape.Text(at, frame.bottom + 9, name, font, SceneShape.Anchor.END, tilt));
        }
    }

    private void rows(PlotFrame frame, double edge) {
        double high = Math.min(9, frame.rowHeight() * 0.95);
        for (String name : yAxis.categories()) {
            double room = frame.left - 6 - edge - (yAxis.label.isEmpty() ? 2 : 18);
            SceneShape.Font font = Typeface.fitting(name, SceneShape.Font.LABEL.sized(high), room);
            double y = frame.row(name) + font.size() / 3;
            out.add(new SceneShape.Text(frame.left - 5, y, name, font, SceneShape.Anchor.END, 0));
        }
    }

    private void middle(double x, double y, String text, SceneShape.Font font, double room, double angle) {
        if (text.isEmpty()) return;
        SceneShape.Font fitting = Typeface.fitting(text, font, room);
        out.add(new SceneShape.Text(x, y, text, fitting, SceneShape.Anchor.MIDDLE, angle));
    }
}
