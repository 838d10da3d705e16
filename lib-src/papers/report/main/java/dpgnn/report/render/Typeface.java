package dpgnn.report.render;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.fontbox.ttf.CmapSubtable;
import org.apache.fontbox.ttf.CmapTable;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * The typeface of every picture: Liberation Sans, regular and bold, which comes as a file with the library. PNG therefore
 * looks the same on every machine, even one without fonts, and PDF embeds the letters that it shows. Its widths are those of
 * Helvetica and Arial, in which a browser sets SVG.
 */
public final class Typeface {
    /** Signs of set theory and logic that the font lacks, and a letter that has their shape, as it stands or upside down. */
    private static final Map<Integer, Integer> ALIKE = Map.of(
            (int) '∈', (int) 'Є', (int) '∅', (int) 'Ø', (int) '∃', (int) 'Ǝ', // as it stands
            (int) '∀', (int) 'A', (int) '∇', (int) 'Δ', (int) '∪', (int) '∩');

    private static final Pattern PARTS = Pattern.compile("([∀∇∪])|[^∀∇∪]+");

    private static final Typeface REGULAR = new Typeface("LiberationSans-Regular");
    private static final Typeface BOLD = new Typeface("LiberationSans-Bold");

    private final String name;
    private final Map<Integer, Glyph> glyphs = new ConcurrentHashMap<>();
    private TrueTypeFont font;

    /** What a character looks like at size 1, y downwards, and how wide it is. */
    private record Glyph(boolean known, double width, Path2D outline) {}

    /** A part of a line of text: the letters, where they stand at size 1, y downwards, and whether upside down. */
    record Part(String letters, AffineTransform place, boolean reversed) {}

    /** What the font has, and the signs that a letter of it shows; a PDF names both. */
    private static final class Characters extends CmapSubtable {
        private final CmapSubtable own;

        Characters(CmapSubtable own) {
            this.own = own;
            setPlatformId(CmapTable.PLATFORM_UNICODE);
            setPlatformEncodingId(CmapTable.ENCODING_UNICODE_2_0_FULL);
        }

        @Override
        public int getGlyphId(int character) {
            return own.getGlyphId(ALIKE.getOrDefault(character, character));
        }

        @Override
        public List<Integer> getCharCodes(int glyph) {
            return own.getCharCodes(glyph);
        }
    }

    private Typeface(String name) {
        this.name = name;
    }

    static Typeface of(SceneShape.Font font) {
        return font.bold() ? BOLD : REGULAR;
    }

    /** The width of a line of text, in the unit of the font's size. */
    public static double width(String text, SceneShape.Font font) {
        return of(font).width(of(font).letters(text)) * font.size();
    }

    /** The font, or a smaller one in which a line of text takes no more room than this. */
    public static SceneShape.Font fitting(String text, SceneShape.Font font, double room) {
        double width = width(text, font);
        return width <= room ? font : font.sized(Math.max(1, font.size() * room / width));
    }

    /** The file of the font, read anew; no letter takes the place of two. */
    TrueTypeFont read() throws IOException {
        String resource = "/liberation/" + name + ".ttf";
        try (InputStream in = Typeface.class.getResourceAsStream(resource)) {
            if (in == null) throw new IllegalStateException("no font is on the class path at " + resource);
            TrueTypeFont read = new TTFParser().parse(new RandomAccessReadBuffer(in.readAllBytes()));
            read.setEnableGsub(false);
            CmapTable characters = read.getCmap();
            CmapSubtable own = characters.getSubtable(CmapTable.PLATFORM_WINDOWS, CmapTable.ENCODING_WIN_UNICODE_BMP);
            characters.setCmaps(new CmapSubtable[] {new Characters(own)});
            return read;
        }
    }

    private Glyph glyph(int character) {
        return glyphs.computeIfAbsent(character, this::readGlyph);
    }

    private synchronized Glyph readGlyph(int character) {
        try {
            if (font == null) font = read();
            int number = font.getUnicodeCmapLookup().getGlyphId(character);
            double unit = 1.0 / font.getUnitsPerEm();
            Path2D outline = font.getGlyph().getGlyph(number).getPath();
            outline.transform(AffineTransform.getScaleInstance(unit, -unit));
            return new Glyph(number != 0, font.getAdvanceWidth(number) * unit, outline);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double width(String letters) {
        return letters.codePoints().mapToDouble(c -> glyph(c).width()).sum();
    }

    /** The letters by which a text is shown. One that the font lacks is taken apart where that helps: a raised 0 is a 0. */
    private String letters(String text) {
        String apart = known(text, c -> Normalizer.normalize(c, Normalizer.Form.NFKC));
        return known(apart, c -> "□");
    }

    private String known(String text, UnaryOperator<String> instead) {
        return text.codePoints()
                .mapToObj(c -> glyph(c).known() ? Character.toString(c) : instead.apply(Character.toString(c)))
                .collect(Collectors.joining());
    }

    /** The parts of a line, one after the other. */
    List<Part> parts(String text) {
        List<Part> parts = new ArrayList<>();
        double at = 0;
        for (MatchResult match : PARTS.matcher(letters(text)).results().toList()) {
            String letters = match.group();
            AffineTransform place = AffineTransform.getTranslateInstance(at, 0);
            boolean reversed = match.group(1) != null;
            if (reversed) {
                Rectangle2D ink = glyph(letters.codePointAt(0)).outline().getBounds2D();
                place.concatenate(new AffineTransform(1, 0, 0, -1, 0, 2 * ink.getCenterY()));
            }
            parts.add(new Part(letters, place, reversed));
            at += width(letters);
        }
        return parts;
    }

    /** The outlines of a line of text at size 1 that begins at (0, 0), y downwards. */
    Path2D outline(String text) {
        Path2D line = new Path2D.Double(Path2D.WIND_NON_ZERO);
        for (Part part : parts(text)) {
            AffineTransform place = part.place();
            for (int letter : part.letters().codePoints().toArray()) {
                line.append(glyph(letter).outline().getPathIterator(place), false);
                place.translate(glyph(letter).width(), 0);
            }
        }
        return line;
    }
}
