package dpgnn.study.nodes;

import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.paper.PublishedTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table as Xiang, Wang and Wang (2024) print it: for each data set the printed figure, and ours with the difference in points. */
final class PrintedColumns {
    static final String HETERPOISSON = "HeterPoisson";

    private final Workbench bench;
    private final List<String> sets;
    private final Table table;

    /** @param names of the columns that tell rows apart */
    PrintedColumns(Workbench bench, List<String> sets, String title, String... names) {
        this.bench = bench;
        this.sets = sets;
        List<String> columns = new ArrayList<>(List.of(names));
        for (String set : sets) columns.addAll(List.of(set + ": published", set + ": ours"));
        table = Table.columns(columns.toArray(String[]::new)).title(title);
    }

    /**
     * The printed row of a cell; null where there is none.
     *
     * @param number of the table, 2 for the transductive accuracy, 3 for the precision, 4 for the inductive accuracy
     * @param model the printed network; empty for a method that has one alone
     */
    static Table printed(int number, String method, String set, String model, double epsilon) {
        Table row = PublishedTables.named("heterpoisson-table" + number)
                .where("method", method)
                .where("dataset", set)
                .where("epsilon", epsilon);
        if (!model.isEmpty()) row = row.where("model", model);
        return row.rows() == 1 ? row : null;
    }

    /** Adds a row, printed beside ours set by set; none where no set has a figure of ours. */
    void row(List<Object> names, Map<String, Table> printed, Map<String, ? extends Summary<?>> ours) {
        if (ours.isEmpty()) return;
        List<Object> row = new ArrayList<>(names);
        for (String set : sets) {
            Table p = printed.get(set);
            Summary<?> mine = ours.get(set);
            row.add(p == null ? "" : text(p));
            row.add(mine == null ? "" : beside(mine, p));
        }
        table.row(row.toArray());
    }

    /** "74.2 ± 1.0", as printed. */
    static String text(Table printed) {
        return String.format("%.1f ± %.1f", printed.numbers("value")[0], printed.numbers("std")[0]);
    }

    private String beside(Summary<?> ours, Table printed) {
        String star = ours.runs().get(0).data().standIn() ? "*" : "";
        String text = bench.plusMinus(ours) + star;
        return printed == null
                ? text
                : text + String.format(" (%+.1f)", 100 * ours.mean() - printed.numbers("value")[0]);
    }

    Table table() {
        return table;
    }

    /** "seeds 1 2 3". */
    static String seeds(long[] seeds) {
        return "seeds " + Arrays.stream(seeds).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
