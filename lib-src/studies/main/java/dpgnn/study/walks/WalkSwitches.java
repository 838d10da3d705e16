package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;
import static dpgnn.study.walks.WalkMethod.FDP;
import static dpgnn.study.walks.WalkMethod.GCN;
import static dpgnn.study.walks.WalkMethod.MLP;

import dpgnn.graph.Features;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.walks.WalkVariant.Departure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** What Ayle et al. (2023) leave open or their code does otherwise, one thing at a time: which of it decides, and which leaks. */
public final class WalkSwitches {
    private final WalkGrid grid;

    private WalkSwitches(WalkGrid grid) {
        this.grid = grid;
    }

    public static WalkSwitches of(WalkGrid grid) {
        return new WalkSwitches(grid);
    }

    /** How many columns of the features no training node has, and how many of their entries a test node has. */
    public Table unseen() throws IOException {
        Table table = Table.columns("data", "columns", "columns without a training node", "such words per test node")
                .title("What training never sees")
                .digits("such words per test node", 1);
        for (String set : grid.small()) {
            WalkData of = WalkData.of(set, WalkData.Features.ROWS);
            Features features = of.data().features();
            float[] row = new float[features.width()];
            boolean[] seen = new boolean[row.length];
            for (int v : of.split().train()) {
                features.copyRow(v, row, 0);
                for (int c = 0; c < row.length; c++) seen[c] |= row[c] != 0;
            }
            long words = 0;
            for (int v : of.split().test()) {
                features.copyRow(v, row, 0);
                for (int c = 0; c < row.length; c++) if (row[c] != 0 && !seen[c]) words++;
            }
            long never = IntStream.range(0, row.length).filter(c -> !seen[c]).count();
            table.row(set, row.length, never, (double) words / of.split().test().length);
        }
        return table;
    }

    /** Over which nodes features are standardised and how weights begin, which the paper leaves open: difference to its cells. */
    public Table open() {
        List<String> sets = grid.lean() ? grid.small() : List.of("CiteSeer", "Cora");
        List<WalkMethod> methods = grid.lean() ? List.of(MLP) : List.of(MLP, GCN);
        List<WalkVariant> variants = List.of(
                WalkGrid.LEAKY,
                WalkVariant.of(Departure.STANDARDISED_BY_ALL),
                WalkVariant.of(Departure.STANDARDISED, Departure.LINEAR),
                WalkVariant.of(Departure.STANDARDISED_BY_ALL, Departure.LINEAR));
        List<String> heads = new ArrayList<>(List.of("standardised over", "first weights"));
        for (String set : sets) for (WalkMethod method : methods) heads.add(set + " " + method);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("One layer, without privacy: what the paper leaves open, micro F1 in percent");
        for (WalkVariant variant : grid.lean() ? variants.subList(0, 1) : variants) {
            List<Object> row = new ArrayList<>();
            row.add(variant.has(Departure.STANDARDISED_BY_ALL) ? "all nodes" : "training nodes");
            row.add(variant.has(Departure.LINEAR) ? "PyTorch's" : "Glorot's");
            for (String set : sets)
                for (WalkMethod method : methods)
                    row.add(grid.text(baseline(set, method, variant)) + gap(set, method, variant));
            table.row(row.toArray());
        }
        return table.note("In brackets the difference to the printed cell; seeds " + Arrays.toString(grid.seeds()));
    }

    private Summary<WalkRun> baseline(String set, WalkMethod method, WalkVariant variant) {
        return grid.once(WalkRun.of(set, method, 0).with(WalkRun::variant, variant), grid.seeds());
    }

    private String gap(String set, WalkMethod method, WalkVariant variant) {
        OptionalDouble printed = WalkGrid.published(set, method, 0);
        return printed.isEmpty() ? "" : String.format(" (%+.1f)", gap(set, method, variant, printed.getAsDouble()));
    }

    private double gap(String set, WalkMethod method, WalkVariant variant, double printed) {
        return 100 * baseline(set, method, variant).mean() - printed;
    }

    /** How far a baseline of one layer is from its printed cell, in points. */
    public double gap(String set, WalkMethod method, Departure over) {
        double printed = WalkGrid.published(set, method, 0).orElseThrow();
        return gap(set, method, WalkVariant.of(over), printed);
    }

    /** What the research code does otherwise, one thing at a time, with the verdict of each. */
    public Table switches() {
        Table table = Table.columns("method", "variant", "steps", "epsilon", "verdict", "micro F1, %")
                .title("Two layers, width 256, learning rate 0.1")
                .digits("epsilon", 3);
        List<WalkRun> runs = grid.bench().ci()
                ? List.of(variant(DRW), variant(DRW, Departure.MEASURED))
                : List.of(
                        variant(DRW),
                        variant(DRW, Departure.ALL_EDGES),
                        variant(DRW, Departure.NORMALISED),
                        variant(DRW, Departure.OVERSHOOT),
                        variant(DRW, Departure.MEASURED),
                        variant(DRW, Departure.STANDARDISED),
                        variant(FDP),
                        variant(FDP, Departure.PATH));
        for (WalkRun run : runs) {
            Summary<WalkRun> s = grid.once(run, grid.bench().seeds(2));
            Guarantee proved = WalkGrid.last(s.runs().get(0));
            boolean leaks =
                    run.variant().has(Departure.MEASURED) || run.variant().has(Departure.STANDARDISED);
            grid.check((proved.verdict() == Verdict.UNSOUND) == leaks, run.variant() + ": " + proved.verdict());
            grid.check(
                    !run.variant().has(Departure.OVERSHOOT) || proved.epsilon() > 8,
                    "one step too many is over the budget");
            table.row(
                    run.method(),
                    run.variant().equals(WalkVariant.NONE) ? "default" : run.variant(),
                    (long) s.runs().get(0).metric("steps"),
                    leaks ? "none" : proved.epsilon(),
                    proved.verdict().toString(),
                    grid.text(s));
        }
        return table.note(WalkGrid.origin(grid.once(runs.get(0), grid.bench().seeds(2))));
    }

    private WalkRun variant(WalkMethod method, Departure... departures) {
        return WalkGrid.few("Arxiv/20", method, 2).with(WalkRun::variant, WalkVariant.of(departures));
    }

    /** Accuracy by the paper's clip norms, in percent of the norm at the start: Adam divides by the size of the gradient. */
    public Figure clips() {
        double[] clips = {0.001, 0.01, 0.1};
        double[] accuracy = new double[clips.length];
        for (int i = 0; i < clips.length; i++) {
            WalkRun run = WalkRun.of("Arxiv/20", DRW, 256)
                    .with(WalkRun::clip, clips[i])
                    .with(WalkRun::lambda, grid.bench().ci() ? 2.0 : 4.0);
            accuracy[i] = 100 * grid.once(run, 1).mean();
        }
        double spread = Arrays.stream(accuracy).max().orElseThrow()
                - Arrays.stream(accuracy).min().orElseThrow();
        grid.check(spread < 2, "the clip norm hardly matters: " + spread + " points");
        return Figure.of("Arxiv/20, DRW, two layers: the grid of clip norms")
                .x("clip norm, share of the norm at the start")
                .y("test micro F1, %")
                .logX()
                .yRange(0, 40)
                .curve("seed 1", clips, accuracy);
    }
}
