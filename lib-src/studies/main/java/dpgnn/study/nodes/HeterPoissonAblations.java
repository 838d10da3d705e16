package dpgnn.study.nodes;

import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.HeterPoissonFindings.Lead;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The figures of Xiang, Wang and Wang (2024) on motivation and ablations: a node's out-edges and the gradient (1), removal of
 * centres (4 and 8), neighbours in training and in the test (5 and 7).
 */
public final class HeterPoissonAblations {
    private static final String HEAT = "test accuracy N=";

    private final Workbench bench;
    private final boolean standIns;
    private final Map<String, SweepResults<HeterPoissonRun>> made = new LinkedHashMap<>();

    private HeterPoissonAblations(Workbench bench, boolean standIns) {
        this.bench = bench;
        this.standIns = standIns;
    }

    public static HeterPoissonAblations of(Workbench bench) throws IOException {
        return new HeterPoissonAblations(
                bench, NodeData.of("PubMed", "raw").provenance().standIn());
    }

    /** Whether results are of the paper's data. */
    public boolean real() {
        return !bench.ci() && !standIns;
    }

    /** The paper does not name the panels of its figures; ours are Facebook and PubMed. */
    public List<String> sets() {
        if (bench.ci()) return List.of("small");
        return standIns && !bench.paper() ? List.of("PubMed") : List.of("Facebook", "PubMed");
    }

    private List<TargetEpsilon> budgets() {
        if (bench.ci()) return TargetEpsilon.of(4);
        return bench.paper() ? TargetEpsilon.of(2, 4, 8, 16) : TargetEpsilon.of(2, 8);
    }

    /** Those of heat maps, which take most trainings. */
    private long[] few() {
        return bench.paper() ? bench.seeds() : bench.seeds(1);
    }

    private long[] seeds() {
        return standIns ? few() : bench.seeds();
    }

    private HeterPoissonRun run(String set, LearningSetting learning) {
        return HeterPoissonRun.of(set)
                .with(HeterPoissonRun::features, HeterPoissonGrid.FEATURES)
                .with(HeterPoissonRun::batch, bench.ci() ? 120 : 4096)
                .with(HeterPoissonRun::learning, learning);
    }

    private SweepResults<HeterPoissonRun> all(String name, Sweep<HeterPoissonRun> sweep, long[] seeds)
            throws IOException, InterruptedException {
        if (!made.containsKey(name)) made.put(name, bench.run(sweep.seeds(seeds), HeterPoissonStudy.STUDY));
        return made.get(name);
    }

    /**
     * Figure 1: how far the gradient moves when a node joins, by the share of the others that it has an edge to; the mean and the
     * deviation over many random graphs.
     */
    public static Figure motivation(GradientShift shift, double[] shares, int graphs) {
        Figure figure = Figure.of("Figure 1: what one node's out-edges do to the gradient")
                .x("share of the nodes it points to")
                .y("distance of the gradients");
        for (String model : HeterPoissonSweeps.MODELS) {
            double[][] distances = new double[graphs][shares.length];
            for (int g = 0; g < graphs; g++)
                for (int i = 0; i < shares.length; i++) distances[g][i] = shift.of(model, shares[i], g + 1);
            figure.runs(model, shares, distances);
        }
        return figure;
    }

    private SweepResults<HeterPoissonRun> enforcement(LearningSetting learning, String set)
            throws IOException, InterruptedException {
        return all(
                "enforcement " + learning + set,
                Sweep.of(run(set, learning))
                        .vary(HeterPoissonRun::method, Stars.HETERPOISSON, Stars.UNENFORCED)
                        .vary(HeterPoissonRun::epsilon, budgets()),
                seeds());
    }

    private static Summary<HeterPoissonRun> by(
            SweepResults<HeterPoissonRun> results, Stars method, TargetEpsilon epsilon) {
        return results.where(r -> r.method() == method && r.epsilon().equals(epsilon))
                .over(HeterPoissonGrid.ACCURACY)
                .get(0);
    }

    private static double sigma(Summary<HeterPoissonRun> s) {
        return s.runs().get(0).metric("noise multiplier") * HeterPoissonStudy.CLIP;
    }

    /** Figures 4 and 8 as a table: accuracy with and without the removal of centres, each at its own noise. */
    public Table enforcementTable() throws IOException, InterruptedException {
        Table table = Table.columns(
                        "setting", "data", "epsilon", "σ enforced", "σ not", "enforced", "not enforced", "points")
                .title("test accuracy in %, each at its own noise");
        for (LearningSetting learning : LearningSetting.values())
            for (String set : sets())
                for (TargetEpsilon epsilon : budgets()) {
                    var runs = enforcement(learning, set);
                    var yes = by(runs, Stars.HETERPOISSON, epsilon);
                    var no = by(runs, Stars.UNENFORCED, epsilon);
                    bench.check(sigma(no) > sigma(yes), "without enforcement the same epsilon wants more noise");
                    table.row(
                            learning,
                            set,
                            epsilon.plain(),
                            sigma(yes),
                            sigma(no),
                            bench.plusMinus(yes),
                            bench.plusMinus(no),
                            100 * (yes.mean() - no.mean()));
                }
        return table.digits("σ enforced", 2)
                .digits("σ not", 2)
                .digits("points", 1)
                .note("seeds " + Arrays.toString(seeds()));
    }

    /** Figures 4 and 8: accuracy over the budget with and without the removal of centres. */
    public Figure enforcementFigure() throws IOException, InterruptedException {
        List<Figure> panels = new ArrayList<>();
        double[] x = budgets().stream().mapToDouble(TargetEpsilon::value).toArray();
        for (LearningSetting learning : LearningSetting.values())
            for (String set : sets()) {
                String number = learning == LearningSetting.TRANSDUCTIVE ? "Figure 4: " : "Figure 8: ";
                Figure panel = Figure.of(number + set + ", " + learning)
                        .x("epsilon")
                        .y("test accuracy")
                        .logX();
                for (Stars method : List.of(Stars.HETERPOISSON, Stars.UNENFORCED)) {
                    double[] values = new double[x.length];
                    for (int i = 0; i < values.length; i++)
                        values[i] = by(
                                        enforcement(learning, set),
                                        method,
                                        budgets().get(i))
                                .mean();
                    panel.curve(method == Stars.HETERPOISSON ? "enforced" : "not enforced", x, values);
                }
                panels.add(panel);
            }
        return Figure.grid("enforcement", 2, panels.toArray(Figure[]::new));
    }

    /** What enforcement gains, over all settings, data and budgets. */
    public Lead enforcementGain() throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (LearningSetting learning : LearningSetting.values())
            for (String set : sets())
                for (TargetEpsilon epsilon : budgets())
                    points.add(100
                            * (by(enforcement(learning, set), Stars.HETERPOISSON, epsilon)
                                            .mean()
                                    - by(enforcement(learning, set), Stars.UNENFORCED, epsilon)
                                            .mean()));
        return Lead.of(points);
    }

    private int most() {
        return bench.ci() ? 2 : 5;
    }

    private List<TargetEpsilon> ends() {
        return TargetEpsilon.of(bench.ci() ? 4 : 2, Double.POSITIVE_INFINITY);
    }

    /** Accuracy by the number of test neighbours (rows) and by M (columns). */
    private double[][] heat(LearningSetting learning, String set, TargetEpsilon epsilon)
            throws IOException, InterruptedException {
        Sweep<HeterPoissonRun> sweep = Sweep.of(run(set, learning).with(HeterPoissonRun::epsilon, epsilon))
                .vary(
                        HeterPoissonRun::peripherals,
                        IntStream.rangeClosed(1, most()).boxed().toList());
        SweepResults<HeterPoissonRun> runs = all("heat " + learning + set + epsilon, sweep, few());
        double[][] values = new double[TestStars.MOST.length][most()];
        for (int n = 0; n < values.length; n++)
            for (Summary<HeterPoissonRun> s : runs.over(HEAT + TestStars.MOST[n]))
                values[n][s.experiment().peripherals() - 1] = s.mean();
        return values;
    }

    /** Figure 5 (transductive) or 7 (inductive): accuracy by M and the number of test neighbours. */
    public Figure neighbours(LearningSetting learning) throws IOException, InterruptedException {
        String[] rows =
                Arrays.stream(TestStars.MOST).mapToObj(Integer::toString).toArray(String[]::new);
        String[] columns =
                IntStream.rangeClosed(1, most()).mapToObj(Integer::toString).toArray(String[]::new);
        List<Figure> panels = new ArrayList<>();
        int number = learning == LearningSetting.TRANSDUCTIVE ? 5 : 7;
        for (String set : sets())
            for (TargetEpsilon e : ends())
                panels.add(Figure.heat(
                                "Figure " + number + ": " + set + ", epsilon " + e,
                                rows,
                                columns,
                                heat(learning, set, e))
                        .x("M")
                        .y("test neighbours"));
        return Figure.grid("GCN, " + learning + ": test accuracy", 2, panels.toArray(Figure[]::new));
    }

    /** What the heat maps say: the best M, and what test neighbours bring. */
    public Table neighboursTable() throws IOException, InterruptedException {
        Table table = Table.columns(
                        "setting",
                        "data",
                        "epsilon",
                        "best M",
                        "accuracy there",
                        "at M = 1",
                        "at the largest M",
                        "gain of 13 test neighbours over 1")
                .title("what the heat maps say of 13 test neighbours, accuracy in %");
        for (LearningSetting learning : LearningSetting.values())
            for (String set : sets())
                for (TargetEpsilon e : ends()) {
                    double[][] values = heat(learning, set, e);
                    double[] last = values[values.length - 1];
                    int best = IntStream.range(0, most())
                            .boxed()
                            .max(Comparator.comparingDouble(i -> last[i]))
                            .orElseThrow();
                    table.row(
                            learning,
                            set,
                            e.toString(),
                            best + 1,
                            100 * last[best],
                            100 * last[0],
                            100 * last[most() - 1],
                            100 * (last[0] - values[0][0]));
                }
        for (String column : table.columns().subList(4, 8)) table.digits(column, 1);
        return table.note("seeds " + Arrays.toString(few()));
    }

    /** The least M is no worse than the largest at a small budget: in how many maps, within half a point. */
    public Lead smallAtLittleBudget() throws IOException, InterruptedException {
        return ordering(ends().get(0), 1);
    }

    /** The largest M is no worse than the least without noise: in how many maps, within half a point. */
    public Lead largeWithoutNoise() throws IOException, InterruptedException {
        return ordering(ends().get(1), -1);
    }

    private Lead ordering(TargetEpsilon epsilon, int sign) throws IOException, InterruptedException {
        List<Double> points = new ArrayList<>();
        for (LearningSetting learning : LearningSetting.values())
            for (String set : sets()) {
                double[][] values = heat(learning, set, epsilon);
                double[] last = values[values.length - 1];
                points.add(sign * 100 * (last[0] - last[most() - 1]) + 0.5);
            }
        return Lead.of(points);
    }
}
