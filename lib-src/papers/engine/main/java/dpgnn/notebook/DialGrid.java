package dpgnn.notebook;

import dpgnn.report.Display;
import dpgnn.report.figure.Figure;
import dpgnn.report.render.Escapes;
import dpgnn.report.render.Scene;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a dial shows where nobody can move it: the panels of one figure where figures follow from its numbers, a curve where numbers
 * do, else one below the other.
 */
record DialGrid(String name, double[] numbers, List<Object> values, boolean logarithmic) {
    private static final int ACROSS = 3, WIDTH = 195, MOST_FLAT = 130;

    /** @throws IllegalStateException if what a number gives cannot be computed; a cell should fail then, not its reader */
    static DialGrid of(String name, double[] numbers, boolean logarithmic, Dial.Shown shown) {
        List<Object> values = new ArrayList<>();
        for (double number : numbers) {
            try {
                values.add(shown.at(number));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted at " + name + " = " + text(number), e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("at " + name + " = " + text(number) + ": " + e.getMessage(), e);
            }
        }
        return new DialGrid(name, numbers, values, logarithmic);
    }

    Display.Rich rich() {
        if (values.stream().allMatch(Figure.class::isInstance)) return panels();
        if (values.stream().allMatch(Number.class::isInstance)) return curve();
        return this::stack;
    }

    private Figure panels() {
        Figure[] figures = IntStream.range(0, values.size())
                .mapToObj(i -> small((Figure) values.get(i)).titled(label(i)))
                .toArray(Figure[]::new);
        return Figure.grid(((Figure) values.get(0)).title(), ACROSS, figures);
    }

    /** As wide as a page has room for several, of the same form. */
    private static Figure small(Figure figure) {
        Scene scene = figure.scene();
        double height = WIDTH * scene.height() / scene.width();
        return figure.titled(figure.title()).size(WIDTH, Math.max(MOST_FLAT, height));
    }

    private Figure curve() {
        double[] y =
                values.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
        Figure curve = Figure.line(name, numbers, y).x(name).y("value");
        return logarithmic ? curve.logX() : curve;
    }

    private Map<String, String> stack() {
        List<String> html = new ArrayList<>(), plain = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            html.add("<p><strong>" + Escapes.html(label(i)) + "</strong></p>" + html(values.get(i)));
            plain.add(label(i) + "\n" + Display.render(values.get(i)).getOrDefault("text/plain", ""));
        }
        return Map.of("text/html", String.join("\n", html), "text/plain", String.join("\n\n", plain));
    }

    private String label(int i) {
        return name + " = " + text(numbers[i]);
    }

    /** A value as HTML, in the richest form that needs no script. */
    static String html(Object value) {
        Map<String, String> content = Display.render(value);
        if (content.containsKey("image/svg+xml")) return content.get("image/svg+xml");
        if (content.containsKey("text/html")) return content.get("text/html");
        if (content.containsKey("image/png"))
            return "<img alt=\"\" src=\"data:image/png;base64," + content.get("image/png") + "\">";
        return "<pre>" + Escapes.html(content.getOrDefault("text/plain", "")) + "</pre>";
    }

    /** A number with three digits that count, without zeros at its end. */
    static String text(double number) {
        return new BigDecimal(number, new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
