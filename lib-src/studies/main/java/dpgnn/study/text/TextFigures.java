package dpgnn.study.text;

import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.text.TextRun.Descent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Figures 1 and 2 of Igamberdiev and Habernal (2022), which leave documents out, and what the paper's text says of them. */
public final class TextFigures {
    /** A point of figure 1 that the paper's text names. */
    private record Named(String set, Descent optimizer, int percent, double score) {}

    private static final List<Named> NAMED = List.of(
            new Named("Cora", Descent.SGD, 50, 0.77),
            new Named("Cora", Descent.SGD, 100, 0.77),
            new Named("CiteSeer", Descent.SGD, 10, 0.70),
            new Named("CiteSeer", Descent.SGD, 100, 0.77),
            new Named("PubMed", Descent.SGD, 10, 0.57),
            new Named("PubMed", Descent.SGD, 100, 0.49),
            new Named("PubMed", Descent.ADAM, 10, 0.80),
            new Named("PubMed", Descent.ADAM, 50, 0.80),
            new Named("PubMed", Descent.ADAM, 100, 0.80));

    private final TextGrid grid;

    private TextFigures(TextGrid grid) {
        this.grid = grid;
    }

    public static TextFigures of(TextGrid grid) {
        return new TextFigures(grid);
    }

    /** Figure 1: micro-F1 by the share of the training documents, without privacy. */
    public Figure figure1() throws IOException {
        List<Figure> panels = new ArrayList<>();
        for (Descent optimizer : Descent.values()) {
            Figure panel = Figure.of("Figure 1, " + optimizer)
                    .x("training documents, %")
                    .y("micro F1");
            for (String set : grid.noised()) curve(panel, set, grid.fewer(set, optimizer));
            List<Named> named = NAMED.stream()
                    .filter(n -> n.optimizer == optimizer && grid.noised().contains(n.set))
                    .toList();
            if (!named.isEmpty())
                panel.points(
                        "named in the text",
                        named.stream().mapToDouble(Named::percent).toArray(),
                        named.stream().mapToDouble(Named::score).toArray());
            panels.add(panel);
        }
        return Figure.grid("Figure 1", 2, panels.toArray(Figure[]::new));
    }

    /** A line over the share of the training documents, a run for each seed. */
    private static void curve(Figure panel, String name, List<Summary<TextRun>> over) {
        double[] x = over.stream().mapToDouble(s -> s.experiment().percent()).toArray();
        panel.runs(name, x, bySeed(over));
    }

    static double[][] bySeed(List<? extends Summary<?>> over) {
        double[][] runs = new double[over.get(0).runs().size()][over.size()];
        for (int p = 0; p < over.size(); p++)
            for (int k = 0; k < runs.length; k++) runs[k][p] = over.get(p).values()[k];
        return runs;
    }

    /** The points of figure 1 that the paper's text names. */
    public Table figure1Text() throws IOException {
        Table table = Table.columns(
                        "data", "optimizer", "training documents, %", "printed in the text", "ours", "difference")
                .title("Figure 1, what the text says of it")
                .digits("ours", 3)
                .digits("difference", 3);
        for (Named each : NAMED) {
            if (!grid.noised().contains(each.set) || TextGrid.standIn(each.set)) continue;
            for (Summary<TextRun> s : grid.fewer(each.set, each.optimizer))
                if (s.experiment().percent() == each.percent)
                    table.row(each.set, each.optimizer, each.percent, each.score, s.mean(), s.mean() - each.score);
        }
        return table;
    }

    /** Figure 2: Adam, clipped, by the share of the training documents and the provable epsilon. */
    public Figure figure2() throws IOException {
        List<Figure> panels = new ArrayList<>();
        for (String set : grid.noised()) {
            SweepResults<TextRun> results = grid.noisyFewer(set);
            Figure panel =
                    Figure.of("Figure 2, " + set).x("training documents, %").y("micro F1");
            for (double level : grid.levels(set)) {
                double proved = PaperBounds.wholeGraph(level, Descent.SGD.epochs(), TextGcn.DELTA)
                        .exactReplaced();
                curve(
                        panel,
                        String.format("epsilon %.2f", proved),
                        results.where(r -> r.noise() == Descent.ADAM.noise(level))
                                .over(TextGrid.SCORE));
            }
            panels.add(panel.horizontal(BlindGuess.majority(TextData.of(set)), "majority"));
        }
        panels.add(1, released());
        return Figure.grid("Figure 2", 2, panels.toArray(Figure[]::new));
    }

    /** The same for the main set as the released code runs it. */
    private Figure released() throws IOException {
        Figure panel = Figure.of(grid.main() + ", as released, no privacy")
                .x("training documents, %")
                .y("micro F1");
        SweepResults<TextRun> results = grid.releasedFewer(grid.main());
        for (double level : List.of(4.0, 112.0))
            curve(
                    panel,
                    String.format("noise %.0f", Descent.ADAM.noise(level)),
                    results.where(r -> r.noise() == Descent.ADAM.noise(level)).over(TextGrid.SCORE));
        return panel.horizontal(BlindGuess.majority(TextData.of(grid.main())), "majority");
    }
}
