package dpgnn.report.render;

import static dpgnn.report.render.Numbers.coordinate;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A scene as one page of PDF 1.4: vector lines, and text in fonts that are part of the file. There is no date and no compression in
 * it, so that the same scene gives the same bytes.
 */
final class PdfWriter {
    private static final double ROUND = 0.5523;

    private final StringBuilder content = new StringBuilder(8192);
    /** The path that is being built: PDF wants colours before it, we know them after. */
    private final StringBuilder path = new StringBuilder();

    private final TreeSet<Integer> opacities = new TreeSet<>();
    private final Map<Typeface, PdfFont> fonts = new LinkedHashMap<>();
    private double height;

    byte[] pdf(Scene scene) {
        height = scene.height();
        String unit = coordinate(scene.scale());
        if (scene.scale() != 1) put(unit + " 0 0 " + unit + " 0 0 cm");
        shapes(scene.shapes());
        List<String> objects = new ArrayList<>();
        objects.add("<< /Type /Catalog /Pages 2 0 R >>");
        objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
        StringBuilder states = new StringBuilder();
        for (int percent : opacities) {
            String opacity = coordinate(percent / 100.0);
            states.append(" /O")
                    .append(percent)
                    .append(" << /ca ")
                    .append(opacity)
                    .append(" >>");
        }
        StringBuilder names = new StringBuilder();
        int number = 6;
        for (Typeface face : fonts.keySet()) {
            names.append(" /").append(key(face)).append(' ').append(number).append(" 0 R");
            number += PdfFont.OBJECTS;
        }
        objects.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + coordinate(scene.width() * scene.scale()) + " "
                + coordinate(height * scene.scale())
                + "] /Contents 4 0 R /Resources << /Font <<" + names + " >> /ExtGState <<" + states
                + " >> >> >>");
        objects.add(PdfFont.stream("", content.toString()));
        objects.add("<< /Title " + text(scene.title()) + " /Subject " + text(scene.origin()) + " /Creator (dpgnn) >>");
        for (PdfFont font : fonts.values()) objects.addAll(font.objects(objects.size() + 1));
        return assemble(objects);
    }

    private static byte[] assemble(List<String> objects) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, "%PDF-1.4\n");
        // Four bytes above 127 tell whoever transports the file that it is not text.
        out.writeBytes(new byte[] {'%', (byte) 0xE2, (byte) 0xE3, (byte) 0xCF, (byte) 0xD3, '\n'});
        int[] offsets = new int[objects.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = out.size();
            write(out, (i + 1) + " 0 obj\n" + objects.get(i) + "\nendobj\n");
        }
        int table = out.size();
        write(out, "xref\n0 " + (offsets.length + 1) + "\n0000000000 65535 f \n");
        for (int offset : offsets) {
            String digits = Integer.toString(offset);
            write(out, "0".repeat(10 - digits.length()) + digits + " 00000 n \n");
        }
        write(out, "trailer\n<< /Size " + (offsets.length + 1) + " /Root 1 0 R /Info 5 0 R >>\n");
        write(out, "startxref\n" + table + "\n%%EOF\n");
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void shapes(List<SceneShape> shapes) {
        for (SceneShape shape : shapes) shape(shape);
    }

    private void shape(SceneShape shape) {
        if (shape instanceof SceneShape.Paper s) {
            rectangle(0, 0, s.width(), s.height());
            paint(SceneShape.Fill.of(Palette.PAPER), null);
        } else if (shape instanceof SceneShape.Line s) {
            path(new double[] {s.x1(), s.x2()}, new double[] {s.y1(), s.y2()});
            paint(null, s.stroke());
        } else if (shape instanceof SceneShape.Polyline s) {
            path(s.x(), s.y());
            paint(null, s.stroke());
        } else if (shape instanceof SceneShape.Polygon s) {
            path(s.x(), s.y());
            step("h");
            paint(s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Rect s) {
            rectangle(s.x(), s.y(), s.width(), s.height());
            paint(s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Circle s) {
            circle(s.x(), s.y(), s.radius());
            paint(s.fill(), s.stroke());
        } else if (shape instanceof SceneShape.Text s) {
            text(s);
        } else if (shape instanceof SceneShape.Clip s) {
            put("q");
            rectangle(s.x(), s.y(), s.width(), s.height());
            flushPath();
            put("W n");
            shapes(s.shapes());
            put("Q");
        }
    }

    private void path(double[] x, double[] y) {
        for (int i = 0; i < x.length; i++) step(point(x[i], y[i]) + (i == 0 ? " m" : " l"));
    }

    private void rectangle(double x, double y, double width, double tall) {
        step(point(x, y + tall) + " " + coordinate(width) + " " + coordinate(tall) + " re");
    }

    private void circle(double x, double y, double r) {
        double k = r * ROUND;
        step(point(x + r, y) + " m");
        step(point(x + r, y + k) + " " + point(x + k, y + r) + " " + point(x, y + r) + " c");
        step(point(x - k, y + r) + " " + point(x - r, y + k) + " " + point(x - r, y) + " c");
        step(point(x - r, y - k) + " " + point(x - k, y - r) + " " + point(x, y - r) + " c");
        step(point(x + k, y - r) + " " + point(x + r, y - k) + " " + point(x + r, y) + " c h");
    }

    private void paint(SceneShape.Fill fill, SceneShape.Stroke stroke) {
        put("q");
        if (fill != null) {
            put(colour(fill.colour()) + " rg");
            int percent = (int) Math.round(fill.opacity() * 100);
            if (percent < 100) {
                opacities.add(percent);
                put("/O" + percent + " gs");
            }
        }
        if (stroke != null) {
            StringBuilder dash = new StringBuilder();
            for (double d : stroke.dash()) dash.append(coordinate(d)).append(' ');
            put(colour(stroke.colour()) + " RG " + coordinate(stroke.width()) + " w 1 j [" + dash + "] 0 d");
        }
        flushPath();
        put(fill != null && stroke != null ? "B" : fill != null ? "f" : stroke != null ? "S" : "n");
        put("Q");
    }

    private void flushPath() {
        content.append(path);
        path.setLength(0);
    }

    private void text(SceneShape.Text s) {
        if (s.text().isEmpty()) return;
        double width = Typeface.width(s.text(), s.font());
        double back =
                s.anchor() == SceneShape.Anchor.START ? 0 : s.anchor() == SceneShape.Anchor.MIDDLE ? width / 2 : width;
        double turn = StrictMath.toRadians(-s.angle());
        double cos = StrictMath.cos(turn), sin = StrictMath.sin(turn);
        put("BT " + colour(s.font().colour()) + " rg");
        put(coordinate(cos) + " " + coordinate(sin) + " " + coordinate(-sin) + " " + coordinate(cos) + " "
                + point(s.x() - back * cos, s.y() + back * sin) + " Tm");
        Typeface face = Typeface.of(s.font());
        PdfFont font = fonts.computeIfAbsent(face, PdfFont::new);
        put("/" + key(face) + " " + coordinate(s.font().size()) + " Tf <" + font.encode(s.text()) + "> Tj");
        put("ET");
    }

    private static String key(Typeface face) {
        return face.name.replace("-", "");
    }

    private String point(double x, double y) {
        return coordinate(x) + " " + coordinate(height - y);
    }

    private static String colour(int rgb) {
        return coordinate((rgb >> 16 & 255) / 255.0) + " " + coordinate((rgb >> 8 & 255) / 255.0) + " "
                + coordinate((rgb & 255) / 255.0);
    }

    private static String text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_16BE);
        return "<FEFF" + java.util.HexFormat.of().withUpperCase().formatHex(bytes) + ">";
    }

    private void step(String line) {
        path.append(line).append('\n');
    }

    private void put(String line) {
        content.append(line).append('\n');
    }
}
