package dpgnn.study.predict;

import dpgnn.base.Check;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.study.predict.AnswerRun.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Accuracy of answers against the epsilon of training and answers together. */
public final class AnswerTables {
    /** One curve: a way, and how many answers are paid for. */
    public record Line(Way way, int answers) {
        @Override
        public String toString() {
            return way + (way == Way.NODE ? answers == 0 ? ", all test nodes" : ", " + answers + " answers" : "");
        }
    }

    private static final List<Line> LINES = List.of(
            new Line(Way.UNPAID, 0),
            new Line(Way.EDGE, 0),
            new Line(Way.OWN, 0),
            new Line(Way.NODE, 100),
            new Line(Way.WEIGHTED, 0));

    private final Workbench bench;
    private final boolean standIns;
    private final List<String> sets;
    private final Map<Line, SweepResults<AnswerRun>> made = new LinkedHashMap<>();

    private AnswerTables(Workbench bench, boolean standIns, List<String> sets) {
        this.bench = bench;
        this.standIns = standIns;
        this.sets = sets;
    }

    /** On these of the sets of {@link NodeData}. At the scale ci it is a small one, without data the stand-in of the first. */
    public static AnswerTables of(Workbench bench, String... sets) throws IOException {
        Check.that(sets.length > 0, "sets", "one of " + NodeData.NAMES + " at least", "none");
        boolean standIns = NodeData.of(sets[0], "raw").provenance().standIn();
        return new AnswerTables(
                bench, standIns, bench.ci() ? List.of("small") : standIns ? List.of(sets[0]) : List.of(sets));
    }

    /** Whether results are of real data. */
    public boolean real() {
        return !bench.ci() && !standIns;
    }

    /** The curves, the one that does not pay first; hiding a node in answers about all test nodes is left to the scale paper. */
    public List<Line> lines() {
        if (!bench.paper()) return LINES;
        List<Line> all = new ArrayList<>(LINES);
        all.add(new Line(Way.NODE, 0));
        return all;
    }

    public List<String> sets() {
        return sets;
    }

    public List<TargetEpsilon> budgets() {
        return bench.ci() ? TargetEpsilon.of(4) : bench.paper() ? TargetEpsilon.of(1, 2, 4, 8) : TargetEpsilon.of(2, 8);
    }

    private SweepResults<AnswerRun> runs(Line line) {
        return made.computeIfAbsent(line, l -> bench.run(sweep(l), AnswerStudy.STUDY));
    }

    private Sweep<AnswerRun> sweep(Line line) {
        long[] seeds = real() || bench.ci() ? bench.seeds() : bench.seeds(1);
        return Sweep.of(AnswerRun.of(sets().get(0), line.way())
                        .with(AnswerRun::answers, bench.ci() ? Math.min(20, line.answers()) : line.answers()))
                .vary(AnswerRun::dataset, sets())
                .vary(AnswerRun::epsilon, budgets())
                .each(run -> run.with(AnswerRun::features, NodeData.blind(run.dataset(), "rows")))
                .seeds(seeds);
    }

    /** The runs of a curve on a set, one summary for each epsilon. */
    public List<Summary<AnswerRun>> curve(Line line, String set) {
        // The training whose answers are not paid for answers by own rows as well: at the same epsilon, and covered.
        boolean own = line.way() == Way.OWN;
        return runs(own ? LINES.get(0) : line)
                .where(run -> run.dataset().equals(set))
                .over(own ? "accuracy of own rows" : "accuracy");
    }

    /** The runs of a curve on a set at one epsilon. */
    public Summary<AnswerRun> at(Line line, String set, double epsilon) {
        return curve(line, set).stream()
                .filter(s -> s.experiment().epsilon().value() == epsilon)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("epsilon must be one of " + budgets() + ", was " + epsilon));
    }

    /** One row a curve and a set, one column an epsilon. */
    public Table table() {
        List<String> columns = new ArrayList<>(List.of("set", "answers"));
        for (TargetEpsilon epsilon : budgets()) columns.add("ε = " + epsilon);
        Table table = Table.columns(columns.toArray(String[]::new))
                .title("accuracy in % against the epsilon of training and answers together");
        for (String set : sets())
            for (Line line : lines()) {
                List<Object> cells = new ArrayList<>(List.of(set, line.toString()));
                for (Summary<AnswerRun> s : curve(line, set)) cells.add(bench.plusMinus(s));
                table.row(cells.toArray());
            }
        return table.note(
                "The first line of a set spends its epsilon on the training alone; its answers are not covered.");
    }

    /** A panel a set. */
    public Figure figure() {
        Figure[] panels = sets().stream().map(this::figure).toArray(Figure[]::new);
        return panels.length == 1 ? panels[0] : Figure.grid("the epsilon of training and answers together", 2, panels);
    }

    private Figure figure(String set) {
        Figure figure = Figure.of(set)
                .x("epsilon, training and answers")
                .y("accuracy, %")
                .logX();
        double[] x = budgets().stream().mapToDouble(TargetEpsilon::value).toArray();
        for (Line line : lines()) {
            List<double[]> seeds = new ArrayList<>();
            List<Summary<AnswerRun>> all = curve(line, set);
            for (int s = 0; s < all.get(0).values().length; s++) {
                int seed = s;
                seeds.add(all.stream()
                        .mapToDouble(summary -> 100 * summary.values()[seed])
                        .toArray());
            }
            figure.runs(line.toString(), x, seeds.toArray(double[][]::new));
        }
        return figure;
    }

    /** What the noise of the votes was, by the way and the number of answers: mean over the seeds. */
    public Table noise(double epsilon) {
        Table table = Table.columns(
                        "set", "answers", "N", "sensitivity", "deviation", "spent by the training", "in all")
                .title("votes at ε = " + epsilon)
                .digits("sensitivity", 1)
                .digits("deviation", 1)
                .digits("spent by the training", 2)
                .digits("in all", 2);
        for (String set : sets())
            for (Line line : lines())
                if (line.way() != Way.OWN && line.way() != Way.UNPAID) {
                    Summary<AnswerRun> s = at(line, set, epsilon);
                    double[] cells = Arrays.stream(new String[] {
                                "answers", "sensitivity", "deviation", "epsilon of the training", "epsilon"
                            })
                            .mapToDouble(metric -> s.of(metric).mean())
                            .toArray();
                    table.row(set, line.toString(), Math.round(cells[0]), cells[1], cells[2], cells[3], cells[4]);
                }
        return table;
    }
}
