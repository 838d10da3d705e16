package dpgnn.report;

/** Small signs of equal weight, one per series, so that points differ also without colour. */
final class Marker {
    private static final int KINDS = 6;

    private Marker() {}

    static Shape of(int index, double x, double y, double r, int colour) {
        Shape.Fill fill = Shape.Fill.of(colour);
        Shape.Stroke edge = new Shape.Stroke(Palette.PAPER, 0.5);
        return switch (index % KINDS) {
            case 0 -> new Shape.Circle(x, y, r, fill, edge);
            case 1 -> new Shape.Rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r, fill, edge);
            case 2 -> polygon(x, y, r * 1.25, 3, -90, fill, edge);
            case 3 -> polygon(x, y, r * 1.2, 4, 0, fill, edge);
            case 4 -> polygon(x, y, r * 1.25, 3, 90, fill, edge);
            default -> polygon(x, y, r * 1.15, 5, -90, fill, edge);
        };
    }

    private static Shape polygon(double x, double y, double r, int corners, double turn, Shape.Fill f, Shape.Stroke s) {
        double[] px = new double[corners], py = new double[corners];
        for (int i = 0; i < corners; i++) {
            double angle = StrictMath.toRadians(turn + 360.0 * i / corners);
            px[i] = x + r * StrictMath.cos(angle);
            py[i] = y + r * StrictMath.sin(angle);
        }
        return new Shape.Polygon(px, py, f, s);
    }
}
