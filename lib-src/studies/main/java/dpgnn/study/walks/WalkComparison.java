package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.DRW_D;
import static dpgnn.study.walks.WalkMethod.DRW_R;
import static dpgnn.study.walks.WalkMethod.FDP;

import dpgnn.graph.Dataset;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults.Summary;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tables 1 and 2 and figure 2 of Ayle et al. (2023) as the paper lays them out, with our figures beside the printed ones. */
public final class WalkComparison {
    private static final double NEAR = 3;

    private final WalkGrid grid;

    private WalkComparison(WalkGrid grid) {
        this.grid = grid;
    }

    public static WalkComparison of(WalkGrid grid) {
        return new WalkComparison(grid);
    }

    /** A cell of table 1 in percent. */
    public record Cell(String set, WalkMethod method, int width, double published, double ours) {
        public double points() {
            return ours - published;
        }

        public boolean near() {
            return Math.abs(points()) <= NEAR;
        }

        @Override
        public String toString() {
            return String.format("%s %s (%+.1f)", set, WalkGrid.name(method, width), points());
        }
    }

    /** Table 2: sizes as read; those of the training nodes are held against the paper's. */
    public Table data() throws IOException {
        Table table = Table.columns(
                        "data",
                        "hash",
                        "nodes",
                        "edges",
                        "features",
                        "classes",
                        "training",
                        "validation",
                        "test",
                        "setting")
                .title("Data");
        boolean standIns = false;
        for (String set :
                Stream.concat(grid.small().stream(), grid.large().stream()).toList()) {
            WalkData of = WalkData.of(set, WalkData.Features.ROWS);
            Dataset data = of.data();
            table.row(
                    data.name(),
                    Run.Data.of(data).hash(),
                    data.nodes(),
                    data.graph().edges(),
                    data.features().width(),
                    data.labels().classes(),
                    of.split().train().length,
                    of.split().validation().length,
                    of.split().test().length,
                    WalkTables.inductive(set) ? "inductive" : "transductive");
            standIns |= data.provenance().standIn();
            grid.check(
                    of.split().train().length == WalkTables.trainingNodes(set),
                    set + " has as many training nodes as the paper's");
        }
        return standIns ? table.note("Figures on stand-ins compare with each other, not with the paper.") : table;
    }

    /** Table 1 on the sets whose files are at hand, with features scaled as in the research code. */
    public Table table1() {
        Table table = small(
                "Table 1, " + String.join(", ", grid.small())
                        + ", micro F1 in percent; features standardised as in the research code (UNSOUND)",
                grid.methods(),
                grid::cell);
        for (String set : grid.small())
            table.note(set + ": " + WalkGrid.origin(grid.cell(WalkGrid.leaking(set, DRW, 0))));
        return table;
    }

    /** The private cells by the other reading of "best": the setting with the highest mean test figure of three seeds. */
    public Table readings() {
        List<WalkMethod> methods =
                grid.methods().stream().filter(WalkMethod::isPrivate).toList();
        return small(
                        "Private cells of table 1 by the best mean test figure of three seeds, micro F1 in percent",
                        methods,
                        run -> grid.chosen(run, "test"))
                .note(WalkGrid.origin(grid.chosen(WalkGrid.leaking(grid.small().get(0), DRW, 0), "test")));
    }

    /** Some rows of table 1, the printed cell beside ours. */
    private Table small(String title, List<WalkMethod> methods, Function<WalkRun, Summary<WalkRun>> how) {
        Table table = wide(grid.small(), "method", "layers", "width").title(title);
        for (WalkMethod method : methods)
            for (int width : grid.widths()) {
                List<Object> row = new ArrayList<>(List.of(method, width == 0 ? 1 : 2, width == 0 ? "" : width));
                for (String set : grid.small()) {
                    OptionalDouble printed = WalkGrid.published(set, method, width);
                    row.add(printed.isPresent() ? String.format("%.1f", printed.getAsDouble()) : "");
                    row.add(ours(leaky(set, method, width, how), printed));
                }
                table.row(row.toArray());
            }
        return table;
    }

    private static Table wide(List<String> sets, String... keys) {
        List<String> heads = new ArrayList<>(List.of(keys));
        for (String set : sets) heads.addAll(List.of(set + ": published", set + ": ours"));
        return Table.columns(heads.toArray(String[]::new));
    }

    private String ours(Summary<WalkRun> s, OptionalDouble printed) {
        boolean compared = printed.isPresent() && !WalkGrid.data(s).standIn();
        return grid.text(s) + (compared ? String.format(" (%+.1f)", 100 * s.mean() - printed.getAsDouble()) : "");
    }

    private Summary<WalkRun> leaky(String set, WalkMethod method, int width, Function<WalkRun, Summary<WalkRun>> how) {
        Summary<WalkRun> s = how.apply(WalkGrid.leaking(set, method, width));
        grid.check(!method.isPrivate() || !WalkGrid.sound(s), "a leak is said to be one");
        return s;
    }

    /** The cells of table 1 that were run on the paper's data. */
    public List<Cell> cells() {
        return cells(grid.methods(), grid::cell);
    }

    /** Cells of table 1 on the paper's data by some choice of a setting. */
    List<Cell> cells(List<WalkMethod> methods, Function<WalkRun, Summary<WalkRun>> how) {
        List<Cell> cells = new ArrayList<>();
        for (String set : grid.small())
            for (int width : grid.widths())
                for (WalkMethod method : methods)
                    WalkGrid.published(set, method, width).ifPresent(printed -> {
                        Summary<WalkRun> s = leaky(set, method, width, how);
                        if (!WalkGrid.data(s).standIn())
                            cells.add(new Cell(set, method, width, printed, 100 * s.mean()));
                    });
        return cells;
    }

    /** "27 of 36 cells are within 3 points, mean difference +0.1; beyond: ...". */
    public static String near(List<Cell> cells) {
        return String.format(
                "%d of %d cells are within 3 points of the paper, %+.1f points on average; beyond: %s",
                cells.stream().filter(Cell::near).count(),
                cells.size(),
                cells.stream().mapToDouble(Cell::points).average().orElse(0),
                cells.stream().filter(c -> !c.near()).toList());
    }

    /** Ours against the printed figure, cell by cell. */
    public Figure agreement() {
        Figure figure = Figure.of("Table 1, cell by cell").x("published, %").y("ours, %");
        List<Cell> cells = cells();
        for (WalkMethod method : grid.methods()) {
            List<Cell> here = cells.stream().filter(c -> c.method() == method).toList();
            if (!here.isEmpty())
                figure.points(
                        method.toString(),
                        here.stream().mapToDouble(Cell::published).toArray(),
                        here.stream().mapToDouble(Cell::ours).toArray());
        }
        double[] ends = cells.isEmpty()
                ? new double[] {0, 100}
                : new double[] {
                    10,
                    Math.ceil(cells.stream().mapToDouble(Cell::published).max().orElseThrow())
                };
        return figure.curve("equal", ends, ends);
    }

    /** Table 1 on the other sets, on stand-ins where the cell has a star. */
    public Table larger() {
        Table table = wide(grid.large(), "method", "layers")
                .title("Larger sets, stand-ins where marked, micro F1 in percent");
        Map<String, String> settings = new LinkedHashMap<>();
        for (int layers = 2; layers >= 1; layers--)
            for (WalkMethod method : WalkGrid.METHODS) {
                List<Object> row = new ArrayList<>(List.of(method, layers));
                boolean any = false;
                for (String set : grid.large()) {
                    OptionalDouble printed =
                            WalkGrid.published(WalkTables.paperName(set), method, layers == 1 ? 0 : 256);
                    boolean run = grid.wanted(set, method, layers);
                    row.add(run ? String.format("%.1f", printed.orElseThrow()) : "");
                    row.add(run ? ours(provable(set, method, layers), printed) : "");
                    any |= run;
                    if (run) setting(set, method, layers, settings);
                }
                if (any) table.row(row.toArray());
            }
        settings.forEach((set, words) -> table.note(set + ": " + words));
        return table;
    }

    private void setting(String set, WalkMethod method, int layers, Map<String, String> into) {
        if (method != DRW && method != FDP) return;
        Summary<WalkRun> s = grid.larger(set, method, layers);
        Run run = s.runs().get(0);
        String words = String.format(
                "%s, %d: rate %s, λ = %.0f, %.0f steps, ε = %.3f",
                method,
                layers,
                s.experiment().rate(),
                s.experiment().lambda(),
                run.metric("steps"),
                WalkGrid.last(run).epsilon());
        into.merge(set, WalkGrid.origin(s) + "; " + words, (known, now) -> known + "; " + words);
    }

    private Summary<WalkRun> provable(String set, WalkMethod method, int layers) {
        Summary<WalkRun> s = grid.larger(set, method, layers);
        grid.check(!method.isPrivate() || WalkGrid.sound(s), set + " " + method + " has a provable epsilon");
        return s;
    }

    /** The mean of a larger set, in percent. */
    public double mean(String set, WalkMethod method, int layers) {
        return 100 * provable(set, method, layers).mean();
    }

    /**
     * The sets of the paper's order, walks over FDP with two layers. Of PPI the paper has the other one; on a tenth of Flickr's calibrated
     * stand-in no private network gets beyond the largest class.
     */
    public List<String> ordered() {
        return grid.large().stream()
                .filter(set ->
                        !List.of("PPI", "Flickr").contains(WalkTables.paperName(set)) && grid.wanted(set, FDP, 2))
                .toList();
    }

    /** How far the worst sampler of walks is above FDP with two layers, in points. */
    public double lead(String set) {
        return Stream.of(DRW, DRW_R, DRW_D)
                        .filter(method -> grid.wanted(set, method, 2))
                        .mapToDouble(method -> mean(set, method, 2))
                        .min()
                        .orElseThrow()
                - mean(set, FDP, 2);
    }

    /** Figure 2: accuracy against epsilon, FDP and the best sampler of walks. */
    public Figure figure2() {
        Figure[] panels = grid.large().stream()
                .filter(set -> grid.wanted(set, FDP, 2))
                .map(set -> panel(List.of(grid.larger(set, FDP, 2), best(set))))
                .toArray(Figure[]::new);
        return Figure.grid("Figure 2: accuracy against epsilon", 2, panels);
    }

    /** The same on the sets whose files are at hand, by cells of table 1. */
    public Figure onTheWay() {
        int width = grid.lean() ? 0 : 256;
        Figure[] panels = grid.small().stream()
                .map(set -> panel(Stream.of(FDP, DRW)
                        .filter(grid.methods()::contains)
                        .map(method -> grid.cell(WalkGrid.leaking(set, method, width)))
                        .toList()))
                .toArray(Figure[]::new);
        return Figure.grid("Cells of table 1 against epsilon", 2, panels);
    }

    private Summary<WalkRun> best(String set) {
        Summary<WalkRun> best = Stream.of(DRW, DRW_R, DRW_D)
                .filter(method -> grid.wanted(set, method, 2))
                .map(method -> grid.larger(set, method, 2))
                .max(Comparator.comparing(Summary::mean))
                .orElseThrow();
        double[] curve = WalkCurve.of(best.runs()).mean();
        grid.check(!ordered().contains(set) || curve[curve.length - 1] > curve[0], set + ": more budget is better");
        return best;
    }

    private static Figure panel(List<Summary<WalkRun>> all) {
        Summary<WalkRun> front = all.get(all.size() - 1);
        int seeds = front.seeds().length;
        Figure figure = Figure.of(WalkGrid.data(front).name()
                        + (front.experiment().layers() == 1 ? ", one layer, " : ", two layers, ")
                        + seeds
                        + (seeds == 1 ? " seed" : " seeds"))
                .x("epsilon")
                .y("test micro F1, %")
                .xRange(0, 8.5);
        for (Summary<WalkRun> each : all) {
            WalkCurve curve = WalkCurve.of(each.runs());
            figure.band(
                    each.experiment().method().toString(), curve.epsilon(), curve.mean(), curve.low(), curve.high());
        }
        return figure;
    }
}
