package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Guarantee;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.WorkCost;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.paper.PublishedTables;
import dpgnn.train.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables of Xiang, Wang and Wang (2024) as the paper lays them out, with our accuracy beside the printed one. */
public final class HeterPoissonTables {
    private static final double NEAR = 3;

    private final HeterPoissonGrid grid;

    private HeterPoissonTables(HeterPoissonGrid grid) {
        this.grid = grid;
    }

    public static HeterPoissonTables of(HeterPoissonGrid grid) {
        return new HeterPoissonTables(grid);
    }

    /** How many cells of a table are within three points of the published accuracy, how many above and below that. */
    public record Agreement(int within, int above, int below) {
        @Override
        public String toString() {
            return String.format(
                    "of %d cells %d within 3 points of the published accuracy, %d above, %d below",
                    within + above + below, within, above, below);
        }
    }

    /** A cell of ours beside the printed one, in percent. */
    record Cell(String set, String model, double epsilon, double ours, double printed) {
        /** In points, to the tenth that tables show. */
        double difference() {
            return (Math.round(10 * ours) - Math.round(10 * printed)) / 10.0;
        }
    }

    /** Table I: sizes as read, and as printed. */
    public Table table1() throws IOException {
        Table published = PublishedTables.named("heterpoisson-table1");
        Table table = Table.columns(
                        "data",
                        "nodes: published",
                        "nodes: ours",
                        "directed edges: published",
                        "directed edges: ours",
                        "features",
                        "classes",
                        "largest out-degree")
                .title("Table I: the data");
        for (String set : grid.sets()) {
            Dataset data = NodeData.of(set, HeterPoissonGrid.FEATURES);
            Table row = published.where("dataset", set);
            boolean known = row.rows() == 1;
            table.row(
                    data.name(),
                    known ? row.get(0, "nodes_thousand") : null,
                    data.nodes(),
                    known ? row.get(0, "edges_thousand") : null,
                    data.graph().directedEdges(),
                    data.features().width(),
                    data.labels().classes(),
                    data.graph().maxOutDegree());
            if (known && !data.provenance().standIn()) checkSizes(set, data, row);
            data.provenance().notes().stream()
                    .filter(note -> !table.notes().contains(note))
                    .forEach(table::note);
        }
        return table.note("published in thousands");
    }

    /** Table I's edges if every node had a loop, too. */
    public Table table1Loops() throws IOException {
        Table table = Table.columns("data", "directed edges: published", "directed edges: ours")
                .title("Table I, a loop at every node counted as an edge");
        for (String set : grid.sets()) {
            Dataset data = NodeData.of(set, HeterPoissonGrid.FEATURES);
            Table row = PublishedTables.named("heterpoisson-table1").where("dataset", set);
            if (row.rows() == 1)
                table.row(
                        data.name(), row.get(0, "edges_thousand"), data.graph().directedEdges() + data.nodes());
        }
        return table.note("published in thousands");
    }

    private void checkSizes(String set, Dataset data, Table row) {
        grid.bench()
                .check(
                        data.nodes() / 1000 == (int) row.numbers("nodes_thousand")[0]
                                && data.features().width() == (int) row.numbers("features")[0]
                                && data.labels().classes() == (int) row.numbers("classes")[0],
                        set + " has the paper's nodes, features and classes");
    }

    /** Table II, transductive accuracy, at the noise that the paper's theorem asks for. */
    public Table table2() throws IOException, InterruptedException {
        return wide(grid.claimed(), HeterPoissonGrid.ACCURACY, 2, "Table II, HeterPoisson, at the published noise");
    }

    /** Table II with the test as released: a test node without a neighbour reads strangers. */
    public Table table2Strangers() throws IOException, InterruptedException {
        return wide(
                grid.claimed(), HeterPoissonGrid.STRANGERS, 2, "Table II, HeterPoisson, with strangers in the test");
    }

    /** Table II at the noise for which the epsilon of its head is proved. */
    public Table table2Proved() throws IOException, InterruptedException {
        for (Run run : grid.proved().runs()) {
            Guarantee last = run.guarantees().get(run.guarantees().size() - 1);
            double budget = Double.parseDouble(run.parameters().get("epsilon").toString());
            grid.bench()
                    .check(
                            last.verdict().hasTheorem() && last.epsilon() <= budget,
                            "every run of this table has a provable epsilon");
        }
        return wide(grid.proved(), HeterPoissonGrid.ACCURACY, 2, "Table II, HeterPoisson, at the provable noise");
    }

    /** Table III, precision weighted by class, of the trainings of Table II. */
    public Table table3() throws IOException, InterruptedException {
        return wide(grid.claimed(), HeterPoissonGrid.PRECISION, 3, "Table III, HeterPoisson, at the published noise");
    }

    /** Table III with the test as released, of runs that measured it. */
    public Table table3Strangers() throws IOException, InterruptedException {
        return wide(
                grid.claimed(),
                HeterPoissonGrid.PRECISION_STRANGERS,
                3,
                "Table III, HeterPoisson, with strangers in the test");
    }

    /** Table IV, inductive accuracy. */
    public Table table4() throws IOException, InterruptedException {
        return wide(grid.inductive(), HeterPoissonGrid.ACCURACY, 4, "Table IV, HeterPoisson, at the published noise");
    }

    /** Table IV with the test as released. */
    public Table table4Tested() throws IOException, InterruptedException {
        return wide(
                grid.inductive(), HeterPoissonGrid.STRANGERS, 4, "Table IV, HeterPoisson, with strangers in the test");
    }

    /** Table IV with strangers in training and test, as released. */
    public Table table4Strangers() throws IOException, InterruptedException {
        return wide(
                grid.released(),
                HeterPoissonGrid.STRANGERS,
                4,
                "Table IV, HeterPoisson, with strangers in training and test");
    }

    /** A row for each model and epsilon, and for each data set whose runs have the figure the printed one beside ours. */
    private Table wide(SweepResults<HeterPoissonRun> results, String metric, int number, String title) {
        PrintedColumns columns = new PrintedColumns(grid.bench(), grid.sets(), title, "model", "epsilon");
        for (String model : HeterPoissonSweeps.MODELS)
            for (TargetEpsilon epsilon : grid.budgets()) {
                Map<String, Table> printed = new HashMap<>();
                Map<String, Summary<HeterPoissonRun>> ours = new HashMap<>();
                for (String set : grid.sets()) {
                    printed.put(
                            set,
                            PrintedColumns.printed(number, PrintedColumns.HETERPOISSON, set, model, epsilon.value()));
                    Summary<HeterPoissonRun> cell = HeterPoissonGrid.cell(results, metric, set, model, epsilon);
                    if (cell != null && cell.isWhole()) ours.put(set, cell);
                }
                columns.row(List.of(model, epsilon.plain()), printed, ours);
            }
        return columns.table()
                .note(metric + " in %, as printed and as ours, with the difference in points.")
                .note(grid.origin(results));
    }

    /** Every cell that was run and that the paper prints. */
    static List<Cell> cells(SweepResults<HeterPoissonRun> results) {
        return cells(results, HeterPoissonGrid.ACCURACY);
    }

    private static List<Cell> cells(SweepResults<HeterPoissonRun> results, String metric) {
        List<Cell> cells = new ArrayList<>();
        for (Summary<HeterPoissonRun> s : results.over(metric)) {
            HeterPoissonRun e = s.experiment();
            Table printed = HeterPoissonGrid.published(
                    e.learning(), e.dataset(), e.model(), e.epsilon().value());
            if (printed != null)
                cells.add(new Cell(
                        e.dataset(), e.model(), e.epsilon().value(), 100 * s.mean(), printed.numbers("value")[0]));
        }
        return cells;
    }

    public static Agreement agreement(SweepResults<HeterPoissonRun> results) {
        List<Cell> cells = cells(results);
        int above = (int) cells.stream().filter(c -> c.difference() > NEAR).count();
        int below = (int) cells.stream().filter(c -> c.difference() < -NEAR).count();
        return new Agreement(cells.size() - above - below, above, below);
    }

    /** Tables II and IV at a glance: every cell of ours above the printed one. */
    public Figure agreementFigure() throws IOException, InterruptedException {
        Figure figure = Figure.of("our accuracy against the printed one")
                .x("published, %")
                .y("ours, %");
        List<Cell> cells = new ArrayList<>(cells(grid.claimed()));
        cells.addAll(cells(grid.inductive()));
        double low = 100, high = 0;
        for (Cell c : cells) {
            low = Math.min(low, Math.min(c.ours(), c.printed()));
            high = Math.max(high, Math.max(c.ours(), c.printed()));
        }
        for (String set : grid.sets()) {
            List<Cell> here = cells.stream().filter(c -> c.set().equals(set)).toList();
            if (!here.isEmpty())
                figure.points(
                        set,
                        here.stream().mapToDouble(Cell::printed).toArray(),
                        here.stream().mapToDouble(Cell::ours).toArray());
        }
        return cells.isEmpty()
                ? accuracyFigure()
                : figure.curve("equal", new double[] {low, high}, new double[] {low, high});
    }

    /** Accuracy against the budget, for each model, and without privacy. */
    public Figure accuracyFigure() throws IOException, InterruptedException {
        List<Figure> panels = new ArrayList<>();
        double[] x = grid.budgets().stream().mapToDouble(TargetEpsilon::value).toArray();
        for (String set : grid.sets()) {
            Figure panel = Figure.of(set).x("epsilon").y("test accuracy").logX();
            for (String model : grid.models()) {
                double[][] values = new double[grid.seeds().length][x.length];
                for (int i = 0; i < x.length; i++) {
                    double[] seeds = HeterPoissonGrid.cell(
                                    grid.claimed(), set, model, grid.budgets().get(i))
                            .values();
                    for (int s = 0; s < seeds.length; s++) values[s][i] = seeds[s];
                }
                panel.runs(model, x, values);
            }
            double free = HeterPoissonGrid.cell(grid.infinite(), set, "GCN", TargetEpsilon.INFINITE)
                    .mean();
            panels.add(panel.horizontal(free, "GCN, no privacy"));
        }
        return panels.size() == 1
                ? panels.get(0)
                : Figure.grid("accuracy at the published noise", 2, panels.toArray(Figure[]::new));
    }

    /** In how many steps from one budget to the next accuracy falls, of how many. */
    public int[] falls() throws IOException, InterruptedException {
        int falls = 0, steps = 0;
        for (String set : grid.sets())
            for (String model : grid.models())
                for (int e = 1; e < grid.budgets().size(); e++) {
                    double before = HeterPoissonGrid.cell(
                                    grid.claimed(), set, model, grid.budgets().get(e - 1))
                            .mean();
                    double after = HeterPoissonGrid.cell(
                                    grid.claimed(), set, model, grid.budgets().get(e))
                            .mean();
                    steps++;
                    if (after < before) falls++;
                }
        return new int[] {falls, steps};
    }

    /** Trainings on a synthetic graph of Reddit's size, from the records of them, or made anew. */
    public Table reddit(boolean anew) throws Exception {
        Table table = Table.columns(
                        "noise",
                        "σ",
                        "claimed epsilon",
                        "proved epsilon",
                        "accuracy, %",
                        "steps",
                        "cpu seconds",
                        "peak GiB")
                .title("GCN, transductive, epsilon 8, M = 2, on a graph of Reddit's size");
        for (Accounting accounting : Accounting.values()) {
            Map<HeterPoissonRun, Run> runs = new LinkedHashMap<>();
            for (long seed = 1; seed <= 3; seed++) {
                HeterPoissonRun of = onReddit(accounting, seed);
                Path record = Path.of("../data/results/heterpoisson-reddit-" + accounting + "-" + seed + ".json");
                if (anew) train(of).save(record);
                runs.put(of, Run.load(record));
            }
            Summary<HeterPoissonRun> trained =
                    new SweepResults<>(runs).over(HeterPoissonGrid.ACCURACY).get(0);
            Run run = trained.runs().get(0);
            Guarantee last = run.guarantees().get(run.guarantees().size() - 1);
            double seconds = trained.of("run cpu seconds").mean(),
                    peak = trained.of("peak GiB").mean();
            grid.bench().check(last.verdict().hasTheorem(), "what is proved stands last");
            grid.bench().check(seconds < 1800 && peak < 16, "within half an hour and 16 GiB");
            table.row(
                    accounting,
                    run.metric("noise multiplier") * HeterPoissonStudy.CLIP,
                    accounting == Accounting.PUBLISHED ? run.guarantees().get(0).epsilon() : null,
                    last.epsilon(),
                    grid.bench().plusMinus(trained),
                    run.metric("steps"),
                    seconds,
                    peak);
            if (accounting == Accounting.PUBLISHED)
                table.note(run.data().name() + ", not the paper's data, hash "
                        + run.data().hash() + "; seeds 1 2 3" + (anew ? "" : "; records of trainings, stored"));
        }
        for (String column : List.of("σ", "claimed epsilon", "proved epsilon", "peak GiB")) table.digits(column, 2);
        return table.digits("steps", 0).digits("cpu seconds", 0);
    }

    private HeterPoissonRun onReddit(Accounting accounting, long seed) {
        return grid.base()
                .with(HeterPoissonRun::dataset, "Reddit")
                .with(HeterPoissonRun::batch, 4096)
                .with(HeterPoissonRun::accounting, accounting)
                .with(HeterPoissonRun::epsilon, new TargetEpsilon(8))
                .with(HeterPoissonRun::seed, seed)
                .byRule();
    }

    private static Run train(HeterPoissonRun run) throws Exception {
        var made = WorkCost.of(() -> NodeData.of("Reddit", HeterPoissonGrid.FEATURES));
        var trained = WorkCost.of(() -> HeterPoissonStudy.run(run));
        TreeMap<String, Double> metrics = new TreeMap<>(trained.result().metrics());
        metrics.putAll(made.cost().metrics("data"));
        metrics.putAll(trained.cost().metrics("run"));
        return trained.result().withMetrics(metrics);
    }
}
