package dpgnn.report.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Xml;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.FigureKinds;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
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
        assertEquals(768, image.getWidth(), "two pixels for each of the 384 that a browser gives 288 points");
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
        FigureKinds.KINDS.forEach((name, figure) -> {
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
        String letters = "aZ09é×−±²³εσδαμρτλΔ≤≥≈∞→∑√π½";
        assertEquals(letters, shown(face, letters), "as they stand");
        // A ring has a hole: four contours' worth of ink is less than its box, and a letter with an accent is the
        // letter and more.
        var letter = face.outline("o").getBounds2D();
        assertFalse(face.outline("o").contains(letter.getCenterX(), letter.getCenterY()), "the hole of an o");
        assertTrue(face.outline("i").contains(0.11, -0.2), "the stem of an i");
        assertTrue(face.outline("é").getBounds2D().getHeight()
                > face.outline("e").getBounds2D().getHeight() + 0.1);
        assertEquals("0", shown(face, "⁰"), "a raised nought that the font lacks");
        assertEquals("□", shown(face, "文"), "the box for what it lacks");
    }

    private static String shown(Typeface face, String text) {
        return face.parts(text).stream().map(Typeface.Part::letters).collect(java.util.stream.Collectors.joining());
    }

    /** A PDF shows the pixels of the PNG, within what two programs make of the rim of a line, and its words can be searched. */
    @Test
    void everyKindIsDrawnInEveryFormat() {
        FigureKinds.KINDS.forEach((name, figure) -> {
            Scene scene = figure.get().scene();
            try (PDDocument pdf = Loader.loadPDF(scene.pdf())) {
                BufferedImage png = ImageIO.read(new ByteArrayInputStream(scene.png()));
                BufferedImage page = new PDFRenderer(pdf).renderImage(0, (float) PngWriter.SCALE);
                assertTrue(Math.abs(png.getWidth() - page.getWidth()) <= 1, name);
                double inked = ink(png, png), other = ink(png, page);
                assertTrue(
                        inked > 0.001 && other < inked / 4,
                        name + ": " + other + " of the pixels differ, inked " + inked);
                String text = words(pdf);
                for (var word : Xml.elements(Xml.parse(scene.svg()), "text"))
                    if (!word.hasAttribute("transform"))
                        assertTrue(text.contains(word.getTextContent().strip()), name + ": " + word.getTextContent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The share of pixels that are far apart in two pictures; of one, those that are far from white. */
    private static double ink(BufferedImage a, BufferedImage b) {
        int far = 0, width = Math.min(a.getWidth(), b.getWidth()), height = Math.min(a.getHeight(), b.getHeight());
        for (int y = 20; y < height; y++) {
            for (int x = 20; x < width; x++) {
                int seen = a.getRGB(x, y) >> 8 & 255, other = a == b ? 255 : b.getRGB(x, y) >> 8 & 255;
                if (Math.abs(seen - other) > 100) far++;
            }
        }
        return (double) far / width / height;
    }

    private static String words(PDDocument pdf) throws IOException {
        return new PDFTextStripper().getText(pdf);
    }

    /** What a publisher's check looks at: every font that a page names has its letters in the document, and no more than these. */
    @Test
    void pdfEmbedsTheFontsThatItNames() throws IOException {
        Scene scene =
                Figure.line("ε = é", new double[] {1, 2}, new double[] {3, 4}).scene();
        byte[] bytes = scene.pdf();
        assertTrue(new String(bytes, 0, 9, StandardCharsets.ISO_8859_1).startsWith("%PDF-1.4"), "LaTeX takes no 1.6");
        assertTrue(bytes.length < 30_000, bytes.length + " bytes");
        assertArrayEquals(bytes, scene.pdf());
        try (PDDocument pdf = Loader.loadPDF(bytes)) {
            int fonts = 0;
            var resources = pdf.getPage(0).getResources();
            for (var name : resources.getFontNames()) {
                var font = (PDType0Font) resources.getFont(name);
                assertTrue(
                        font.isEmbedded() && font.getName().matches("[A-Z]{6}\\+LiberationSans(-Bold)?"),
                        font.getName());
                var descriptor = font.getDescendantFont().getFontDescriptor();
                assertTrue(descriptor.getFontFile2().toByteArray().length < 20_000, "a part of the font");
                fonts++;
            }
            assertEquals(2, fonts, "regular and bold");
            assertTrue(words(pdf).startsWith("ε = é"), words(pdf));
        }
    }

    /** A sign that the font lacks has the shape of a letter, upside down or not, and is found as the sign that it is. */
    @Test
    void signsOfLogicAreDrawnInEveryFormat() throws IOException {
        Typeface face = Typeface.of(SceneShape.Font.LABEL);
        String signs = "∈∪∀∇∃∅∩∂∑ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψω";
        assertEquals(signs, shown(face, signs), "none is a box");
        for (int c : signs.codePoints().toArray())
            assertFalse(face.outline(Character.toString(c)).getBounds2D().isEmpty(), Character.toString(c));
        var sign = face.outline("∀").getBounds2D();
        var letter = face.outline("A").getBounds2D();
        assertEquals(letter.getY(), sign.getY(), 1e-9);
        assertEquals(letter.getWidth(), sign.getWidth(), 1e-9);
        // An A is closed below its top and open at its foot.
        double middle = letter.getCenterX(), foot = -0.02, top = letter.getY() + 0.02;
        assertTrue(face.outline("A").contains(middle, top) && !face.outline("A").contains(middle, foot));
        assertTrue(face.outline("∀").contains(sign.getCenterX(), foot)
                && !face.outline("∀").contains(sign.getCenterX(), top));
        String title = "∀ A: A ∪ B ∩ C ∇Δ ∃ ∈ ∅";
        Figure figure = Figure.line(title, new double[] {1, 2});
        assertTrue(figure.svg().contains(">" + title + "</text>"));
        try (PDDocument pdf = Loader.loadPDF(figure.scene().pdf())) {
            assertTrue(words(pdf).contains(title), words(pdf));
        }
    }

    @Test
    void everyFileSaysWhatMadeIt() throws IOException {
        Scene scene = new Scene(100, 100, "t", java.util.List.of(), 1, "notebook a & b, run 0a1b");
        assertTrue(scene.svg().contains("<metadata>notebook a &amp; b, run 0a1b</metadata>"));
        assertTrue(
                new String(scene.png(), StandardCharsets.ISO_8859_1).contains("tEXtSource\0notebook a & b, run 0a1b"));
        try (PDDocument pdf = Loader.loadPDF(scene.pdf())) {
            assertEquals(
                    "notebook a & b, run 0a1b", pdf.getDocumentInformation().getSubject());
        }
    }
}
