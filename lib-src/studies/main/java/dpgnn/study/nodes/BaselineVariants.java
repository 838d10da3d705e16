package dpgnn.study.nodes;

import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Naive DP-SGD and GAP with something changed, where their printed cells in Xiang, Wang and Wang (2024) are not met. */
public final class BaselineVariants {
    private final HeterPoissonGrid grid;
    private final BaselineTables tables;

    private BaselineVariants(HeterPoissonGrid grid) {
        this.grid = grid;
        tables = BaselineTables.of(grid);
    }

    public static BaselineVariants of(HeterPoissonGrid grid) {
        return new BaselineVariants(grid);
    }

    /** Naive DP-SGD on rows of norm 1, which learns less: accuracy (Table II) or weighted precision (III). */
    public Table smallRows(int number) throws IOException, InterruptedException {
        List<Summary<NodeRun>> all = new ArrayList<>();
        for (String set : grid.sets()) all.addAll(naive(set, "unit", grid.seeds()));
        return tables.table(number, "naive DP-SGD on rows of norm 1", BaselineTables.byRun(all));
    }

    private List<Summary<NodeRun>> naive(String set, String features, long... seeds)
            throws IOException, InterruptedException {
        NodeRun run = NodeRun.of(NodeStudy.NAIVE, set).with(NodeRun::features, features);
        return grid.baseline(run, grid.some(), seeds);
    }

    /**
     * Weighted precision of naive DP-SGD over twenty seeds, on the sets and features where it hangs on single nodes. Nine in ten of the
     * means of any five seeds, as many as the released code has, lie between "low" and "high"; "nearest" is what is nearest to print
     * there. "Above" counts the seeds ten points or more above an answer that is one class for all.
     */
    public Table precisionOfFives() throws IOException, InterruptedException {
        Table table = Table.columns(
                        "data",
                        "method",
                        "epsilon",
                        "published",
                        "nearest",
                        "low",
                        "high",
                        "mean",
                        "one class",
                        "above",
                        "features")
                .title("Table III, naive DP-SGD: means of any five of twenty seeds, weighted precision, %");
        if (!grid.real()) return table;
        long[] seeds = LongStream.rangeClosed(1, 20).toArray();
        List<Summary<NodeRun>> all = new ArrayList<>(naive("Twitch", "rows", seeds));
        all.addAll(naive("PubMed", "unit", seeds));
        for (Summary<NodeRun> s : all) {
            NodeRun run = s.experiment();
            Summary<NodeRun> precision = s.of(HeterPoissonGrid.PRECISION);
            double share = PrecisionBounds.largest(BaselineTables.shares(run.dataset())), one = share * share;
            long above = Arrays.stream(precision.values())
                    .filter(v -> v >= one + 0.1)
                    .count();
            if (above == 0) continue;
            double[] means = precision.meansOfAny(5);
            int tail = means.length / 20;
            double low = 100 * means[tail], high = 100 * means[means.length - 1 - tail];
            double printed = BaselineTables.printed(3, run).numbers("value")[0];
            table.row(
                    run.dataset(),
                    run.method(),
                    run.epsilon().plain(),
                    printed,
                    Math.max(low, Math.min(high, printed)),
                    low,
                    high,
                    100 * precision.mean(),
                    100 * one,
                    above,
                    run.features());
        }
        for (String column : table.columns().subList(3, 9)) table.digits(column, 1);
        return table.note("seeds 1 to 20");
    }

    /** GAP's hops whose noise is the published one of epsilon 2, beside the print of every budget. */
    public Table hopsAtTwo() throws IOException, InterruptedException {
        Map<NodeRun, Summary<NodeRun>> beside = new LinkedHashMap<>();
        for (Summary<NodeRun> s : hops(NodeStudy.HOPS_PUBLISHED, TargetEpsilon.of(2)))
            for (TargetEpsilon epsilon : grid.some()) beside.put(corrected(s).with(NodeRun::epsilon, epsilon), s);
        return tables.table(2, "GAP's hops with the published noise of epsilon 2", beside);
    }

    /** GAP's hops with a classifier whose rate is a hundred times as large. */
    public Table hopsFast() throws IOException, InterruptedException {
        Map<NodeRun, Summary<NodeRun>> beside = new LinkedHashMap<>();
        for (Summary<NodeRun> s : hops(NodeStudy.HOPS_FAST, grid.some())) beside.put(corrected(s), s);
        return tables.table(2, "GAP's hops at a hundred times the rate", beside);
    }

    private static NodeRun corrected(Summary<NodeRun> s) {
        return s.experiment().with(NodeRun::method, NodeStudy.HOPS_CORRECTED);
    }

    private List<Summary<NodeRun>> hops(String method, List<TargetEpsilon> budgets)
            throws IOException, InterruptedException {
        List<Summary<NodeRun>> all = new ArrayList<>();
        for (String set : grid.sets()) all.addAll(grid.baseline(NodeRun.of(method, set), budgets, grid.seeds()));
        return all;
    }

    /** What else was tried on GAP's hops, beside the print and two answers that are blind to the node, in percent. */
    public Table hopsTried() throws IOException, InterruptedException {
        List<String> columns = new ArrayList<>(List.of("hops", "epsilon"));
        columns.addAll(grid.sets());
        Table table =
                Table.columns(columns.toArray(String[]::new)).title("GAP's hops: what else was tried, accuracy in %");
        for (TargetEpsilon epsilon : grid.some())
            cells(table, "printed", epsilon.plain(), set -> {
                Table row = PrintedColumns.printed(2, NodeStudy.GAP_CORRECTED, set, "", epsilon.value());
                return row == null ? "" : PrintedColumns.text(row);
            });
        List<TargetEpsilon> ends =
                List.of(grid.some().get(0), grid.some().get(grid.some().size() - 1));
        for (String method : List.of(NodeStudy.HOPS_ONE, NodeStudy.HOPS_FEW))
            for (TargetEpsilon epsilon : ends.stream().distinct().toList()) {
                Map<String, Summary<NodeRun>> ours = new HashMap<>();
                for (Summary<NodeRun> s : hops(method, List.of(epsilon)))
                    ours.put(s.experiment().dataset(), s);
                cells(table, method, epsilon.plain(), set -> grid.bench().plusMinus(ours.get(set)));
            }
        cells(
                table,
                "the largest class for all",
                "",
                set -> percent(PrecisionBounds.largest(BaselineTables.shares(set))));
        cells(
                table,
                "a class drawn by the shares",
                "",
                set -> percent(Arrays.stream(BaselineTables.shares(set))
                        .map(p -> p * p)
                        .sum()));
        return table.note(PrintedColumns.seeds(grid.seeds()));
    }

    @FunctionalInterface
    private interface OfSet {
        String of(String set) throws IOException;
    }

    private void cells(Table table, String name, Object epsilon, OfSet cell) throws IOException {
        List<Object> row = new ArrayList<>(List.of(name, epsilon));
        for (String set : grid.sets()) row.add(cell.of(set));
        table.row(row.toArray());
    }

    private static String percent(double share) {
        return String.format("%.1f", 100 * share);
    }
}
