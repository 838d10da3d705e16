package dpgnn.report.figure;

import dpgnn.base.Check;
import dpgnn.report.Display;
import dpgnn.report.ReportFolder;
import dpgnn.report.Table;
import dpgnn.report.WideTable;
import dpgnn.report.render.Numbers;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Compares what a paper printed with what we measured: one row per published value, with the difference, the data, their hash
 * and the seeds behind our number. If we have no number, the cell stays blank and the row says why.
 *
 * <pre>{@code
 * var data = PaperTable.Data.of("facebook", graph.hash());
 * var table = PaperTable.of("heterpoisson-table2")
 *         .where("setting", "transductive").where("method", "HeterPoisson")
 *         .keys("dataset", "model", "epsilon");
 * table.ours(data, new long[] {1, 2, 3}, accuracies, "Facebook", "GCN", 2);
 * table.missing("not trained at this scale", "Reddit", "GCN", 2);
 * display(table);
 * }</pre>
 *
 * A key cell of the published table that lists several names ("GVAE;DPGVAE") counts as a row for each.
 */
public final class PaperTable implements Display.Rich {
    /** The data behind a number of ours; standIn says what they stand in for, or is empty for the paper's own data. */
    public record Data(String name, String hash, String standIn) {
        private static final String STAND_IN = " (stand-in)";

        public Data {
            if (name == null || name.isBlank()) throw new IllegalArgumentException("name of the data is empty");
            if (hash == null || hash.length() < 8) {
                throw new IllegalArgumentException(
                        "hash of \"" + name + "\" is \"" + hash + "\", must be the hash of the data in full");
            }
            Objects.requireNonNull(standIn, "standIn: \"\" for the paper's own data");
        }

        /** The paper's own data. */
        public static Data of(String name, String hash) {
            return new Data(name, hash, "");
        }

        /** Data that stand in for the paper's: "a synthetic graph of the same size", say. */
        public static Data standIn(String name, String hash, String what) {
            if (what == null || what.isBlank()) {
                throw new IllegalArgumentException("what: say what \"" + name + "\" is instead of the paper's data");
            }
            return new Data(name, hash, what);
        }

        private String shortHash() {
            return hash.substring(0, Math.min(12, hash.length()));
        }

        private String mark() {
            return name + (standIn.isEmpty() ? "" : STAND_IN);
        }

        private String note() {
            return name + ": hash " + hash + (standIn.isEmpty() ? "" : "; stand-in: " + standIn);
        }
    }

    private record Ours(Data data, long[] seeds, double[] values, String reason) {}

    private final PublishedRows rows;
    private final Map<List<String>, Ours> ours = new LinkedHashMap<>();
    private String title;
    private int digits = 4;
    private boolean fixedDigits;

    private PaperTable(String name) {
        rows = new PublishedRows(name);
        title = name;
    }

    /** A published table by its name, "heterpoisson-table2"; an unknown name is an error that lists all. */
    public static PaperTable of(String name) {
        return new PaperTable(name);
    }

    /** The names of all published tables. */
    public static List<String> names() {
        return PublishedRows.names();
    }

    /** A published table as it is. */
    public static Table published(String name) {
        return PublishedRows.published(name);
    }

    /** Keeps the published rows with this value in this column. */
    public PaperTable where(String column, Object value) {
        rows.where(column, value);
        return this;
    }

    /** The columns that tell the rows apart, in the order in which {@link #ours} names their values. */
    public PaperTable keys(String... columns) {
        rows.keys(columns);
        return this;
    }

    /** The column of the published values; the default is "value". Its deviation is the column "std" where there is one. */
    public PaperTable value(String column) {
        rows.value(column);
        return this;
    }

    public PaperTable title(String text) {
        title = Check.given("title", text);
        return this;
    }

    /** Published values, ours and the difference with this many decimals. */
    public PaperTable digits(int decimals) {
        digits = decimals;
        fixedDigits = true;
        return this;
    }

    /** Our values, one per seed, for the published row with this key. */
    public PaperTable ours(Data data, long[] seeds, double[] values, Object... key) {
        Check.given("data", data);
        if (values.length == 0) {
            throw new IllegalArgumentException(
                    "values for " + Arrays.toString(key) + " are empty; use missing(reason, key)");
        }
        Mark.sameLength(Arrays.toString(key), "seeds", seeds.length, "values", values.length);
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException("value of seed " + seeds[i] + " for " + Arrays.toString(key) + " is "
                        + values[i] + "; a run that failed is no number: leave it out or use missing(reason, key)");
            }
        }
        ours.put(rows.key(key), new Ours(data, seeds.clone(), values.clone(), ""));
        return this;
    }

    /** States why we have no number for the published row with this key. */
    public PaperTable missing(String reason, Object... key) {
        if (reason == null || reason.isBlank()) {
            throw new IllegalArgumentException(
                    "reason for " + Arrays.toString(key) + " is empty; say why there is no number");
        }
        ours.put(rows.key(key), new Ours(null, new long[0], new double[0], reason));
        return this;
    }

    /** The comparison as a table, with the full hashes below it. */
    public Table table() {
        List<String> columns = new ArrayList<>(rows.keyColumns());
        columns.addAll(List.of(
                "published", "published sd", "ours", "our sd", "n", "difference", "data", "hash", "seeds", "remark"));
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        Map<String, String> notes = new LinkedHashMap<>();
        for (PublishedRows.Row row : rows.rows()) {
            Ours mine = ours.get(row.key());
            List<Object> cells = new ArrayList<>(row.cells());
            cells.add(row.value());
            cells.add(row.deviation());
            if (mine == null || mine.data() == null) {
                cells.addAll(Arrays.asList(null, null, null, null, null, null, null));
                cells.add(mine == null ? "not run" : mine.reason());
            } else {
                double mean = MeanBand.mean(mine.values()), deviation = MeanBand.deviation(mine.values());
                cells.add(mean);
                cells.add(Double.isNaN(deviation) ? null : deviation);
                cells.add(mine.values().length);
                cells.add(row.value() == null ? null : mean - row.value());
                cells.add(mine.data().mark());
                cells.add(mine.data().shortHash());
                cells.add(Arrays.stream(mine.seeds()).mapToObj(Long::toString).collect(Collectors.joining(" ")));
                cells.add(mine.data().standIn().isEmpty() ? null : "not the paper's data");
                notes.put(mine.data().note(), mine.data().standIn());
            }
            table.row(cells.toArray());
        }
        notes.keySet().forEach(table::note);
        if (fixedDigits) {
            for (String column : List.of("published", "published sd", "ours", "our sd", "difference")) {
                table.digits(column, digits);
            }
        }
        return table;
    }

    /**
     * The same comparison for a page: values as "mean ± deviation" with two digits of the deviation, data and seeds in one note, and
     * an asterisk at what was measured on a stand-in.
     */
    public Table compact() {
        List<String> columns = new ArrayList<>(rows.keyColumns());
        columns.addAll(List.of("published", "ours", "n", "difference", "remark"));
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        int printed = printedDecimals();
        for (PublishedRows.Row row : rows.rows()) {
            Ours mine = ours.get(row.key());
            boolean known = mine != null && mine.data() != null;
            List<Object> cells = new ArrayList<>(row.cells());
            cells.add(shown(row.value(), row.deviation(), printed));
            if (!known) cells.addAll(Arrays.asList(null, null, null, mine == null ? "not run" : mine.reason()));
            else {
                double mean = MeanBand.mean(mine.values());
                String value = fixedDigits
                        ? shown(mean, MeanBand.deviation(mine.values()), digits)
                        : Numbers.plusMinus(mean, MeanBand.deviation(mine.values()));
                String place = value.split(" ")[0];
                int decimals = place.indexOf('.') < 0 ? 0 : place.length() - place.indexOf('.') - 1;
                cells.add(value + (mine.data().standIn().isEmpty() ? "" : "*"));
                cells.add(mine.values().length);
                cells.add(row.value() == null ? null : Numbers.fixed(mean - row.value(), Math.max(decimals, printed)));
                cells.add(null);
            }
            table.row(cells.toArray());
        }
        if (!note().isEmpty()) table.note(note());
        boolean remarks = Arrays.stream(table.texts("remark")).anyMatch(text -> !text.isEmpty());
        return remarks
                ? table
                : table.select(columns.subList(0, columns.size() - 1).toArray(String[]::new));
    }

    /**
     * The wide form of {@link #compact}, as papers print it: for each value of this key two columns, published and ours; a row for
     * each combination of the other keys. {@code table.wide("dataset")}
     */
    public Table wide(String across) {
        List<String> down = new ArrayList<>(rows.keyColumns());
        if (!down.remove(across) || down.isEmpty()) {
            throw new IllegalArgumentException("across = \"" + across + "\", must be one of the keys "
                    + rows.keyColumns() + ", which must be two at least");
        }
        Table wide = WideTable.of(compact(), down, across, "published", "ours");
        ours.values().stream()
                .map(Ours::reason)
                .filter(reason -> !reason.isEmpty())
                .distinct()
                .forEach(reason -> wide.note("Some have no number of ours: " + reason));
        return wide;
    }

    /** Which data, seeds and stand-ins are behind our numbers. */
    private String note() {
        Map<String, String> data = new LinkedHashMap<>();
        Map<String, String> seeds = new LinkedHashMap<>();
        for (Ours mine : ours.values()) {
            if (mine.data() == null) continue;
            String stands = mine.data().standIn();
            data.put(
                    mine.data().name(),
                    mine.data().name() + " " + mine.data().shortHash()
                            + (stands.isEmpty() ? "" : " (* stand-in: " + stands + ")"));
            String list = Arrays.stream(mine.seeds()).mapToObj(Long::toString).collect(Collectors.joining(" "));
            seeds.put(list, list);
        }
        if (data.isEmpty()) return "";
        return "Ours: mean ± deviation over seeds " + String.join(", or ", seeds.values()) + ". Data and hash: "
                + String.join(", ", data.values()) + ".";
    }

    /** As many decimals as the paper prints. */
    private int printedDecimals() {
        if (fixedDigits) return digits;
        return rows.rows().stream()
                .flatMap(row -> java.util.stream.Stream.of(row.value(), row.deviation()))
                .filter(Objects::nonNull)
                .mapToInt(v -> BigDecimal.valueOf(v).stripTrailingZeros().scale())
                .max()
                .orElse(0);
    }

    private static String shown(Double value, Double deviation, int decimals) {
        if (value == null) return null;
        int places = Math.max(0, Math.min(decimals, 8));
        boolean spread = deviation != null && !deviation.isNaN();
        return Numbers.fixed(value, places) + (spread ? " ± " + Numbers.fixed(deviation, places) : "");
    }

    /** Writes .html, .md, .tex or .txt in the form for a page, or .csv with every digit, by the path's ending. */
    public Path save(String path) {
        return (path.toLowerCase(Locale.ROOT).endsWith(".csv") ? table() : compact()).save(path);
    }

    @Override
    public Map<String, String> mime() {
        return compact().mime();
    }

    @Override
    public void shown() {
        ReportFolder.keep(this, table(), compact());
    }

    @Override
    public String toString() {
        return compact().text();
    }
}
