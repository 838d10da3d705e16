package dpgnn.study.text;

import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.paper.PublishedTables;
import dpgnn.train.Run;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The cells of one table of micro-F1: ours with the difference from the printed value, and in the end a note of their data and seeds. */
public final class ScoreCells {
    private static final double NEAR = 0.03;

    private final Set<String> data = new LinkedHashSet<>();
    private final Set<String> seeds = new TreeSet<>((a, b) -> b.compareTo(a));
    private boolean standIns;

    ScoreCells() {}

    /** How many cells are near the paper's. */
    public record Nearness(int cells, int near) {
        @Override
        public String toString() {
            return near + " of " + cells + " cells are within 0.03 of the printed micro F1";
        }
    }

    /** Of a table whose columns are "X: published" and "X: ours"; cells of stand-ins do not count. */
    public static Nearness nearness(Table table) {
        double[] off = differences(table);
        return new Nearness(
                off.length, (int) Arrays.stream(off).filter(ScoreCells::isNear).count());
    }

    static boolean isNear(double difference) {
        return Math.abs(difference) <= NEAR + 1e-9;
    }

    /** Ours less the published value in each of these cells. */
    public static double[] differences(Table table) {
        return table.columns().stream()
                .filter(column -> column.endsWith(": ours"))
                .flatMap(column -> Arrays.stream(table.texts(column)))
                .filter(cell -> cell.endsWith(")") && !cell.contains("*"))
                .mapToDouble(cell -> Double.parseDouble(cell.substring(cell.indexOf('(') + 1, cell.length() - 1)))
                .toArray();
    }

    /** The printed value of table 2, told apart by what is not null; null where there is none. */
    static Double published(String set, String method, Object optimizer, Object epsilon) {
        Table rows = PublishedTables.named("dp-gcn-text-table2")
                .where("dataset", set)
                .where("method", method);
        if (optimizer != null) rows = rows.where("optimizer", optimizer);
        if (epsilon != null) rows = rows.where("epsilon", epsilon);
        return rows.rows() == 1 ? rows.numbers("value")[0] : null;
    }

    static String printed(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** "0.755 ± 0.008 (-0.015)"; empty where there is nothing of ours, and without a difference where nothing was printed. */
    String of(Summary<?> ours, Double printed) {
        return ours == null ? "" : of(ours, ours.runs().get(0).data().standIn(), printed);
    }

    /** The same where only the caller knows whether the data are less than the paper's. */
    String of(Summary<?> ours, boolean standIn, Double printed) {
        seen(ours, standIn);
        return text(ours.values(), standIn, printed);
    }

    /** Remembers the data and seeds of a cell. */
    void seen(Summary<?> ours, boolean standIn) {
        Run.Data from = ours.runs().get(0).data();
        standIns |= standIn;
        data.add(from.name() + " " + from.hash());
        seeds.add(Arrays.stream(ours.seeds()).mapToObj(Long::toString).collect(Collectors.joining(" ")));
    }

    static String text(double[] values, boolean standIn, Double printed) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        String spread = values.length < 2
                ? ""
                : String.format(Locale.ROOT, " ± %.3f", Math.sqrt(squares / (values.length - 1)));
        String off = printed == null ? "" : String.format(Locale.ROOT, " (%+.3f)", mean - printed);
        return String.format(Locale.ROOT, "%.3f", mean) + spread + (standIn ? "*" : "") + off;
    }

    /** Says which data and seeds are behind a table. */
    Table origin(Table table) {
        return origin(table, "Micro F1, the difference in brackets", "A synthetic graph of the same size.");
    }

    /** The same with other words for what the cells are, and for what an asterisk marks. */
    Table origin(Table table, String what, String standIn) {
        if (data.isEmpty()) return table;
        return table.note(what + "; seeds " + String.join(", or ", seeds) + ". " + String.join(", ", data) + "."
                + (standIns ? " * " + standIn : ""));
    }
}
