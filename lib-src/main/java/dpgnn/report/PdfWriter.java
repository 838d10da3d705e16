package dpgnn.report;

import static dpgnn.report.Numbers.coordinate;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A scene as one page of PDF 1.4: vector lines and text in Helvetica, Helvetica-Bold and Symbol, which every reader has. There is no
 * date and no compression in it, so the same scene gives the same bytes and a text search finds every label.
 */
final class PdfWriter {
    private static final double ROUND = 0.5523;

    private final StringBuilder content = new StringBuilder(8192);
    /** The path that is being built: PDF wants colours before it, we know them after. */
    private final StringBuilder path = new StringBuilder();

    private final TreeSet<Integer> opacities = new TreeSet<>();
    private double height;

    byte[] pdf(Scene scene) {
        height = scene.height();
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
        objects.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + coordinate(scene.width()) + " "
                + coordinate(height)
                + "] /Contents 4 0 R /Resources << /Font << /H 5 0 R /B 6 0 R /S 7 0 R >> /ExtGState <<" + states
                + " >> >> >>");
        objects.add("<< /Length " + content.length() + " >>\nstream\n" + content + "\nendstream");
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>");
        objects.add(
                "<< /Title <FEFF" + hex(scene.title().getBytes(StandardCharsets.UTF_16BE)) + "> /Creator (dpgnn) >>");
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
        write(out, "trailer\n<< /Size " + (offsets.length + 1) + " /Root 1 0 R /Info " + offsets.length + " 0 R >>\n");
        write(out, "startxref\n" + table + "\n%%EOF\n");
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void shapes(List<Shape> shapes) {
        for (Shape shape : shapes) shape(shape);
    }

    private void shape(Shape shape) {
        if (shape instanceof Shape.Paper s) {
            rectangle(0, 0, s.width(), s.height());
            paint(Shape.Fill.of(Palette.PAPER), null);
        } else if (shape instanceof Shape.Line s) {
            path(new double[] {s.x1(), s.x2()}, new double[] {s.y1(), s.y2()});
            paint(null, s.stroke());
        } else if (shape instanceof Shape.Polyline s) {
            path(s.x(), s.y());
            paint(null, s.stroke());
        } else if (shape instanceof Shape.Polygon s) {
            path(s.x(), s.y());
            step("h");
            paint(s.fill(), s.stroke());
        } else if (shape instanceof Shape.Rect s) {
            rectangle(s.x(), s.y(), s.width(), s.height());
            paint(s.fill(), s.stroke());
        } else if (shape instanceof Shape.Circle s) {
            circle(s.x(), s.y(), s.radius());
            paint(s.fill(), s.stroke());
        } else if (shape instanceof Shape.Text s) {
            text(s);
        } else if (shape instanceof Shape.Clip s) {
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

    private void paint(Shape.Fill fill, Shape.Stroke stroke) {
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

    private void text(Shape.Text s) {
        double width = Typeface.width(s.text(), s.font());
        double back = s.anchor() == Shape.Anchor.START ? 0 : s.anchor() == Shape.Anchor.MIDDLE ? width / 2 : width;
        double turn = StrictMath.toRadians(-s.angle());
        double cos = StrictMath.cos(turn), sin = StrictMath.sin(turn);
        put("BT " + colour(s.font().colour()) + " rg");
        put(coordinate(cos) + " " + coordinate(sin) + " " + coordinate(-sin) + " " + coordinate(cos) + " "
                + point(s.x() - back * cos, s.y() + back * sin) + " Tm");
        StringBuilder run = new StringBuilder();
        boolean symbol = false;
        for (int c : s.text().codePoints().toArray()) {
            int latin = WinAnsi.code(c), greek = SymbolFont.code(c);
            boolean inSymbol = latin < 0 && greek >= 0;
            if (inSymbol != symbol) flush(run, symbol, s.font());
            symbol = inSymbol;
            run.append(hex(new byte[] {(byte) (inSymbol ? greek : latin >= 0 ? latin : '?')}));
        }
        flush(run, symbol, s.font());
        put("ET");
    }

    private void flush(StringBuilder run, boolean symbol, Shape.Font font) {
        if (run.isEmpty()) return;
        String name = symbol ? "/S " : font.bold() ? "/B " : "/H ";
        put(name + coordinate(font.size()) + " Tf <" + run + "> Tj");
        run.setLength(0);
    }

    private String point(double x, double y) {
        return coordinate(x) + " " + coordinate(height - y);
    }

    private static String colour(int rgb) {
        return coordinate((rgb >> 16 & 255) / 255.0) + " " + coordinate((rgb >> 8 & 255) / 255.0) + " "
                + coordinate((rgb & 255) / 255.0);
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.of().withUpperCase().formatHex(bytes);
    }

    private void step(String line) {
        path.append(line).append('\n');
    }

    private void put(String line) {
        content.append(line).append('\n');
    }
}
