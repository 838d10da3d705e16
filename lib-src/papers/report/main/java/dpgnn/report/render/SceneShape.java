package dpgnn.report.render;

import java.util.List;

/** The shapes of a picture. Lengths are points (1/72 inch), y grows downwards, colours are 0xRRGGBB. */
public sealed interface SceneShape {
    /** The sheet below everything: a white card, its corners a little rounded where it lies on a page of another colour. */
    record Paper(double width, double height) implements SceneShape {
        static final double CORNER = 5;
    }

    record Line(double x1, double y1, double x2, double y2, Stroke stroke) implements SceneShape {}

    record Polyline(double[] x, double[] y, Stroke stroke) implements SceneShape {}

    record Polygon(double[] x, double[] y, Fill fill, Stroke stroke) implements SceneShape {}

    record Rect(double x, double y, double width, double height, Fill fill, Stroke stroke) implements SceneShape {}

    record Circle(double x, double y, double radius, Fill fill, Stroke stroke) implements SceneShape {}

    /** Text on the base line at (x, y), turned by the angle (degrees, clockwise) about that point. */
    record Text(double x, double y, String text, Font font, Anchor anchor, double angle) implements SceneShape {}

    /** Shapes of which only what lies in the rectangle is seen. */
    record Clip(double x, double y, double width, double height, List<SceneShape> shapes) implements SceneShape {}

    /** A line's colour, width and lengths of dashes and gaps (none: unbroken). */
    record Stroke(int colour, double width, double... dash) {
        float[] dashes() {
            float[] dashes = new float[dash.length];
            for (int i = 0; i < dashes.length; i++) dashes[i] = (float) dash[i];
            return dashes;
        }
    }

    /** A surface's colour and opacity. */
    record Fill(int colour, double opacity) {
        public static Fill of(int colour) {
            return new Fill(colour, 1);
        }
    }

    record Font(double size, boolean bold, int colour) {
        public static final Font SMALL = new Font(8, false, Palette.INK);
        public static final Font LABEL = new Font(9, false, Palette.INK);
        public static final Font TITLE = new Font(10.5, true, Palette.INK);

        public Font sized(double newSize) {
            return new Font(newSize, bold, colour);
        }
    }

    /** What of a text's width lies before its point. */
    enum Anchor {
        START(0),
        MIDDLE(0.5),
        END(1);
        final double share;

        Anchor(double share) {
            this.share = share;
        }
    }
}
