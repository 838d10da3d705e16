package dpgnn.report.render;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.nio.ByteBuffer;

/** The outline of a glyph as a path, in units of its font, y upwards: contours of straight lines and quadratic curves. */
final class GlyphOutline {
    private static final int ON_CURVE = 1, SHORT_X = 2, SHORT_Y = 4, REPEAT = 8, SAME_X = 16, SAME_Y = 32;
    private static final int WORDS = 1, SCALE = 8, MORE = 0x20, TWO_SCALES = 0x40, MATRIX = 0x80;

    private final FontFile font;
    private final Path2D.Double path = new Path2D.Double(Path2D.WIND_NON_ZERO);

    private GlyphOutline(FontFile font) {
        this.font = font;
    }

    static Path2D of(FontFile font, int glyph) {
        GlyphOutline outline = new GlyphOutline(font);
        outline.add(glyph, new AffineTransform());
        return outline.path;
    }

    private void add(int glyph, AffineTransform place) {
        ByteBuffer data = font.outline(glyph);
        if (data.remaining() == 0) return;
        int contours = data.getShort();
        data.position(10); // behind the bounding box
        if (contours < 0) addParts(data, place);
        else addContours(data, contours, place);
    }

    /** A glyph made of others, such as a letter with an accent. */
    private void addParts(ByteBuffer data, AffineTransform place) {
        int flags;
        do {
            flags = data.getShort();
            int glyph = data.getShort() & 0xFFFF;
            double x = (flags & WORDS) != 0 ? data.getShort() : data.get();
            double y = (flags & WORDS) != 0 ? data.getShort() : data.get();
            double xx = 1, yx = 0, xy = 0, yy = 1;
            if ((flags & SCALE) != 0) xx = yy = fraction(data);
            if ((flags & TWO_SCALES) != 0) {
                xx = fraction(data);
                yy = fraction(data);
            }
            if ((flags & MATRIX) != 0) {
                xx = fraction(data);
                yx = fraction(data);
                xy = fraction(data);
                yy = fraction(data);
            }
            AffineTransform part = new AffineTransform(place);
            part.concatenate(new AffineTransform(xx, yx, xy, yy, x, y));
            add(glyph, part);
        } while ((flags & MORE) != 0);
    }

    private static double fraction(ByteBuffer data) {
        return data.getShort() / 16384.0;
    }

    private void addContours(ByteBuffer data, int contours, AffineTransform place) {
        int[] ends = new int[contours];
        for (int i = 0; i < contours; i++) ends[i] = data.getShort() & 0xFFFF;
        int points = contours == 0 ? 0 : ends[contours - 1] + 1;
        int hints = data.getShort() & 0xFFFF;
        data.position(data.position() + hints);
        int[] flags = new int[points];
        for (int i = 0; i < points; i++) {
            flags[i] = data.get() & 0xFF;
            if ((flags[i] & REPEAT) == 0) continue;
            for (int times = data.get() & 0xFF; times > 0; times--, i++) flags[i + 1] = flags[i];
        }
        double[] x = coordinates(data, flags, SHORT_X, SAME_X), y = coordinates(data, flags, SHORT_Y, SAME_Y);
        Path2D.Double outline = new Path2D.Double();
        for (int i = 0, first = 0; i < contours; first = ends[i++] + 1) contour(outline, flags, x, y, first, ends[i]);
        path.append(outline.getPathIterator(place), false);
    }

    private static double[] coordinates(ByteBuffer data, int[] flags, int isShort, int same) {
        double[] values = new double[flags.length];
        double at = 0;
        for (int i = 0; i < flags.length; i++) {
            if ((flags[i] & isShort) != 0) at += (flags[i] & same) != 0 ? data.get() & 0xFF : -(data.get() & 0xFF);
            else if ((flags[i] & same) == 0) at += data.getShort();
            values[i] = at;
        }
        return values;
    }

    /** Between two points off the curve lies one on it, in their middle, that the file leaves out. */
    private static void contour(Path2D outline, int[] flags, double[] x, double[] y, int first, int last) {
        int n = last - first + 1;
        if (n < 2) return;
        boolean starts = (flags[first] & ON_CURVE) != 0, atLast = (flags[last] & ON_CURVE) != 0;
        double startX = starts ? x[first] : atLast ? x[last] : (x[first] + x[last]) / 2;
        double startY = starts ? y[first] : atLast ? y[last] : (y[first] + y[last]) / 2;
        outline.moveTo(startX, startY);
        for (int k = starts ? 1 : 0; k < n; k++) {
            int i = first + k, next = first + (k + 1) % n;
            if ((flags[i] & ON_CURVE) != 0) {
                outline.lineTo(x[i], y[i]);
                continue;
            }
            boolean ends = k == n - 1;
            boolean curve = (flags[next] & ON_CURVE) != 0;
            double toX = ends ? startX : curve ? x[next] : (x[i] + x[next]) / 2;
            double toY = ends ? startY : curve ? y[next] : (y[i] + y[next]) / 2;
            outline.quadTo(x[i], y[i], toX, toY);
            if (curve && !ends) k++;
        }
        outline.closePath();
    }
}
