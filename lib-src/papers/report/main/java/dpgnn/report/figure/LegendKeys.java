package dpgnn.report.figure;

import dpgnn.report.render.SceneShape;
import dpgnn.report.render.Typeface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a legend: each series once, in rows above or below a field, or one below the other beside it. */
final class LegendKeys {
    static final double LINE = 13;
    private static final double KEY = 27, SPACE = 15;

    private record Entry(Mark mark, int index) {
        /** The letters of its name, smaller where even one name is too long for the sheet. */
        SceneShape.Font font(double room) {
            return Typeface.fitting(mark.name(), SceneShape.Font.LABEL, room - KEY);
        }

        double width(double room) {
            return KEY + Typeface.width(mark.name(), font(room));
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    LegendKeys(List<Figure> figures, Map<String, Integer> colours) {
        for (Figure figure : figures) {
            for (Mark mark : figure.marks()) {
                int index = colours.getOrDefault(mark.name(), 0);
                if (!mark.key(0, 0, index).isEmpty()) entries.putIfAbsent(mark.name(), new Entry(mark, index));
            }
        }
    }

    int size() {
        return entries.size();
    }

    /** How high rows of this width are. */
    double height(double width) {
        return rows(width).size() * LINE;
    }

    /** How wide a column is that takes no more than this. */
    double width(double room) {
        return entries.values().stream().mapToDouble(e -> e.width(room)).max().orElse(0);
    }

    private List<List<Entry>> rows(double width) {
        List<List<Entry>> rows = new ArrayList<>();
        double x = 0;
        for (Entry entry : entries.values()) {
            double needed = entry.width(width);
            if (rows.isEmpty() || x + needed > width) {
                rows.add(new ArrayList<>());
                x = 0;
            }
            rows.get(rows.size() - 1).add(entry);
            x += needed + SPACE;
        }
        return rows;
    }

    void addRows(List<SceneShape> out, double left, double top, double width) {
        double y = top + LINE / 2;
        for (List<Entry> row : rows(width)) {
            double x = left;
            for (Entry entry : row) {
                add(out, entry, x, y, width);
                x += entry.width(width) + SPACE;
            }
            y += LINE;
        }
    }

    void addColumn(List<SceneShape> out, double left, double top, double room) {
        double y = top + LINE / 2;
        for (Entry entry : entries.values()) {
            add(out, entry, left, y, room);
            y += LINE;
        }
    }

    private static void add(List<SceneShape> out, Entry entry, double x, double y, double room) {
        out.addAll(entry.mark().key(x, y, entry.index()));
        String name = entry.mark().name();
        out.add(new SceneShape.Text(x + KEY, y + 3.2, name, entry.font(room), SceneShape.Anchor.START, 0));
    }
}
