package dpgnn.report.render;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;

/**
 * A scene as PNG: two pixels for each that a browser gives it, drawn by the JDK from paths alone, letters too, so that no font of the
 * machine has a part in it.
 */
final class PngWriter implements Canvas {
    /** Pixels to the point: a browser counts 96 to the inch, and dense screens show each as two. */
    static final double SCALE = 2 * 96 / 72.0;

    private final Graphics2D graphics;

    private PngWriter(Graphics2D graphics) {
        this.graphics = graphics;
    }

    static byte[] png(Scene scene) throws IOException {
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

    @Override
    public void draw(Shape shape, SceneShape.Fill fill, SceneShape.Stroke stroke) {
        if (fill != null) {
            graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) fill.opacity()));
            graphics.setColor(new Color(fill.colour()));
            graphics.fill(shape);
            graphics.setComposite(AlphaComposite.SrcOver);
        }
        if (stroke == null) return;
        float[] dashes = stroke.dashes().length == 0 ? null : stroke.dashes();
        graphics.setStroke(
                new BasicStroke((float) stroke.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0));
        graphics.setColor(new Color(stroke.colour()));
        graphics.draw(shape);
    }

    @Override
    public void clip(Rectangle2D room, List<SceneShape> shapes) throws IOException {
        Shape before = graphics.getClip();
        graphics.clip(room);
        shapes(shapes);
        graphics.setClip(before);
    }

    @Override
    public void text(String text, SceneShape.Font font, AffineTransform place) {
        place.scale(font.size(), font.size());
        draw(place.createTransformedShape(Typeface.of(font).outline(text)), SceneShape.Fill.of(font.colour()), null);
    }
}
