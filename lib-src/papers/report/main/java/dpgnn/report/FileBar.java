package dpgnn.report;

import dpgnn.report.render.Escapes;
import dpgnn.report.render.Scene;
import dpgnn.report.render.WholeFile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** A picture with its files below it, as a front end with widgets shows it; in a saved page it is the picture alone. */
final class FileBar {
    private FileBar() {}

    /** The content, and a widget in its place that offers PDF, SVG, CSV and TeX; what has no widgets takes the content. */
    static Map<String, String> below(Map<String, String> content, Display.Drawn drawn) {
        WidgetModel layout = WidgetModel.layout(Map.of());
        WidgetModel shown = WidgetModel.control("HTML", layout, Map.of("value", html(drawn)), change -> {});
        layout.open();
        shown.open();
        Map<String, String> all = new LinkedHashMap<>(content);
        all.put(WidgetModel.VIEW, shown.view());
        return all;
    }

    static String html(Display.Drawn drawn) {
        Scene scene = drawn.scene();
        String title = drawn.title().isEmpty() ? "figure" : drawn.title(), name = WholeFile.slug(title);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("pdf", scene.pdf());
        files.put("svg", bytes(scene.svg()));
        files.put("csv", bytes(drawn.points().csv()));
        files.put(
                "tex",
                bytes(CommittedFiles.latex(
                        name, drawn.caption(), ReportFolder.origin(), scene.width() * scene.scale())));
        StringBuilder bar = new StringBuilder(scene.svg()).append("<div style=\"font-size:12px\">");
        files.forEach((kind, file) -> bar.append("<a download=\"")
                .append(Escapes.html(name + "." + kind))
                .append("\" href=\"data:application/octet-stream;base64,")
                .append(Base64.getEncoder().encodeToString(file))
                .append("\" style=\"margin-right:1em\">")
                .append(kind.equals("tex") ? "TeX" : kind.toUpperCase(java.util.Locale.ROOT))
                .append("</a>"));
        return bar.append("</div>").toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
