package dpgnn.report;

import java.util.List;

/** A picture that is laid out, as the three writers take it: SVG, PDF and PNG show the same shapes in the same order. */
record Scene(double width, double height, String title, List<Shape> shapes) {
    String svg() {
        return SvgWriter.svg(this);
    }

    byte[] pdf() {
        return new PdfWriter().pdf(this);
    }

    byte[] png() {
        return PngWriter.png(this);
    }
}
