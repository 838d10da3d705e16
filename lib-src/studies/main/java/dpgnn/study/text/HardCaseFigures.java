package dpgnn.study.text;

import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.text.TextRun.Descent;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Figures 3 and 4 of Igamberdiev and Habernal (2022): the share of the hard cases that another model gets wrong, too. */
public final class HardCaseFigures {
    private final Workbench bench;
    private final boolean bare;
    private final Map<List<TextRun>, List<Summary<TextRun>>> made = new HashMap<>();

    private HardCaseFigures(Workbench bench, boolean bare) {
        this.bench = bench;
        this.bare = bare;
    }

    public static HardCaseFigures of(Workbench bench) throws IOException {
        return new HardCaseFigures(bench, !bench.ci() && TextGrid.standIn("Cora"));
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() {
        return !bench.ci() && !bare;
    }

    /** What is hard in a stand-in says nothing of the set that it stands for; without data Cora's shows that all runs. */
    public List<String> sets() throws IOException {
        if (bench.ci()) return List.of("small");
        if (bare) return List.of("Cora");
        List<String> sets = new ArrayList<>();
        for (String set : List.of("Cora", "CiteSeer", "PubMed", "Pokec", "Reddit"))
            if (!TextGrid.standIn(set)) sets.add(set);
        return sets;
    }

    private List<Summary<TextRun>> run(Sweep<TextRun> sweep) {
        List<TextRun> key = sweep.seeds(seeds()).experiments();
        if (!made.containsKey(key))
            made.put(key, bench.run(sweep, HardCases.STUDY).over("share"));
        return made.get(key);
    }

    private long[] seeds() {
        return bare ? bench.seeds(2) : bench.seeds();
    }

    /** The models that are trained on a share of the documents, without privacy. */
    public List<Summary<TextRun>> fewer(String set) {
        List<Integer> percents =
                bench.ci() ? List.of(20, 90) : bare ? List.of(10, 50, 90) : List.of(10, 20, 30, 40, 50, 60, 70, 80, 90);
        return run(Sweep.of(TextRun.plain(set, Descent.ADAM)).vary(TextRun::percent, percents));
    }

    /** The models that are trained on all documents, clipped and with noise. */
    public List<Summary<TextRun>> noisy(String set) {
        List<Double> levels = bench.ci() ? List.of(4.0) : TextRun.NOISE;
        return run(Sweep.of(TextRun.clipped(set, Descent.ADAM, 1))
                .vary(TextRun::noise, levels.stream().map(Descent.ADAM::noise).toList()));
    }

    /** A figure of each run, in percent. */
    private static double[] percent(Summary<TextRun> s, ToDoubleFunction<Run> of) {
        return s.runs().stream().mapToDouble(of).map(v -> 100 * v).toArray();
    }

    /** The share of all test documents that a model gets wrong, in percent. */
    public static double errors(Summary<TextRun> s) {
        return mean(percent(s, run -> 1 - run.metric("test")));
    }

    /** The share of the hard cases that it gets wrong, in percent. */
    public static double share(Summary<TextRun> s) {
        return 100 * s.mean();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static String text(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2
                ? String.format("%.1f", mean)
                : String.format("%.1f ± %.1f", mean, Math.sqrt(squares / (values.length - 1)));
    }

    /** How many hard cases there are. */
    public Table cases() throws IOException {
        Table table = Table.columns("data", "test documents", "hard cases", "share, %")
                .title("test documents that the model without privacy gets wrong");
        ScoreCells cells = new ScoreCells();
        for (String set : sets()) {
            Summary<TextRun> s = run(Sweep.of(TextRun.plain(set, Descent.ADAM))).get(0);
            bench.check(
                    Arrays.stream(s.values()).allMatch(share -> share == 1), "the model shares all errors with itself");
            cells.seen(s, false);
            table.row(
                    s.runs().get(0).data().name(),
                    s.of("tested").mean(),
                    text(s.of("hard cases").values()),
                    text(percent(s, run -> run.metric("hard cases") / run.metric("tested"))));
        }
        return cells.origin(table, "Mean and deviation over models", "");
    }

    /** Figure 3: fewer documents; below it, how many of all documents are wrong. */
    public Figure figure3() throws IOException {
        Figure figure = empty("Figure 3: hard cases that stay hard with fewer documents")
                .x("training documents, %");
        for (String set : sets())
            curves(
                    figure,
                    set,
                    fewer(set),
                    fewer(set).stream()
                            .mapToDouble(s -> s.experiment().percent())
                            .toArray());
        if (real()) figure.points("Cora's hard cases, as printed", new double[] {10, 90}, new double[] {74, 85});
        return figure;
    }

    /** Figure 4: noise; below it, how many of all documents are wrong. */
    public Figure figure4() throws IOException {
        Figure figure = empty("Figure 4: hard cases that stay hard under noise")
                .x("noise over the clip norm (Adam)")
                .logX();
        for (String set : sets())
            curves(
                    figure,
                    set,
                    noisy(set),
                    noisy(set).stream().mapToDouble(s -> s.experiment().noise()).toArray());
        return figure;
    }

    private static Figure empty(String title) {
        return Figure.of(title).y("wrong, %").yRange(0, 100);
    }

    private static void curves(Figure figure, String set, List<Summary<TextRun>> over, double[] x) {
        double[][] hard = new double[over.get(0).runs().size()][x.length];
        double[] all = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double[] shares = percent(over.get(i), run -> run.metric("share"));
            for (int k = 0; k < hard.length; k++) hard[k][i] = shares[k];
            all[i] = errors(over.get(i));
        }
        figure.runs(set + ", hard cases", x, hard).curve(set + ", all documents", x, all);
    }

    /** Figure 4 in numbers, with what is claimed and what is proved. */
    public Table table4() throws IOException {
        List<String> heads = new ArrayList<>(List.of("noise", "claimed epsilon", "provable epsilon"));
        for (String set : sets()) heads.addAll(List.of(set + ": hard cases", set + ": all documents"));
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Figure 4 in numbers: wrong, in %, clipped at 1")
                .digits("claimed epsilon", 2)
                .digits("provable epsilon", 2);
        ScoreCells cells = new ScoreCells();
        for (Summary<TextRun> level : noisy(sets().get(0))) {
            double noise = level.experiment().noise();
            var worth = PaperBounds.wholeGraph(noise, Descent.ADAM.epochs(), TextGcn.DELTA);
            List<Object> row = new ArrayList<>(List.of(noise, worth.published(), worth.exactReplaced()));
            for (String set : sets()) {
                Summary<TextRun> s = noisy(set).stream()
                        .filter(one -> one.experiment().noise() == noise)
                        .findFirst()
                        .orElse(null);
                if (s != null) cells.seen(s, false);
                row.add(s == null ? "" : text(percent(s, run -> run.metric("share"))));
                row.add(s == null ? "" : text(percent(s, run -> 1 - run.metric("test"))));
            }
            table.row(row.toArray());
        }
        return cells.origin(table, "Mean and deviation over models", "");
    }
}
