package dpgnn.report.render;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The typeface of every picture: Liberation Sans, regular and bold, which comes as a file with the library. PNG therefore
 * looks the same on every machine, even one without fonts, and PDF embeds the letters that it shows. Its widths are those of
 * Helvetica and Arial, in which a browser sets SVG.
 */
public final class Typeface {
    private static final Typeface REGULAR = new Typeface("LiberationSans-Regular");
    private static final Typeface BOLD = new Typeface("LiberationSans-Bold");

    final String name;
    private final Map<Integer, Path2D> outlines = new ConcurrentHashMap<>();
    private FontFile file;

    private Typeface(String name) {
        this.name = name;
    }

    static Typeface of(SceneShape.Font font) {
        return font.bold() ? BOLD : REGULAR;
    }

    /** The width of a line of text, in the unit of the font's size. */
    public static double width(String text, SceneShape.Font font) {
        return of(font).units(text) * font.size() / of(font).file().unitsPerEm;
    }

    /** The font, or a smaller one in which a line of text takes no more room than this. */
    public static SceneShape.Font fitting(String text, SceneShape.Font font, double room) {
        double width = width(text, font);
        return width <= room ? font : font.sized(Math.max(1, font.size() * room / width));
    }

    synchronized FontFile file() {
        if (file == null) {
            String resource = "/liberation/" + name + ".ttf";
            try (InputStream in = Typeface.class.getResourceAsStream(resource)) {
                if (in == null) throw new IllegalStateException("no font is on the class path at " + resource);
                file = new FontFile(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return file;
    }

    /** The characters by which a text is shown. One that the font lacks is taken apart where that helps: a raised 0 is a 0. */
    int[] characters(String text) {
        return text.codePoints()
                .flatMap(c -> file().glyph(c) != 0 ? IntStream.of(c) : plain(c))
                .toArray();
    }

    private static IntStream plain(int c) {
        return Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC).codePoints();
    }

    private int[] glyphs(String text) {
        return Arrays.stream(characters(text)).map(file()::glyph).toArray();
    }

    private int units(String text) {
        int sum = 0;
        for (int glyph : glyphs(text)) sum += file().advance(glyph);
        return sum;
    }

    /** The outlines of a line of text at size 1 that begins at (0, 0), y downwards. */
    Path2D outline(String text) {
        Path2D line = new Path2D.Double(Path2D.WIND_NON_ZERO);
        double unit = 1.0 / file().unitsPerEm;
        int at = 0;
        for (int glyph : glyphs(text)) {
            Path2D outline = outlines.computeIfAbsent(glyph, g -> GlyphOutline.of(file(), g));
            line.append(outline.getPathIterator(new AffineTransform(unit, 0, 0, -unit, at * unit, 0)), false);
            at += file().advance(glyph);
        }
        return line;
    }
}
