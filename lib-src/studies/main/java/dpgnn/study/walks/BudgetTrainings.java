package dpgnn.study.walks;

import static dpgnn.study.walks.WalkMethod.DRW;

import dpgnn.privacy.Guarantee;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Trainings by disjoint walks that differ in their accounting alone, and with it in the number of their steps. */
public final class BudgetTrainings {
    private static final double BUDGET = 8;
    private static final List<WalkAccounting> ENDS = List.of(WalkAccounting.PUBLISHED, WalkAccounting.TIGHT);

    private final Workbench bench;
    private final List<String> real;
    private final Map<String, SweepResults<WalkRun>> made = new HashMap<>();

    private BudgetTrainings(Workbench bench, List<String> real) {
        this.bench = bench;
        this.real = real;
    }

    /** @param real whether the files of Cora, CiteSeer and PubMed are at hand */
    public static BudgetTrainings of(Workbench bench, boolean real) {
        return new BudgetTrainings(bench, real && !bench.ci() ? List.of("Cora", "CiteSeer", "PubMed") : List.of());
    }

    /** The real sets, which are none without their files. */
    public List<String> real() {
        return real;
    }

    private SweepResults<WalkRun> settings(String set, WalkAccounting way) {
        return made.computeIfAbsent(
                set + way,
                key -> bench.run(
                        Sweep.of(WalkRun.of(set, DRW, 0).with(WalkRun::accounting, way))
                                .vary(WalkRun::rate, 0.01, 0.1, 0.2)
                                .vary(WalkRun::lambda, 1.0, 2.0, 4.0, 8.0)
                                .seeds(bench.seeds()),
                        WalkStudy.STUDY));
    }

    private Summary<WalkRun> chosen(String set, WalkAccounting way) {
        Summary<WalkRun> chosen = settings(set, way).best("validation").of("test");
        within(chosen, way);
        return chosen;
    }

    private void within(Summary<WalkRun> runs, WalkAccounting way) {
        Guarantee proved = WalkPaper.last(runs.runs().get(0));
        bench.check(proved.verdict().hasTheorem() && proved.epsilon() <= BUDGET, way + " stays within the budget");
    }

    /** The mean over all twelve settings, in percent. */
    public double overall(String set, WalkAccounting way) {
        return 100
                * settings(set, way).over("test").stream()
                        .mapToDouble(Summary::mean)
                        .average()
                        .orElseThrow();
    }

    /** DRW with one layer on the real sets, under the published accounting and the tight one. */
    public Table small() {
        Table table = Table.columns(
                        "data",
                        "accounting",
                        "rate",
                        "lambda",
                        "steps",
                        "epsilon proved",
                        "validation chooses, %",
                        "mean of 12 settings, %")
                .title("DRW, one layer, epsilon 8: test micro F1")
                .digits("epsilon proved", 3)
                .digits("mean of 12 settings, %", 1);
        for (String set : real) {
            for (WalkAccounting way : ENDS) {
                Summary<WalkRun> s = chosen(set, way);
                Run run = s.runs().get(0);
                table.row(
                        set,
                        way,
                        s.experiment().rate(),
                        s.experiment().lambda(),
                        (long) run.metric("steps"),
                        WalkPaper.last(run).epsilon(),
                        bench.plusMinus(s),
                        overall(set, way));
            }
            table.note(set + ": " + WalkPaper.origin(chosen(set, WalkAccounting.TIGHT)));
        }
        return table;
    }

    /** Accuracy against epsilon of the two, each with the setting that validation chooses. */
    public Figure curves() {
        List<Figure> panels = new ArrayList<>();
        for (String set : real) {
            Figure panel = Figure.of(set + ", DRW, one layer")
                    .x("epsilon")
                    .y("test micro F1, %")
                    .xRange(0, 8.5);
            for (WalkAccounting way : ENDS) {
                WalkCurve curve = WalkCurve.of(chosen(set, way).runs());
                panel.band(way.toString(), curve.epsilon(), curve.mean(), curve.low(), curve.high());
            }
            panels.add(panel);
        }
        return Figure.grid(
                "Accuracy against epsilon under two accountings of one training: mean, lowest and highest seed",
                2,
                panels.toArray(Figure[]::new));
    }

    private record Bought(String set, double lambda, int layers, int seeds) {}

    private List<Bought> bought() {
        int all = bench.seeds().length, two = Math.min(2, all);
        if (bench.ci()) return List.of(new Bought("Arxiv/20", 4, 1, 1));
        return bench.paper()
                ? List.of(
                        new Bought("Arxiv", 2, 2, all),
                        new Bought("Arxiv", 4, 2, all),
                        new Bought("Arxiv", 8, 2, all),
                        new Bought("Flickr", 4, 2, all))
                : List.of(
                        new Bought("Arxiv/20", 2, 2, all),
                        new Bought("Arxiv/20", 4, 2, all),
                        new Bought("Flickr/20", 4, 2, two),
                        new Bought("Reddit/40", 4, 2, two));
    }

    /** DRW on stand-ins of the larger sets, under all three accountings. */
    public Table large() {
        Table table = Table.columns(
                        "data", "lambda", "depth", "accounting", "steps", "epsilon proved", "test micro F1, %")
                .title("DRW at epsilon 8, learning rate 0.1")
                .digits("epsilon proved", 3);
        for (Bought each : bought()) {
            double[] mean = new double[3];
            Summary<WalkRun> s = null;
            for (WalkAccounting way : WalkAccounting.values()) {
                WalkRun walk = WalkRun.of(each.set(), DRW, each.layers() == 1 ? 0 : 256)
                        .with(WalkRun::lambda, each.lambda())
                        .with(WalkRun::accounting, way);
                long[] seeds = LongStream.rangeClosed(1, each.seeds()).toArray();
                s = bench.run(Sweep.of(walk).seeds(seeds), WalkStudy.STUDY)
                        .over("test")
                        .get(0);
                within(s, way);
                mean[way.ordinal()] = s.mean();
                Run run = s.runs().get(0);
                table.row(
                        run.data().name(),
                        each.lambda(),
                        each.layers(),
                        way,
                        (long) run.metric("steps"),
                        WalkPaper.last(run).epsilon(),
                        bench.plusMinus(s));
            }
            table.note(WalkPaper.origin(s) + (each.lambda() == 2 ? ", lambda 2" : ""));
            // With two layers and more noise, steps on the calibrated stand-ins bring nothing.
            bench.check(
                    mean[2] > mean[0] || each.lambda() > 2 && each.layers() > 1,
                    each.set() + ": more steps for the same epsilon are better");
        }
        return table;
    }
}
