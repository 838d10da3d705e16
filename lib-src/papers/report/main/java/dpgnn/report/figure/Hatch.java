package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.ArrayList;
import java.util.List;

/** Thin light lines across a surface, another direction for each series; the first has none. */
final class Hatch {
    private static final double SPACING = 4.5;

    private Hatch() {}

    public static List<SceneShape> lines(int index, double x, double y, double width, double height) {
        List<SceneShape> shapes = new ArrayList<>();
        int pattern = index % 7;
        if (pattern == 1 || pattern == 3) diagonal(shapes, x, y, width, height, false);
        if (pattern == 2 || pattern == 3) diagonal(shapes, x, y, width, height, true);
        if (pattern == 4 || pattern == 6) {
            for (double d = height - SPACING; d > 0; d -= SPACING) line(shapes, x, y + d, x + width, y + d);
        }
        if (pattern == 5 || pattern == 6) {
            for (double d = SPACING; d < width; d += SPACING) line(shapes, x + d, y, x + d, y + height);
        }
        return shapes;
    }

    /** Lines u + v = d of the rectangle's own coordinates, cut at its edges; mirrored, they fall instead of rise. */
    private static void diagonal(
            List<SceneShape> shapes, double x, double y, double width, double height, boolean mirrored) {
        for (double d = SPACING * 1.4; d < width + height; d += SPACING * 1.4) {
            double u1 = Math.max(0, d - height), u2 = Math.min(width, d);
            double v1 = d - u1, v2 = d - u2;
            double from = mirrored ? x + width - u1 : x + u1, to = mirrored ? x + width - u2 : x + u2;
            line(shapes, from, y + v1, to, y + v2);
        }
    }

    private static void line(List<SceneShape> shapes, double x1, double y1, double x2, double y2) {
        shapes.add(new SceneShape.Line(x1, y1, x2, y2, new SceneShape.Stroke(Palette.PAPER, 0.8)));
    }
}
