package dpgnn.report.render;

import java.util.List;

/** A laid-out picture for the three writers: SVG, PDF and PNG show the same shapes in the same order. */
public record Scene(double width, double height, String title, List<SceneShape> shapes) {
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
