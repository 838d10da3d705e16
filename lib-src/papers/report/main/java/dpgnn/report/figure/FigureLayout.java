package dpgnn.report.figure;

import dpgnn.report.ReportFolder;
import dpgnn.report.render.Palette;
import dpgnn.report.render.Scene;
import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A figure, or the panels of a grid, on one sheet. */
final class FigureLayout {
    /** A page of two columns is so wide where letters have nine points. */
    private static final double MARGIN = 12, PAGE = 576;

    private final Figure figure;
    private final List<SceneShape> shapes = new ArrayList<>();
    private final Map<String, Integer> colours;

    private FigureLayout(Figure figure) {
        this.figure = figure;
        colours = colours(figure);
    }

    static Scene scene(Figure figure) {
        FigureLayout layout = new FigureLayout(figure);
        return figure.panels().isEmpty() ? layout.single() : layout.grid();
    }

    /** The place of every series in the palette, the same in all panels. */
    static Map<String, Integer> colours(Figure figure) {
        List<String> names = all(figure).stream()
                .flatMap(panel -> panel.marks().stream())
                .filter(Mark::isColoured)
                .map(Mark::name)
                .toList();
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Figure panel : all(figure)) pairs.putAll(panel.pairs());
        pairs.values().removeIf(of -> !names.contains(of) || pairs.containsKey(of));
        Map<String, Integer> places = SeriesColours.of(
                names.stream().filter(name -> !pairs.containsKey(name)).toList());
        pairs.forEach((name, of) -> {
            if (names.contains(name)) places.put(name, places.get(of) + Palette.size());
        });
        return places;
    }

    private static List<Figure> all(Figure figure) {
        return figure.panels().isEmpty() ? List.of(figure) : figure.panels();
    }

    private Scene single() {
        Legend place = figure.legend() == null ? Legend.ABOVE : figure.legend();
        double width = figure.width() / figure.scale();
        double height = grown(figure.height() / figure.scale(), further(figure, place, width));
        shapes.add(new SceneShape.Paper(width, height));
        plot(figure, place, figure.shownTitle()).on(shapes, 0, 0, width, height - foot(width, height));
        return scene(width, height);
    }

    /** What a legend takes beyond its first row, which comes to the height, so that the axes keep theirs. */
    private double further(Figure panel, Legend place, double width) {
        LegendKeys keys = new LegendKeys(List.of(panel), colours);
        boolean rows = keys.size() > 1 && (place == Legend.ABOVE || place == Legend.BELOW);
        return rows ? keys.height(width - 2 * MARGIN) - LegendKeys.LINE : 0;
    }

    /** A height and what is added to it, whole in points on paper. */
    private double grown(double height, double more) {
        return more == 0 ? height : Math.rint((height + more) * figure.scale()) / figure.scale();
    }

    private double largest(ToDoubleFunction<Figure> side) {
        return figure.panels().stream().mapToDouble(side).max().orElseThrow();
    }

    private Scene grid() {
        int columns = figure.panelColumns(), rows = (figure.panels().size() + columns - 1) / columns;
        double width = figure.width(), height = figure.height();
        boolean own = Double.isNaN(width);
        if (own) {
            double widest = largest(Figure::width);
            width = Math.min(columns * widest, Math.max(widest, PAGE));
            height = rows * largest(Figure::height) * Math.sqrt(width / (columns * widest));
        }
        width /= figure.scale();
        height /= figure.scale();
        LegendKeys keys = new LegendKeys(figure.panels(), colours);
        Legend place = place(keys);
        boolean shared = place != null && place != Legend.NONE && keys.size() > 1;
        double head = figure.shownTitle().isEmpty() ? 0 : 22;
        double legend = shared && place != Legend.RIGHT ? keys.height(width - 2 * MARGIN) + 4 : 0;
        double aside = shared && place == Legend.RIGHT ? keys.width(width / 2) + MARGIN : 0;
        if (own) height += head + legend;
        else if (legend > 0) height = grown(height, legend - 4 - LegendKeys.LINE);
        if (!shared && place != Legend.NONE) {
            double each = width / columns;
            double more = largest(p -> further(p, p.legend() == null ? Legend.ABOVE : p.legend(), each));
            height = grown(height, rows * more);
        }
        shapes.add(new SceneShape.Paper(width, height));
        double below = foot(width, height);
        if (head > 0) {
            SceneShape.Font font = Typeface.fitting(
                    figure.shownTitle(), new SceneShape.Font(12, true, Palette.INK), width - 2 * MARGIN);
            shapes.add(new SceneShape.Text(width / 2, 17, figure.shownTitle(), font, SceneShape.Anchor.MIDDLE, 0));
        }
        if (aside > 0) keys.addColumn(shapes, width - aside, head + MARGIN, width / 2);
        else if (shared) {
            double top = place == Legend.ABOVE ? head + 4 : height - legend - below;
            keys.addRows(shapes, MARGIN, top, width - 2 * MARGIN);
        }
        double from = head + (place == Legend.ABOVE ? legend : 0);
        double each = (width - aside) / columns, tall = (height - head - legend - below) / rows;
        for (int i = 0; i < figure.panels().size(); i++) {
            Figure panel = figure.panels().get(i);
            Legend where = shared || place == Legend.NONE
                    ? Legend.NONE
                    : panel.legend() == null ? Legend.ABOVE : panel.legend();
            plot(panel, where, panel.shownTitle())
                    .on(shapes, i % columns * each, from + i / columns * tall, each, tall);
        }
        return scene(width, height);
    }

    /** Writes what the panels say below their axes, once, and returns how high that is. */
    private double foot(double width, double height) {
        String notes = Stream.concat(Stream.of(figure), figure.panels().stream())
                .map(Figure::below)
                .filter(note -> !note.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        if (notes.isEmpty()) return 0;
        SceneShape.Font font = Typeface.fitting(notes, SceneShape.Font.SMALL, width - MARGIN);
        shapes.add(new SceneShape.Text(width - MARGIN / 2, height - 4, notes, font, SceneShape.Anchor.END, 0));
        return 10;
    }

    /** Where the caller wants one legend, or above where all panels show what the fullest shows; else null. */
    private Legend place(LegendKeys all) {
        if (figure.legend() != null) return figure.legend();
        int most = 0, with = 0;
        for (Figure panel : figure.panels()) {
            int size = new LegendKeys(List.of(panel), colours).size();
            most = Math.max(most, size);
            if (size > 1) with++;
        }
        return with > 1 && all.size() == most ? Legend.ABOVE : null;
    }

    private Scene scene(double width, double height) {
        return new Scene(width, height, figure.title(), shapes, figure.scale(), ReportFolder.origin());
    }

    private PlotLayout plot(Figure panel, Legend place, String title) {
        if (panel.marks().isEmpty()) {
            throw new IllegalStateException(
                    "figure \"" + panel.title() + "\" has no series yet; add one, with curve(...) say");
        }
        return new PlotLayout(panel, colours, place, title);
    }

    static void checkSize(double width, double height) {
        if (!(width >= 100 && width <= 5000 && height >= 100 && height <= 5000)) {
            throw new IllegalArgumentException(
                    "size " + width + " by " + height + ", each must be in 100..5000 points");
        }
    }

    static void checkPanels(int columns, Figure... panels) {
        if (columns < 1) throw new IllegalArgumentException("columns = " + columns + ", must be at least 1");
        if (panels.length == 0)
            throw new IllegalArgumentException("panels: a grid needs at least one figure, got none");
        for (Figure panel : panels) {
            if (!panel.panels().isEmpty()) {
                throw new IllegalArgumentException(
                        "panels: \"" + panel.title() + "\" is a grid itself; give its figures instead");
            }
        }
    }
}
