package dpgnn.report;

import dpgnn.report.render.Escapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table as {@link TableHtml} has written it into a notebook, read back with the digits that are shown.
 *
 * @param origin where it comes from; empty where the output does not say
 */
record CommittedTable(
        String origin, String title, List<String> columns, List<List<String>> rows, List<String> notes, Marks marks) {
    private static final Pattern ORIGIN = Pattern.compile("data-origin=\"([^\"]*)\""),
            CAPTION = element("caption"),
            ROW = element("tr"),
            HEAD = Pattern.compile("(?s)<th(?: colspan=\"(\\d+)\")?[^>]*>(.*?)</th>"),
            CELL = element("td"),
            NOTE = element("p");

    /**
     * How it is set.
     *
     * @param numbers columns of numbers, which stand right
     * @param bold columns of each row's cells in bold
     */
    record Marks(boolean isGrouped, List<String> numbers, List<List<Integer>> bold) {}

    private static Pattern element(String name) {
        return Pattern.compile("(?s)<" + name + "\\b[^>]*>(.*?)</" + name + ">");
    }

    static CommittedTable of(String html) {
        int end = html.indexOf("</table>");
        if (end < 0) throw new IllegalArgumentException("a table must end with </table>, was '" + html + "'");
        String table = html.substring(0, end), below = html.substring(end);
        List<List<String>> heads = new ArrayList<>(), rows = new ArrayList<>();
        List<List<Integer>> bold = new ArrayList<>();
        Set<Integer> right = new TreeSet<>();
        for (MatchResult row : ROW.matcher(table).results().toList()) {
            List<String> names = HEAD.matcher(row.group(1))
                    .results()
                    .flatMap(CommittedTable::spread)
                    .toList();
            if (!names.isEmpty()) {
                heads.add(names);
                right.clear();
                List<String> all = HEAD.matcher(row.group(1))
                        .results()
                        .map(MatchResult::group)
                        .toList();
                IntStream.range(0, all.size())
                        .filter(i -> all.get(i).contains("text-align:right"))
                        .forEach(right::add);
            } else {
                List<String> cells = texts(CELL, row.group(1));
                bold.add(IntStream.range(0, cells.size())
                        .filter(c -> cells.get(c).startsWith("<b>"))
                        .boxed()
                        .toList());
                rows.add(cells.stream()
                        .map(c -> unescaped(c.replaceAll("</?b>", "")))
                        .toList());
            }
        }
        List<String> names = heads.get(heads.size() - 1);
        boolean grouped = heads.size() > 1;
        List<String> columns = IntStream.range(0, names.size())
                .mapToObj(i -> grouped && !heads.get(0).get(i).isEmpty()
                        ? heads.get(0).get(i) + WideTable.IN + names.get(i)
                        : names.get(i))
                .map(CommittedTable::unescaped)
                .toList();
        return new CommittedTable(
                first(ORIGIN, html),
                first(CAPTION, table),
                columns,
                rows,
                texts(NOTE, below).stream().map(CommittedTable::unescaped).toList(),
                new Marks(grouped, right.stream().map(columns::get).toList(), bold));
    }

    /** The name of a group for each of its columns. */
    private static Stream<String> spread(MatchResult head) {
        int columns = head.group(1) == null ? 1 : Integer.parseInt(head.group(1));
        return Stream.generate(() -> head.group(2)).limit(columns);
    }

    private static List<String> texts(Pattern element, String html) {
        return element.matcher(html).results().map(m -> m.group(1)).toList();
    }

    private static String first(Pattern pattern, String html) {
        Matcher found = pattern.matcher(html);
        return found.find() ? unescaped(found.group(1)) : "";
    }

    private static String unescaped(String html) {
        return Escapes.fromHtml(html).replace("\u00a0±\u00a0", " ± ");
    }

    /** The cells as they are shown. */
    String csv() {
        Table shown = Table.columns(columns.toArray(String[]::new));
        rows.forEach(row -> shown.row(row.toArray()));
        return shown.csv();
    }

    /** The table again; a column of numbers keeps its decimals where all of its cells have as many, zeros at the end too. */
    Table table() {
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        for (List<String> row : rows) {
            if (row.size() > 1 && !row.get(0).isEmpty() && row.stream().skip(1).allMatch(String::isEmpty))
                table.block(row.get(0));
            else
                table.row(IntStream.range(0, row.size())
                        .mapToObj(i -> value(i, row.get(i)))
                        .toArray());
        }
        for (int i = 0; i < columns.size(); i++) {
            int at = i;
            int[] decimals = rows.stream()
                    .map(row -> row.get(at))
                    .filter(text -> text.matches("[0-9.-]+"))
                    .mapToInt(text -> text.contains(".") ? text.length() - text.indexOf('.') - 1 : 0)
                    .distinct()
                    .toArray();
            if (marks.numbers.contains(columns.get(i)) && decimals.length == 1 && decimals[0] > 0 && decimals[0] <= 17)
                table.digits(columns.get(i), decimals[0]);
        }
        notes.forEach(table::note);
        if (marks.isGrouped) table.grouped();
        for (int row = 0; row < rows.size(); row++)
            for (int column : marks.bold.get(row)) table.bold(row, columns.get(column));
        return table;
    }

    private Object value(int column, String shown) {
        if (shown.isEmpty()) return null;
        Number number = marks.numbers.contains(columns.get(column)) ? number(shown) : null;
        return number == null ? shown : number;
    }

    private static Number number(String shown) {
        String text = shown.replace("∞", "Infinity").replace('−', '-');
        return TableReader.number(text);
    }
}
