package dpgnn.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

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

    /** A crowd of colours: more than a palette holds. */
    @Test
    void whatThePaletteLacksIsNextToIt() throws Exception {
        int side = 64;
        int[] pixels = new int[side * side];
        java.util.Arrays.setAll(pixels, i -> 0xFF000000 | i % side * 4 << 16 | i / side * 4 << 8);
        var image = ImageIO.read(new ByteArrayInputStream(PngFile.bytes(side, side, pixels, 192)));
        int worst = 0;
        for (int i = 0; i < pixels.length; i++) {
            int seen = image.getRGB(i % side, i / side);
            for (int shift = 0; shift < 32; shift += 8)
                worst = Math.max(worst, Math.abs((seen >> shift & 255) - (pixels[i] >> shift & 255)));
        }
        assertTrue(worst > 0 && worst < 256, "worst channel is off by " + worst);
        int[] few = {0xFF102030, 0x80FF0000, 0, 0xFF102030};
        image = ImageIO.read(new ByteArrayInputStream(PngFile.bytes(2, 2, few, 192)));
        assertArrayEquals(few, image.getRGB(0, 0, 2, 2, null, 0, 2), "few colours are kept as they are");
    }

    @Test
    void lettersHaveTheWidthsOfHelveticaAndInkOfTheirOwn() {
        Shape.Font font = new Shape.Font(1000, false, Palette.INK), bold = new Shape.Font(1000, true, Palette.INK);
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
        assertEquals(1, face.glyphs("⁰").length);
        assertEquals(face.file().glyph('0'), face.glyphs("⁰")[0], "a raised nought that the font lacks");
        assertEquals(0, face.glyphs("文")[0], "the box for what it lacks");
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
        Matcher stream = Pattern.compile("/Length (\\d+) >>\nstream\n").matcher(pdf);
        assertTrue(stream.find());
        int end = stream.end() + Integer.parseInt(stream.group(1));
        assertTrue(pdf.startsWith("\nendstream", end));
        String content = pdf.substring(stream.end(), end);
        assertEquals(count(content, "q"), count(content, "Q"));
        assertEquals(count(content, "BT .*"), count(content, "ET"));
    }

    private static long count(String content, String line) {
        return content.lines().filter(l -> l.matches(line)).count();
    }

    @Test
    void pdfSetsGreekInSymbolAndLatinInHelvetica() {
        String pdf = new String(
                Figure.line("ε = é", new double[] {1, 2}, new double[] {3, 4})
                        .scene()
                        .pdf(),
                StandardCharsets.ISO_8859_1);
        assertTrue(pdf.contains("/S 10.5 Tf <65> Tj"), "epsilon is e of Symbol");
        assertTrue(pdf.contains("/B 10.5 Tf <203D20E9> Tj"), "the rest is Helvetica in WinAnsi");
    }
}
