package dpgnn.plotly;

import dpgnn.report.figure.Bars;
import dpgnn.report.figure.Curve;
import dpgnn.report.figure.GraphMark;
import dpgnn.report.figure.GraphSketch;
import dpgnn.report.figure.HeatMap;
import dpgnn.report.figure.Intervals;
import dpgnn.report.figure.Mark;
import dpgnn.report.figure.OpenRows;
import dpgnn.report.figure.RuleLine;
import dpgnn.report.render.Escapes;
import dpgnn.report.render.Palette;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.plotly.components.Line;
import tech.tablesaw.plotly.components.Symbol;
import tech.tablesaw.plotly.traces.BarTrace;
import tech.tablesaw.plotly.traces.HeatmapTrace;
import tech.tablesaw.plotly.traces.ScatterTrace;
import tech.tablesaw.plotly.traces.Trace;

/** The marks of a figure as Tablesaw's traces, each with what those cannot say (error bars, a colour scale) as a patch. */
final class PlotlyTraces {
    private static final Line.Dash[] DASHES = {
        Line.Dash.SOLID, Line.Dash.DASH, Line.Dash.DOT, Line.Dash.DASH_DOT, Line.Dash.LONG_DASH, Line.Dash.LONG_DASH_DOT
    };
    private static final Symbol[] SYMBOLS = {
        Symbol.CIRCLE, Symbol.SQUARE, Symbol.TRIANGLE_UP, Symbol.DIAMOND, Symbol.TRIANGLE_DOWN, Symbol.PENTAGON
    };

    final List<Trace> traces = new ArrayList<>();
    /** One JavaScript object per trace. */
    final List<String> patches = new ArrayList<>();
    /** Lines across the field, which are part of Plotly's layout. */
    final List<String> rules = new ArrayList<>();

    final List<String> words = new ArrayList<>();

    private final PlotlyText text;

    PlotlyTraces(PlotlyText text) {
        this.text = text;
    }

    void add(Mark mark, int index) {
        if (mark instanceof Curve m) curve(m, index);
        else if (mark instanceof Bars m) bars(m, index);
        else if (mark instanceof HeatMap m) heat(m);
        else if (mark instanceof Intervals m) intervals(m, index);
        else if (mark instanceof GraphMark m) network(m);
        else if (mark instanceof GraphSketch.Drawn m) network(m.plain());
        else if (mark instanceof OpenRows m) open(m, index);
        else if (mark instanceof RuleLine m) rule(m);
    }

    private void curve(Curve m, int index) {
        boolean points = m.kind() == Curve.Kind.POINTS;
        if (m.low() != null && !m.hasBars()) {
            add(edge(m, m.low(), false), "{showlegend: false, hoverinfo: 'skip'}");
            String colour = Palette.hex(Palette.colour(index)) + "2e";
            add(edge(m, m.high(), true), "{showlegend: false, hoverinfo: 'skip', fillcolor: '" + colour + "'}");
        }
        ScatterTrace.Mode mode = points
                ? ScatterTrace.Mode.MARKERS
                : m.kind() != Curve.Kind.STEPS && m.x().length <= 60
                        ? ScatterTrace.Mode.LINE_AND_MARKERS
                        : ScatterTrace.Mode.LINE;
        Line.LineBuilder line = Line.builder().color(colour(index)).width(2).dash(DASHES[index % DASHES.length]);
        if (m.kind() == Curve.Kind.STEPS) line.shape(Line.Shape.HV);
        ScatterTrace trace = ScatterTrace.builder(m.x(), m.y())
                .name(text.token(m.name()))
                .mode(mode)
                .line(line.build())
                .marker(marker(index, 6))
                .build();
        add(trace, m.hasBars() ? errors("error_y", m.y(), m.low(), m.high()) : "{}");
    }

    private ScatterTrace edge(Curve m, double[] values, boolean fill) {
        ScatterTrace.ScatterBuilder builder = ScatterTrace.builder(m.x(), values)
                .name(text.token(m.name()))
                .mode(ScatterTrace.Mode.LINE)
                .line(Line.builder().width(0).color("rgba(0,0,0,0)").build());
        return (fill ? builder.fill(ScatterTrace.Fill.TO_NEXT_Y) : builder).build();
    }

    private void bars(Bars m, int index) {
        BarTrace trace = BarTrace.builder(text.tokens(m.labels()), m.values())
                .name(text.token(m.name()))
                .marker(marker(index, 6))
                .build();
        String array = m.errors() == null ? "{}" : "{error_y: {type: 'data', array: " + numbers(m.errors()) + "}}";
        add(trace, array);
    }

    private void heat(HeatMap m) {
        Object[] columns = text.tokens(m.columns()), rows = text.tokens(m.rows());
        add(
                HeatmapTrace.builder(columns, rows, m.values()).build(),
                "{colorscale: 'Viridis', z: " + matrix(m.values()) + "}");
    }

    private void intervals(Intervals m, int index) {
        ScatterTrace trace = ScatterTrace.builder(
                        DoubleColumn.create("x", m.middle()), StringColumn.create("y", text.tokens(m.labels())))
                .name(text.token(m.name()))
                .mode(ScatterTrace.Mode.MARKERS)
                .marker(marker(index, 8))
                .build();
        add(trace, errors("error_x", m.middle(), m.low(), m.high()));
    }

    /** No trace has a place beyond the axis; a word at the field's edge has. */
    private void open(OpenRows m, int index) {
        for (String label : m.labels())
            words.add("{text: '\\u25b7', font: {color: '" + colour(index) + "'}, hovertext: "
                    + PlotlyText.literal(Escapes.html(m.name())) + ", x: 1, xref: 'paper', y: "
                    + PlotlyText.literal(label) + ", showarrow: false, xanchor: 'right'}");
    }

    private void network(GraphMark m) {
        double[] x = new double[3 * m.from().length], y = new double[x.length];
        for (int e = 0; e < m.from().length; e++) {
            x[3 * e] = m.x()[m.from()[e]];
            y[3 * e] = m.y()[m.from()[e]];
            x[3 * e + 1] = m.x()[m.to()[e]];
            y[3 * e + 1] = m.y()[m.to()[e]];
            x[3 * e + 2] = y[3 * e + 2] = Double.NaN;
        }
        Line grey = Line.builder().width(0.7).color("#9a9a9a").build();
        if (x.length > 0) {
            ScatterTrace edges = ScatterTrace.builder(x, y)
                    .name(text.token("edges"))
                    .mode(ScatterTrace.Mode.LINE)
                    .line(grey)
                    .build();
            add(edges, "{showlegend: false, hoverinfo: 'skip'}");
        }
        String[] colours = new String[m.x().length], labels = new String[colours.length];
        for (int i = 0; i < colours.length; i++) {
            colours[i] = colour(m.group() == null ? 0 : Math.floorMod(m.group()[i], Palette.size()));
            labels[i] = "node " + i + (m.group() == null ? "" : ", group " + m.group()[i]);
        }
        ScatterTrace nodes = ScatterTrace.builder(m.x(), m.y())
                .name(text.token("nodes"))
                .mode(ScatterTrace.Mode.MARKERS)
                .text(labels)
                .build();
        add(nodes, "{showlegend: false, hoverinfo: 'text', marker: {size: 7, color: " + quoted(colours) + "}}");
    }

    private void rule(RuleLine m) {
        String at = Double.toString(m.value()), along = m.vertical() ? "x" : "y", across = m.vertical() ? "y" : "x";
        rules.add("{type: 'line', " + along + "0: " + at + ", " + along + "1: " + at + ", " + across + "ref: 'paper', "
                + across + "0: 0, " + across + "1: 1, line: {color: '#555555', width: 1, dash: 'dashdot'}}");
        words.add("{text: " + PlotlyText.literal(Escapes.html(m.name())) + ", " + along + ": " + at + ", " + across
                + "ref: 'paper', "
                + across + ": 1, showarrow: false, "
                + (m.vertical() ? "xanchor: 'left'" : "xanchor: 'right', yanchor: 'bottom'")
                + "}");
    }

    private void add(Trace trace, String patch) {
        traces.add(trace);
        patches.add(patch);
    }

    private static tech.tablesaw.plotly.components.Marker marker(int index, double size) {
        return tech.tablesaw.plotly.components.Marker.builder()
                .color(colour(index))
                .symbol(SYMBOLS[index % SYMBOLS.length])
                .size(size)
                .build();
    }

    private static String colour(int index) {
        return Palette.hex(Palette.colour(index));
    }

    private static String errors(String axis, double[] middle, double[] low, double[] high) {
        double[] above = new double[middle.length], below = new double[middle.length];
        for (int i = 0; i < middle.length; i++) {
            above[i] = high[i] - middle[i];
            below[i] = middle[i] - low[i];
        }
        return "{" + axis + ": {type: 'data', symmetric: false, array: " + numbers(above) + ", arrayminus: "
                + numbers(below) + "}}";
    }

    /** NaN is a name in JavaScript too. */
    private static String numbers(double[] values) {
        return Arrays.toString(values);
    }

    private static String matrix(double[][] values) {
        return Arrays.deepToString(values);
    }

    private static String quoted(String[] values) {
        return "['" + String.join("', '", values) + "']";
    }
}
