package dpgnn.report.render;

import static dpgnn.report.render.Numbers.coordinate;

import java.util.List;

/** A scene as SVG: plain elements, no style sheet, no script, the reader's own sans-serif; the same scene gives the same bytes. */
final class SvgWriter {
    /** Stands for the hash of the picture in the names of its clips: pictures of one page must not share a name. */
    private static final String KEY = "\u0001";

    private final StringBuilder out = new StringBuilder(4096);
    private int clips;

    private SvgWriter() {}

    static String svg(Scene scene) {
        SvgWriter writer = new SvgWriter();
        String width = coordinate(scene.width()), height = coordinate(scene.height());
        writer.out
                .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(coordinate(scene.width() * scene.scale()))
                .append("pt\" height=\"");
        writer.out
                .append(coordinate(scene.height() * scene.scale()))
                .append("pt\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height);
        writer.out.append("\" role=\"img\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n<title>");
        writer.out.append(Escapes.html(scene.title())).append("</title>\n<metadata>");
        writer.out.append(Escapes.html(scene.origin())).append("</metadata>\n");
        writer.shapes(scene.shapes());
        String svg = writer.out.append("</svg>\n").toString();
        return svg.replace(KEY, Integer.toHexString(svg.hashCode()));
    }

    private void shapes(List<SceneShape> shapes) {
        for (SceneShape shape : shapes) shape(shape);
    }

    private void shape(SceneShape shape) {
        if (shape instanceof SceneShape.Paper s) {
            open("rect").at("x", 0).at("y", 0).at("width", s.width()).at("height", s.height());
            at("rx", SceneShape.Paper.CORNER)
                    .fill(SceneShape.Fill.of(Palette.PAPER))
                    .close();
        } else if (shape instanceof SceneShape.Line s) {
            open("line")
                    .at("x1", s.x1())
                    .at("y1", s.y1())
                    .at("x2", s.x2())
                    .at("y2", s.y2())
                    .stroke(s.stroke())
                    .close();
        } else if (shape instanceof SceneShape.Polyline s) {
            open("polyline").points(s.x(), s.y()).fill(null).stroke(s.stroke()).close();
        } else if (shape instanceof SceneShape.Polygon s) {
            open("polygon")
                    .points(s.x(), s.y())
                    .fill(s.fill())
                    .stroke(s.stroke())
                    .close();
        } else if (shape instanceof SceneShape.Rect s) {
            open("rect").at("x", s.x()).at("y", s.y()).at("width", s.width()).at("height", s.height());
            fill(s.fill()).stroke(s.stroke()).close();
        } else if (shape instanceof SceneShape.Circle s) {
            open("circle")
                    .at("cx", s.x())
                    .at("cy", s.y())
                    .at("r", s.radius())
                    .fill(s.fill())
                    .stroke(s.stroke())
                    .close();
        } else if (shape instanceof SceneShape.Text s) {
            text(s);
        } else if (shape instanceof SceneShape.Clip s) {
            String id = "clip-" + KEY + "-" + clips++;
            out.append("<clipPath id=\"").append(id).append("\">");
            open("rect")
                    .at("x", s.x())
                    .at("y", s.y())
                    .at("width", s.width())
                    .at("height", s.height())
                    .close();
            out.append("</clipPath>\n<g clip-path=\"url(#").append(id).append(")\">\n");
            shapes(s.shapes());
            out.append("</g>\n");
        }
    }

    private void text(SceneShape.Text s) {
        open("text").at("x", s.x()).at("y", s.y()).at("font-size", s.font().size());
        if (s.font().bold()) set("font-weight", "bold");
        if (s.anchor() != SceneShape.Anchor.START)
            set("text-anchor", s.anchor() == SceneShape.Anchor.MIDDLE ? "middle" : "end");
        set("fill", Palette.hex(s.font().colour()));
        // Whichever font the reader has, the text keeps the room that the layout gave it.
        if (!s.text().isBlank())
            at("textLength", Typeface.width(s.text(), s.font())).set("lengthAdjust", "spacingAndGlyphs");
        if (s.angle() != 0) {
            set(
                    "transform",
                    "rotate(" + coordinate(s.angle()) + " " + coordinate(s.x()) + " " + coordinate(s.y()) + ")");
        }
        out.append('>').append(Escapes.html(s.text())).append("</text>\n");
    }

    private SvgWriter open(String element) {
        out.append('<').append(element);
        return this;
    }

    private SvgWriter set(String name, String value) {
        out.append(' ').append(name).append("=\"").append(value).append('"');
        return this;
    }

    private SvgWriter at(String name, double value) {
        return set(name, coordinate(value));
    }

    private SvgWriter points(double[] x, double[] y) {
        StringBuilder list = new StringBuilder(x.length * 12);
        for (int i = 0; i < x.length; i++) {
            list.append(i == 0 ? "" : " ").append(coordinate(x[i])).append(',').append(coordinate(y[i]));
        }
        return set("points", list.toString());
    }

    private SvgWriter fill(SceneShape.Fill fill) {
        if (fill == null) return set("fill", "none");
        set("fill", Palette.hex(fill.colour()));
        return fill.opacity() == 1 ? this : at("fill-opacity", fill.opacity());
    }

    private SvgWriter stroke(SceneShape.Stroke stroke) {
        if (stroke == null) return this;
        set("stroke", Palette.hex(stroke.colour()))
                .at("stroke-width", stroke.width())
                .set("stroke-linejoin", "round");
        if (stroke.dash().length == 0) return this;
        StringBuilder dash = new StringBuilder();
        for (double d : stroke.dash()) dash.append(dash.isEmpty() ? "" : " ").append(coordinate(d));
        return set("stroke-dasharray", dash.toString());
    }

    private void close() {
        out.append("/>\n");
    }
}
