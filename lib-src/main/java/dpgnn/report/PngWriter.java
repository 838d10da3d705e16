package dpgnn.report;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.GraphicsEnvironment;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;

/**
 * A scene as PNG, 216 dots an inch, by the JDK's own renderer. The pixels of letters depend on the fonts that the machine has;
 * where they stand does not, since text that comes out wider than the layout's font is scaled down to its room.
 */
final class PngWriter {
    static final int SCALE = 3;
    private static final List<String> FAMILIES =
            List.of("Helvetica", "Arial", "Liberation Sans", "Nimbus Sans", "FreeSans", "DejaVu Sans");

    private final Graphics2D graphics;
    private String family;

    private PngWriter(Graphics2D graphics) {
        this.graphics = graphics;
    }

    static byte[] png(Scene scene) {
        System.setProperty("java.awt.headless", System.getProperty("java.awt.headless", "true"));
        int width = (int) Math.ceil(scene.width() * SCALE), height = (int) Math.ceil(scene.height() * SCALE);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.scale(SCALE, SCALE);
        new PngWriter(graphics).shapes(scene.shapes());
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void shapes(List<Shape> shapes) {
        for (Shape shape : shapes) shape(shape);
    }

    private void shape(Shape shape) {
        if (shape instanceof Shape.Line s) {
            draw(new Line2D.Double(s.x1(), s.y1(), s.x2(), s.y2()), null, s.stroke());
        } else if (shape instanceof Shape.Polyline s) {
            draw(path(s.x(), s.y(), false), null, s.stroke());
        } else if (shape instanceof Shape.Polygon s) {
            draw(path(s.x(), s.y(), true), s.fill(), s.stroke());
        } else if (shape instanceof Shape.Rect s) {
            draw(new Rectangle2D.Double(s.x(), s.y(), s.width(), s.height()), s.fill(), s.stroke());
        } else if (shape instanceof Shape.Circle s) {
            double r = s.radius();
            draw(new Ellipse2D.Double(s.x() - r, s.y() - r, 2 * r, 2 * r), s.fill(), s.stroke());
        } else if (shape instanceof Shape.Text s) {
            text(s);
        } else if (shape instanceof Shape.Clip s) {
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

    private void draw(java.awt.Shape shape, Shape.Fill fill, Shape.Stroke stroke) {
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

    private void text(Shape.Text s) {
        if (s.text().isEmpty()) return;
        Font font = new Font(family(), s.font().bold() ? Font.BOLD : Font.PLAIN, 1)
                .deriveFont((float) s.font().size());
        double room = Helvetica.width(s.text(), s.font());
        double width =
                font.getStringBounds(s.text(), graphics.getFontRenderContext()).getWidth();
        if (width > room) {
            font = font.deriveFont((float) (s.font().size() * room / width));
            width = room;
        }
        double shift = s.anchor() == Shape.Anchor.START ? 0 : s.anchor() == Shape.Anchor.MIDDLE ? -width / 2 : -width;
        AffineTransform before = graphics.getTransform();
        graphics.translate(s.x(), s.y());
        graphics.rotate(Math.toRadians(s.angle()));
        graphics.setFont(font);
        graphics.setColor(new Color(s.font().colour()));
        graphics.drawString(s.text(), (float) shift, 0);
        graphics.setTransform(before);
    }

    private String family() {
        if (family == null) family = chooseFamily();
        return family;
    }

    private String chooseFamily() {
        try {
            Set<String> installed =
                    Set.of(GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames());
            String chosen =
                    FAMILIES.stream().filter(installed::contains).findFirst().orElse(Font.SANS_SERIF);
            // Only measuring a letter shows whether there is a font behind the name.
            new Font(chosen, Font.PLAIN, 10).getStringBounds("x", graphics.getFontRenderContext());
            return chosen;
        } catch (RuntimeException | Error e) {
            if (e instanceof OutOfMemoryError) throw e;
            // Java tells of missing fonts by a NullPointerException, an InternalError or a plain Error, depending on
            // what is missing.
            throw new IllegalStateException(
                    "PNG needs a font and this machine has none that Java can use (on Debian: apt-get install fontconfig"
                            + " fonts-dejavu-core); SVG and PDF need none",
                    e);
        }
    }
}
