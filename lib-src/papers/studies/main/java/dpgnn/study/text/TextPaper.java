package dpgnn.study.text;

import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.random.Streams;
import dpgnn.study.BlindGuess;
import dpgnn.study.ReadData;
import dpgnn.study.Workbench;
import dpgnn.study.paper.Claims;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Sort;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Igamberdiev and Habernal (2022): which run stands behind which published number.
 *
 * @param tiny whether a small graph stands for every set
 * @param sets the data sets that are run, of those of the paper
 * @param missing those whose files are not at hand
 */
public record TextPaper(boolean tiny, List<String> sets, List<String> missing) {
    public static final Paper PAPER =
            Paper.read("text", "Privacy-Preserving Graph Convolutional Networks for Text Classification", "text");

    /** Noise over the clip norm with SGD, as Table 3 prints it. */
    private static final List<Double> NOISE = List.of(4.0, 26.0, 48.0, 112.0);

    private static final String FILES = "Pokec's profiles with the BERT that reads them, and Reddit's posts";

    /** At ci a small graph and without data a stand-in, both in place of Cora; else what is at hand. */
    public static TextPaper of(Workbench bench) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String set : TextData.NAMES)
            try {
                Datasets.load(set.toLowerCase(Locale.ROOT));
            } catch (MissingData e) {
                missing.add(set);
            }
        List<String> sets = new ArrayList<>(List.of("Cora", "CiteSeer", "PubMed"));
        if (bench.paper()) sets.addAll(List.of("Pokec", "Reddit"));
        sets.removeAll(missing);
        return new TextPaper(bench.ci(), bench.ci() || missing.contains("Cora") ? List.of("Cora") : sets, missing);
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() {
        return !tiny && !missing.contains("Cora");
    }

    /** What is read in place of a data set of the paper. */
    public String named(String set) {
        return tiny ? "small" : set;
    }

    /** The documents of a data set of the paper. */
    public TextData data(String set) {
        try {
            return TextData.of(named(set));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is proved for a run. */
    public static Guarantee proved(Run run) {
        return run.guarantees().get(run.guarantees().size() - 1);
    }

    private Found onSet(String set, Function<String, Found> found) {
        if (sets.contains(set)) return found.apply(named(set));
        return missing.contains(set) ? Found.noFile(FILES) : Found.notRun("at scale paper alone");
    }

    private ReadData read(String set) {
        return ReadData.of(Run.Data.of(data(set).data()));
    }

    /** Sizes, as read. */
    public Comparison table1() {
        return PAPER.compare("Table 1", "data sets", cell -> onSet(cell.row(), set -> Found.of(read(set), size(cell))))
                .head("data");
    }

    private int size(PublishedCell cell) {
        TextData of = data(cell.row());
        return switch (cell.column()) {
            case "classes" -> of.data().labels().classes();
            case "test" -> of.split().test().length;
            default -> of.split().train().length;
        };
    }

    private static List<PublishedCell> left(Sort sort) {
        return PAPER.table("Table 2, left").stream()
                .filter(c -> c.rule().sort() == sort)
                .toList();
    }

    /** Answers that read no document. */
    public Comparison guesses() {
        long[] seeds = LongStream.rangeClosed(1, 5).toArray();
        return PAPER.compare(
                        left(Sort.FORMULA),
                        "random and most frequent class",
                        cell -> onSet(cell.row(), set -> {
                            if (cell.column().startsWith("most")) return Found.of(read(set), majority(cell.row()));
                            double[] scores = LongStream.of(seeds)
                                    .mapToDouble(seed -> BlindGuess.uniform(
                                            data(cell.row()).data().labels(),
                                            data(cell.row()).split().test(),
                                            Streams.seed(seed).stream("guess")))
                                    .toArray();
                            return new Found(read(set), seeds, scores, "", false);
                        }))
                .head("data")
                .note("the research code never draws the last class; ours draws all");
    }

    /** The score of the most frequent class for all documents. */
    public double majority(String set) {
        TextData of = data(set);
        return BlindGuess.majority(
                of.data().labels(), of.split().train(), of.split().test());
    }

    /** Without privacy. */
    public Comparison plain(Function<PublishedCell, Found> found) {
        return PAPER.compare(
                        left(Sort.TRAINING),
                        "micro F1 without privacy",
                        cell -> onSet(cell.row(), set -> found.apply(cell)))
                .head("data");
    }

    /** Table 2, right, as the text says. */
    public Comparison clipped(Function<PublishedCell, Found> found) {
        return noisy("micro F1 with noise, clipped", found)
                .note("what the paper's algorithm describes, and what has a provable epsilon")
                .blind(cell -> majority(cell.column()));
    }

    /** The same as the released code runs it, to the last epoch. */
    public Comparison released(Function<PublishedCell, Found> found) {
        return noisy("as released: not clipped", found)
                .reading(Comparison.RELEASED)
                .note("no epsilon holds; twenty seeds where Adam meets noise on Cora and CiteSeer, three elsewhere")
                .blind(cell -> majority(cell.column()));
    }

    /** Table 2, right, by some way to train: a row for each optimiser and epsilon that is published for it. */
    public Comparison noisy(String what, Function<PublishedCell, Found> found) {
        return PAPER.compare(
                        "Table 2, right",
                        what,
                        cell -> onSet(
                                cell.key("dataset"),
                                set -> levels().contains(cell.number("noise"))
                                        ? found.apply(cell)
                                        : Found.notRun("not at this scale")))
                .head("optimiser, claimed epsilon");
    }

    /** The noises that are run, of SGD over the clip norm: all of the paper, or the least and the most. */
    public List<Double> levels() {
        return real() ? NOISE : List.of(4.0, 112.0);
    }

    /** The epsilon that the paper has for each noise. */
    public static Comparison table3() {
        return PAPER.compare("Table 3", "epsilon for each noise", cell -> {
                    return Found.of(
                            ReadData.NONE,
                            PaperBounds.textClassification(cell.number("noise"), 2000, 1, 1e-5)
                                    .epsilon());
                })
                .head("noise of SGD over the clip norm")
                .note("exactly the paper's formula; for a replaced document its sensitivity is too small by half");
    }

    /** The points of figure 1 that the paper's text names. */
    public Comparison figure1(Function<PublishedCell, Found> found) {
        return PAPER.compare(
                        "Figure 1",
                        "F1 against the number of documents",
                        cell -> onSet(cell.key("dataset"), set -> found.apply(cell)))
                .head("data, optimiser")
                .note("a plot; of its points the text names these");
    }

    /** Table 4's epsilons, after so many epochs. */
    public static Comparison epsilons(int epochs) {
        return PAPER.compare(digits("epsilon"), "epsilon for lots of MNIST, " + epochs + " epochs", cell -> {
                    var claimed = PaperBounds.textClassificationTable4(
                            (int) cell.number("lot"), cell.number("noise"), epochs);
                    return Found.of(ReadData.NONE, claimed.epsilon());
                })
                .head("lots");
    }

    /** The numbers of a column of Table 4. */
    public static List<PublishedCell> digits(String column) {
        return PAPER.table("Table 4").stream()
                .filter(c -> c.column().equals(column))
                .toList();
    }

    /** What the text claims of noise, held against the algorithm as it is written; beside it what the released code gives. */
    public Claims claims(Comparison clipped, Comparison released, Comparison figure1) {
        double worse = figure1.mean("PubMed SGD", "10 %") - figure1.mean("PubMed SGD", "100 %");
        return Claims.of(PAPER)
                .onStandIn(clipped.isOnStandIn())
                .tested(
                        "With SGD the score hardly depends on epsilon",
                        "Table 2",
                        String.format("%.2f lost from epsilon 137 to 2, at most", lost(clipped))
                                + "; clipped as the text says: "
                                + both(clipped, "SGD 137", "SGD 2") + ofReleased(lost(released) <= 0.03)
                                + both(released, "SGD 137", "SGD 2"),
                        Standing.of(lost(clipped) <= 0.03, false),
                        "Table 2, right: micro F1 with noise, clipped")
                .tested(
                        "Private SGD is better than the most frequent class, except on PubMed",
                        "Table 2",
                        String.format("%.2f short of it at epsilon 2, at most", -better(clipped)) + "; clipped: "
                                + majorities(clipped) + ofReleased(better(released) > 0) + majorities(released),
                        Standing.of(better(clipped) > 0, false),
                        "Table 2, right: micro F1 with noise, clipped")
                .tested(
                        "Adam is below SGD under noise",
                        "Table 2",
                        String.format("Adam is %.2f ahead at epsilon 10, at most", ahead(clipped))
                                + "; clipped, epsilon 10: "
                                + both(clipped, "Adam 10", "SGD 10") + ofReleased(ahead(released) < 0)
                                + both(released, "Adam 10", "SGD 10"),
                        Standing.of(ahead(clipped) < 0, false),
                        "Table 2, right: micro F1 with noise, clipped")
                .tested(
                        "With SGD and without privacy, more documents of PubMed make it worse: 0.57 with a tenth, 0.49 with all",
                        "Figure 1",
                        score(figure1, "PubMed SGD", "10 %") + " and " + score(figure1, "PubMed SGD", "100 %"),
                        Standing.of(Math.abs(worse - 0.08) <= 0.03, worse > 0),
                        "Figure 1: F1 against");
    }

    private static String ofReleased(boolean holds) {
        return "; it " + (holds ? "holds" : "does not hold")
                + " of the released code, which does not clip and gives no privacy: ";
    }

    private double lost(Comparison of) {
        return largest(sets, set -> of.mean("SGD 137", set) - of.mean("SGD 2", set));
    }

    private double ahead(Comparison of) {
        return largest(sets, set -> of.mean("Adam 10", set) - of.mean("SGD 10", set));
    }

    /** What private SGD has more than the most frequent class, at least, but on PubMed, which the paper excepts. */
    private double better(Comparison of) {
        List<String> meant = sets.stream().filter(set -> !set.equals("PubMed")).toList();
        return -largest(meant.isEmpty() ? sets : meant, set -> majority(set) - of.mean("SGD 2", set));
    }

    private String majorities(Comparison of) {
        return each(set -> score(of, "SGD 2", set) + String.format(" for %.2f", majority(set)));
    }

    private static double largest(List<String> sets, ToDoubleFunction<String> of) {
        return sets.stream().mapToDouble(of).max().orElseThrow();
    }

    private String both(Comparison of, String one, String other) {
        return each(set -> score(of, one, set) + " and " + score(of, other, set));
    }

    private String each(Function<String, String> of) {
        return sets.stream().map(set -> of.apply(set) + " (" + set + ")").collect(Collectors.joining(", "));
    }

    private static String score(Comparison of, String row, String set) {
        Found found = of.found(row, set);
        return String.format(found.seeds().length < 2 ? "%.2f" : "%.2f ± %.2f", found.mean(), found.deviation());
    }
}
