package dpgnn.report.render;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * A scene as PNG: two pixels for each that a browser gives it, drawn by the JDK from paths alone, letters too, so that no font of the
 * machine has a part in it.
 */
final class PngWriter {
    /** Pixels to the point: a browser counts 96 to the inch, and dense screens show each as two. */
    static final double SCALE = 2 * 96 / 72.0;

    private final Graphics2D graphics;

    private PngWriter(Graphics2D graphics) {
        this.graphics = graphics;
    }

    static byte[] png(Scene scene) {
        System.setProperty("java.awt.headless", System.getProperty("java.awt.headless", "true"));
        double unit = SCALE * scene.scale();
        int width = (int) Math.ceil(scene.width() * unit), height = (int) Math.ceil(scene.height() * unit);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(unit, unit);
        new PngWriter(graphics).shapes(scene.shapes());
        graphics.dispose();
        return PngFile.bytes(
                width, height, image.getRGB(0, 0, width, height, null, 0, width), 72 * SCALE, scene.origin());
    }

    private void shapes(List<SceneShape> shapes) {
        for (SceneShape shape : shapes) shape(shape);
    }

    private void shape(SceneShape shape) {
        if (shape instanceof SceneShape.Paper s) {
            double round = 2 * SceneShape.Paper.CORNER;
            RoundRectangle2D card = new RoundRectangle2D.Double(0, 0, s.width(), s.height(), round, round);
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
            text(s);
        } else if (shape instanceof SceneShape.Clip s) {
            java.awt.Shape before = graphics.getClip();
            graphics.clip(new Rectangle2D.Double(s.x(), s.y(), s.width(), s.height()));
            shapes(s.shapes());
            graphics.setClip(before);
        }
    }

    private static Path2D path(double[] x, double[] y, boolean close) {
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int i = 1; i < x.length; i++) path.lineTo(x[i], y[i]);
        if (close) path.closePath();
        return path;
    }

    private void draw(java.awt.Shape shape, SceneShape.Fill fill, SceneShape.Stroke stroke) {
        if (fill != null) {
            graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) fill.opacity()));
            graphics.setColor(new Color(fill.colour()));
            graphics.fill(shape);
            graphics.setComposite(AlphaComposite.SrcOver);
        }
        if (stroke == null) return;
        float[] dash = new float[stroke.dash().length];
        for (int i = 0; i < dash.length; i++) dash[i] = (float) stroke.dash()[i];
        graphics.setStroke(new BasicStroke(
                (float) stroke.width(),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                10,
                dash.length == 0 ? null : dash,
                0));
        graphics.setColor(new Color(stroke.colour()));
        graphics.draw(shape);
    }

    private void text(SceneShape.Text s) {
        double width = Typeface.width(s.text(), s.font());
        double back =
                s.anchor() == SceneShape.Anchor.START ? 0 : s.anchor() == SceneShape.Anchor.MIDDLE ? width / 2 : width;
        AffineTransform place = AffineTransform.getTranslateInstance(s.x(), s.y());
        place.rotate(Math.toRadians(s.angle()));
        place.translate(-back, 0);
        place.scale(s.font().size(), s.font().size());
        java.awt.Shape letters =
                place.createTransformedShape(Typeface.of(s.font()).outline(s.text()));
        draw(letters, SceneShape.Fill.of(s.font().colour()), null);
    }
}
