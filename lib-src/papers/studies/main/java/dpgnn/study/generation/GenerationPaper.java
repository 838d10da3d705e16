package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.GraphCollection;
import dpgnn.study.ReadData;
import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.Claims;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/** Yang et al. (2021): which run stands behind which published number. Private rows are the published variant, whose epsilon does not hold. */
public record GenerationPaper(GenerationGrid grid) {
    public static final Paper PAPER =
            Paper.read("DPGGAN", "Secure Deep Graph Generation with Link Differential Privacy", "dpggan");

    private static final String CLAIMED = "DPGGAN " + GraphMaker.NOISED + " ";

    private static final String UNTRAINED = "at the published q, sigma and C our steps learn nothing";

    private static final Found SAME = Found.notRun("the training of epsilon 1 again");

    private static final String GGAN = "DPGGAN published 1", GVAE = "DPGVAE published 1", FIGURE = "Figure 3";

    /** The row Original of Table 1: means over all graphs. */
    public Comparison originals(boolean signed) {
        Comparison all = PAPER.compare(
                        "Table 1, Original",
                        signed ? "statistics of the originals" : "statistics of the originals, without signs",
                        cell -> {
                            GraphCollection whole = grid.collection(cell.row());
                            double mean = mean(whole, cell.column());
                            return Found.of(GraphCollections.data(whole, whole), signed ? mean : Math.abs(mean));
                        })
                .head("data");
        return signed ? all : all.reading(Comparison.READING).note("the published GINI of IMDB lacks its minus sign");
    }

    private static double mean(GraphCollection all, String statistic) {
        return all.graphs().stream()
                .mapToDouble(g -> GraphStatistics.of(g).get(statistic))
                .average()
                .orElseThrow();
    }

    /** Means of absolute differences, as the text says; the private rows stand there after one step, too. */
    public Comparison table1(String set) {
        return table1(set, (row, figure) -> {
            Part part = row.endsWith(" step") ? grid.oneStep(set) : grid.published(set);
            return found(part, part.of(row.replaceAll(", 1.*", " published 1")).of(figure));
        });
    }

    /** The same of runs that a notebook lays out itself, by row and figure; "DPGVAE, 1 step" is such a row. */
    public Comparison table1(String set, BiFunction<String, String, Found> found) {
        ReadData data = GraphCollections.data(grid.graphs(set), grid.collection(set));
        BiFunction<String, String, Found> marked = (row, figure) -> {
            Found each = found.apply(row, figure);
            return each.isThere() ? found(data, each.seeds(), each.values()) : each;
        };
        Comparison all = PAPER.compare(
                        "Table 1, " + set,
                        "mean absolute differences",
                        cell -> isTrained(cell) ? marked.apply(cell.row(), cell.column()) : SAME)
                .head("method")
                .note("limits: a hundredth of the originals' mean, of REDE a tenth of what that is short of 1");
        for (String row : List.of("DPGVAE, 1 step", "DPGGAN, 1 step"))
            all.also(row, figure -> marked.apply(row, figure));
        return all;
    }

    /** Of a private method one budget is trained: the formula allows more steps for each than are run. */
    private static boolean isTrained(PublishedCell cell) {
        return List.of("", "1").contains(cell.key("epsilon", ""));
    }

    private static Found found(Part part, double[] values) {
        return found(part.data(), part.measured().get(0).seeds(), values);
    }

    /**
     * Differences of the means over all graphs, which the released evaluation forms: smaller than means of differences wherever
     * graphs err to both sides. Generated nodes without an edge are dropped.
     */
    public Comparison table1Means(String set) {
        GraphCollection part = grid.published(set).study().part();
        return compared(
                        "Table 1, " + set,
                        "differences of the means",
                        grid.published(set),
                        (scores, name) -> ofMeans(part, scores, name))
                .reading(Comparison.RELEASED)
                .note(
                        "the released evaluation takes means over all graphs first, and drops generated nodes without edges");
    }

    private static double[] ofMeans(GraphCollection part, MakerScores scores, String name) {
        double original = mean(part, name);
        return Arrays.stream(scores.of(MakerScores.LEVEL + name + MakerScores.LINKED))
                .map(v -> Math.abs(v - original))
                .toArray();
    }

    /** The open models with all choices of the released code, measured as it measures; not counted until all of it ran. */
    public Comparison table1Released(String set) {
        Part part = grid.asReleased(set);
        return PAPER.compare("Table 1, " + set, "the released open models", cell -> {
                    if (!List.of("GVAE", "GGAN").contains(cell.row()))
                        return Found.notRun("no open model of the released code");
                    MakerScores scores = part.of(cell.row() + " " + ReleasedModel.VARIANT);
                    return found(part, ofMeans(part.study().part(), scores, cell.column()));
                })
                .head("method")
                .reading(Comparison.READING)
                .note(
                        "default arguments, 100 epochs, decoded from the codes of the original: nothing of it is private");
    }

    /** Cosines, and the accuracy of a classifier. */
    public Comparison table2(String set) {
        return compared("Table 2, " + set, "use of generated graphs", grid.used(set), MakerScores::of);
    }

    private static Comparison compared(
            String table, String what, Part part, BiFunction<MakerScores, String, double[]> figure) {
        return PAPER.compare(table, what, cell -> {
                    if (!isTrained(cell)) return SAME;
                    String epsilon = cell.key("epsilon", "");
                    MakerScores scores = part.of(cell.key("method") + (epsilon.isEmpty() ? "" : " published 1"));
                    return found(part.data(), scores.seeds(), figure.apply(scores, cell.key("metric")));
                })
                .head("method");
    }

    /** What was found on some graphs: of a part of them nothing is compared. */
    public static Found found(ReadData data, long[] seeds, double[] values) {
        boolean part = data.name().contains(" of ") && !data.isStandIn();
        return new Found(
                part ? new ReadData(data.name(), data.hash(), "a part of the graphs") : data, seeds, values, "", false);
    }

    /** The accuracy of another classifier on the originals. */
    public Comparison originals(String set, String what, GraphClassifier classifier) {
        Part part = grid.all(set, List.of(GraphMaker.original()));
        MakerScores scores =
                part.study().classified(part.measured(), classifier).get(0);
        PublishedCell cell = PAPER.cell("Table 2, " + set, "Original", MakerScores.ACCURACY);
        return PAPER.compare(
                        List.of(cell), what, c -> found(part.data(), scores.seeds(), scores.of(MakerScores.ACCURACY)))
                .head("method")
                .reading(Comparison.TRIED)
                .note(classifier.toString());
    }

    /** Whether the script's number of a release is not what the text says of it. */
    public static boolean contradicts(String release) {
        return !release.equals("DPGGAN") && !told("IMDB", release).equals(drawn(release));
    }

    /** By how many points the area of DPGGAN is below that of a release in the script: "27.3 to 28.6". */
    public static String drawn(String release) {
        double area = PAPER.cell(FIGURE, release, "").value();
        double[] drops = PAPER.table(FIGURE).stream()
                .filter(cell -> cell.row().equals("DPGGAN"))
                .mapToDouble(cell -> Math.round(1000 * (area - cell.value())) / 10.0)
                .sorted()
                .toArray();
        return drops[0] + " to " + drops[drops.length - 1];
    }

    /** The same in the text. */
    public static String told(String set, String release) {
        String row = set + " below " + (release.equals("Original") ? "original" : release);
        return PAPER.cell("Figure 3, the text", row, "from").value() + " to "
                + PAPER.cell("Figure 3, the text", row, "to").value();
    }

    /**
     * The claims that Table 1 tests.
     *
     * @param budgets whether to train by the protocol of docs/reproduction-rules.md; else one of them is untested
     */
    public Claims claims(boolean budgets) {
        GeneratorDuels equal = duels(GVAE), walks = duels("NetGAN"), steps = duels("GraphRNN");
        Claims claims = Claims.of(PAPER).onStandIn(isStandIn());
        String words = "Nearer to the original than DPGVAE at equal budget";
        GeneratorDuels once = learned(GVAE), onceGan = learned(GGAN);
        String than = "; 50 steps against one: DPGVAE better in " + once.counts() + ", DPGGAN in " + onceGan.counts();
        if (once.better() <= once.worse() && onceGan.better() <= onceGan.worse())
            claims.untested(words, "Table 1", UNTRAINED + than);
        else claims.tested(words, "Table 1", equal.sentence() + than, equal.standing(), "Table 1, DBLP: mean");
        return budgets(claims, budgets)
                .tested(
                        "On a par with NetGAN and GraphRNN, which are not private",
                        "Table 1",
                        "NetGAN: " + walks.sentence() + "; GraphRNN: " + steps.sentence(),
                        Standing.of(walks.isAtPar() && steps.isAtPar(), walks.isAtPar() || steps.isAtPar()),
                        "Table 1, DBLP: mean");
    }

    private Claims budgets(Claims claims, boolean trained) {
        String words = "Better with more budget";
        if (!trained)
            return claims.untested(
                    words, "Table 1", "rows of three budgets are one training; three trainings do not converge");
        if (!grid.sets().stream().allMatch(this::isConverged))
            return claims.untested(words, "Table 1", "the protocol's trainings do not converge");
        GeneratorDuels duels = GeneratorDuels.of(
                grid.sets(), grid::budgets, CLAIMED + "10", CLAIMED + "0.1", GenerationStudy.STATISTICS);
        String found = "epsilon 10 against 0.1, trained apart: " + duels.sentence();
        return claims.tested(words, "Table 1", found, duels.standing(), "Budgets of DPGGAN, DBLP");
    }

    /** Whether the second half of GGAN's steps moves four statistics of five by at most twice their deviation over seeds. */
    public boolean isConverged(String set) {
        List<MakerScores> measured = grid.budgets(set).measured();
        MakerScores full = measured.get(3), half = measured.get(4);
        return GenerationStudy.STATISTICS.stream()
                        .filter(s -> Math.abs(full.mean(s) - half.mean(s))
                                <= 2
                                        * found(grid.budgets(set).data(), full.seeds(), full.of(s))
                                                .deviation())
                        .count()
                >= 4;
    }

    /** A published private row against the same after one step. */
    private GeneratorDuels learned(String label) {
        return new GeneratorDuels(grid.sets().stream()
                .flatMap(set -> GeneratorDuels.of(
                        set, grid.published(set).of(label), grid.oneStep(set).of(label), GenerationStudy.STATISTICS)
                        .duels()
                        .stream())
                .toList());
    }

    private GeneratorDuels duels(String other) {
        return GeneratorDuels.of(grid.sets(), grid::published, GGAN, other, GenerationStudy.STATISTICS);
    }

    /** The claims that Table 2 tests. */
    public Claims useClaims() {
        List<String> cosines = List.of(MakerScores.DEGREES, MakerScores.MOTIFS);
        GeneratorDuels walks = GeneratorDuels.of(grid.sets(), grid::used, GGAN, "NetGAN", cosines);
        GeneratorDuels steps = GeneratorDuels.of(grid.sets(), grid::used, GGAN, "GraphRNN", cosines);
        GeneratorDuels learned =
                GeneratorDuels.of(grid.sets(), grid::used, GGAN, "Original", List.of(MakerScores.ACCURACY));
        return Claims.of(PAPER)
                .onStandIn(isStandIn())
                .tested(
                        "Keeps degrees and motifs better than NetGAN and GraphRNN",
                        "Table 2",
                        "NetGAN: " + walks.sentence() + "; GraphRNN: " + steps.sentence(),
                        worse(walks.standing(), steps.standing()),
                        "Table 2, DBLP:")
                .untested(
                        "A classifier learns from its graphs nearly what it learns from originals",
                        "Table 2",
                        "the classifier is too small, 15 epochs of 350 at half the authors' width; "
                                + learned.example("DBLP", MakerScores.ACCURACY) + "; "
                                + learned.example("IMDB", MakerScores.ACCURACY));
    }

    private boolean isStandIn() {
        return grid.sets().stream()
                .anyMatch(set -> grid.collection(set).provenance().standIn());
    }

    private static Standing worse(Standing a, Standing b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
