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
import java.util.function.ToDoubleFunction;

/** The other methods of tables II to IV of Xiang, Wang and Wang (2024): printed, ours, and what printed rows have in common. */
public final class BaselineTables {
    private static final String[] NAMES = {"method", "network", "epsilon"};

    private static final List<String> NUMERALS = List.of("II", "III", "IV");

    private final HeterPoissonGrid grid;

    private BaselineTables(HeterPoissonGrid grid) {
        this.grid = grid;
    }

    public static BaselineTables of(HeterPoissonGrid grid) {
        return new BaselineTables(grid);
    }

    /** Table II, accuracy, with HeterPoisson's GCN above the others. */
    public Table accuracy() throws IOException, InterruptedException {
        PrintedColumns columns = columns("Table II, the other methods: test accuracy, %");
        for (TargetEpsilon epsilon : grid.some()) {
            Map<String, Table> printed = new HashMap<>();
            Map<String, Summary<?>> ours = new HashMap<>();
            for (String set : grid.sets()) {
                printed.put(set, PrintedColumns.printed(2, PrintedColumns.HETERPOISSON, set, "GCN", epsilon.value()));
                ours.put(set, HeterPoissonGrid.cell(grid.claimed(), set, "GCN", epsilon));
            }
            columns.row(List.of(PrintedColumns.HETERPOISSON, "GCN", epsilon.plain()), printed, ours);
        }
        rows(columns, byRun(grid.baselines()), 2, HeterPoissonGrid.ACCURACY);
        return noted(columns);
    }

    /**
     * Table III, precision weighted by class, of the same trainings. GAP is left out: its printed precision repeats its printed
     * accuracy, which {@link #accuracy} compares.
     */
    public Table precision() throws IOException, InterruptedException {
        List<Summary<NodeRun>> compared = new ArrayList<>(grid.baselines());
        compared.removeIf(s -> s.experiment().method().startsWith("GAP"));
        return table(3, "the other methods", byRun(compared));
    }

    /** NDP: accuracy (Table II), weighted precision of the same trainings (III), accuracy of inductive trainings (IV). */
    public Table ndp(int number) throws IOException, InterruptedException {
        LearningSetting learning = number == 4 ? LearningSetting.INDUCTIVE : LearningSetting.TRANSDUCTIVE;
        return table(number, "NDP", byRun(grid.ndp(learning)));
    }

    /** A table as it is printed, figures beside the cells of the runs that name them. */
    Table table(int number, String what, Map<NodeRun, Summary<NodeRun>> beside) {
        String metric = number == 3 ? HeterPoissonGrid.PRECISION : HeterPoissonGrid.ACCURACY;
        String title = "Table " + NUMERALS.get(number - 2) + ", " + what + ": " + metric + ", %";
        PrintedColumns columns = columns(title);
        rows(columns, beside, number, metric);
        return columns.table().note(PrintedColumns.seeds(grid.seeds()));
    }

    private PrintedColumns columns(String title) {
        return new PrintedColumns(grid.bench(), grid.sets(), title, NAMES);
    }

    private static String network(NodeRun run) {
        return run.model().equals("none") ? "" : run.model();
    }

    static Map<NodeRun, Summary<NodeRun>> byRun(List<Summary<NodeRun>> all) {
        Map<NodeRun, Summary<NodeRun>> of = new LinkedHashMap<>();
        for (Summary<NodeRun> s : all) of.put(s.experiment(), s);
        return of;
    }

    /** @param beside by the run whose printed cell a figure stands beside */
    private static void rows(PrintedColumns columns, Map<NodeRun, Summary<NodeRun>> beside, int number, String metric) {
        Map<List<Object>, Map<String, Summary<NodeRun>>> rows = new LinkedHashMap<>();
        Map<List<Object>, Map<String, Table>> printed = new HashMap<>();
        beside.forEach((run, s) -> {
            List<Object> name =
                    List.of(run.method(), network(run), run.epsilon().plain());
            rows.computeIfAbsent(name, k -> new HashMap<>()).put(run.dataset(), s.of(metric));
            printed.computeIfAbsent(name, k -> new HashMap<>()).put(run.dataset(), printed(number, run));
        });
        rows.forEach((name, ours) -> columns.row(name, printed.get(name), ours));
    }

    /** What is printed for a method; nothing for GAP with a classifier that reads more than the hops. */
    static Table printed(int number, NodeRun run) {
        if (run.method().equals(NodeStudy.GAP_CORRECTED)) return null;
        return PrintedColumns.printed(
                number,
                printedName(run.method()),
                run.dataset(),
                network(run),
                run.epsilon().value());
    }

    private static String printedName(String method) {
        return method.equals(NodeStudy.HOPS_CORRECTED) ? NodeStudy.GAP_CORRECTED : method;
    }

    private Table noted(PrintedColumns columns) {
        return columns.table()
                .note(
                        "Naive DP-SGD and GAP hops (proved) read the projection on Facebook and Twitch, the others the SVD.")
                .note(PrintedColumns.seeds(grid.seeds()));
    }

    /** In which comparisons with the other methods HeterPoisson with a GCN is not ahead. */
    public List<String> lost() throws IOException, InterruptedException {
        List<Summary<NodeRun>> all = new ArrayList<>(grid.baselines());
        all.addAll(grid.ndp(LearningSetting.TRANSDUCTIVE));
        List<String> lost = new ArrayList<>();
        for (Summary<NodeRun> s : all) {
            NodeRun run = s.experiment();
            Summary<?> stars = HeterPoissonGrid.cell(grid.claimed(), run.dataset(), "GCN", run.epsilon());
            if (stars != null && stars.mean() <= s.mean())
                lost.add(run.method() + " on " + run.dataset() + " at " + run.epsilon());
        }
        return lost;
    }

    /**
     * Printed rows of NDP and GAP, and of HeterPoisson with a GCN for comparison, over accuracy, precision and inductive accuracy.
     * Observed is that they have other means but the same deviations at every budget; that all three are the same, deviations
     * included; or an accuracy below the share of every class.
     */
    public Table observations() throws IOException {
        Map<String, Double> rarest = new HashMap<>();
        for (String set : grid.sets())
            rarest.put(set, 100 * Arrays.stream(shares(set)).min().orElseThrow());
        return observations(grid.sets(), rarest::get);
    }

    static double[] shares(String set) throws IOException {
        return PrecisionBounds.shares(NodeData.of(set, HeterPoissonGrid.FEATURES));
    }

    static Table observations(List<String> sets, ToDoubleFunction<String> rarest) {
        Table table = Table.columns(
                        "data", "method", "network", "accuracy", "rarest class", "same ± in II, III, IV", "observed")
                .title("published rows of Tables II to IV, beside one another");
        for (String network : HeterPoissonSweeps.MODELS)
            for (String set : sets) observation(table, NodeStudy.NDP, network, set, rarest.applyAsDouble(set));
        for (String set : sets) observation(table, PrintedColumns.HETERPOISSON, "GCN", set, rarest.applyAsDouble(set));
        for (String set : sets) observation(table, NodeStudy.HOPS_CORRECTED, "", set, rarest.applyAsDouble(set));
        return table.digits("rarest class", 1)
                .note(
                        "accuracy: Table II at epsilon 2, 4, 8 and 16; rarest class: the least that an answer blind to nodes gets");
    }

    private static void observation(Table table, String method, String network, String set, double rarest) {
        List<String> accuracies = new ArrayList<>();
        int same = 0, other = 0;
        boolean below = false;
        for (TargetEpsilon epsilon : TargetEpsilon.of(2, 4, 8, 16)) {
            Table[] tables = new Table[3];
            for (int t = 0; t < 3; t++)
                tables[t] = PrintedColumns.printed(t + 2, printedName(method), set, network, epsilon.value());
            if (Arrays.asList(tables).contains(null)) return;
            double mean = tables[0].numbers("value")[0], deviation = tables[0].numbers("std")[0];
            accuracies.add(String.format("%.1f", mean));
            below |= mean + deviation < rarest;
            if (Arrays.stream(tables).allMatch(t -> t.numbers("std")[0] == deviation)) same++;
            if (Arrays.stream(tables).anyMatch(t -> t.numbers("value")[0] != mean)) other++;
        }
        int budgets = accuracies.size();
        List<String> observed = new ArrayList<>();
        if (same == budgets && other == budgets) observed.add("equal deviations");
        if (same == budgets && other == 0) observed.add("one number");
        if (below) observed.add("below every class");
        table.row(
                set,
                method,
                network,
                String.join(", ", accuracies),
                rarest,
                same + " of " + budgets,
                String.join(" and ", observed));
    }

    /** How often two deviations over the seeds, of accuracy and of weighted precision, are the same to a tenth of a point in our runs. */
    public int[] sameDeviations() throws IOException, InterruptedException {
        return same(grid.ndp(LearningSetting.TRANSDUCTIVE), Summary::deviation);
    }

    /** How often accuracy and weighted precision themselves are, in our runs of GAP's hops. */
    public int[] sameFigures() throws IOException, InterruptedException {
        List<Summary<NodeRun>> hops = new ArrayList<>(grid.baselines());
        hops.removeIf(s -> !s.experiment().method().equals(NodeStudy.HOPS_CORRECTED));
        return same(hops, Summary::mean);
    }

    private static int[] same(List<Summary<NodeRun>> all, ToDoubleFunction<Summary<NodeRun>> figure) {
        int same = 0;
        for (Summary<NodeRun> s : all) {
            Summary<NodeRun> precision = s.of(HeterPoissonGrid.PRECISION);
            if (Math.round(1000 * figure.applyAsDouble(s)) == Math.round(1000 * figure.applyAsDouble(precision)))
                same++;
        }
        return new int[] {same, all.size()};
    }
}
