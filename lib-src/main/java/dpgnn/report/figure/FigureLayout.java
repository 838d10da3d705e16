package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.Scene;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.List;

/** A figure, or the panels of a grid, on one sheet. */
final class FigureLayout {
    private FigureLayout() {}

    static Scene scene(Figure figure) {
        List<SceneShape> shapes = new ArrayList<>();
        if (figure.panels().isEmpty()) {
            paper(shapes, figure.width(), figure.height());
            shapes.addAll(plot(figure, 0, 0, figure.width(), figure.height()));
            return new Scene(figure.width(), figure.height(), figure.title(), shapes);
        }
        int columns = figure.panelColumns();
        double width = figure.panels().stream().mapToDouble(Figure::width).max().orElseThrow();
        double height =
                figure.panels().stream().mapToDouble(Figure::height).max().orElseThrow();
        double head = figure.title().isEmpty() ? 0 : 22;
        int rows = (figure.panels().size() + columns - 1) / columns;
        paper(shapes, columns * width, head + rows * height);
        if (head > 0) {
            SceneShape.Font font = new SceneShape.Font(12, true, Palette.INK);
            shapes.add(new SceneShape.Text(columns * width / 2, 17, figure.title(), font, SceneShape.Anchor.MIDDLE, 0));
        }
        for (int i = 0; i < figure.panels().size(); i++) {
            double left = i % columns * width, top = head + i / columns * height;
            shapes.addAll(plot(figure.panels().get(i), left, top, width, height));
        }
        return new Scene(columns * width, head + rows * height, figure.title(), shapes);
    }

    static void checkSize(double width, double height) {
        if (!(width >= 100 && width <= 5000 && height >= 100 && height <= 5000)) {
            throw new IllegalArgumentException(
                    "size " + width + " by " + height + ", each must be in 100..5000 points");
        }
    }

    static void checkPanels(int columns, Figure... panels) {
        if (columns < 1) throw new IllegalArgumentException("columns = " + columns + ", must be at least 1");
        if (panels.length == 0)
            throw new IllegalArgumentException("panels: a grid needs at least one figure, got none");
        for (Figure panel : panels) {
            if (!panel.panels().isEmpty()) {
                throw new IllegalArgumentException(
                        "panels: \"" + panel.title() + "\" is a grid itself; give its figures instead");
            }
        }
    }

    private static List<SceneShape> plot(Figure figure, double left, double top, double width, double height) {
        if (figure.marks().isEmpty()) {
            throw new IllegalStateException(
                    "figure \"" + figure.title() + "\" has no series yet; add one, with curve(...) say");
        }
        return new PlotLayout(figure.title(), figure.xAxis(), figure.yAxis(), figure.marks())
                .shapes(left, top, width, height);
    }

    private static void paper(List<SceneShape> shapes, double width, double height) {
        shapes.add(new SceneShape.Paper(width, height));
    }
}
