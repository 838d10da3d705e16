package dpgnn.report.figure;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;

/** Small signs of equal visual weight, six full and six hollow, one per series, so that points differ even without colour; one of a
 * pair is full where the other is hollow. */
final class Marker {
    private static final int KINDS = 6;

    private Marker() {}

    public static SceneShape of(int index, double x, double y, double r, int colour) {
        boolean hollow = index / KINDS % 2 == 1 ^ index / Palette.size() % 2 == 1;
        SceneShape.Fill fill = SceneShape.Fill.of(hollow ? Palette.PAPER : colour);
        SceneShape.Stroke edge = hollow ? new SceneShape.Stroke(colour, 1) : new SceneShape.Stroke(Palette.PAPER, 0.5);
        return switch (index % KINDS) {
            case 0 -> new SceneShape.Circle(x, y, r, fill, edge);
            case 1 -> new SceneShape.Rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r, fill, edge);
            case 2 -> polygon(x, y, r * 1.25, 3, -90, fill, edge);
            case 3 -> polygon(x, y, r * 1.2, 4, 0, fill, edge);
            case 4 -> polygon(x, y, r * 1.25, 3, 90, fill, edge);
            default -> polygon(x, y, r * 1.15, 5, -90, fill, edge);
        };
    }

    private static SceneShape polygon(
            double x, double y, double r, int corners, double turn, SceneShape.Fill f, SceneShape.Stroke s) {
        double[] px = new double[corners], py = new double[corners];
        for (int i = 0; i < corners; i++) {
            double angle = StrictMath.toRadians(turn + 360.0 * i / corners);
            px[i] = x + r * StrictMath.cos(angle);
            py[i] = y + r * StrictMath.sin(angle);
        }
        return new SceneShape.Polygon(px, py, f, s);
    }
}
