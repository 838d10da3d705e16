package dpgnn.report;

import dpgnn.base.Check;
import dpgnn.report.render.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A small table for people. Add rows one by one; show or save it as text, HTML, Markdown, CSV or LaTeX (booktabs).
 *
 * <pre>{@code
 * var table = Table.columns("sampler", "epsilon", "accuracy").title("Cora").digits("accuracy", 3);
 * for (var run : runs) table.row(run.name(), run.epsilon(), run.accuracy());
 * display(table);
 * table.save("results/cora.tex");
 * }</pre>
 *
 * A cell holds text, a number, a boolean or nothing ({@code null}); a {@code double[]} is shown as "0.970 ± 0.001", the mean of
 * runs and their sample standard deviation. Displayed numbers are rounded (four significant digits,
 * or {@link #digits} decimals); CSV keeps every digit.
 */
public final class Table implements Display.Rich {
    private static final List<String> FORMATS = List.of("csv", "html", "md", "tex", "txt");

    private final List<String> columns;
    private final List<Object[]> rows = new ArrayList<>();
    private final Map<String, Integer> digits = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<Integer> best = new HashSet<>();
    /** Cells in bold, by row and column; none where {@link #best} finds them. */
    private final Set<Map.Entry<Integer, String>> bold = new HashSet<>();
    /** The rows that head a block. */
    private final TreeSet<Integer> blocks = new TreeSet<>();

    private String title = "";
    private String label = "";
    private String caption = "";
    private PaperWidth paper;
    private boolean isGrouped;

    private Table(List<String> columns) {
        if (columns.isEmpty()) throw new IllegalArgumentException("columns: a table needs at least one, got none");
        for (String column : columns) {
            Objects.requireNonNull(column, "columns: a name is null");
            if (Collections.frequency(columns, column) > 1)
                throw new IllegalArgumentException("columns: \"" + column + "\" is there twice; names must differ");
        }
        this.columns = List.copyOf(columns);
    }

    /** An empty table with these columns. */
    public static Table columns(String... names) {
        Check.given("names", names);
        return new Table(Arrays.asList(names));
    }

    /** Reads what {@link #save} wrote as CSV: columns of numbers come back as numbers, empty cells as empty. */
    public static Table read(String path) {
        Check.given("path", path);
        return TableReader.read(Path.of(path));
    }

    /** Reads a CSV with a line of column names; a column whose filled cells are all numbers becomes one of numbers. */
    public static Table parse(String csv, String source) {
        return TableReader.parse(Check.given("csv", csv), Check.given("source", source));
    }

    /** Appends a row, with as many cells as columns. */
    public Table row(Object... cells) {
        Object[] values = cells == null ? new Object[1] : cells.clone();
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("row " + Arrays.toString(values) + " has " + values.length
                    + " cells, the table has " + columns.size() + " columns: " + columns);
        }
        rows.add(Arrays.stream(values).map(TableCells::given).toArray());
        return this;
    }

    /** Sets the title above the table, which is the caption in LaTeX. */
    public Table title(String text) {
        title = Check.given("title", text);
        return this;
    }

    /** Sets the name by which a paper refers to the table, "tab:" and this; by default it is made from the title. */
    public Table label(String name) {
        if (!Check.given("name", name).matches("[A-Za-z0-9-]+")) {
            throw new IllegalArgumentException("label \"" + name + "\", must be of letters, digits and hyphens");
        }
        label = name;
        return this;
    }

    /** Sets the caption in LaTeX; by default it is the title without its number. */
    public Table caption(String text) {
        caption = Check.given("caption", text);
        return this;
    }

    /** Sets the width in a paper: into it every column fits, in smaller letters or with lines broken where it must. */
    public Table width(PaperWidth where) {
        paper = Objects.requireNonNull(where, "where");
        return this;
    }

    /** Adds a line below the table: what the reader must know about the data. */
    public Table note(String text) {
        notes.add(Check.given("note", text));
        return this;
    }

    /** Shows the numbers of this column with a fixed number of decimals. */
    public Table digits(String column, int decimals) {
        index(column);
        if (decimals < 0 || decimals > 17) {
            throw new IllegalArgumentException("decimals = " + decimals + " for \"" + column + "\", must be in 0..17");
        }
        digits.put(column, decimals);
        return this;
    }

    public String title() {
        return title;
    }

    String label() {
        return label.isEmpty() ? WholeFile.slug(title) : label;
    }

    String caption() {
        return caption.isEmpty() ? TableLatex.heading(title) : caption;
    }

    /** Null where LaTeX may choose. */
    PaperWidth paper() {
        return paper;
    }

    /** Begins a block of rows, below a row that holds its name alone. What is best, is so within its block. */
    public Table block(String name) {
        Object[] head = new Object[columns.size()];
        head[0] = Check.given("name", name);
        row(head);
        blocks.add(rows.size() - 1);
        return this;
    }

    /**
     * Sets the largest number of each of these columns in bold, within its block. "81.2 ± 0.3" is larger than another only beyond both
     * deviations.
     */
    public Table best(String... names) {
        for (String name : Check.given("names", names)) best.add(index(name));
        return this;
    }

    /** Sets one cell in bold, as a table had it that was read back. */
    void bold(int row, String column) {
        bold.add(Map.entry(row, column));
    }

    boolean isBest(int row, int column) {
        if (bold.contains(Map.entry(row, columns.get(column)))) return true;
        if (!best.contains(column) || TableCells.leading(rows.get(row)[column]) == Double.NEGATIVE_INFINITY)
            return false;
        Integer from = blocks.floor(row), to = blocks.higher(row);
        double low = TableCells.leading(rows.get(row)[column]) - TableCells.spread(rows.get(row)[column]);
        return IntStream.range(from == null ? 0 : from, to == null ? rows.size() : to)
                .filter(other -> other != row)
                .mapToObj(other -> rows.get(other)[column])
                .allMatch(cell -> low > TableCells.leading(cell) + TableCells.spread(cell));
    }

    /** Whether columns named "Cora: found" stand together under "Cora". */
    boolean isGrouped() {
        return isGrouped;
    }

    /** Sets columns named "Cora: published" and "Cora: found" together under "Cora". */
    public Table grouped() {
        isGrouped = true;
        return this;
    }

    public List<String> columns() {
        return columns;
    }

    public List<String> notes() {
        return List.copyOf(notes);
    }

    public int rows() {
        return rows.size();
    }

    /** One cell as it was given: text, number, truth value or null. */
    public Object get(int row, String column) {
        int at = index(column);
        return rows.get(Objects.checkIndex(row, rows.size()))[at];
    }

    /** A column of numbers; an empty cell is NaN, text is an error. */
    public double[] numbers(String column) {
        int at = index(column);
        double[] values = new double[rows.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = rows.get(i)[at];
            if (value != null && !(value instanceof Number)) {
                throw new IllegalArgumentException(
                        "column \"" + column + "\" row " + i + " holds \"" + value + "\", not a number");
            }
            values[i] = value == null ? Double.NaN : ((Number) value).doubleValue();
        }
        return values;
    }

    /** A column as it is shown; an empty cell is the empty text. */
    public String[] texts(String column) {
        int at = index(column);
        return rows.stream().map(row -> shown(at, row[at])).toArray(String[]::new);
    }

    /** The rows whose cell in this column equals the value (numbers by value), as a new table. */
    public Table where(String column, Object value) {
        int at = index(column);
        Table result = emptyCopy();
        for (Object[] row : rows) if (TableCells.same(row[at], value)) result.rows.add(row);
        return result;
    }

    /** The rows in the order of this column, smallest first, empty cells last, as a new table. Equal cells keep their order. */
    public Table sorted(String column) {
        int at = index(column);
        Table result = emptyCopy();
        result.rows.addAll(rows);
        result.rows.sort(Comparator.comparing(row -> row[at], TableCells.ORDER));
        return result;
    }

    /** Only these columns, in this order, as a new table. */
    public Table select(String... names) {
        Table result = columns(names);
        int[] from = Arrays.stream(names).mapToInt(this::index).toArray();
        for (Object[] row : rows)
            result.rows.add(Arrays.stream(from).mapToObj(i -> row[i]).toArray());
        result.blocks.addAll(blocks);
        return result.like(this);
    }

    /**
     * The wide form, as papers print it: a row for each value of the column {@code down}, a column for each of {@code across}, or a
     * group of columns where there are several values. {@code table.wide("epsilon", "data set", "published", "found")}
     */
    public Table wide(String down, String across, String... values) {
        return WideTable.of(
                this, List.of(Check.given("down", down)), Check.given("across", across), Check.given("values", values));
    }

    public String text() {
        return TableText.text(this);
    }

    public String html() {
        return TableHtml.html(this);
    }

    public String markdown() {
        return TableText.markdown(this);
    }

    public String csv() {
        return TableText.csv(this);
    }

    /**
     * A tabular with booktabs rules, inside a table environment with a caption where there is a title. Columns that are too wide
     * break their lines between words; a table that is too wide even so, or too tall, is set in parts.
     */
    public String latex() {
        return TableLatex.latex(this);
    }

    /** Writes .csv, .html, .md, .tex or .txt, by the path's ending. */
    public Path save(String path) {
        return save(Path.of(Check.given("path", path)));
    }

    /** Writes .csv, .html, .md, .tex or .txt, by the path's ending. */
    public Path save(Path path) {
        return WholeFile.write(
                path,
                switch (WholeFile.extension(Check.given("path", path), FORMATS)) {
                    case "csv" -> csv();
                    case "html" -> html();
                    case "md" -> markdown();
                    case "tex" -> latex();
                    default -> text();
                });
    }

    @Override
    public Map<String, String> mime() {
        return Map.of("text/html", TableHtml.html(this, ReportFolder.origin()), "text/plain", text());
    }

    @Override
    public void shown() {
        ReportFolder.keep(this, this);
    }

    @Override
    public String toString() {
        return text();
    }

    /** Every cell of a row as people see it. */
    List<String> shown(int row) {
        Object[] values = rows.get(row);
        List<String> cells = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) cells.add(shown(i, values[i]));
        return cells;
    }

    /** Every cell of a row with all its digits. */
    List<String> exact(int row) {
        return Arrays.stream(rows.get(row)).map(TableCells::exact).toList();
    }

    /** Whether a column holds numbers and nothing else, so that it stands right-aligned. */
    public boolean isNumeric(int column) {
        return rows.stream().allMatch(row -> row[column] == null || row[column] instanceof Number)
                && rows.stream().anyMatch(row -> row[column] != null);
    }

    private String shown(int column, Object value) {
        if (value == null) return "";
        if (!(value instanceof Number number)) return value.toString();
        return TableCells.shown(number, digits.get(columns.get(column)));
    }

    /** The decimals that were asked for; null for none. */
    Integer decimals(String column) {
        return digits.get(column);
    }

    private int index(String column) {
        int at = columns.indexOf(Check.given("column", column));
        if (at < 0)
            throw new IllegalArgumentException("column \"" + column + "\" does not exist; there are " + columns);
        return at;
    }

    private Table emptyCopy() {
        return new Table(columns).like(this);
    }

    /** Takes over what another table says of itself and of the columns that are here too. */
    Table like(Table other) {
        title = other.title;
        label = other.label;
        caption = other.caption;
        paper = other.paper;
        isGrouped = other.isGrouped;
        other.digits.forEach((column, decimals) -> {
            if (columns.contains(column)) digits.put(column, decimals);
        });
        notes.addAll(other.notes);
        bold.addAll(other.bold);
        for (int at : other.best) if (columns.contains(other.columns.get(at))) best(other.columns.get(at));
        return this;
    }
}
