package dpgnn.report.render;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.io.IOException;
import java.util.List;

/** What shows paths and lines of text: the pixels of a PNG, the page of a PDF. */
interface Canvas {
    /** A fill or a stroke that is null is not there. */
    void draw(Shape shape, SceneShape.Fill fill, SceneShape.Stroke stroke) throws IOException;

    /** A line of text that begins at the origin of this place, on the x-axis. */
    void text(String text, SceneShape.Font font, AffineTransform place) throws IOException;

    void clip(Rectangle2D room, List<SceneShape> shapes) throws IOException;

    default void shapes(List<SceneShape> shapes) throws IOException {
        for (SceneShape shape : shapes) shape(shape);
    }

    private void shape(SceneShape shape) throws IOException {
        if (shape instanceof SceneShape.Paper s) {
            double round = 2 * SceneShape.Paper.CORNER;
            var card = new RoundRectangle2D.Double(0, 0, s.width(), s.height(), round, round);
            draw(card, SceneShape.Fill.of(Palette.PAPER), null);
        } else if (shape instanceof SceneShape.Line s) {
            draw(new Line2D.Double(s.x1(), s.y1(), s.x2(), s.y2()), null, s.stroke());
        } else if (shape instanceof SceneShape.Polyline s) {
            draw(path(s.x(), s.y(), false), null, s.stroke());
        } else if (shape instanceof SceneShape.Polygon s) {
            draw(path(s.x(), s.y(), true), s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Rect s) {
            draw(new Rectangle2D.Double(s.x(), s.y(), s.width(), s.height()), s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Circle s) {
            double r = s.radius();
            draw(new Ellipse2D.Double(s.x() - r, s.y() - r, 2 * r, 2 * r), s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Text s) {
            AffineTransform place = AffineTransform.getTranslateInstance(s.x(), s.y());
            place.rotate(Math.toRadians(s.angle()));
            place.translate(-s.anchor().share * Typeface.width(s.text(), s.font()), 0);
            text(s.text(), s.font(), place);
        } else if (shape instanceof SceneShape.Clip s) {
            clip(new Rectangle2D.Double(s.x(), s.y(), s.width(), s.height()), s.shapes());
        }
    }

    private static Path2D path(double[] x, double[] y, boolean close) {
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int i = 1; i < x.length; i++) path.lineTo(x[i], y[i]);
        if (close) path.closePath();
        return path;
    }
}
