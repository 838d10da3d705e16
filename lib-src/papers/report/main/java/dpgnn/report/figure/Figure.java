package dpgnn.report.figure;

import dpgnn.base.Check;
import dpgnn.privacy.Guarantee;
import dpgnn.report.Display;
import dpgnn.report.PaperWidth;
import dpgnn.report.ReportFolder;
import dpgnn.report.Table;
import dpgnn.report.render.Scene;
import dpgnn.report.render.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A figure for a notebook or a paper. Add series one by one; save it as SVG, PNG, PDF, or its points as CSV. The same input
 * gives the same output on every machine.
 *
 * <pre>{@code
 * Figure.of("Accuracy on Cora").x("epsilon").y("micro F1").logX()
 *         .band("DRW", epsilon, mean, low, high)
 *         .curve("DP-SGD", epsilon, baseline)
 *         .horizontal(0.81, "without privacy")
 *         .save("figures/cora.svg");
 * }</pre>
 *
 * A NaN leaves a gap, which the text form of the figure lists. An infinite value is an error, since no axis has a place for
 * it.
 */
public final class Figure extends FigureFrame implements Display.Drawn {
    private static final List<String> FORMATS = List.of("svg", "png", "pdf", "csv");
    private static final double WIDTH = 288, HEIGHT = 200;

    private final List<Mark> marks;
    private final List<Figure> panels;
    private final int panelColumns;
    /** What the epsilons of a series protect, where they came with their guarantees. */
    private final Map<String, String> protects;
    /** Which series has the colour of which. */
    private final Map<String, String> pairs;

    private Figure(String title, int panelColumns, List<Figure> panels) {
        super(title);
        marks = new ArrayList<>();
        this.panelColumns = panelColumns;
        this.panels = panels;
        protects = new LinkedHashMap<>();
        pairs = new LinkedHashMap<>();
    }

    private Figure(String title, Figure other) {
        super(title, other);
        marks = other.marks;
        panelColumns = other.panelColumns;
        panels = other.panels;
        protects = other.protects;
        pairs = other.pairs;
    }

    /** An empty figure, to which series are added. */
    public static Figure of(String title) {
        return new Figure(title, 0, List.of());
    }

    /** One line through points (x, y). */
    public static Figure line(String title, double[] x, double[] y) {
        Check.given("y", y);
        return of(title).curve(title, x, y);
    }

    /** One line through values at 1, 2, 3, … */
    public static Figure line(String title, double[] y) {
        Check.given("y", y);
        return of(title).curve(title, y);
    }

    /** One line through the entries of a map, in its order: step to loss, say. */
    public static Figure line(String title, Map<? extends Number, ? extends Number> points) {
        Check.given("points", points);
        return of(title).curve(title, points);
    }

    /** A cloud of points. */
    public static Figure scatter(String title, double[] x, double[] y) {
        return of(title).points(title, x, y);
    }

    /** One bar per label. */
    public static Figure bar(String title, String[] labels, double[] values) {
        Check.given("labels", labels);
        return of(title).bars(title, labels, values);
    }

    /** A matrix as colours, values[row][column]. */
    public static Figure heat(String title, String[] rows, String[] columns, double[][] values) {
        Check.given("rows", rows);
        Check.given("columns", columns);
        Check.given("values", values);
        return of(title).add(new HeatMap(title, Arrays.asList(rows), Arrays.asList(columns), values));
    }

    /** A graph, laid out by forces; group (may be null) colours the nodes. */
    public static Figure graph(String title, int nodes, int[] from, int[] to, int[] group) {
        Check.given("from", from);
        Check.given("to", to);
        return of(title).add(GraphMark.laidOut(title, nodes, from, to, group)).size(288, 288);
    }

    static Figure sketch(String title, GraphSketch sketch) {
        return of(title).add(new GraphSketch.Drawn(sketch)).size(288, 200);
    }

    static Figure sequence(String title, SequenceSketch sketch) {
        return of(title).add(new SequenceSketch.Drawn(sketch));
    }

    /** Several figures as panels of one, row by row. */
    public static Figure grid(String title, int columns, Figure... panels) {
        Check.given("title", title);
        Check.given("panels", panels);
        FigureLayout.checkPanels(columns, panels);
        return new Figure(title, Math.min(columns, panels.length), List.of(panels));
    }

    /** A line through points (x, y). */
    public Figure curve(String name, double[] x, double[] y) {
        return add(new Curve(name, Curve.Kind.LINE, x, y, null, null));
    }

    /** A line through points (x, y). */
    public Figure curve(String name, int[] x, double[] y) {
        return curve(name, Arrays.stream(Check.given("x", x)).asDoubleStream().toArray(), y);
    }

    /** A line through values at 1, 2, 3, … */
    public Figure curve(String name, double[] y) {
        int[] x = IntStream.rangeClosed(1, Check.given("y", y).length).toArray();
        return curve(name, x, y);
    }

    /** A line through the entries of a map, in its order. */
    public Figure curve(String name, Map<? extends Number, ? extends Number> points) {
        double[] x = MeanBand.numbers(Check.given("points", points).keySet());
        return curve(name, x, MeanBand.numbers(points.values()));
    }

    /** A line with a band from low to high around it. */
    public Figure band(String name, double[] x, double[] y, double[] low, double[] high) {
        return add(new Curve(name, Curve.Kind.LINE, x, y, Check.given("low", low), Check.given("high", high)));
    }

    /** The mean over runs with a band of one sample standard deviation; values[run][point]. One run alone has no band. */
    public Figure runs(String name, double[] x, double[][] values) {
        add(MeanBand.of(Check.given("name", name), Check.given("x", x), Check.given("values", values)));
        return spread(values.length);
    }

    /** The mean over runs at each x, with a band of one sample standard deviation; there may be more runs at one x than at another. */
    public Figure runs(String name, Map<? extends Number, double[]> values) {
        add(MeanBand.of(name, Check.given("values", values)));
        return spread(values.values().stream().mapToInt(v -> v.length).max().orElse(0));
    }

    /**
     * The mean over runs at the epsilons of guarantees; values[run][guarantee]. Where two series protect something else, or against another
     * change, a note below the axes says so, since their epsilons are not comparable.
     */
    public Figure runs(String name, List<Guarantee> at, double[][] values) {
        Check.that(!Check.given("at", at).isEmpty(), "at", "one guarantee or more", at);
        Guarantee first = at.get(0);
        for (Guarantee each : at)
            Check.that(
                    each.unit() == first.unit() && each.relation() == first.relation(),
                    "the guarantees of " + name,
                    "of " + first.unit() + ", " + first.relation(),
                    each.unit() + ", " + each.relation());
        runs(name, at.stream().mapToDouble(Guarantee::epsilon).toArray(), values);
        protects.put(
                name,
                first.unit().name().toLowerCase(Locale.ROOT) + " "
                        + first.relation().words());
        return this;
    }

    /** A line that keeps its value until the next point. */
    public Figure steps(String name, double[] x, double[] y) {
        return add(new Curve(name, Curve.Kind.STEPS, x, y, null, null));
    }

    /** Points without a line. */
    public Figure points(String name, double[] x, double[] y) {
        return add(new Curve(name, Curve.Kind.POINTS, x, y, null, null));
    }

    /** Points with error bars. */
    public Figure points(String name, double[] x, double[] y, double[] low, double[] high) {
        return add(new Curve(name, Curve.Kind.POINTS, x, y, Check.given("low", low), Check.given("high", high)));
    }

    /** One bar per label; further series stand beside it. */
    public Figure bars(String name, String[] labels, double[] values) {
        return add(new Bars(Check.given("name", name), Arrays.asList(Check.given("labels", labels)), values, null));
    }

    /** One bar per label, with an error bar of plus and minus this much. */
    public Figure bars(String name, String[] labels, double[] values, double[] errors) {
        return add(new Bars(
                Check.given("name", name),
                Arrays.asList(Check.given("labels", labels)),
                values,
                Check.given("errors", errors)));
    }

    /** The mean over runs as one bar per label, with an error bar of one sample standard deviation; values[run][label]. */
    public Figure bars(String name, String[] labels, double[][] values) {
        add(MeanBand.bars(Check.given("name", name), Check.given("labels", labels), Check.given("values", values)));
        return spread(values.length);
    }

    /** Counts how often values fall into each of this many bins of equal width. */
    public Figure counts(String name, double[] values, int bins) {
        return add(Histogram.of(name, values, bins));
    }

    /** Rows of a forest plot: a point and its interval per label. */
    public Figure intervals(String name, String[] labels, double[] middle, double[] low, double[] high) {
        return add(new Intervals(
                Check.given("name", name), Arrays.asList(Check.given("labels", labels)), middle, low, high));
    }

    /** Rows of a forest plot without a place on the axis, since nothing bounds them: each a hollow arrow at the right edge. */
    public Figure open(String name, String... labels) {
        return add(new OpenRows(Check.given("name", name), Arrays.asList(Check.given("labels", labels))));
    }

    /** A thin horizontal line at a height, with a label: a bound, a published value. */
    public Figure horizontal(double y, String word) {
        return add(new RuleLine(word, false, y));
    }

    /** A thin vertical line at a place, with a label. */
    public Figure vertical(double x, String word) {
        return add(new RuleLine(word, true, x));
    }

    /** Gives a series the colour of another, of which it is a variant: a bound, a claim, an attack. Dash and filling tell them apart. */
    public Figure pair(String name, String of) {
        Check.given("of", of);
        Check.that(!Check.given("name", name).equals(of), "name", "another than of", name);
        pairs.put(name, of);
        return this;
    }

    Map<String, String> pairs() {
        return pairs;
    }

    /** What a reader needs who sees the picture alone: what is drawn, of which data, against what, and what bars or bands are. */
    @Override
    public String caption() {
        return FigurePoints.caption(this);
    }

    /** Returns the same figure under another title. */
    public Figure titled(String other) {
        return new Figure(other, this);
    }

    /** Every point of every series: panel, series, kind, x, y, low, high, value. */
    @Override
    public Table points() {
        return FigurePoints.of(this);
    }

    /** Which of the palette's colours each series has, by name. */
    public Map<String, Integer> colours() {
        return FigureLayout.colours(this);
    }

    public String svg() {
        return scene().svg();
    }

    /** Writes .svg, .png or .pdf, by the path's ending, and the points beside it as .csv. */
    public Path save(String path) {
        return save(Path.of(Check.given("path", path)));
    }

    /** Writes .svg, .png or .pdf, by the path's ending, and the points beside it as .csv. */
    public Path save(Path path) {
        String format = WholeFile.extension(Check.given("path", path), FORMATS);
        points().save(WholeFile.sibling(path, "csv"));
        return switch (format) {
            case "svg" -> WholeFile.write(path, svg());
            case "png" -> WholeFile.write(path, scene().png());
            case "pdf" -> WholeFile.write(path, scene().pdf());
            default -> path;
        };
    }

    @Override
    public Map<String, String> mime() {
        return Map.of("image/svg+xml", svg(), "image/png", png(), "text/plain", toString());
    }

    @Override
    public void shown() {
        Path stem = ReportFolder.stem(this, title().isEmpty() ? "figure" : title());
        if (stem == null) return;
        save(ReportFolder.ending(stem, "svg"));
    }

    /** PNG as an output of a notebook holds it. */
    String png() {
        return Base64.getEncoder().encodeToString(scene().png());
    }

    /** Describes the figure in words: series with their numbers of points, and where values are missing. */
    @Override
    public String toString() {
        return FigurePoints.summary(this);
    }

    @Override
    public Scene scene() {
        return FigureLayout.scene(this);
    }

    /** The panels of a grid; empty for a figure of its own. */
    public List<Figure> panels() {
        return panels;
    }

    public int panelColumns() {
        return panelColumns;
    }

    /** What is drawn, in the order in which it was added. */
    public List<Mark> marks() {
        return List.copyOf(marks);
    }

    @Override
    Figure self() {
        return this;
    }

    /** A figure alone is two thirds as high as wide, panels side by side three quarters, for their axes take more of them. */
    @Override
    double proposedHeight(PaperWidth paper) {
        if (panels.isEmpty()) return paper.points() * (paper == PaperWidth.PAGE ? 0.42 : 0.64);
        int rows = (panels.size() + panelColumns - 1) / panelColumns;
        return Math.min(640, paper.points() / panelColumns * rows * (panelColumns == 1 ? 0.62 : 0.8) + 14);
    }

    @Override
    public double width() {
        return Double.isNaN(super.width()) && panels.isEmpty() ? WIDTH : super.width();
    }

    @Override
    public double height() {
        return Double.isNaN(super.height()) && panels.isEmpty() ? HEIGHT : super.height();
    }

    /** What stands below the axes: the note, and that epsilons are not comparable where they are not. */
    String below() {
        if (new HashSet<>(protects.values()).size() < 2) return note();
        String unlike = "epsilons not comparable: "
                + protects.entrySet().stream()
                        .map(e -> e.getKey() + " (" + e.getValue() + ")")
                        .collect(Collectors.joining(", "));
        return note().isEmpty() ? unlike : note() + "; " + unlike;
    }

    /** Says what the spread is that is drawn, of how many runs where all series have as many. */
    private Figure spread(int runs) {
        String before = note(), words = "mean ± standard deviation";
        if (runs < 2 || !before.isEmpty() && !before.startsWith(words)) return this;
        String here = words + " of " + runs + " runs";
        return note(before.isEmpty() || before.equals(here) ? here : words + " over runs");
    }

    /** A mark that does not fit is refused and leaves the figure as it was. */
    private Figure add(Mark mark) {
        if (!panels.isEmpty()) {
            throw new IllegalStateException("\"" + title + "\" is a grid and has no axes; add to one of its figures");
        }
        Check.given("name", mark.name());
        marks.add(mark);
        try {
            cover();
        } catch (IllegalArgumentException e) {
            marks.remove(marks.size() - 1);
            cover();
            throw e;
        }
        return this;
    }

    @Override
    void cover() {
        xAxis.clear();
        yAxis.clear();
        for (Mark mark : marks) mark.cover(xAxis, yAxis);
        xAxis.check(title);
        yAxis.check(title);
    }
}
