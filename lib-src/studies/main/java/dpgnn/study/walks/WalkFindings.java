package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.FDP;
import static dpgnn.study.walks.WalkMethod.GCN;
import static dpgnn.study.walks.WalkMethod.MLP;

import dpgnn.privacy.Guarantee;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.WorkCost;
import dpgnn.study.walks.WalkComparison.Cell;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the runs behind {@link WalkComparison} say beyond the paper: how much is luck, which choices decide, and what leaks. */
public final class WalkFindings {
    private static final Path REDDIT = Path.of("../data/results/random-walks-reddit.json");

    private final WalkGrid grid;

    private WalkFindings(WalkGrid grid) {
        this.grid = grid;
    }

    public static WalkFindings of(WalkGrid grid) {
        return new WalkFindings(grid);
    }

    /**
     * The private cells of table 1, each by the setting whose mean over three seeds of this figure is highest: validation, and then
     * with all seeds, or test, and then with those three.
     */
    public List<Cell> cells(String figure) {
        return WalkComparison.of(grid)
                .cells(WalkGrid.PRIVATE, figure.equals("test") ? run -> grid.chosen(run, figure) : grid::cell);
    }

    /** The private cells as printed, ours by both choices, and networks that have not been trained. */
    public Figure luck() {
        List<Cell> validated = cells("validation"), luckiest = cells("test");
        List<Figure> panels = new ArrayList<>();
        for (String set : grid.small()) {
            String[] names = names(validated, set);
            if (names.length == 0) continue;
            panels.add(Figure.of(set)
                    .y("micro F1, %")
                    .size(560, 230)
                    .bars("published", names, values(validated, set, false))
                    .bars("chosen by validation, 12 seeds", names, values(validated, set, true))
                    .bars("the best of three seeds", names, values(luckiest, set, true))
                    .bars("no training, 30 seeds", names, untrained(set)));
        }
        String title = "Private cells of table 1";
        if (!panels.isEmpty()) return Figure.grid(title, 1, panels.toArray(Figure[]::new));
        String[] part = grid.small().toArray(String[]::new);
        return Figure.bar(title, part, new double[] {untrained(part[0])[0]});
    }

    /** What networks that have not been trained are at, for each cell of a panel. */
    private double[] untrained(String set) {
        return grid.widths().stream()
                .flatMapToDouble(width -> {
                    Summary<WalkRun> none = grid.untrained(set, width);
                    boolean blank = none.runs().stream()
                            .allMatch(run -> run.guarantees().isEmpty() && run.metric("test") < 0.6);
                    grid.check(blank, "a network that has not been trained knows nothing");
                    return WalkGrid.PRIVATE.stream().mapToDouble(method -> 100 * none.mean());
                })
                .toArray();
    }

    private static String[] names(List<Cell> cells, String set) {
        return cells.stream()
                .filter(c -> c.set().equals(set))
                .map(c -> WalkGrid.name(c.method(), c.width()))
                .toArray(String[]::new);
    }

    private static double[] values(List<Cell> cells, String set, boolean ours) {
        return cells.stream()
                .filter(c -> c.set().equals(set))
                .mapToDouble(c -> ours ? c.ours() : c.published())
                .toArray();
    }

    /** The deviation that a mean of three seeds has where nothing is trained, in points. */
    public double chance(String set) {
        return 100 * grid.untrained(set, 0).deviation() / Math.sqrt(3);
    }

    /** By how many points the paper's three clip norms move the mean of any setting of one cell. */
    public double movedByClip() {
        Sweep<WalkRun> sweep = Sweep.of(WalkGrid.leaking("Cora", DRW, 0))
                .vary(WalkRun::rate, 0.01, 0.1, 0.2)
                .vary(WalkRun::clip, 0.001, 0.01, 0.1)
                .vary(WalkRun::lambda, 1.0, 2.0, 4.0, 8.0);
        double moved = 0;
        var all = grid.tried(sweep, grid.seeds()).over("test");
        for (var s : all)
            for (var t : all)
                if (s.experiment()
                        .with(WalkRun::clip, 0.01)
                        .equals(t.experiment().with(WalkRun::clip, 0.01)))
                    moved = Math.max(moved, 100 * Math.abs(s.mean() - t.mean()));
        return moved;
    }

    /** By how many points 512 units are above 256 on average where nothing is private. */
    public double wider() {
        double sum = 0;
        for (String set : grid.small())
            for (WalkMethod method : List.of(GCN, MLP)) sum += leaky(set, method, 512) - leaky(set, method, 256);
        return sum / (2 * grid.small().size());
    }

    private double leaky(String set, WalkMethod method, int width) {
        return 100 * grid.cell(WalkGrid.leaking(set, method, width)).mean();
    }

    /** The research code's scaling beside rows divided by their own length, from which nothing leaks. */
    public Table scaling() {
        List<String> heads = new ArrayList<>(List.of("method", "layers"));
        for (String set : grid.small()) heads.addAll(List.of(set + ", standardised (UNSOUND)", set + ", row-wise"));
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Micro F1 in percent: what the research code's scaling costs");
        for (int width : grid.lean() ? List.of(0) : List.of(0, 256))
            for (WalkMethod method : List.of(GCN, MLP, DRW)) {
                if (width > 0 && method.isPrivate()) continue;
                List<Object> row = new ArrayList<>(List.of(method, width == 0 ? 1 : 2));
                for (String set : grid.small()) {
                    WalkRun run = WalkRun.of(set, method, width);
                    Summary<WalkRun> leaking = grid.cell(WalkGrid.leaking(set, method, width));
                    Summary<WalkRun> own = grid.best(grid.around(run), grid.seeds());
                    held(set, method, leaking, own);
                    row.addAll(List.of(grid.text(leaking), grid.text(own)));
                }
                table.row(row.toArray());
            }
        for (String set : grid.small()) {
            Summary<WalkRun> own = grid.best(grid.around(WalkRun.of(set, DRW, 0)), grid.seeds());
            Guarantee proved = WalkGrid.last(own.runs().get(0));
            table.note(String.format(
                    "%s: row-wise DRW has epsilon %.3f, verdict %s; %s",
                    set, proved.epsilon(), proved.verdict(), WalkGrid.origin(own)));
        }
        return table;
    }

    private void held(String set, WalkMethod method, Summary<WalkRun> leaking, Summary<WalkRun> own) {
        boolean proved = !method.isPrivate()
                || WalkGrid.sound(own) && WalkGrid.last(own.runs().get(0)).epsilon() <= 8;
        grid.check(proved, "row-wise features leak nothing");
        grid.check(
                method != GCN || grid.lean() || own.mean() > leaking.mean(),
                set + ": without the leak the baseline is better, not worse");
    }

    private Summary<WalkRun> oneLayer(WalkMethod method, WalkAccounting accounting) {
        WalkRun run = WalkRun.of("Arxiv/10", method, 0)
                .with(WalkRun::accounting, accounting)
                .with(WalkRun::rate, 0.2);
        return grid.tried(
                        Sweep.of(run).vary(WalkRun::lambda, 1.0, 2.0, 4.0, 8.0),
                        grid.bench().seeds(2))
                .best("validation")
                .of("test");
    }

    /** Walks and FDP with one layer on Arxiv's stand-in under two accountings, in percent; not at ci. */
    public double front(WalkMethod method, WalkAccounting accounting) {
        return 100 * oneLayer(method, accounting).mean();
    }

    public Table order() {
        Table table = Table.columns("accounting", "method", "lambda", "steps", "epsilon proved", "test micro F1, %")
                .digits("epsilon proved", 3)
                .title("One layer: DRW and FDP, the best lambda of each by validation");
        if (grid.bench().ci()) return table.note("not at ci");
        for (WalkAccounting way : List.of(WalkAccounting.PUBLISHED, WalkAccounting.TIGHT))
            for (WalkMethod method : List.of(DRW, FDP)) {
                Summary<WalkRun> s = oneLayer(method, way);
                Run run = s.runs().get(0);
                grid.check(WalkGrid.sound(s), method + " has a provable epsilon");
                table.row(
                        way,
                        method,
                        s.experiment().lambda(),
                        (long) run.metric("steps"),
                        WalkGrid.last(run).epsilon(),
                        grid.text(s));
            }
        return table.note("rate 0.2; " + WalkGrid.origin(oneLayer(DRW, WalkAccounting.TIGHT)));
    }

    /** One training on all of a graph of Reddit's size, from its record, or made anew. */
    public Table reddit(boolean anew) throws Exception {
        if (anew) trainReddit().save(REDDIT);
        Run run = Run.load(REDDIT);
        Table table = Table.columns("what", "value")
                .title("Record of one run: " + run.data().name() + (anew ? "" : ", stored"));
        for (String parameter : List.of("method", "layers", "width", "rate", "clip", "lambda", "seed"))
            table.row(parameter, String.valueOf(run.parameters().get(parameter)));
        for (String metric : List.of("data cpu seconds", "run cpu seconds", "run seconds", "peak GiB", "steps"))
            table.row(metric, run.metric(metric));
        Guarantee proved = WalkGrid.last(run);
        table.row(proved.verdict() + " epsilon, by " + proved.accountant(), proved.epsilon());
        table.row(
                "machine",
                run.environment().get("processors") + " processors, "
                        + run.environment().get("system"));
        grid.check(run.metric("run seconds") < 1800 && run.metric("peak GiB") < 24, "within half an hour and 24 GiB");
        return table.note("cpu seconds are those of all processors together");
    }

    private static Run trainReddit() throws Exception {
        var made = WorkCost.of(() -> {
            WalkData data = WalkData.of("Reddit", WalkData.Features.ROWS);
            data.view();
            return data;
        });
        WalkRun walk = WalkRun.of("Reddit", DRW, 256).with(WalkRun::variant, WalkVariant.of(Departure.END_ONLY));
        var trained = WorkCost.of(() -> WalkStudy.run(walk));
        TreeMap<String, Double> metrics = new TreeMap<>(trained.result().metrics());
        metrics.putAll(made.cost().metrics("data"));
        metrics.putAll(trained.cost().metrics("run"));
        return trained.result().withMetrics(metrics);
    }
}
