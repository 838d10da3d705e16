package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.List;

/** Rows of a forest plot that have no place on the axis because nothing bounds them: a hollow arrow at the right edge. */
public record OpenRows(String name, List<String> labels) implements Mark {
    public OpenRows {
        labels = List.copyOf(labels);
        if (labels.isEmpty())
            throw new IllegalArgumentException("series \"" + name + "\" is empty: it needs at least one label");
    }

    @Override
    public void cover(Axis x, Axis y) {
        labels.forEach(y::category);
    }

    @Override
    public void paint(PlotFrame frame) {
        for (String label : labels) frame.shapes.addAll(arrow(frame.right - 16, frame.row(label), frame.colour()));
    }

    private static List<SceneShape> arrow(double x, double y, int colour) {
        SceneShape.Stroke stroke = new SceneShape.Stroke(colour, 1.2);
        double[] across = {x + 8, x + 15, x + 8};
        double[] along = {y - 3.6, y, y + 3.6};
        return List.of(
                new SceneShape.Line(x, y, x + 8, y, stroke),
                new SceneShape.Polygon(across, along, SceneShape.Fill.of(Palette.PAPER), stroke));
    }

    @Override
    public List<Object[]> points() {
        return labels.stream()
                .map(label -> new Object[] {"open", null, label, null, null, null})
                .toList();
    }

    @Override
    public List<SceneShape> key(double x, double y, int index) {
        return arrow(x + 3, y, Palette.colour(index));
    }
}
