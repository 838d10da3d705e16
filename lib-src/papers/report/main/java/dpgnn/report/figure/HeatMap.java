package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** A matrix as colours, with a colour bar beside it and the numbers in the cells where all of them fit. A NaN stays blank. */
public record HeatMap(String name, List<String> rows, List<String> columns, double[][] values) implements Mark {
    /** Room at the right that the colour bar takes. */
    static final double BAR = 52;

    public HeatMap {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        if (values.length == 0) {
            throw new IllegalArgumentException("heat map \"" + name + "\" is empty: values needs at least one row");
        }
        Mark.sameLength(name, "rows", rows.size(), "values", values.length);
        double[][] copy = new double[values.length][];
        for (int i = 0; i < values.length; i++) {
            copy[i] = Mark.finite(name, "values[" + i + "]", values[i]);
            Mark.sameLength(name, "columns", columns.size(), "values[" + i + "]", values[i].length);
        }
        values = copy;
    }

    @Override
    public void cover(Axis x, Axis y) {
        columns.forEach(x::category);
        rows.forEach(y::category);
    }

    @Override
    public void paint(PlotFrame frame) {
        double low = cells().min().orElse(0), high = cells().max().orElse(0);
        double width = frame.columnWidth(), height = frame.rowHeight();
        Labels labels = labels(Math.max(Math.abs(low), Math.abs(high)), width - 3, height);
        double span = high == low ? 1 : high - low;
        for (int r = 0; r < values.length; r++) {
            for (int c = 0; c < values[r].length; c++) {
                double v = values[r][c];
                if (Double.isNaN(v)) continue;
                int colour = Palette.heat((v - low) / span);
                double x = frame.column(columns.get(c)), y = frame.row(rows.get(r));
                // A hair wider than the cell, so that no renderer shows the paper between two cells.
                frame.add(new SceneShape.Rect(
                        x - width / 2, y - height / 2, width + 0.15, height + 0.15, SceneShape.Fill.of(colour), null));
                if (labels == null) continue;
                SceneShape.Font font = new SceneShape.Font(labels.size, false, Palette.on(colour));
                frame.add(new SceneShape.Text(
                        x, y + labels.size * 0.37, labels.of(v), font, SceneShape.Anchor.MIDDLE, 0));
            }
        }
    }

    /** One form for all cells: letters of this size, and so many decimals. */
    private record Labels(double size, int decimals) {
        String of(double value) {
            String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
            return (Double.parseDouble(text) == 0 ? text.replace("-", "") : text).replace('-', '−');
        }
    }

    /** The most exact form in which every cell has room; null where none has, since numbers in some cells alone mislead. */
    private Labels labels(double largest, double room, double height) {
        int before = largest == 0 ? 0 : (int) Math.floor(Math.log10(largest));
        for (int digits = 3; digits >= 2; digits--)
            for (double size : new double[] {8, 7}) {
                Labels labels = new Labels(size, exact(Math.max(0, digits - 1 - before)));
                SceneShape.Font font = new SceneShape.Font(size, false, Palette.INK);
                if (height >= size + 3 && cells().allMatch(v -> Typeface.width(labels.of(v), font) <= room))
                    return labels;
            }
        return null;
    }

    /** The fewest decimals that say all cells exactly, or so many. */
    private int exact(int most) {
        double power = Math.pow(10, most - 1);
        boolean fewer = most > 0 && cells().allMatch(v -> Math.abs(v * power - Math.rint(v * power)) < 1e-9);
        return fewer ? exact(most - 1) : most;
    }

    private DoubleStream cells() {
        return Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(v -> !Double.isNaN(v));
    }

    /** The colour bar, outside of the field. */
    List<SceneShape> bar(PlotFrame frame) {
        double low = cells().min().orElse(0), high = cells().max().orElse(0);
        if (low >= high) return List.of();
        List<SceneShape> shapes = new ArrayList<>();
        double x = frame.right + 10, height = frame.bottom - frame.top;
        int steps = 48;
        for (int i = 0; i < steps; i++) {
            double y = frame.bottom - (i + 1) * height / steps;
            int colour = Palette.heat(i / (steps - 1.0));
            shapes.add(new SceneShape.Rect(x, y, 10, height / steps + 0.15, SceneShape.Fill.of(colour), null));
        }
        SceneShape.Stroke stroke = new SceneShape.Stroke(Palette.FRAME, 0.7);
        shapes.add(new SceneShape.Rect(x, frame.top, 10, height, null, stroke));
        AxisScale scale = new AxisScale(low, high, false, frame.bottom, frame.top);
        for (AxisScale.Tick tick : scale.ticks(40)) {
            double y = scale.at(tick.value());
            shapes.add(new SceneShape.Line(x + 10, y, x + 13, y, stroke));
            shapes.add(new SceneShape.Text(
                    x + 15, y + 3, tick.label(), SceneShape.Font.SMALL, SceneShape.Anchor.START, 0));
        }
        return shapes;
    }

    @Override
    public List<Object[]> points() {
        List<Object[]> list = new ArrayList<>();
        for (int r = 0; r < values.length; r++) {
            for (int c = 0; c < values[r].length; c++) {
                list.add(new Object[] {"cell", columns.get(c), rows.get(r), null, null, values[r][c]});
            }
        }
        return list;
    }

    @Override
    public boolean isColoured() {
        return false;
    }

    @Override
    public String gaps() {
        long missing = (long) values.length * columns.size() - cells().count();
        return missing == 0 ? "" : missing + " cells are missing";
    }
}
