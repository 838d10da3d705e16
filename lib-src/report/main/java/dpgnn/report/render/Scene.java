package dpgnn.report.render;

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
        return new PdfWriter().pdf(this);
    }

    public byte[] png() {
        return PngWriter.png(this);
    }
}
