package dpgnn.report;

import java.util.ArrayList;
import java.util.List;

/** A figure, or the panels of a grid, on one sheet. */
final class FigureLayout {
    private FigureLayout() {}

    static Scene scene(Figure figure) {
        List<Shape> shapes = new ArrayList<>();
        if (figure.panels().isEmpty()) {
            paper(shapes, figure.width(), figure.height());
            shapes.addAll(plot(figure, 0, 0));
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
            Shape.Font font = new Shape.Font(12, true, Palette.INK);
            shapes.add(new Shape.Text(columns * width / 2, 17, figure.title(), font, Shape.Anchor.MIDDLE, 0));
        }
        for (int i = 0; i < figure.panels().size(); i++) {
            double left = i % columns * width, top = head + i / columns * height;
            shapes.addAll(new Plot(
                            figure.panels().get(i).title(),
                            figure.panels().get(i).xAxis(),
                            figure.panels().get(i).yAxis(),
                            figure.panels().get(i).marks())
                    .shapes(left, top, width, height));
        }
        return new Scene(columns * width, head + rows * height, figure.title(), shapes);
    }

    private static List<Shape> plot(Figure figure, double left, double top) {
        return new Plot(figure.title(), figure.xAxis(), figure.yAxis(), figure.marks())
                .shapes(left, top, figure.width(), figure.height());
    }

    private static void paper(List<Shape> shapes, double width, double height) {
        shapes.add(new Shape.Rect(0, 0, width, height, Shape.Fill.of(Palette.PAPER), null));
    }
}
