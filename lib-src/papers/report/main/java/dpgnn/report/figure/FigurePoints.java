package dpgnn.report.figure;

import dpgnn.report.Table;
import dpgnn.report.render.Escapes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes what a figure shows, as a table of points and in words. */
final class FigurePoints {
    private FigurePoints() {}

    static Table of(Figure figure) {
        Table table = Table.columns("panel", "series", "kind", "x", "y", "low", "high", "value");
        List<Figure> panels = figure.panels().isEmpty() ? List.of(figure) : figure.panels();
        for (Figure panel : panels) {
            for (Mark mark : panel.marks()) {
                for (Object[] p : mark.points())
                    table.row(panel.title(), mark.name(), p[0], p[1], p[2], p[3], p[4], p[5]);
            }
        }
        return table;
    }

    static String summary(Figure figure) {
        StringBuilder out = new StringBuilder("Figure \"" + figure.title() + "\"");
        List<Figure> panels = figure.panels().isEmpty() ? List.of(figure) : figure.panels();
        for (Figure panel : panels) {
            String indent = figure.panels().isEmpty() ? "\n  " : "\n    ";
            if (!figure.panels().isEmpty())
                out.append("\n  panel \"").append(panel.title()).append('"');
            for (Mark mark : panel.marks()) {
                int count = mark.points().size();
                out.append(indent).append(mark.name()).append(": ").append(count);
                out.append(count == 1 ? " point" : " points");
                if (!mark.gaps().isEmpty()) out.append("; ").append(mark.gaps());
            }
        }
        return out.append("\n  caption: ").append(figure.caption()).toString();
    }

    static String caption(Figure figure) {
        List<Figure> panels = figure.panels().isEmpty() ? List.of(figure) : figure.panels();
        List<String> parts = new ArrayList<>(List.of(figure.title()));
        if (panels.size() > 1) parts.add("Panels: " + joined(panels.stream().map(Figure::title)));
        parts.add(joined(panels.stream().map(FigurePoints::axes)));
        parts.add(joined(Stream.concat(Stream.of(figure), panels.stream()).map(Figure::below)));
        return parts.stream()
                .filter(t -> !t.isEmpty())
                .map(t -> Escapes.capital(t) + (t.matches(".*[.?!]") ? "" : "."))
                .collect(Collectors.joining(" "));
    }

    private static String joined(Stream<String> texts) {
        return texts.filter(t -> !t.isEmpty()).distinct().collect(Collectors.joining("; "));
    }

    private static String axes(Figure panel) {
        String x = panel.xAxis().label(), y = panel.yAxis().label();
        return y.isEmpty() ? "" : x.isEmpty() ? y : y + " against " + x;
    }
}
