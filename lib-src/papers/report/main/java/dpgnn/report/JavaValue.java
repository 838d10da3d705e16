package dpgnn.report;

import dpgnn.base.Described;
import java.awt.image.RenderedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** Displays values of Java's own types: arrays with their elements, maps as tables, images as pictures. */
final class JavaValue {
    /** An array or a table that is longer is cut in the middle. */
    private static final int SHOWN = 40;

    private static final int SHOWN_INSIDE = 12;

    private JavaValue() {}

    static Map<String, String> mime(Object value) {
        if (value instanceof RenderedImage image)
            return Map.of(
                    "image/png", png(image), "text/plain", image.getWidth() + " x " + image.getHeight() + " pixels");
        String text = text(value);
        if (value instanceof Map<?, ?> map && !map.isEmpty()) return Map.of("text/plain", text, "text/html", html(map));
        return Map.of("text/plain", text);
    }

    /** Rows of a name and a value; sentences are joined, rows by name are a table, and a row without content is left out. */
    static Map<String, String> described(Described value) {
        Map<String, String> rows = new LinkedHashMap<>(), cells = new LinkedHashMap<>();
        value.description().forEach((name, row) -> {
            Optional<Table> inside = table(row);
            String text = inside.map(Table::text).map(String::strip).orElseGet(() -> sentences(row));
            if (text.isEmpty()) return;
            rows.put(name, text);
            cells.put(name, inside.map(Table::html).orElseGet(() -> escape(text)));
        });
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        String plain = rows.entrySet().stream()
                .map(e -> e.getKey()
                        + " ".repeat(width + 2 - e.getKey().length())
                        + e.getValue().replace("\n", "\n" + " ".repeat(width + 2)))
                .collect(Collectors.joining("\n"));
        String first = value.headline();
        return first.isEmpty()
                ? Map.of("text/plain", plain, "text/html", html(cells, cell -> cell))
                : Map.of(
                        "text/plain",
                        first + "\n\n" + plain,
                        "text/html",
                        "<p>" + escape(first) + "</p><details><summary>All terms</summary>" + html(cells, cell -> cell)
                                + "</details>");
    }

    private static String sentences(Object row) {
        return row instanceof List<?> list && list.stream().allMatch(String.class::isInstance)
                ? list.stream().map(String.class::cast).collect(Collectors.joining(" "))
                : text(row);
    }

    /** Of rows that all have the same names; empty for anything else. */
    private static Optional<Table> table(Object value) {
        if (!(value instanceof List<?> rows) || rows.isEmpty() || !rows.stream().allMatch(row -> row instanceof Map))
            return Optional.empty();
        String[] names =
                ((Map<?, ?>) rows.get(0)).keySet().stream().map(String::valueOf).toArray(String[]::new);
        Table table = Table.columns(names);
        for (Object row : rows) table.row(((Map<?, ?>) row).values().toArray());
        return Optional.of(table);
    }

    private static String png(RenderedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            if (!ImageIO.write(image, "png", bytes))
                throw new IllegalArgumentException("an image of these colours has no PNG: " + image.getColorModel());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static String text(Object value) {
        if (value == null || !value.getClass().isArray()) return plain(value);
        String type = value.getClass().getSimpleName();
        return type.replaceFirst("\\[]", "[" + Array.getLength(value) + "]") + " " + elements(value, 0);
    }

    /** Collections that hold arrays show what is in these; others speak for themselves. */
    private static String plain(Object value) {
        if (value instanceof Collection<?> all && all.stream().anyMatch(JavaValue::isArray))
            return all.stream().map(JavaValue::inner).collect(Collectors.joining(", ", "[", "]"));
        if (value instanceof Map<?, ?> map && map.values().stream().anyMatch(JavaValue::isArray))
            return map.entrySet().stream()
                    .map(e -> e.getKey() + "=" + inner(e.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        return String.valueOf(value);
    }

    private static boolean isArray(Object value) {
        return value != null && value.getClass().isArray();
    }

    private static String inner(Object value) {
        return isArray(value) ? elements(value, 1) : String.valueOf(value);
    }

    private static String elements(Object array, int depth) {
        int length = Array.getLength(array);
        boolean nested = array.getClass().getComponentType().isArray();
        int shown = depth == 0 && !nested ? SHOWN : SHOWN_INSIDE;
        int head = length <= shown ? length : shown - 3;
        StringBuilder out = new StringBuilder("{");
        String separator = nested ? ",\n" + " ".repeat(depth + 1) : ", ";
        for (int i = 0; i < length; i++) {
            if (i > 0) out.append(separator);
            if (i == head) {
                int left = length - head - 3;
                out.append("... ").append(left).append(" more ...").append(separator);
                i += left;
            }
            Object element = Array.get(array, i);
            if (isArray(element)) out.append(depth < 8 ? elements(element, depth + 1) : "...");
            else if (element instanceof String text)
                out.append('"').append(text).append('"');
            else out.append(element);
        }
        return out.append('}').toString();
    }

    private static String html(Map<?, ?> map) {
        return html(map, JavaValue::escape);
    }

    private static <V> String html(Map<?, V> map, Function<? super V, String> shown) {
        StringBuilder out = new StringBuilder("<table>");
        map.entrySet().stream().limit(SHOWN).forEach(e -> out.append("<tr><th style=\"text-align:left\">")
                .append(escape(e.getKey()))
                .append("</th><td style=\"text-align:left\">")
                .append(shown.apply(e.getValue()))
                .append("</td></tr>"));
        if (map.size() > SHOWN)
            out.append("<tr><td colspan=\"2\">and ").append(map.size() - SHOWN).append(" more</td></tr>");
        return out.append("</table>").toString();
    }

    private static String escape(Object value) {
        return text(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
