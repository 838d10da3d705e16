package dpgnn.plotly;

import dpgnn.base.Check;
import dpgnn.report.Display;
import dpgnn.report.figure.Axis;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.Mark;
import dpgnn.report.render.Escapes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tech.tablesaw.plotly.components.Axis.Type;
import tech.tablesaw.plotly.components.Layout;

/**
 * An interactive figure to zoom and hover over, drawn by plotly.js inside a notebook, without a network. Until the script has
 * run, and wherever it may not run, the static picture takes its place.
 *
 * <p>The first interactive figure that a session shows includes plotly.js for the whole page. Figures with the same title
 * include it again, so that rerunning that cell does not lose it.
 */
public final class Interactive implements Display.Rich {
    private static String carrier;

    private final Figure figure;

    private Interactive(Figure figure) {
        this.figure = figure;
    }

    /** A figure, interactive. */
    public static Interactive of(Figure figure) {
        return new Interactive(Check.given("figure", figure));
    }

    @Override
    public Map<String, String> mime() {
        String html = html(carries(figure.title()));
        return Map.of("text/html", html, "image/png", figure.mime().get("image/png"), "text/plain", figure.toString());
    }

    @Override
    public void shown() {
        figure.shown();
        carry(figure.title());
    }

    /** The figure alone in a page that needs nothing else. */
    public String page() {
        return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + Escapes.html(figure.title())
                + "</title></head>\n<body>" + html(true) + "</body></html>\n";
    }

    private static synchronized boolean carries(String title) {
        return carrier == null || carrier.equals(title);
    }

    private static synchronized void carry(String title) {
        if (carrier == null) carrier = title;
    }

    /** Begins anew, as a fresh kernel does. */
    static synchronized void restart() {
        carrier = null;
    }

    String html(boolean withLibrary) {
        StringBuilder out = new StringBuilder();
        Map<String, Integer> colours = figure.colours();
        String library = withLibrary ? PlotlyLibrary.script() : "";
        if (figure.panels().isEmpty()) return plot(figure, colours, library);
        out.append("<div style=\"display:grid;grid-template-columns:repeat(").append(figure.panelColumns());
        out.append(",max-content);gap:4px\">");
        for (int i = 0; i < figure.panels().size(); i++) {
            out.append(plot(figure.panels().get(i), colours, i == 0 ? library : ""));
        }
        return out.append("</div>").toString();
    }

    private static String plot(Figure figure, Map<String, Integer> colours, String library) {
        PlotlyText text = new PlotlyText();
        PlotlyTraces traces = new PlotlyTraces(text);
        for (Mark mark : figure.marks()) traces.add(mark, colours.getOrDefault(mark.name(), 0));
        int n = traces.traces.size();
        String names = IntStream.range(0, n).mapToObj(i -> "trace" + i).collect(Collectors.joining(", "));
        String declared = IntStream.range(0, n)
                .mapToObj(i -> traces.traces.get(i).asJavascript(i))
                .collect(Collectors.joining("\n"));
        String drawing = text.resolve(declared + "\n" + layout(figure, text).asJavascript())
                + "\nconst patches = [" + String.join(", ", traces.patches) + "];\n"
                + "const data = [" + names + "].map((trace, i) => Object.assign(trace, patches[i]));\n"
                // plotly.js 3 takes titles as objects alone; Tablesaw writes them as text.
                + "for (const part of [layout, layout.xaxis, layout.yaxis]) part.title = {text: part.title};\n"
                + "layout.shapes = [" + String.join(", ", traces.rules) + "];\n"
                + "layout.annotations = [" + String.join(", ", traces.words) + "];\n" + axes(figure)
                + "Plotly.newPlot(target, data, layout, {responsive: true, displaylogo: false});\n";
        String key = Integer.toHexString(drawing.hashCode());
        return "<div data-dpgnn-plot=\"" + key + "\" style=\"width:" + pixels(figure.width()) + "px;min-height:"
                + pixels(figure.height()) + "px;max-width:100%;background:#fff;border-radius:7px;overflow:hidden\">"
                + still(figure) + "</div>\n<script>\n"
                + library
                + "(function wait(left) {\n"
                + "const targets = document.querySelectorAll('[data-dpgnn-plot=\"" + key + "\"]:not([data-drawn])');\n"
                + "if (!window.dpgnnPlotly || !targets.length) {\n"
                + "if (left > 0) setTimeout(() => wait(left - 1), 250);\nreturn;\n}\n"
                + "window.dpgnnPlotly.then(Plotly => targets.forEach(target => {\n"
                + "target.dataset.drawn = 'yes';\ntarget.textContent = '';\n" + drawing
                + "}));\n})(2400);\n</script>\n";
    }

    /** As a picture of its own: what cleans a page of foreign markup leaves it alone. */
    private static String still(Figure figure) {
        String svg = Base64.getEncoder().encodeToString(figure.svg().getBytes(StandardCharsets.UTF_8));
        return "<img alt=\"" + Escapes.html(figure.title()) + "\" src=\"data:image/svg+xml;base64," + svg
                + "\" style=\"max-width:100%\">";
    }

    private static Layout layout(Figure figure, PlotlyText text) {
        return Layout.builder()
                .title(text.token(Escapes.html(figure.title())))
                .width(pixels(figure.width()))
                .height(pixels(figure.height()))
                .xAxis(axis(figure.xAxis(), text))
                .yAxis(axis(figure.yAxis(), text))
                .build();
    }

    private static tech.tablesaw.plotly.components.Axis axis(Axis axis, PlotlyText text) {
        Type type = axis.isCategorical() ? Type.CATEGORY : axis.isLogarithmic() ? Type.LOG : Type.LINEAR;
        return tech.tablesaw.plotly.components.Axis.builder()
                .title(text.token(Escapes.html(axis.label())))
                .type(type)
                .build();
    }

    /** What depends on the marks: the first category on top, a graph without axes, room for labels, ranges as asked for. */
    private static String axes(Figure figure) {
        StringBuilder out = new StringBuilder(
                "for (const axis of [layout.xaxis, layout.yaxis]) {\naxis.automargin = true;\naxis.exponentformat = 'power';\n"
                        + "axis.title.standoff = 12;\n}\nlayout.title.x = 0;\nlayout.margin = {t: 64, l: 56, r: 24, b: 48};\n");
        if (figure.yAxis().isCategorical()) out.append("layout.yaxis.autorange = 'reversed';\n");
        if (figure.marks().stream().anyMatch(Mark::isBare)) {
            out.append("layout.xaxis.visible = layout.yaxis.visible = false;\nlayout.yaxis.scaleanchor = 'x';\n");
        }
        range(out, "xaxis", figure.xAxis());
        range(out, "yaxis", figure.yAxis());
        return out.toString();
    }

    private static void range(StringBuilder out, String name, Axis axis) {
        double[] range = axis.range();
        if (range.length == 0) return;
        boolean log = axis.isLogarithmic();
        double from = log ? Math.log10(range[0]) : range[0], to = log ? Math.log10(range[1]) : range[1];
        out.append("layout.")
                .append(name)
                .append(".range = [")
                .append(from)
                .append(", ")
                .append(to)
                .append("];\n");
    }

    /** Browsers count 96 pixels to the inch. */
    private static int pixels(double points) {
        return (int) Math.round(points * 96 / 72);
    }
}
