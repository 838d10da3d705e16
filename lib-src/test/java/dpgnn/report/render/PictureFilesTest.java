package dpgnn.report.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Xml;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.FigureTest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class PictureFilesTest {
    @Test
    void pngShowsTheBarWhereTheSvgHasIt() throws Exception {
        Figure figure = Figure.bar("t", new String[] {"a", "b"}, new double[] {4, 2});
        byte[] png = figure.scene().png();
        assertArrayEquals(png, figure.scene().png());
        var image = ImageIO.read(new ByteArrayInputStream(png));
        assertEquals(1152, image.getWidth(), "two pixels for each of the 576 that a browser gives 432 points");
        assertTrue(png.length < 40_000, png.length + " bytes");
        int seen = 0;
        for (var rect : Xml.elements(Xml.parse(figure.svg()), "rect")) {
            if (!rect.getAttribute("fill").equals(Palette.hex(Palette.colour(0)))) continue;
            double x = Double.parseDouble(rect.getAttribute("x")) + Double.parseDouble(rect.getAttribute("width")) / 2;
            double y = Double.parseDouble(rect.getAttribute("y")) + Double.parseDouble(rect.getAttribute("height")) / 2;
            int pixel = image.getRGB((int) (x * PngWriter.SCALE), (int) (y * PngWriter.SCALE)) & 0xFFFFFF;
            assertEquals(Palette.colour(0), pixel);
            seen++;
        }
        assertEquals(2, seen);
        assertEquals(0xFF000000 | Palette.PAPER, image.getRGB(20, 20));
        assertEquals(0, image.getRGB(0, 0) >>> 24, "the corner of the card is rounded");
    }

    /** A label set in a wider font than the layout's would run into its neighbour, or out of the picture. */
    @Test
    void svgKeepsTextInItsRoom() {
        FigureTest.KINDS.forEach((name, figure) -> {
            for (var text : Xml.elements(Xml.parse(figure.get().svg()), "text")) {
                double size = Double.parseDouble(text.getAttribute("font-size"));
                boolean bold = text.getAttribute("font-weight").equals("bold");
                double room = Typeface.width(text.getTextContent(), new SceneShape.Font(size, bold, Palette.INK));
                assertEquals(room, Double.parseDouble(text.getAttribute("textLength")), 0.01, name);
            }
        });
    }

    /** A crowd of colours: more than a palette holds. */
    @Test
    void whatThePaletteLacksIsNextToIt() throws Exception {
        int side = 64;
        int[] pixels = new int[side * side];
        java.util.Arrays.setAll(pixels, i -> 0xFF000000 | i % side * 4 << 16 | i / side * 4 << 8);
        var image = ImageIO.read(new ByteArrayInputStream(PngFile.bytes(side, side, pixels, 192, "t")));
        int worst = 0;
        for (int i = 0; i < pixels.length; i++) {
            int seen = image.getRGB(i % side, i / side);
            for (int shift = 0; shift < 32; shift += 8)
                worst = Math.max(worst, Math.abs((seen >> shift & 255) - (pixels[i] >> shift & 255)));
        }
        assertTrue(worst > 0 && worst < 256, "worst channel is off by " + worst);
        int[] few = {0xFF102030, 0x80FF0000, 0, 0xFF102030};
        image = ImageIO.read(new ByteArrayInputStream(PngFile.bytes(2, 2, few, 192, "t")));
        assertArrayEquals(few, image.getRGB(0, 0, 2, 2, null, 0, 2), "few colours are kept as they are");
    }

    @Test
    void lettersHaveTheWidthsOfHelveticaAndInkOfTheirOwn() {
        SceneShape.Font font = new SceneShape.Font(1000, false, Palette.INK),
                bold = new SceneShape.Font(1000, true, Palette.INK);
        assertEquals(667, Typeface.width("A", font), 0.5);
        assertEquals(278, Typeface.width(" ", font), 0.5);
        assertEquals(722, Typeface.width("A", bold), 0.5);
        assertEquals(584, Typeface.width("−", font), 0.5);
        Typeface face = Typeface.of(font);
        for (int c : "aZ09é×−±²³εσδαμρτλΔ≤≥≈∞→∑√π½".codePoints().toArray()) {
            assertTrue(face.file().glyph(c) != 0, Character.toString(c));
        }
        // A ring has a hole: four contours' worth of ink is less than its box, and a letter with an accent is the
        // letter and more.
        var letter = face.outline("o").getBounds2D();
        assertFalse(face.outline("o").contains(letter.getCenterX(), letter.getCenterY()), "the hole of an o");
        assertTrue(face.outline("i").contains(0.11, -0.2), "the stem of an i");
        assertTrue(face.outline("é").getBounds2D().getHeight()
                > face.outline("e").getBounds2D().getHeight() + 0.1);
        assertArrayEquals(new int[] {'0'}, face.characters("⁰"), "a raised nought that the font lacks");
        assertEquals(0, face.file().glyph('文'), "the box for what it lacks");
        assertThrows(IllegalArgumentException.class, () -> new FontFile(new byte[20]));
    }

    @Test
    void everyKindIsDrawnInEveryFormat() {
        FigureTest.KINDS.forEach((name, figure) -> {
            assertTrue(figure.get().scene().png().length > 2000, name);
            checkPdf(new String(figure.get().scene().pdf(), StandardCharsets.ISO_8859_1));
        });
    }

    /** The table of references points at the objects, the trailer at the table, and the stream is as long as it says. */
    private static void checkPdf(String pdf) {
        assertTrue(pdf.startsWith("%PDF-1.4\n") && pdf.endsWith("%%EOF\n"));
        Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(pdf);
        assertTrue(start.find());
        int table = Integer.parseInt(start.group(1));
        String[] lines = pdf.substring(table).split("\n");
        assertEquals("xref", lines[0]);
        int objects = Integer.parseInt(lines[1].split(" ")[1]);
        for (int i = 1; i < objects; i++) {
            assertEquals(19, lines[2 + i].length(), "an entry has 20 bytes with its line end: " + lines[2 + i]);
            int offset = Integer.parseInt(lines[2 + i].substring(0, 10));
            assertTrue(pdf.startsWith(i + " 0 obj\n", offset), "object " + i + " is not at " + offset);
        }
        Matcher stream = Pattern.compile("/Length (\\d+)[^>]* >>\nstream\n").matcher(pdf);
        for (int from = 0; stream.find(from); ) {
            from = stream.end() + Integer.parseInt(stream.group(1));
            assertTrue(pdf.startsWith("\nendstream", from));
        }
        String content = content(pdf);
        assertEquals(count(content, "q"), count(content, "Q"));
        assertEquals(count(content, "BT .*"), count(content, "ET"));
        assertTrue(pdf.contains("/Info 5 0 R") && pdf.contains("\n5 0 obj\n<< /Title"));
    }

    private static String content(String pdf) {
        int start = pdf.indexOf("stream\n", pdf.indexOf("\n4 0 obj\n")) + 7;
        return pdf.substring(start, pdf.indexOf("\nendstream", start));
    }

    private static long count(String content, String line) {
        return content.lines().filter(l -> l.matches(line)).count();
    }

    /** What a publisher's check looks at: every font that a page names has its file in the document. */
    @Test
    void pdfEmbedsTheFontsThatItNames() {
        String pdf = new String(
                Figure.line("ε = é", new double[] {1, 2}, new double[] {3, 4})
                        .scene()
                        .pdf(),
                StandardCharsets.ISO_8859_1);
        checkPdf(pdf);
        String named = between(pdf, "/Font <<", ">>").strip();
        assertEquals(2, named.split("0 R").length, "regular and bold: " + named);
        for (String font : named.split("0 R")) {
            String number = font.strip().split(" ")[1];
            String composite = object(pdf, number);
            assertTrue(composite.contains("/Subtype /Type0") && composite.contains("/ToUnicode"), composite);
            String glyphs = object(pdf, between(composite, "/DescendantFonts [", " "));
            String descriptor = object(pdf, between(glyphs, "/FontDescriptor ", " "));
            String file = between(descriptor, "/FontFile2 ", " ");
            String stream = object(pdf, file);
            byte[] bytes = stream.substring(stream.indexOf("stream\n") + 7).getBytes(StandardCharsets.ISO_8859_1);
            assertTrue(bytes.length < 20_000, "a part of the font: " + bytes.length + " bytes");
            String widths = between(glyphs, "/W [0 [", "]");
            assertEquals(bytes[4] << 8 | bytes[5], 9, "tables");
            assertTrue(widths.split(" ").length > 3, widths);
        }
        // The title stands there by numbers of glyphs, and each of them has its character.
        String shown = between(content(pdf), "LiberationSansBold 10.5 Tf <", ">");
        assertEquals("00010002000300020004", shown.replaceFirst("^(....)", "0001"));
        String map = pdf.substring(pdf.indexOf("beginbfchar", pdf.indexOf("LiberationSans-Bold /Encoding")));
        assertTrue(
                map.startsWith("beginbfchar\n<0001> <03B5>\n<0002> <0020>\n<0003> <003D>\n<0004> <00E9>\n"),
                map.substring(0, 80));
    }

    /** The file of a part of a font is a font: the parser that reads the whole one reads it, with the same outlines. */
    @Test
    void aPartOfAFontHasTheOutlinesOfTheWhole() {
        FontFile whole = Typeface.of(SceneShape.Font.LABEL).file();
        FontSubset subset = new FontSubset(whole);
        int plain = subset.number(whole.glyph('g')), accent = subset.number(whole.glyph('é'));
        assertEquals(1, plain);
        assertEquals(plain, subset.number(whole.glyph('g')), "the same glyph has one number");
        byte[] file = subset.file();
        int sum = 0;
        var words = java.nio.ByteBuffer.wrap(file);
        while (words.hasRemaining()) sum += words.getInt();
        assertEquals(0xB1B0AFBA, sum, "the sum that the format asks for");
        FontFile part = FontFile.withoutCharacters(file);
        for (int[] pair : new int[][] {{plain, whole.glyph('g')}, {accent, whole.glyph('é')}}) {
            var seen = new java.awt.geom.Area(GlyphOutline.of(part, pair[0]));
            assertTrue(seen.equals(new java.awt.geom.Area(GlyphOutline.of(whole, pair[1]))) && !seen.isEmpty());
            assertEquals(whole.advance(pair[1]), part.advance(pair[0]));
        }
    }

    /** A sign that the font lacks has the shape of a letter, turned or not, and is found as the sign that it is. */
    @Test
    void signsOfLogicAreDrawnInEveryFormat() {
        Typeface face = Typeface.of(SceneShape.Font.LABEL);
        for (int c : "∈∪∀∇∃∩∂∑ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψω".codePoints().toArray()) {
            assertTrue(face.file().glyph(c) != 0, Character.toString(c));
            assertFalse(face.outline(Character.toString(c)).getBounds2D().isEmpty(), Character.toString(c));
        }
        var sign = face.outline("∀").getBounds2D();
        var letter = face.outline("A").getBounds2D();
        assertEquals(letter.getY(), sign.getY(), 1e-9);
        assertEquals(letter.getWidth(), sign.getWidth(), 1e-9);
        // An A is closed below its top and open at its foot.
        double middle = letter.getCenterX(), foot = -0.02, top = letter.getY() + 0.02;
        assertTrue(face.outline("A").contains(middle, top) && !face.outline("A").contains(middle, foot));
        assertTrue(face.outline("∀").contains(sign.getCenterX(), foot)
                && !face.outline("∀").contains(sign.getCenterX(), top));
        Figure figure = Figure.line("∀", new double[] {1, 2});
        assertTrue(figure.svg().contains(">∀</text>"));
        String pdf = new String(figure.scene().pdf(), StandardCharsets.ISO_8859_1);
        assertTrue(pdf.contains("<0001> <2200>"), "text can be searched");
        FontSubset subset = new FontSubset(face.file());
        int number = subset.number(face.file().glyph('∀'));
        var drawn = new java.awt.geom.Area(GlyphOutline.of(FontFile.withoutCharacters(subset.file()), number));
        assertTrue(drawn.equals(
                new java.awt.geom.Area(GlyphOutline.of(face.file(), face.file().glyph('∀')))));
    }

    @Test
    void everyFileSaysWhatMadeIt() {
        Scene scene = new Scene(100, 100, "t", java.util.List.of(), 1, "notebook a & b, run 0a1b");
        assertTrue(scene.svg().contains("<metadata>notebook a &amp; b, run 0a1b</metadata>"));
        assertTrue(
                new String(scene.png(), StandardCharsets.ISO_8859_1).contains("tEXtSource\0notebook a & b, run 0a1b"));
        String hex = java.util.HexFormat.of()
                .withUpperCase()
                .formatHex("notebook a & b, run 0a1b".getBytes(StandardCharsets.UTF_16BE));
        assertTrue(new String(scene.pdf(), StandardCharsets.ISO_8859_1).contains("/Subject <FEFF" + hex + ">"));
    }

    private static String object(String pdf, String number) {
        return between(pdf, "\n" + number + " 0 obj\n", "\nendobj");
    }

    private static String between(String text, String start, String end) {
        int at = text.indexOf(start);
        assertTrue(at >= 0, start);
        return text.substring(at + start.length(), text.indexOf(end, at + start.length()));
    }
}
