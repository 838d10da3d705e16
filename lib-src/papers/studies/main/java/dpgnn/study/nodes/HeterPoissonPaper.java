package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.study.ReadData;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Trainings;
import dpgnn.study.Workbench;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Lead;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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

    /** What runs as released add to a seed: numbers that no run had when their protocol was written. */
    private static final long FRESH = 100;

    private static final String REDDIT = "Reddit's 114 million edges";
    private static final Map<String, Integer> NODES =
            Map.of("Facebook", 22470, "Twitch", 9498, "Amazon", 13752, "PubMed", 19717, "Reddit", 232965);

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

    /** What a number of Tables II to IV is of; the network is "none" where a method has one alone. */
    record Row(String method, String model, TargetEpsilon epsilon) {
        static Row of(PublishedCell cell) {
            return new Row(cell.key("method"), cell.key("model", "none"), new TargetEpsilon(cell.number("epsilon")));
        }
    }

    /** The numbers of a method in one of Tables II to IV. */
    public static List<PublishedCell> cells(String table, String method) {
        return PAPER.table(table).stream()
                .filter(c -> c.key("method").equals(method))
                .toList();
    }

    /** Those of them that were run on the paper's data and are within the limit in none of the comparisons. */
    public static List<PublishedCell> missed(Comparison first, Comparison... others) {
        return first.lines().stream()
                .map(Comparison.Line::cell)
                .filter(c -> Stream.concat(Stream.of(first), Arrays.stream(others))
                        .flatMap(of -> of.lines().stream())
                        .allMatch(l -> !l.cell().equals(c) || l.verdict() == Verdict.NOT_REPRODUCED))
                .toList();
    }

    /** What is found for a cell that this scale has. */
    private Found at(PublishedCell cell, Supplier<Found> found) {
        if (cell.key("dataset").equals("Reddit")) return Found.noFile(REDDIT);
        Row row = Row.of(cell);
        boolean here = sets.contains(cell.key("dataset"))
                && budgets.contains(row.epsilon)
                && (real() || !List.of("GIN", "SAGE").contains(row.model));
        return here ? found.get() : Found.notRun("not at this scale");
    }

    private <E extends Experiment<E>> Found found(E run, Study<E> study, String metric, long... by) {
        return marked(Found.of(summary(run, study, by).of(metric)));
    }

    /** What was found, with what the data stand in for. */
    private Found marked(Found found) {
        if (!found.isThere()) return found;
        ReadData data = found.data();
        if (tiny) return on(new ReadData(data.name(), data.hash(), "a small synthetic graph"), found);
        return data.name().endsWith("-projected")
                ? on(new ReadData(data.name(), data.hash(), "a random projection in place of its features"), found)
                : found;
    }

    private static Found on(ReadData data, Found found) {
        return new Found(data, found.seeds(), found.values(), "", false);
    }

    private <E extends Experiment<E>> Summary<E> summary(E run, Study<E> study, long... by) {
        return trainings.run(Sweep.of(run).seeds(by), study).over(ACCURACY).get(0);
    }

    private String name(String set) {
        return tiny ? "small" : set;
    }

    /** A GCN at epsilon 2 on a set, with all that the tables hold fixed. */
    public HeterPoissonRun run(String set) {
        HeterPoissonRun run = HeterPoissonRun.of(name(set));
        return tiny ? run.with(HeterPoissonRun::batch, 120) : run;
    }

    private HeterPoissonRun run(PublishedCell cell) {
        Row row = Row.of(cell);
        return run(cell.key("dataset"))
                .with(HeterPoissonRun::model, row.model)
                .with(HeterPoissonRun::epsilon, row.epsilon)
                .with(HeterPoissonRun::learning, learning(cell))
                .byRule();
    }

    private static LearningSetting learning(PublishedCell cell) {
        return cell.key("learning").equals("inductive") ? LearningSetting.INDUCTIVE : LearningSetting.TRANSDUCTIVE;
    }

    private static String metric(PublishedCell cell) {
        return cell.key("metric");
    }

    /** The runs of a setting with all seeds: their accuracy. */
    public Summary<HeterPoissonRun> runs(HeterPoissonRun run) {
        return summary(run.blind(), HeterPoissonRun.STUDY, seeds);
    }

    public Summary<NodeRun> runs(NodeRun run) {
        return summary(run, NodeRun.STUDY, seeds);
    }

    /** HeterPoisson's rows of a table. */
    public Comparison stars(String table) {
        return published(
                table,
                c -> Found.of(
                        summary(run(c).blind(), HeterPoissonRun.STUDY, seeds).of(metric(c))));
    }

    /** The same of runs that a notebook lays out itself. */
    public Comparison published(String table, Function<PublishedCell, Found> found) {
        return compare(cells(table, HETERPOISSON), "HeterPoisson, at the published noise", c -> marked(found.apply(c)))
                .note("at the noise of the paper, whose epsilon is a claim");
    }

    /**
     * The same with something changed.
     *
     * @param tested what the figure's name ends with: nothing, or {@link #STRANGERS}
     */
    public Comparison stars(
            List<PublishedCell> cells, String what, String tested, UnaryOperator<HeterPoissonRun> changed) {
        return compare(
                cells,
                what,
                c -> found(changed.apply(run(c)).blind(), HeterPoissonRun.STUDY, metric(c) + tested, seeds));
    }

    /** HeterPoisson's rows of a table as the released code runs, whole, with seeds of its own: a column that is counted. */
    public Comparison released(String table) {
        return compare(
                        cells(table, HETERPOISSON),
                        "HeterPoisson, as released",
                        c -> found(run(c).released(), HeterPoissonRun.STUDY, metric(c), fresh()))
                .reading(Comparison.RELEASED)
                .note(
                        "all choices of the released code together; no epsilon is proved: the mean and deviation of all nodes,"
                                + " strangers, padding, the order of a batch and its size say more of a node than Theorem 2 counts");
    }

    /** NDP's rows of a table as NDP's own release runs, which has one network; a column that is counted. At 16 its steps cost too much. */
    public Comparison ndpReleased(String table) {
        return compare(cells(table, NodeRun.NDP), "NDP, as released", c -> {
                    Row row = Row.of(c);
                    if (!row.model.equals("GCN")) return Found.notRun("NDP's release has no such network");
                    if (row.epsilon.value() > 8) return Found.notRun("33 to 87 steps cost too much");
                    return found(other(c, NodeRun.NDP_RELEASED), NodeRun.STUDY, metric(c), fresh());
                })
                .reading(Comparison.RELEASED)
                .note("NDP's own release: noise of 2, the steps that the budget buys by its accountant, 40 outputs;"
                        + " which NDP the authors ran is not in their release");
    }

    /** Naive DP-SGD's rows of a table as the released code runs it, with five seeds of its own: a column that is counted. */
    public Comparison naiveReleased(String table) {
        long[] five = seeds.length < 3
                ? fresh()
                : LongStream.rangeClosed(FRESH + 1, FRESH + 5).toArray();
        return compare(
                        cells(table, NodeRun.NAIVE),
                        "naive DP-SGD, as released",
                        c -> found(other(c, NodeRun.NAIVE_RELEASED), NodeRun.STUDY, metric(c), five))
                .reading(Comparison.RELEASED)
                .note("features as loaded, every gradient of norm 1");
    }

    private long[] fresh() {
        return Arrays.stream(seeds).map(s -> FRESH + s).toArray();
    }

    /**
     * The lead of a GCN at the noise that is proved over another method on a set, at every budget. Both read the features of which no row
     * depends on another node's, with fresh seeds.
     */
    Lead leadOnSameFeatures(String method, String set) {
        return Lead.of(budgets.stream()
                .map(e -> {
                    HeterPoissonRun run = run(set).with(HeterPoissonRun::accounting, Accounting.CONSERVATIVE)
                            .with(HeterPoissonRun::epsilon, e)
                            .byRule()
                            .blind();
                    NodeRun other = NodeRun.of(method, run.dataset())
                            .with(NodeRun::epsilon, e)
                            .with(NodeRun::features, run.features());
                    return new Lead.Pair(
                            Found.of(summary(run, HeterPoissonRun.STUDY, fresh())),
                            Found.of(summary(other, NodeRun.STUDY, fresh())));
                })
                .toList());
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
        return compare(cells, what, c -> found(changed.apply(other(c)), NodeRun.STUDY, metric(c), seeds));
    }

    private NodeRun other(PublishedCell cell) {
        return other(cell, Row.of(cell).method);
    }

    private NodeRun other(PublishedCell cell, String method) {
        Row row = Row.of(cell);
        return NodeRun.of(method, name(cell.key("dataset")))
                .with(NodeRun::model, row.model)
                .with(NodeRun::epsilon, row.epsilon)
                .with(NodeRun::learning, learning(cell));
    }

    private Comparison compare(List<PublishedCell> cells, String what, Function<PublishedCell, Found> of) {
        Comparison found =
                PAPER.compare(cells, what, c -> at(c, () -> of.apply(c))).head("method, network, epsilon");
        return metric(cells.get(0)).equals(PRECISION)
                ? found
                : found.blind(c -> sets.contains(c.key("dataset")) ? most(shares(c.key("dataset"))) : Double.NaN);
    }

    /** The share of each class in a set. */
    public double[] shares(String set) {
        return PrecisionBounds.shares(data(set));
    }

    private static double most(double[] shares) {
        return Arrays.stream(shares).max().orElseThrow();
    }

    private Dataset data(String set) {
        try {
            return NodeData.of(name(set), "roots");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Table I, as read; if asked for with the loops of the authors' data library, which count as edges. */
    public Comparison table1(boolean loops) {
        List<PublishedCell> numbers = PAPER.table("Table I").stream()
                .filter(c -> !loops || c.column().equals("directed edges"))
                .toList();
        Comparison sizes = PAPER.compare(
                        numbers, loops ? "with the loops of the authors' data library" : "data sets", c -> {
                            if (c.row().equals("Reddit")) return Found.noFile(REDDIT);
                            return sets.contains(c.row()) ? size(c, loops) : Found.notRun("not at this scale");
                        })
                .head("data set");
        return loops
                ? sizes.reading(Comparison.RELEASED)
                        .note(
                                "a loop at every node of Twitch, and Facebook's 179 in both directions; our reader drops them")
                : sizes;
    }

    private Found size(PublishedCell cell, boolean loops) {
        Dataset data = data(cell.row());
        double size = cell.column().equals("nodes")
                ? data.nodes()
                : data.graph().directedEdges() + (loops ? loops(cell.row()) : 0);
        String standIn = tiny
                ? "a small synthetic graph"
                : ReadData.of(Run.Data.of(data)).standIn();
        return Found.of(new ReadData(data.name(), Run.Data.of(data).hash(), standIn), size / 1000);
    }

    private int loops(String set) {
        try {
            return Arrays.stream(NodeData.loops(name(set))).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first row of Table III, which needs no data. */
    public static Comparison bound() {
        return PAPER.compare(cells("Table III", "bound of Theorem 3"), "the bound of Theorem 3", c -> {
                    int nodes = NODES.get(c.column());
                    int classes =
                            (int) PAPER.cell("Table I", c.column(), "classes").value();
                    ReadData none = new ReadData("no data", "00000000", "");
                    return Found.of(none, PrecisionBound.published(2, PrecisionBounds.delta(nodes), classes));
                })
                .head("method")
                .note("for aligned answers; holds for balanced classes only");
    }
}
