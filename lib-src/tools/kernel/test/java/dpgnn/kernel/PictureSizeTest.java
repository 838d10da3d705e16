package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.report.figure.Figure;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class PictureSizeTest {
    @Test
    void aFigureIsAsLargeInPngAsInSvg() {
        Figure figure = Figure.line("t", new double[] {1, 2}).size(216, 144);
        assertEquals(
                "{\"image/png\":{\"width\":288,\"height\":192}}",
                PictureSize.metadata(figure.mime()).toString());
    }

    @Test
    void whatSaysNoSizeHasNone() {
        byte[] cut = Base64.getDecoder()
                .decode(Figure.line("t", new double[] {1, 2}).mime().get("image/png"));
        for (byte[] png : new byte[][] {
            {}, "no picture".getBytes(), java.util.Arrays.copyOf(cut, 30), with(cut, 49, 0), with(cut, 8, -1)
        }) {
            var mime = Map.of("image/png", Base64.getEncoder().encodeToString(png), "text/plain", "");
            assertEquals("{}", PictureSize.metadata(mime).toString());
        }
        assertEquals("{}", PictureSize.metadata(Map.of("image/png", "%%%")).toString());
        assertEquals("{}", PictureSize.metadata(Map.of("text/plain", "t")).toString());
    }

    private static byte[] with(byte[] png, int at, int value) {
        byte[] changed = png.clone();
        java.util.Arrays.fill(changed, at, at + 1, (byte) value);
        return changed;
    }
}
