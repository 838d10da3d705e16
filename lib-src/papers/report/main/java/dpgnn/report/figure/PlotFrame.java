package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** The field between the axes, as a mark paints on it: numbers and categories in, shapes out. */
final class PlotFrame {
    final double left, top, right, bottom;
    final AxisScale x, y;
    final List<SceneShape> shapes = new ArrayList<>();
    private final List<String> columns, rows;

    /** The mark's number among those that have a colour, and its place among the bars that share a category. */
    int index, slot, slots = 1;
    /** The places of words between the marks. */
    final List<Rectangle2D> words = new ArrayList<>();

    PlotFrame(double left, double top, double right, double bottom, Axis xAxis, Axis yAxis) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
        x = xAxis.scale(left, right);
        // A first category stands on top, a smallest number at the bottom.
        y = yAxis.isCategorical() ? yAxis.scale(top, bottom) : yAxis.scale(bottom, top);
        columns = xAxis.categories();
        rows = yAxis.categories();
    }

    int colour() {
        return Palette.colour(index);
    }

    double column(String category) {
        return x.at(columns.indexOf(category));
    }

    double row(String category) {
        return y.at(rows.indexOf(category));
    }

    double columnWidth() {
        return (right - left) / Math.max(1, columns.size());
    }

    double rowHeight() {
        return (bottom - top) / Math.max(1, rows.size());
    }

    void add(SceneShape shape) {
        shapes.add(shape);
    }
}
