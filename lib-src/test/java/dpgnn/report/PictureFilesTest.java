package dpgnn.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
        assertEquals(432 * PngWriter.SCALE, image.getWidth());
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
        assertEquals(Palette.PAPER, image.getRGB(2, 2) & 0xFFFFFF);
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
