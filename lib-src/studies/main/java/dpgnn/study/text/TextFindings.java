package dpgnn.study.text;

import dpgnn.audit.Coupling;
import dpgnn.audit.DocumentClip;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.paper.PublishedTables;
import dpgnn.study.text.TextGrid.Noisy;
import dpgnn.study.text.TextRun.Descent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was found beyond the paper: why its noise made no difference, what clipping each document bounds, and a better way to spend. */
public final class TextFindings {
    private final TextGrid grid;

    private TextFindings(TextGrid grid) {
        this.grid = grid;
    }

    public static TextFindings of(TextGrid grid) {
        return new TextFindings(grid);
    }

    /** The loss of micro-F1 from the least noise of SGD to the most, for the main data set. */
    public double lossByNoise(Noisy what) throws IOException {
        List<Summary<TextRun>> over = grid.noisy(grid.main(), Descent.SGD, what);
        return over.get(0).mean() - over.get(over.size() - 1).mean();
    }

    /** SGD at each noise, with and without clipping: the same draws of noise. */
    public Figure homogeneity() throws IOException {
        Figure figure = Figure.of("SGD with noise, " + grid.main())
                .x("noise over the clip norm")
                .y("micro F1")
                .logX();
        for (Noisy what : List.of(Noisy.UNCLIPPED, Noisy.CLIPPED)) {
            List<Summary<TextRun>> over = grid.noisy(grid.main(), Descent.SGD, what);
            double[] x = over.stream().mapToDouble(s -> s.experiment().noise()).toArray();
            figure.runs(what == Noisy.CLIPPED ? "clipped at 1" : "not clipped", x, TextFigures.bySeed(over));
        }
        return figure.horizontal(grid.plain(grid.main(), Descent.SGD).mean(), "no noise");
    }

    /** How far one document's change moves a sum of clipped gradients: the whole graph's as one, and each document's. */
    public record Moved(Coupling.Report asOne, Coupling.Report each) {
        /** How many changes move the sum of documents by more than is claimed. */
        public long beyond() {
            return each.findings().stream().filter(f -> f.ratio() > 1 + 1e-5).count();
        }

        /** The changes that move the sum of documents furthest. */
        public Table table(int most) {
            Table table = Table.columns(
                            "what changes", "the sum moves by, in C", "claimed, in C", "ratio", "clipped as one: ratio")
                    .title("one document changes: what per-document clipping lets through")
                    .digits("the sum moves by, in C", 2)
                    .digits("ratio", 2)
                    .digits("clipped as one: ratio", 3);
            Map<String, Double> ratios = new HashMap<>();
            for (Coupling.Finding f : asOne.findings()) ratios.put(f.neighbour(), f.ratio());
            for (Coupling.Finding f : each.findings().stream().limit(most).toList())
                table.row(f.neighbour(), f.change(), f.claimed(), f.ratio(), ratios.get(f.neighbour()));
            return table.note("Untrained weights of seed 1, clip norm 0.001, no dropout.");
        }
    }

    /** Gives one document other words, takes its edges, or adds one, and forms both sums with the same weights. */
    public Moved oneDocument() throws IOException {
        TextData d = TextData.of(grid.main());
        TrainingView view = d.data().transductive(d.split());
        Coupling coupling =
                Coupling.of(Gcn.layers(2, 32), WholeGraph.of(), Clip.flat(1e-3)).steps(1);
        return new Moved(coupling.run(view), coupling.sums(new DocumentClip()).run(view));
    }

    /** For each budget the best setting of our own by validation accuracy; null where there is none. */
    public List<Summary<TextRun>> spent(String set) throws IOException {
        SweepResults<TextRun> results = grid.parts(set);
        if (results == null) return null;
        List<Summary<TextRun>> best = new ArrayList<>();
        for (double epsilon : grid.budgets()) {
            Summary<TextRun> runs = results.where(r -> r.epsilon() == epsilon)
                    .best("validation")
                    .of(TextGrid.SCORE);
            Guarantee proved = TextGrid.proved(runs.runs().get(0));
            grid.bench()
                    .check(
                            proved.verdict().hasTheorem() && proved.epsilon() <= epsilon && proved.unit() == Unit.NODE,
                            "the budget is kept");
            best.add(runs);
        }
        return best;
    }

    /** What our own way reaches at a provable epsilon, and what the paper prints at the same number. */
    public Table parts() throws IOException {
        Table table = Table.columns(
                        "data",
                        "epsilon",
                        "ours",
                        "paper's SGD",
                        "paper's Adam",
                        "steps",
                        "rate",
                        "parts",
                        "candidates")
                .title("micro F1 at a provable epsilon, delta 1e-5");
        ScoreCells cells = new ScoreCells();
        for (String set : grid.noised()) {
            List<Summary<TextRun>> best = spent(set);
            if (best == null) continue;
            int candidates =
                    grid.parts(set).over(TextGrid.SCORE).size() / grid.budgets().size();
            for (Summary<TextRun> s : best) {
                TextRun run = s.experiment();
                table.row(
                        set,
                        run.epsilon(),
                        cells.of(s, null),
                        printed(set, Descent.SGD, run.epsilon()),
                        printed(set, Descent.ADAM, run.epsilon()),
                        run.epochs(),
                        run.rate(),
                        run.parts(),
                        candidates);
            }
        }
        return cells.origin(
                table.note("Nothing is proved for the paper's values: the same epsilon is claimed for half of the"
                        + " sensitivity, and for gradients that were not clipped."));
    }

    private static String printed(String set, Descent optimizer, double epsilon) {
        return ScoreCells.printed(ScoreCells.published(set, "GCN-DP", optimizer, epsilon));
    }

    /** Accuracy by provable epsilon, a panel for each data set. */
    public Figure provable() throws IOException {
        List<Figure> panels = new ArrayList<>();
        for (String set : grid.noised()) {
            Figure panel = Figure.of(set).x("provable epsilon").y("micro F1").logX();
            List<Summary<TextRun>> best = spent(set);
            if (best != null)
                panel.runs(
                        "parts, few large steps",
                        best.stream().mapToDouble(s -> s.experiment().epsilon()).toArray(),
                        TextFigures.bySeed(best));
            for (Descent optimizer : grid.optimizers(set)) {
                List<Summary<TextRun>> over = new ArrayList<>(grid.noisy(set, optimizer, Noisy.CLIPPED));
                over.sort(Comparator.comparingDouble(TextFindings::proved));
                panel.points(
                        "the paper's " + optimizer + ", clipped",
                        over.stream().mapToDouble(TextFindings::proved).toArray(),
                        over.stream().mapToDouble(Summary::mean).toArray());
            }
            Table printed = PublishedTables.named("dp-gcn-text-table2")
                    .where("dataset", set)
                    .where("method", "GCN-DP")
                    .where("optimizer", Descent.SGD);
            if (printed.rows() > 0)
                panel.points(
                        "SGD as printed: claimed, not proved", printed.numbers("epsilon"), printed.numbers("value"));
            panels.add(panel.horizontal(grid.plain(set, Descent.ADAM).mean(), "no privacy"));
        }
        return Figure.grid("accuracy per provable epsilon", 2, panels.toArray(Figure[]::new));
    }

    private static double proved(Summary<TextRun> s) {
        TextRun run = s.experiment();
        return PaperBounds.wholeGraph(run.noise(), run.epochs(), TextGcn.DELTA).exactReplaced();
    }
}
