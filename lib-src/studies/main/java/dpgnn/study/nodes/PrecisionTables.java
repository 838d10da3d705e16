package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Table III of Xiang, Wang and Wang (2024): the precision of every method, beside what is printed and the bounds. */
public final class PrecisionTables {
    private static final String HETERPOISSON = PrintedColumns.HETERPOISSON;
    private static final String WEIGHTED = "test precision weighted";
    private final Workbench bench;
    private final PrecisionBounds bounds;
    private final Map<String, SweepResults<?>> made = new LinkedHashMap<>();

    private PrecisionTables(Workbench bench, PrecisionBounds bounds) {
        this.bench = bench;
        this.bounds = bounds;
    }

    public static PrecisionTables of(Workbench bench) throws IOException {
        return new PrecisionTables(bench, PrecisionBounds.of(bench));
    }

    private List<String> sets() {
        return bounds.sets();
    }

    /** What methods are compared, those of the paper and our variants of GAP. */
    public static List<String> methods() {
        return List.of(
                NodeStudy.NAIVE,
                NodeStudy.NDP,
                HETERPOISSON,
                NodeStudy.GAP_PUBLISHED,
                NodeStudy.GAP_CORRECTED,
                NodeStudy.HOPS_PUBLISHED,
                NodeStudy.HOPS_PROVED);
    }

    private List<TargetEpsilon> few() {
        return TargetEpsilon.of(2);
    }

    private List<TargetEpsilon> many() {
        return bench.ci() ? few() : bench.paper() ? TargetEpsilon.of(2, 4, 8, 16) : TargetEpsilon.of(2, 8);
    }

    /** The runs of a method on a set. */
    private SweepResults<?> runs(String method, String set) throws IOException, InterruptedException {
        String key = method + " " + set;
        if (made.containsKey(key)) return made.get(key);
        SweepResults<?> found;
        if (method.equals(HETERPOISSON)) {
            HeterPoissonRun base = HeterPoissonRun.of(set)
                    .with(HeterPoissonRun::features, "rows")
                    .with(HeterPoissonRun::batch, bench.ci() ? 64 : 4096);
            found = bench.run(
                    HeterPoissonSweeps.tables(base, List.of(set), List.of("GCN"), bench.paper() ? many() : few())
                            .seeds(bench.seeds()),
                    HeterPoissonStudy.STUDY);
        } else {
            boolean once = method.equals(NodeStudy.NDP) && !bench.paper();
            found = bench.run(
                    Sweep.of(NodeRun.of(method, set))
                            .vary(NodeRun::epsilon, once ? few() : many())
                            .seeds(bench.seeds()),
                    NodeStudy.STUDY);
        }
        made.put(key, found);
        return found;
    }

    /** Makes or finds all runs. */
    public int runs() throws IOException, InterruptedException {
        int count = 0;
        for (String set : sets())
            for (String method : methods()) count += runs(method, set).runs().size();
        return count;
    }

    private static double epsilon(Summary<?> s) {
        Experiment<?> e = s.experiment();
        return (e instanceof HeterPoissonRun r ? r.epsilon() : ((NodeRun) e).epsilon()).value();
    }

    private Summary<?> at(String method, String set, double epsilon, String metric)
            throws IOException, InterruptedException {
        return runs(method, set).over(metric).stream()
                .filter(s -> epsilon(s) == epsilon)
                .findFirst()
                .orElse(null);
    }

    private static boolean isPerNode(String method) {
        return method.equals(NodeStudy.HOPS_PROVED);
    }

    /** Weighted precision of every method, and the bounds below. */
    public Table measured() throws IOException, InterruptedException {
        List<String> columns = new ArrayList<>(List.of("method", "epsilon"));
        columns.addAll(sets());
        columns.addAll(List.of("proved on all sets", "the bound applies"));
        Table table = Table.columns(columns.toArray(String[]::new)).title("weighted precision, %");
        TreeSet<String> hashes = new TreeSet<>();
        for (String method : methods())
            for (TargetEpsilon epsilon : many()) {
                List<Object> row = new ArrayList<>(List.of(method, epsilon.plain()));
                double proved = 0;
                int found = 0;
                for (String set : sets()) {
                    Summary<?> s = at(method, set, epsilon.value(), WEIGHTED);
                    row.add(s == null ? null : bench.plusMinus(s));
                    if (s == null) continue;
                    Run run = s.runs().get(0);
                    hashes.add(run.data().name() + " " + run.data().hash());
                    double here = NodeStudy.proved(run.guarantees());
                    proved = Math.max(proved, here);
                    found++;
                    checkClaim(run, epsilon.value());
                    if (isPerNode(method)) checkPerNode(set, method, epsilon.value(), here);
                }
                row.add(Double.isFinite(proved) ? String.format("%.2f", proved) : "none");
                row.add(isPerNode(method) ? "yes" : "no");
                if (found > 0) table.row(row.toArray());
            }
        for (TargetEpsilon epsilon : many()) {
            bound(table, "bound, printed", epsilon, (d, e, share) -> PrecisionBound.published(e, d, share.length));
            bound(table, "bound, corrected", epsilon, (d, e, share) -> PrecisionBound.weighted(e, d, share));
        }
        return table.note(PrintedColumns.seeds(bench.seeds()) + "; " + String.join(", ", hashes));
    }

    @FunctionalInterface
    private interface Bound {
        double of(double delta, double epsilon, double[] share);
    }

    private void bound(Table table, String name, TargetEpsilon epsilon, Bound bound) throws IOException {
        List<Object> row = new ArrayList<>(List.of(name, epsilon.plain()));
        for (String set : sets()) {
            Dataset data = NodeData.of(set, "rows");
            row.add(String.format(
                    "%.1f",
                    100
                            * bound.of(
                                    PrecisionBounds.delta(data.nodes()),
                                    epsilon.value(),
                                    PrecisionBounds.shares(data))));
        }
        row.addAll(Arrays.asList(null, null));
        table.row(row.toArray());
    }

    private void checkClaim(Run run, double epsilon) {
        double claimed =
                run.guarantees().stream().mapToDouble(Guarantee::epsilon).min().orElse(Double.POSITIVE_INFINITY);
        bench.check(claimed <= epsilon + 1e-9, "the claim is within " + epsilon);
    }

    private void checkPerNode(String set, String method, double epsilon, double proved)
            throws IOException, InterruptedException {
        Dataset data = NodeData.of(set, "rows");
        double[] share = PrecisionBounds.shares(data);
        double d = PrecisionBounds.delta(data.nodes());
        double macro = at(method, set, epsilon, "test precision macro").mean();
        double weighted = at(method, set, epsilon, WEIGHTED).mean();
        bench.check(proved <= epsilon + 1e-9, "predictions from the hops alone have a provable epsilon");
        bench.check(
                macro <= PrecisionBound.macro(epsilon, d, share) + 0.03
                        && weighted <= PrecisionBound.weighted(epsilon, d, share) + 0.03,
                "what is private per node stays under the corrected bound on " + set);
    }

    /** Methods above the printed bound at epsilon 2 on some set. */
    public List<String> above() throws IOException, InterruptedException {
        TreeSet<String> above = new TreeSet<>();
        for (String set : sets()) {
            Dataset data = NodeData.of(set, "rows");
            double printed = PrecisionBound.published(
                    2, PrecisionBounds.delta(data.nodes()), data.labels().classes());
            for (String method : methods()) if (at(method, set, 2, WEIGHTED).mean() > printed) above.add(method);
        }
        return List.copyOf(above);
    }

    /** Measured precision at epsilon 2, and both bounds. */
    public Figure measuredFigure() throws IOException, InterruptedException {
        List<Figure> panels = new ArrayList<>();
        for (String set : sets()) {
            Dataset data = NodeData.of(set, "rows");
            double[] share = PrecisionBounds.shares(data);
            double d = PrecisionBounds.delta(data.nodes());
            double[] values = new double[methods().size()];
            for (int i = 0; i < values.length; i++)
                values[i] = 100 * at(methods().get(i), set, 2, WEIGHTED).mean();
            panels.add(Figure.of(set + ", epsilon 2")
                    .y("weighted precision, %")
                    .bars("measured", methods().toArray(String[]::new), values)
                    .yRange(0, 100)
                    .horizontal(100 * PrecisionBound.published(2, d, share.length), "printed")
                    .horizontal(100 * PrecisionBound.weighted(2, d, share), "corrected"));
        }
        return panels.size() == 1
                ? panels.get(0)
                : Figure.grid("measured precision and the bounds", 2, panels.toArray(Figure[]::new));
    }

    /** Naive DP-SGD (three kinds of features) and NDP (two kinds, two networks) again at epsilon 2: accuracy, % */
    public Table reasons() throws IOException, InterruptedException {
        List<String> columns = new ArrayList<>(List.of("method", "network", "features"));
        columns.addAll(sets());
        Table table = Table.columns(columns.toArray(String[]::new))
                .title("epsilon 2, accuracy in %: the baselines with other features");
        row(table, "naive DP-SGD, printed", "", "", set -> printed(NodeStudy.NAIVE, set, ""));
        for (String features : List.of("rows", "unit", "standardised"))
            row(table, NodeStudy.NAIVE, "perceptron", features, set -> naive(set, features));
        row(table, "NDP, printed", "GCN", "", set -> printed(NodeStudy.NDP, set, "GCN"));
        for (String model : List.of("GCN", "ENCODED"))
            for (String features : List.of("rows", "unit"))
                row(table, NodeStudy.NDP, model, features, set -> ndp(set, model, features));
        row(
                table,
                "the largest class",
                "",
                "",
                set -> 100 * PrecisionBounds.largest(PrecisionBounds.shares(NodeData.of(set, "rows"))));
        for (String set : sets()) table.digits(set, 1);
        return table.note(PrintedColumns.seeds(bench.seeds()) + ", for NDP 1");
    }

    @FunctionalInterface
    private interface OfSet {
        double of(String set) throws IOException, InterruptedException;
    }

    private void row(Table table, String method, String network, String features, OfSet value)
            throws IOException, InterruptedException {
        List<Object> row = new ArrayList<>(List.of(method, network, features));
        for (String set : sets()) {
            double found = value.of(set);
            row.add(Double.isNaN(found) ? null : found);
        }
        table.row(row.toArray());
    }

    /** The accuracy that Table II prints for a method at epsilon 2; not a number where it prints none. */
    public static double printed(String method, String set, String model) {
        Table row = PrintedColumns.printed(2, method, set, model, 2);
        return row == null ? Double.NaN : row.numbers("value")[0];
    }

    private double naive(String set, String features) throws IOException, InterruptedException {
        return 100
                * bench.run(
                                Sweep.of(NodeRun.of(NodeStudy.NAIVE, set).with(NodeRun::features, features))
                                        .seeds(bench.seeds()),
                                NodeStudy.STUDY)
                        .over(HeterPoissonGrid.ACCURACY)
                        .get(0)
                        .mean();
    }

    private double ndp(String set, String model, String features) throws IOException, InterruptedException {
        NodeRun run =
                NodeRun.of(NodeStudy.NDP, set).with(NodeRun::features, features).with(NodeRun::model, model);
        return 100
                * bench.run(Sweep.of(run), NodeStudy.STUDY)
                        .over(HeterPoissonGrid.ACCURACY)
                        .get(0)
                        .mean();
    }

    /** On how many sets one of the kinds of features brings naive DP-SGD within three points of the printed accuracy. */
    public int naiveExplained() throws IOException, InterruptedException {
        int explained = 0;
        for (String set : sets()) {
            double nearest = Double.POSITIVE_INFINITY;
            for (String features : List.of("rows", "unit", "standardised"))
                nearest = Math.min(nearest, Math.abs(naive(set, features) - printed(NodeStudy.NAIVE, set, "")));
            if (nearest <= 3) explained++;
        }
        return explained;
    }
}
