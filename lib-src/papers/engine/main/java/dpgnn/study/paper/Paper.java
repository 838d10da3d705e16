package dpgnn.study.paper;

import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What a paper prints, as data: a line of a CSV for each number, with its table, row and column, its keys, its unit, its sort, and how
 * far off a found number may be. Every further column is a key: what the number is of, in the words of the paper.
 *
 * @param name in few letters
 * @param cells all numbers, in the paper's order
 */
public record Paper(String name, String title, List<PublishedCell> cells) {
    static final List<String> COLUMNS =
            List.of("table", "row", "column", "value", "deviation", "unit", "sort", "limit");

    public Paper {
        cells = List.copyOf(cells);
    }

    /** Reads the numbers that come with the library, {@code tables/RESOURCE.csv}. */
    public static Paper read(String name, String title, String resource) {
        return parse(name, title, PublishedTables.text(resource + ".csv"));
    }

    public static Paper parse(String name, String title, String csv) {
        Table lines = Table.parse(csv, name);
        if (!lines.columns().containsAll(COLUMNS))
            throw new IllegalArgumentException(
                    "published numbers of " + name + " must have the columns " + COLUMNS + ", had " + lines.columns());
        List<String> named = new ArrayList<>(lines.columns());
        named.removeAll(COLUMNS);
        List<PublishedCell> cells = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < lines.rows(); i++) {
            String table = text(lines, i, "table"), row = text(lines, i, "row"), column = text(lines, i, "column");
            if (!seen.add(table + "\n" + row + "\n" + column))
                throw new IllegalArgumentException(
                        name + " must have one number for " + table + ", " + row + ", " + column + ", had two");
            if (!(lines.get(i, "value") instanceof Number value))
                throw new IllegalArgumentException("value of " + table + ", " + row + ", " + column
                        + " must be a number, was '" + text(lines, i, "value") + "'");
            double deviation = lines.get(i, "deviation") instanceof Number d ? d.doubleValue() : Double.NaN;
            ComparisonRule rule =
                    ComparisonRule.of(text(lines, i, "unit"), text(lines, i, "sort"), text(lines, i, "limit"));
            Map<String, String> keys = new LinkedHashMap<>();
            for (String key : named) if (lines.get(i, key) != null) keys.put(key, text(lines, i, key));
            cells.add(new PublishedCell(table, row, column, value.doubleValue(), deviation, rule, keys));
        }
        return new Paper(name, title, cells);
    }

    private static String text(Table lines, int row, String column) {
        return Objects.toString(lines.get(row, column), "");
    }

    /** The numbers of one of its tables that are held against others. */
    public List<PublishedCell> table(String table) {
        List<PublishedCell> of = cells.stream()
                .filter(c -> c.table().equals(table) && c.rule().sort() != ComparisonRule.Sort.LEFT_OUT)
                .toList();
        if (of.isEmpty())
            throw new IllegalArgumentException(name + " has no number to compare in '" + table + "'; there are "
                    + new LinkedHashSet<>(
                            cells.stream().map(PublishedCell::table).toList()));
        return of;
    }

    /** One number, whether it is compared or not. */
    public PublishedCell cell(String table, String row, String column) {
        return cells.stream()
                .filter(c -> c.table().equals(table)
                        && c.row().equals(row)
                        && c.column().equals(column))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(name + " has no number in " + table + ", " + row + ", " + column));
    }

    /** Holds a table against what is found for it. */
    public Comparison compare(String table, String what, Function<PublishedCell, Found> found) {
        return compare(table(table), what, found);
    }

    /** Holds some numbers of one table against what is found for them. */
    public Comparison compare(List<PublishedCell> numbers, String what, Function<PublishedCell, Found> found) {
        return Comparison.of(this, what, numbers, found);
    }

    /** The numbers that are held against nothing. */
    public Comparison leftOut(String why) {
        List<PublishedCell> left = cells.stream()
                .filter(c -> c.rule().sort() == ComparisonRule.Sort.LEFT_OUT)
                .toList();
        return compare(left, "numbers that are not compared", cell -> Found.notRun(why));
    }

    /** Those of one table. */
    public Comparison leftOut(String table, String what, String why) {
        List<PublishedCell> left = cells.stream()
                .filter(c -> c.table().equals(table) && c.rule().sort() == ComparisonRule.Sort.LEFT_OUT)
                .toList();
        return compare(left, what, cell -> Found.notRun(why));
    }
}
