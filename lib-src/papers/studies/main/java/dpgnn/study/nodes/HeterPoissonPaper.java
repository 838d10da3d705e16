package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.study.ReadData;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Trainings;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Experiment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Xiang, Wang and Wang (2024): which run stands behind which published number. A row names method, network and budget, "NDP GCN 2"; a
 * column names the data set. At scale ci a small synthetic graph stands in for the first set at one budget, and without the files
 * another one for PubMed at two.
 */
public record HeterPoissonPaper(
        Trainings trainings, boolean tiny, List<String> sets, List<TargetEpsilon> budgets, long... seeds) {
    public static final Paper PAPER =
            Paper.read("HeterPoisson", "Preserving Node-level Privacy in Graph Neural Networks", "heterpoisson");

    public static final String ACCURACY = "test accuracy", PRECISION = "test precision weighted";
    /** What the test as released adds to the name of a figure. */
    public static final String STRANGERS = " with strangers";

    public static final List<String> MODELS = List.of("GCN", "GIN", "SAGE");
    public static final String HETERPOISSON = "HeterPoisson";

    public static final String REDDIT = "Reddit's 114 million edges";

    public HeterPoissonPaper {
        sets = List.copyOf(sets);
        budgets = List.copyOf(budgets);
        seeds = seeds.clone();
    }

    public static HeterPoissonPaper of(Workbench bench) throws IOException {
        boolean bare = NodeData.of("PubMed", "raw").provenance().standIn();
        if (bench.ci())
            return new HeterPoissonPaper(bench, true, List.of("Facebook"), TargetEpsilon.of(4), bench.seeds());
        if (bare) return new HeterPoissonPaper(bench, false, List.of("PubMed"), TargetEpsilon.of(2, 8), bench.seeds(1));
        List<String> all = NodeData.NAMES.subList(0, 4);
        return new HeterPoissonPaper(bench, false, all, TargetEpsilon.of(2, 4, 8, 16), bench.seeds());
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() {
        return sets.size() > 1;
    }

    /** These tables by other seeds. */
    public HeterPoissonPaper with(long... others) {
        return new HeterPoissonPaper(trainings, tiny, sets, budgets, others);
    }

    /** The numbers of a method in one of Tables II to IV. */
    public static List<PublishedCell> cells(String table, String method) {
        return PAPER.table(table).stream()
                .filter(c -> c.key("method").equals(method))
                .toList();
    }

    private String name(String set) {
        return tiny ? "small" : set;
    }

    private static TargetEpsilon epsilon(PublishedCell cell) {
        return new TargetEpsilon(cell.number("epsilon"));
    }

    private static LearningSetting learning(PublishedCell cell) {
        return cell.key("learning").equals("inductive") ? LearningSetting.INDUCTIVE : LearningSetting.TRANSDUCTIVE;
    }

    private static String metric(PublishedCell cell) {
        return cell.key("metric");
    }

    /** A GCN at epsilon 2 on a set, with all that the tables hold fixed. */
    public HeterPoissonRun run(String set) {
        HeterPoissonRun run = HeterPoissonRun.of(name(set));
        return tiny ? run.with(HeterPoissonRun::batch, 120) : run;
    }

    private HeterPoissonRun run(PublishedCell cell) {
        return run(cell.key("dataset"))
                .with(HeterPoissonRun::model, cell.key("model"))
                .with(HeterPoissonRun::epsilon, epsilon(cell))
                .with(HeterPoissonRun::learning, learning(cell))
                .byRule();
    }

    /** The run of another method for a number; the network is "none" where a method has one alone. */
    public NodeRun run(PublishedCell cell, String method) {
        return NodeRun.of(method, name(cell.key("dataset")))
                .with(NodeRun::model, cell.key("model", "none"))
                .with(NodeRun::epsilon, epsilon(cell))
                .with(NodeRun::learning, learning(cell));
    }

    /** The runs of a setting with all seeds: their accuracy. */
    public Summary<HeterPoissonRun> runs(HeterPoissonRun run) {
        return runs(run.blind(), HeterPoissonRun.STUDY);
    }

    public Summary<NodeRun> runs(NodeRun run) {
        return runs(run, NodeRun.STUDY);
    }

    private <E extends Experiment<E>> Summary<E> runs(E run, Study<E> study) {
        return trainings.run(Sweep.of(run).seeds(seeds), study).over(ACCURACY).get(0);
    }

    /** HeterPoisson's rows of a table. */
    public Comparison stars(String table) {
        return published(table, c -> Found.of(runs(run(c)).of(metric(c))));
    }

    /** The same of runs that a notebook lays out itself. */
    public Comparison published(String table, Function<PublishedCell, Found> found) {
        return compare(cells(table, HETERPOISSON), "HeterPoisson, at the published noise", found)
                .note("at the noise of the paper, whose epsilon is a claim");
    }

    /**
     * The same with something changed.
     *
     * @param tested what the figure's name ends with: nothing, or {@link #STRANGERS}
     */
    public Comparison stars(
            List<PublishedCell> cells, String what, String tested, UnaryOperator<HeterPoissonRun> changed) {
        return compare(cells, what, c -> Found.of(runs(changed.apply(run(c))).of(metric(c) + tested)));
    }

    /** HeterPoisson at the noise for which the epsilon is proved, on features of which no row depends on another node's. */
    public Comparison proved() {
        return stars(
                        cells("Table II", HETERPOISSON),
                        "HeterPoisson, at the provable noise",
                        "",
                        r -> r.with(HeterPoissonRun::accounting, Accounting.CONSERVATIVE))
                .reading(Comparison.READING)
                .note("at the noise for which the published epsilon is proved");
    }

    /** Another method's rows of a table. */
    public Comparison others(String table, String method) {
        return others(cells(table, method), method, UnaryOperator.identity()).note("ours is our own implementation");
    }

    /** Numbers of another method, with something changed in its runs. */
    public Comparison others(List<PublishedCell> cells, String what, UnaryOperator<NodeRun> changed) {
        return compare(
                cells,
                what,
                c -> Found.of(runs(changed.apply(run(c, c.key("method")))).of(metric(c))));
    }

    /** Numbers beside what is found for those that this scale has. */
    public Comparison compare(List<PublishedCell> cells, String what, Function<PublishedCell, Found> found) {
        Comparison beside = PAPER.compare(cells, what, c -> {
                    if (c.key("dataset").equals("Reddit")) return Found.noFile(REDDIT);
                    return isHere(c) ? marked(found.apply(c)) : Found.notRun("not at this scale");
                })
                .head("method, network, epsilon");
        return metric(cells.get(0)).equals(PRECISION)
                ? beside
                : beside.blind(c -> sets.contains(c.key("dataset")) ? most(shares(c.key("dataset"))) : Double.NaN);
    }

    private boolean isHere(PublishedCell cell) {
        return sets.contains(cell.key("dataset"))
                && budgets.contains(epsilon(cell))
                && (real() || !List.of("GIN", "SAGE").contains(cell.key("model", "none")));
    }

    /** What was found, with what the data stand in for. */
    private Found marked(Found found) {
        if (!found.isThere()) return found;
        ReadData data = found.data();
        String instead = tiny
                ? "a small synthetic graph"
                : data.name().endsWith("-projected") ? "a random projection in place of its features" : data.standIn();
        return new Found(new ReadData(data.name(), data.hash(), instead), found.seeds(), found.values(), "", false);
    }

    /** The share of each class among the labelled nodes of a set. */
    public double[] shares(String set) {
        Labels labels = data(set).labels();
        double[] share = new double[labels.classes()];
        int[] known = IntStream.range(0, labels.nodes()).filter(labels::isKnown).toArray();
        for (int v : known) share[labels.of(v)]++;
        for (int c = 0; c < share.length; c++) share[c] /= known.length;
        return share;
    }

    private static double most(double[] shares) {
        return Arrays.stream(shares).max().orElseThrow();
    }

    /** A set as the tables read it. */
    public Dataset data(String set) {
        try {
            return NodeData.of(name(set), "roots");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
