package dpgnn.study.walks;

import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.walks.WalkComparison.Cell;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The cells of table 1 of Ayle et al. (2023) that ours are not near, beside what other readings of the paper make of them. */
public final class WalkMisses {
    private final WalkGrid grid;

    private WalkMisses(WalkGrid grid) {
        this.grid = grid;
    }

    public static WalkMisses of(WalkGrid grid) {
        return new WalkMisses(grid);
    }

    /**
     * What three seeds come to, as many as the paper has: of the means of any three of ours nine in ten are between "low" and "high",
     * and "nearest" is what is nearest to print there.
     */
    public Table threes() {
        Table table = Table.columns("data", "method", "layers", "width", "published", "nearest", "low", "high", "mean")
                .title("Means of any three of our seeds, where all are not near: micro F1 in percent");
        for (Cell cell : beyond()) {
            Summary<WalkRun> ours = grid.cell(leaking(cell));
            if (ours.seeds().length < 6) continue;
            double[] means = ours.meansOfAny(3);
            int tail = means.length / 20;
            double low = 100 * means[tail], high = 100 * means[means.length - 1 - tail];
            double nearest = Math.max(low, Math.min(high, cell.published()));
            row(table, cell, nearest, low, high, cell.ours());
        }
        return digits(table);
    }

    /**
     * What was tried on those that are not near by the best of three seeds either. A private run is read at the best step on its way,
     * where it was evaluated, in place of its last; one without privacy begins or is scaled in another way.
     */
    public Table tried() {
        Table table = Table.columns(
                        "data",
                        "method",
                        "layers",
                        "width",
                        "published",
                        "table 1",
                        "best setting",
                        "best step by validation",
                        "best step by test",
                        "scaled over all nodes",
                        "PyTorch's first weights")
                .title("What was tried on the cells still off: micro F1 in percent");
        for (Cell cell : beyond()) {
            if (!cell.method().isPrivate()) {
                row(
                        table,
                        cell,
                        cell.ours(),
                        null,
                        null,
                        null,
                        variant(cell, Departure.STANDARDISED_BY_ALL),
                        variant(cell, Departure.STANDARDISED, Departure.LINEAR));
                continue;
            }
            double best = best(cell, run -> run.metric("test"));
            if (new Cell(cell.set(), cell.method(), cell.width(), cell.published(), best).near()) continue;
            double validated = best(cell, run -> atBest(run, "validation"));
            row(table, cell, cell.ours(), best, validated, best(cell, run -> atBest(run, "test")), null, null);
        }
        return digits(table).note("Of three seeds but for table 1; blank: not tried on such a cell.");
    }

    private List<Cell> beyond() {
        return WalkComparison.of(grid).cells().stream()
                .filter(cell -> !cell.near())
                .toList();
    }

    private static WalkRun leaking(Cell cell) {
        return WalkGrid.leaking(cell.set(), cell.method(), cell.width());
    }

    /** The highest mean of a figure over the seeds of any setting, in percent. */
    private double best(Cell cell, ToDoubleFunction<Run> figure) {
        var settings = grid.tried(grid.around(leaking(cell)), grid.seeds()).over("test");
        return settings.stream()
                .mapToDouble(s ->
                        100 * s.runs().stream().mapToDouble(figure).average().orElseThrow())
                .max()
                .orElseThrow();
    }

    /** The test figure where this one is highest. */
    private static double atBest(Run run, String figure) {
        int step = WalkScores.highest(run.history().get(figure));
        return run.history().get("test").get(step).value();
    }

    private double variant(Cell cell, Departure... departures) {
        WalkRun run = leaking(cell).with(WalkRun::variant, WalkVariant.of(departures));
        Summary<WalkRun> s = grid.once(run, grid.seeds());
        return 100 * s.mean();
    }

    private static void row(Table table, Cell cell, Object... figures) {
        int layers = cell.width() == 0 ? 1 : 2;
        List<Object> row = new ArrayList<>(List.of(cell.set(), cell.method(), layers));
        row.add(cell.width() == 0 ? "" : cell.width());
        row.add(cell.published());
        row.addAll(Arrays.asList(figures));
        table.row(row.toArray());
    }

    private static Table digits(Table table) {
        for (String column : table.columns().subList(4, table.columns().size())) table.digits(column, 1);
        return table;
    }
}
