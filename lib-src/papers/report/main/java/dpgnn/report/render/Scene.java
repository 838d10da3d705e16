package dpgnn.report.render;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A laid-out picture for the three writers: SVG, PDF and PNG show the same shapes in the same order.
 *
 * @param scale the length on paper of one unit of the layout, in points
 * @param origin what made it, which every file says of itself
 */
public record Scene(double width, double height, String title, List<SceneShape> shapes, double scale, String origin) {
    public String svg() {
        return SvgWriter.svg(this);
    }

    public byte[] pdf() {
        try {
            return PdfWriter.pdf(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] png() {
        try {
            return PngWriter.png(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
