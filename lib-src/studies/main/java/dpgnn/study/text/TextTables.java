package dpgnn.study.text;

import dpgnn.graph.SparseFeatures;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.paper.PublishedTables;
import dpgnn.study.text.TextGrid.Noisy;
import dpgnn.study.text.TextRun.Descent;
import dpgnn.text.BagOfWords;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The tables of Igamberdiev and Habernal (2022), the printed micro-F1 beside ours. */
public final class TextTables {
    private final TextGrid grid;

    private TextTables(TextGrid grid) {
        this.grid = grid;
    }

    public static TextTables of(TextGrid grid) {
        return new TextTables(grid);
    }

    /** Table 1: sizes, as read. */
    public Table table1() throws IOException {
        Table table = Table.columns("data", "classes", "training", "validation", "test", "nodes", "edges", "hash")
                .title("Table 1: the data");
        for (String set : grid.sets()) {
            TextData d = TextData.of(set);
            String name = d.data().name();
            table.row(
                    name,
                    d.data().labels().classes(),
                    d.split().train().length,
                    d.split().validation().length,
                    d.split().test().length,
                    d.data().nodes(),
                    d.data().graph().edges(),
                    Run.Data.of(d.data()).hash());
            Table printed = PublishedTables.named("dp-gcn-text-table1").where("dataset", set);
            if (printed.rows() == 1 && !d.data().provenance().standIn())
                grid.bench()
                        .check(
                                d.split().train().length == (int) printed.numbers("training_size")[0],
                                set + " has as many training nodes as the paper's");
            for (String note : d.data().provenance().notes()) {
                String text = note.replaceFirst(" and put it at \\S+", ".");
                if (!table.notes().contains(text)) table.note(text);
            }
        }
        return table;
    }

    /** Pokec's texts as a public list of words reads them, and as one that was counted in them. */
    public Table encoders() throws IOException {
        Table table = Table.columns("data", "columns", "share of ones", "a sound plan is worth")
                .title("Pokec's texts as features");
        TextData counted = TextData.pokec(BagOfWords.counted(TextData.pokecTexts(), 15, 15_000));
        for (TextData pokec : List.of(TextData.of("Pokec"), counted)) {
            SparseFeatures words = (SparseFeatures) pokec.data().features();
            List<String> leaks = pokec.data().provenance().leaks();
            table.row(
                    pokec == counted ? "words counted in the texts" : "words of a public list",
                    words.width(),
                    words.nonZeros() / ((double) words.rows() * words.width()),
                    leaks.isEmpty() ? "its provable epsilon" : "nothing");
            leaks.forEach(table::note);
        }
        return table;
    }

    /** Table 2, random guesses and the most frequent class. */
    public Table guesses() throws IOException {
        Table table = Table.columns(
                        "data", "random: published", "random: ours", "majority: published", "majority: ours")
                .title("random guesses and the most frequent class, micro F1");
        for (String set : grid.sets()) {
            TextData data = TextData.of(set);
            double[] random = LongStream.rangeClosed(1, 5)
                    .mapToDouble(seed -> BlindGuess.random(data, seed))
                    .toArray();
            double[] most = {BlindGuess.majority(data)};
            Double printedRandom = ScoreCells.published(set, "random", null, null),
                    printedMost = ScoreCells.published(set, "majority", null, null);
            boolean standIn = TextGrid.standIn(set);
            table.row(
                    set,
                    ScoreCells.printed(printedRandom),
                    ScoreCells.text(random, standIn, printedRandom),
                    ScoreCells.printed(printedMost),
                    ScoreCells.text(most, standIn, printedMost));
        }
        return table.note(
                "The released code never draws the last class; ours draws all; seeds 1 2 3 4 5 of the random ones. * A synthetic graph of the same size.");
    }

    /** Table 2, left, with the paper's dropout, and beside it without, as in the released code. */
    public Table table2Left() throws IOException {
        List<String> heads = new ArrayList<>(List.of("data"));
        for (Descent each : Descent.values()) heads.addAll(List.of(each + ": published", each + ": ours"));
        for (Descent each : Descent.values()) heads.add(each + ", no dropout");
        Table table = Table.columns(heads.toArray(String[]::new)).title("Table 2, left: micro F1 without privacy");
        ScoreCells cells = new ScoreCells();
        for (String set : grid.sets()) {
            List<Object> row = new ArrayList<>(List.of(set));
            for (Descent each : Descent.values()) {
                Double printed = ScoreCells.published(set, "GCN", each, null);
                row.add(ScoreCells.printed(printed));
                row.add(cells.of(grid.plain(set, each), printed));
            }
            for (Descent each : Descent.values()) row.add(cells.of(grid.withoutDropout(set, each), null));
            table.row(row.toArray());
        }
        return cells.origin(table);
    }

    /** Table 2, right: a row for each optimiser and claimed epsilon. */
    public Table table2Right(Noisy what) throws IOException {
        return right(
                what == Noisy.CLIPPED
                        ? "clipped at 1"
                        : "as released: no clipping, no dropout, no privacy at any epsilon",
                grid.noised(),
                (set, optimizer) -> grid.noisy(set, optimizer, what));
    }

    /** The same as released, where the default patience of the code ends a training. */
    public Table ended() throws IOException {
        return right("as released, ended by the patience of " + TextGcn.PATIENCE, grid.ended(), grid::ended);
    }

    /** The runs of a set with an optimiser, one summary for each noise. */
    @FunctionalInterface
    private interface Runs {
        List<Summary<TextRun>> of(String set, Descent optimizer) throws IOException;
    }

    private static Table right(String what, List<String> sets, Runs runs) throws IOException {
        List<String> heads = new ArrayList<>(List.of("optimizer", "epsilon"));
        for (String set : sets) heads.addAll(List.of(set + ": published", set + ": ours"));
        Table table = Table.columns(heads.toArray(String[]::new)).title("Table 2, right, " + what);
        ScoreCells cells = new ScoreCells();
        for (Descent optimizer : Descent.values())
            for (double noise : TextRun.NOISE) {
                long epsilon = Math.round(claimed(optimizer, optimizer.noise(noise)));
                List<Object> row = new ArrayList<>(List.of(optimizer, epsilon));
                boolean any = false;
                for (String set : sets) {
                    Double printed = ScoreCells.published(set, "GCN-DP", optimizer, epsilon);
                    Summary<TextRun> ours = at(runs.of(set, optimizer), optimizer.noise(noise));
                    any |= ours != null;
                    row.add(ScoreCells.printed(printed));
                    row.add(cells.of(ours, printed));
                }
                if (any) table.row(row.toArray());
            }
        return cells.origin(table);
    }

    /** Where the default patience ended a training: after how many steps, and how often with one class for all. */
    public Table endedBySeed() throws IOException {
        Table table = Table.columns("data", "optimizer", "epsilon", "steps", "lowest", "highest", "one class for all")
                .title("ended by the patience of " + TextGcn.PATIENCE + ", over seeds")
                .digits("lowest", 3)
                .digits("highest", 3);
        for (String set : grid.ended()) {
            double[] shares = shares(set);
            for (Descent optimizer : Descent.values())
                for (Summary<TextRun> s : grid.ended(set, optimizer)) {
                    DoubleSummaryStatistics steps = statistics(s.of("steps").values()), scores = statistics(s.values());
                    table.row(
                            set,
                            optimizer,
                            Math.round(claimed(optimizer, s.experiment().noise())),
                            String.format("%.0f to %.0f", steps.getMin(), steps.getMax()),
                            scores.getMin(),
                            scores.getMax(),
                            ofOneClass(s.values(), shares) + " of " + s.values().length);
                }
            String each = Arrays.stream(shares)
                    .mapToObj(v -> String.format(Locale.ROOT, "%.3f", v))
                    .collect(Collectors.joining(" "));
            table.note(set + ": answers of one class for all have " + each + ".");
        }
        return table.note("One class for all: the score is within 0.005 of such an answer's.");
    }

    /**
     * Adam as released, without the luck of its draws. A network that hears only noise has no class that it likes better than
     * another, so that its answers are right for one document in so many as there are classes: exactly, as a mean over draws. What
     * our draws gave beyond that, seed by seed, is taken from every row, which has the same draws.
     */
    public Table withoutLuck() throws IOException {
        List<String> heads = new ArrayList<>(List.of("optimizer", "epsilon"));
        for (String set : grid.light()) heads.addAll(List.of(set + ": published", set + ": ours"));
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Table 2, right, as released, less the luck of our draws");
        ScoreCells cells = new ScoreCells();
        for (double noise : grid.levels(grid.main())) {
            long epsilon = Math.round(claimed(Descent.ADAM, Descent.ADAM.noise(noise)));
            List<Object> row = new ArrayList<>(List.of(Descent.ADAM, epsilon));
            for (String set : grid.light()) {
                Double printed = ScoreCells.published(set, "GCN-DP", Descent.ADAM, epsilon);
                Summary<TextRun> ours = at(grid.noisy(set, Descent.ADAM, Noisy.RELEASED), Descent.ADAM.noise(noise));
                cells.seen(ours, TextGrid.standIn(set));
                double[] fair = fair(
                        ours.values(),
                        grid.noiseAlone(set).values(),
                        TextData.of(set).data().labels().classes());
                row.add(ScoreCells.printed(printed));
                row.add(ScoreCells.text(fair, TextGrid.standIn(set), printed));
            }
            table.row(row.toArray());
        }
        for (String set : grid.light()) {
            Summary<TextRun> alone = grid.noiseAlone(set);
            table.note(String.format(
                    Locale.ROOT,
                    "%s: noise alone has %.3f with these draws, %.3f as a mean over all draws.",
                    set,
                    alone.mean(),
                    1.0 / TextData.of(set).data().labels().classes()));
        }
        return cells.origin(table);
    }

    /** Scores by seed, less what noise alone has beyond chance with the draws of each seed. */
    static double[] fair(double[] scores, double[] alone, int classes) {
        double[] fair = new double[scores.length];
        for (int i = 0; i < fair.length; i++) fair[i] = scores[i] - alone[i] + 1.0 / classes;
        return fair;
    }

    private static DoubleSummaryStatistics statistics(double[] values) {
        return Arrays.stream(values).summaryStatistics();
    }

    private static long ofOneClass(double[] scores, double[] shares) {
        return Arrays.stream(scores)
                .filter(v -> Arrays.stream(shares).anyMatch(share -> Math.abs(v - share) <= 0.005))
                .count();
    }

    /** The micro-F1 of every answer that is one class for all. */
    private static double[] shares(String set) throws IOException {
        TextData d = TextData.of(set);
        int[] test = d.split().test();
        double[] shares = new double[d.data().labels().classes()];
        for (int v : test) shares[d.data().labels().of(v)] += 1.0 / test.length;
        return shares;
    }

    /** What was claimed, what is proved, and what came out, for one data set. */
    public Table worth() throws IOException {
        Table table = Table.columns(
                        "optimizer", "noise", "claimed", "provable, clipped", "released", "with dropout", "clipped")
                .title("what was claimed, what is proved, what came out: " + grid.main())
                .digits("claimed", 2)
                .digits("provable, clipped", 2);
        ScoreCells cells = new ScoreCells();
        for (Descent optimizer : grid.optimizers(grid.main()))
            for (Summary<TextRun> s : grid.noisy(grid.main(), optimizer, Noisy.CLIPPED)) {
                double noise = s.experiment().noise(), claimed = claimed(optimizer, noise);
                double proved = TextGrid.proved(s.runs().get(0)).epsilon();
                grid.bench().check(proved > claimed, "what is proved is more than what was claimed");
                List<Object> row = new ArrayList<>(List.of(optimizer, noise, claimed, proved));
                for (Noisy what : Noisy.values())
                    row.add(cells.of(at(grid.noisy(grid.main(), optimizer, what), noise), null));
                table.row(row.toArray());
            }
        return cells.origin(table.note("Nothing is proved for what was not clipped."));
    }

    /** The printed epsilon of a run of the paper's: moments accountant, sensitivity C. */
    private static double claimed(Descent optimizer, double noise) {
        return PaperBounds.textClassification(noise, optimizer.epochs(), 1, TextGcn.DELTA)
                .epsilon();
    }

    private static Summary<TextRun> at(List<Summary<TextRun>> over, double noise) {
        if (over == null) return null;
        return over.stream()
                .filter(s -> s.experiment().noise() == noise)
                .findFirst()
                .orElse(null);
    }

    /** Table 3: epsilon for each noise, as printed, as the moments accountant has it, and at twice the sensitivity. */
    public static Table table3() {
        List<String> ours = List.of("claimed: moments, C", "exact, C", "moments, 2C", "provable: exact, 2C");
        List<String> heads = new ArrayList<>(List.of("noise (SGD)", "noise (Adam)", "printed"));
        heads.addAll(ours);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Table 3: epsilon at delta 1e-5 after 2000 steps of SGD or 500 of Adam");
        for (String column : ours) table.digits(column, 3);
        Table printed = PublishedTables.named("dp-gcn-text-table3");
        double[] epsilons = printed.numbers("epsilon"), noises = printed.numbers("noise_sgd");
        for (int i = 0; i < noises.length; i++) {
            var row = PaperBounds.wholeGraph(noises[i], Descent.SGD.epochs(), TextGcn.DELTA);
            table.row(
                    noises[i],
                    Descent.ADAM.noise(noises[i]),
                    epsilons[i],
                    row.published(),
                    row.exact(),
                    row.momentsReplaced(),
                    row.exactReplaced());
        }
        return table.note("C: right only against a world that releases no gradient at all. 2C: any two graphs.");
    }
}
