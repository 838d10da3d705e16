package dpgnn.study.parties;

import dpgnn.graph.Dataset;
import dpgnn.graph.data.Datasets;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.report.figure.PaperTable;
import dpgnn.study.parties.LinearReference.Combination;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@link PartyTables} show beyond the paper: who gains from whom, and what a division of the edges costs. */
public final class PartyFindings {
    private final PartyTables tables;

    private PartyFindings(PartyTables tables) {
        this.tables = tables;
    }

    public static PartyFindings of(PartyTables tables) {
        return new PartyFindings(tables);
    }

    /** Table 1: sizes as read, the edges also as the files list them, where repeated edges and loops count. */
    public Table data() throws IOException {
        Table table = Table.columns("data set", "nodes", "edges", "edges as read", "features", "classes")
                .title("Table 1: the data, edges as the files list them");
        for (String set : tables.sets()) {
            String name = set.toLowerCase(Locale.ROOT);
            Dataset data = Datasets.loadOrStandIn(name);
            table.row(
                    data.name(),
                    data.nodes(),
                    data.provenance().standIn() ? null : Datasets.listedEdges(name),
                    data.graph().edges(),
                    data.features().width(),
                    data.labels().classes());
        }
        return table;
    }

    /** Whether every combiner does better than the better one of two holders alone. */
    public boolean togetherIsBetter(String set) throws InterruptedException, IOException {
        for (String method : PartyStudy.COMBINERS) if (overIsolated(set, method) <= 0) return false;
        return true;
    }

    private double overIsolated(String set, String method) throws InterruptedException, IOException {
        double alone =
                Math.max(accuracy(set, "5:5", PartyTables.ISOLATED_A), accuracy(set, "5:5", PartyTables.ISOLATED_B));
        return accuracy(set, "5:5", method) - alone;
    }

    /** Mean test accuracy, in percent. */
    public double accuracy(String set, String parts, String method) throws InterruptedException, IOException {
        return 100 * tables.cell(set, parts, method).mean();
    }

    /** The mean of the linear reference, in percent. */
    public double linear(String parts, Combination combination) throws InterruptedException, IOException {
        return 100 * tables.linear(tables.sets().get(0), parts, combination).mean();
    }

    /** Table 2 by differences: what holders gain together, and what is missing to everything at one place. */
    public Table differences() throws InterruptedException, IOException {
        List<String> heads = new ArrayList<>(List.of("difference"));
        for (String set : tables.sets()) heads.addAll(List.of(set + ", paper", set + ", ours"));
        Table table = Table.columns(heads.toArray(String[]::new)).title("Differences in table 2, in points");
        for (String method : PartyStudy.COMBINERS) {
            List<Object> gain = new ArrayList<>(List.of(method + " - better holder alone"));
            List<Object> price = new ArrayList<>(List.of("mixed - " + method));
            for (String set : tables.sets()) {
                double alone = Math.max(printed(set, PartyTables.ISOLATED_A), printed(set, PartyTables.ISOLATED_B));
                gain.add(String.format("%+.1f", printed(set, method) - alone));
                gain.add(String.format("%+.1f", overIsolated(set, method)));
                price.add(String.format("%+.1f", printed(set, PartyTables.MIXED) - printed(set, method)));
                price.add(
                        String.format("%+.1f", accuracy(set, "5:5", PartyTables.MIXED) - accuracy(set, "5:5", method)));
            }
            table.row(gain.toArray()).row(price.toArray());
        }
        return table;
    }

    private static double printed(String set, String method) {
        return 100
                * PaperTable.published("ppgnn-table2")
                        .where("dataset", set)
                        .where("method", method)
                        .numbers("value")[0];
    }

    /** Accuracy by the parts of two holders: the paper's, the networks', and the linear reference's. */
    public Figure partitions() throws InterruptedException, IOException {
        List<String> parts = List.of("5:5", "7:3", "8:2", "9:1");
        String[] labels = parts.toArray(String[]::new);
        Figure figure = Figure.of(tables.sets().get(0) + ": what uneven parts cost")
                .x("columns and edges of the first of two holders, %")
                .y("test accuracy");
        double[] printed = new double[labels.length];
        for (int i = 0; i < labels.length; i++)
            printed[i] = i > 0
                    ? published("ppgnn-table3", "proportion", parts.get(i))
                    : published("ppgnn-table4", "data_holders", 2);
        double[] place = {50, 70, 80, 90};
        figure.curve("PPGNN_M, as printed", place, printed);
        figure.runs("PPGNN_M, ours", place, bySeed(parts, "PPGNN_M"));
        for (Combination each : List.of(Combination.MEAN, Combination.BY_DEGREE, Combination.FIRST)) {
            List<double[]> values = new ArrayList<>();
            for (String division : parts)
                values.add(tables.linear(tables.sets().get(0), division, each).values());
            figure.runs("linear, " + each, place, bySeed(values));
        }
        return figure;
    }

    /** Accuracy by the number of holders. */
    public Figure holders() throws InterruptedException, IOException {
        double[] x = {2, 3, 4};
        Figure figure = Figure.of(tables.sets().get(0) + ": what more holders cost")
                .x("holders")
                .y("test accuracy");
        for (String method : PartyStudy.COMBINERS) figure.runs(method + ", ours", x, bySeed(PartyTables.EVEN, method));
        double[] printed = new double[3];
        for (int i = 0; i < 3; i++) printed[i] = published("ppgnn-table4", "data_holders", i + 2);
        return figure.curve("PPGNN_M, as printed", x, printed);
    }

    private static double published(String table, String column, Object value) {
        return PaperTable.published(table)
                .where("method", "PPGNN_M")
                .where(column, value)
                .numbers("value")[0];
    }

    private double[][] bySeed(List<String> parts, String method) throws InterruptedException, IOException {
        List<double[]> values = new ArrayList<>();
        for (String division : parts)
            values.add(tables.cell(tables.sets().get(0), division, method).values());
        return bySeed(values);
    }

    /** One row for each seed that all places have. */
    private static double[][] bySeed(List<double[]> values) {
        int seeds = values.stream().mapToInt(v -> v.length).min().orElseThrow();
        double[][] rows = new double[seeds][values.size()];
        for (int i = 0; i < values.size(); i++) for (int s = 0; s < seeds; s++) rows[s][i] = values.get(i)[s];
        return rows;
    }

    /** The experiment on dilution: the linear reference by division of the edges and combination. */
    public Table dilution() throws InterruptedException, IOException {
        List<String> parts = List.of("5:5", "7:3", "8:2", "9:1", "1:1:1", "1:1:1:1");
        List<String> heads = new ArrayList<>(List.of("combination"));
        heads.addAll(parts);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Dilution: the linear reference, " + tables.sets().get(0));
        for (Combination each : Combination.values()) {
            List<Object> row = new ArrayList<>(List.of(each));
            for (String division : parts)
                row.add(PartyTables.text(tables.linear(tables.sets().get(0), division, each)));
            table.row(row.toArray());
        }
        return table.note(
                "Test accuracy in %. No network, no protection: all features, spread twice over own edges, combined.");
    }
}
