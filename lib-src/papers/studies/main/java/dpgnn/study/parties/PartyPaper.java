package dpgnn.study.parties;

import dpgnn.base.RecordFields;
import dpgnn.graph.Dataset;
import dpgnn.graph.data.Datasets;
import dpgnn.mpc.wire.Traffic;
import dpgnn.study.ReadData;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Trainings;
import dpgnn.study.paper.Cells;
import dpgnn.study.paper.Claims;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Lead;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import dpgnn.study.parties.LinearReference.Combination;
import dpgnn.train.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Zhou et al. (2020): which run stands behind which published number. Hyper-parameters come from a {@link Search} for each data
 * set: one for the networks of several holders, and one for those of a single holder.
 *
 * @param sets the data sets that are run, of those of the paper
 * @param start where searches begin
 * @param searched the seeds whose partitions a search looks at
 * @param seeds those of every cell
 * @param wide whether searches go on over all these seeds; not on PubMed, which has seven times the nodes of Cora
 */
public record PartyPaper(
        Trainings trainings,
        List<String> sets,
        PartyRun start,
        long[] searched,
        long[] seeds,
        boolean wide,
        Map<String, Search> searches) {
    public static final Paper PAPER =
            Paper.read("PPGNN", "Privacy-Preserving Graph Neural Network for Node Classification", "ppgnn");

    private static final String SPEED = "Against SecureML";
    private static final Map<String, String> EVEN =
            Map.of("2 holders", "5:5", "3 holders", "1:1:1", "4 holders", "1:1:1:1");

    public static PartyPaper of(
            Trainings trainings, List<String> sets, PartyRun start, long[] searched, long[] seeds, boolean wide) {
        return new PartyPaper(
                trainings, List.copyOf(sets), start, searched.clone(), seeds.clone(), wide, new HashMap<>());
    }

    /** The search for a data set, by the mean combiner where several holders train and by everything at one place otherwise. */
    public Search search(String set, boolean together) {
        return searches.computeIfAbsent(set + together, key -> {
            boolean large = set.equals("PubMed");
            PartyRun from = start.with(PartyRun::dataset, set.toLowerCase(Locale.ROOT))
                    .with(PartyRun::width, large ? start.width() / 2 : start.width())
                    .with(PartyRun::method, together ? "PPGNN_M" : "GraphSAGE-mixed");
            Search first = Search.from(from, large ? Arrays.copyOf(searched, 1) : searched, trainings);
            return wide && !large ? first.wider(seeds, trainings) : first;
        });
    }

    /** The runs of a data set by rows, which are methods, with the parts that a column names. */
    public Cells<PartyRun> cells(String set, Function<PublishedCell, String> parts, long... by) {
        return new Cells<>(
                trainings,
                PartyRun.STUDY,
                cell -> search(set, PartyRun.COMBINERS.contains(cell.row()))
                        .choice()
                        .with(PartyRun::method, cell.row())
                        .with(PartyRun::parts, parts.apply(cell)),
                by,
                "test");
    }

    private Found onSet(String set, Function<String, Found> found) {
        return sets.contains(set) ? found.apply(set) : Found.notRun("not at this scale");
    }

    /** Sizes as read, and the edges as the files list them if asked for, where repeated edges and loops count. */
    public Comparison table1(boolean listed) {
        List<PublishedCell> numbers = PAPER.table("Table 1").stream()
                .filter(c -> !listed || c.column().equals("edges"))
                .toList();
        Comparison sizes = PAPER.compare(
                numbers,
                listed ? "edges as the files list them" : "data sets",
                cell -> onSet(cell.row(), set -> size(set.toLowerCase(Locale.ROOT), cell.column(), listed)));
        return listed
                ? sizes.head("data set")
                        .reading(Comparison.READING)
                        .note("half of all entries of the files' adjacency lists, repeated edges and loops among them")
                : sizes.head("data set");
    }

    private static Found size(String set, String what, boolean listed) {
        try {
            Dataset data = Datasets.loadOrStandIn(set);
            if (listed && data.provenance().standIn()) return Found.noFile("a stand-in has no file to count in");
            long value =
                    switch (what) {
                        case "nodes" -> data.nodes();
                        case "edges" ->
                            listed ? Datasets.listedEdges(set) : data.graph().edges();
                        case "features" -> data.features().width();
                        default -> data.labels().classes();
                    };
            return Found.of(ReadData.of(Run.Data.of(data)), value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Isolated, joint and mixed networks, two holders with equal parts; below them the linear reference. */
    public Comparison table2() {
        return table2(cell -> cells(cell.column(), c -> "5:5", seeds).apply(cell));
    }

    /** The same of runs that a notebook lays out itself. */
    public Comparison table2(Function<PublishedCell, Found> found) {
        return PAPER.compare(
                        "Table 2", "accuracy of two holders", cell -> onSet(cell.column(), set -> found.apply(cell)))
                .head("method")
                .note(
                        "depth, width and rates are lost in the paper; ours come from a search on validation nodes, a data set at a time")
                .also("linear reference, mean", set -> onSet(set, s -> linear(s, "5:5", Combination.MEAN)))
                .also("linear reference, mixed", set -> onSet(set, s -> linear(s, "5:5", Combination.MIXED)));
    }

    /** The first holder has more. */
    public Comparison table3() {
        return withReference("Table 3", "accuracy of uneven parts, Cora", parts -> parts);
    }

    /** Two, three and four holders with equal parts. */
    public Comparison table4() {
        return withReference("Table 4", "accuracy of two, three, four holders, Cora", EVEN::get);
    }

    private Comparison withReference(String table, String what, Function<String, String> parts) {
        return PAPER.compare(table, what, cells("Cora", c -> parts.apply(c.column()), seeds))
                .head("method")
                .also("linear reference, mean", c -> linear("Cora", parts.apply(c), Combination.MEAN))
                .also("linear reference, mixed", c -> linear("Cora", "5:5", Combination.MIXED));
    }

    /** Table 3 beside the linear reference with weights by degree, in which a holder with few edges dilutes nothing. */
    public Comparison undiluted() {
        return PAPER.compare(
                        "Table 3",
                        "a linear reference without dilution",
                        cell -> linear("Cora", cell.column(), Combination.BY_DEGREE))
                .head("method")
                .reading(Comparison.TRIED)
                .note("no network and no part of the method; nearly the same score in all cells");
    }

    /** Concatenation by the hyper-parameters that were chosen for one holder. */
    public Comparison concatenation(String set, long... by) {
        Cells<PartyRun> cells = Cells.of(
                        trainings, PartyRun.STUDY, search(set, false).choice())
                .row(PartyRun::method)
                .seeds(by);
        return PAPER.compare(
                        List.of(PAPER.cell("Table 2", "PPGNN_C", set)),
                        "concatenation by the choice for one holder",
                        cells)
                .head("method")
                .reading(Comparison.TRIED)
                .note("two layers, half the width and three times the epochs");
    }

    /** What the linear reference reaches. */
    public Found linear(String set, String parts, Combination combination) {
        LinearReference run = new LinearReference(set.toLowerCase(Locale.ROOT), parts, combination, 1);
        Summary<LinearReference> runs = trainings
                .run(Sweep.of(run).seeds(seeds), LinearReference.STUDY)
                .over("test")
                .get(0);
        return Found.of(runs);
    }

    /** How many times as long an epoch of SecureML's network takes in a local network. */
    public static Comparison secureMl(Run costs) {
        return PAPER.compare(
                        SPEED,
                        "times as slow, local network",
                        cell -> Found.of(ReadData.of(costs.data()), times(costs)))
                .note("our baseline is our own reading of SecureML");
    }

    static double times(Run costs) {
        return ProtocolStudy.seconds(costs, "SecureML", Traffic.Line.LAN)
                / ProtocolStudy.seconds(costs, "PPGNN", Traffic.Line.LAN);
    }

    /** The claims that tables 2 to 4 test. */
    public Claims claims(Comparison table2, Comparison table3, Comparison table4) {
        DoubleSummaryStatistics gain = overCombiners(
                table2,
                (set, method) -> percent(table2, method, set)
                        - Math.max(
                                percent(table2, "GraphSAGE-A (isolated)", set),
                                percent(table2, "GraphSAGE-B (isolated)", set)));
        DoubleSummaryStatistics price = overCombiners(
                table2, (set, method) -> percent(table2, "GraphSAGE-mixed", set) - percent(table2, method, set));
        double[] holders = byColumn(table4, "2 holders", "3 holders", "4 holders");
        double[] uneven = byColumn(table3, "9:1", "8:2", "7:3");
        Lead fall = Lead.of(PartyRun.COMBINERS.stream()
                .map(method -> new Lead.Pair(table3.found(method, "9:1"), table3.found(method, "7:3")))
                .toList());
        return Claims.of(PAPER)
                .onStandIn(table2.isOnStandIn())
                .tested(
                        "Holders who train together do better than each alone",
                        "Table 2",
                        String.format("%+.1f to %+.1f points over the better holder", gain.getMin(), gain.getMax()),
                        Standing.of(gain.getMin() > 0, gain.getAverage() > 0),
                        "Table 2:")
                .tested(
                        "and nearly as well as one network of all data",
                        "Table 2",
                        String.format(
                                "mixed is ahead by %.1f points in the mean, by %.1f at most",
                                price.getAverage(), price.getMax()),
                        Standing.of(price.getAverage() <= 3, price.getAverage() < gain.getAverage()),
                        "Table 2:")
                .tested(
                        "More holders cost accuracy",
                        "Table 4",
                        String.format(
                                "%.1f, %.1f, %.1f %% with two, three, four, in the mean of three combiners",
                                holders[0], holders[1], holders[2]),
                        Standing.of(holders[0] > holders[1] && holders[1] > holders[2], holders[0] > holders[2]),
                        "Table 4:")
                .tested(
                        "Accuracy tends to fall from 9:1 to 7:3",
                        "Table 3",
                        String.format(
                                "9:1 less 7:3 %s points; 9:1 %.1f, 8:2 %.1f, 7:3 %.1f, 5:5 %.1f %% in the mean of three combiners",
                                fall.interval(), uneven[0], uneven[1], uneven[2], holders[0]),
                        Standing.of(fall.overSeeds().isAbove(0), fall.points() > 0),
                        "Table 3:");
    }

    /** The claim that the costs of an epoch test. */
    public static Claims speed(Run costs) {
        double times = times(costs);
        return Claims.of(PAPER)
                .tested(
                        "An epoch is nine times as fast as SecureML's",
                        "in its text",
                        String.format("%.1f times; the baseline is our own reading of it", times),
                        Standing.of(times >= 9, times > 1),
                        "per epoch, same machine");
    }

    private interface Difference {
        double of(String set, String method);
    }

    private DoubleSummaryStatistics overCombiners(Comparison table2, Difference difference) {
        return sets.stream()
                .flatMapToDouble(set -> PartyRun.COMBINERS.stream().mapToDouble(method -> difference.of(set, method)))
                .summaryStatistics();
    }

    private static double[] byColumn(Comparison table, String... columns) {
        return Arrays.stream(columns)
                .flatMapToDouble(column -> DoubleStream.of(PartyRun.COMBINERS.stream()
                        .mapToDouble(method -> percent(table, method, column))
                        .average()
                        .orElseThrow()))
                .toArray();
    }

    private static double percent(Comparison table, String row, String column) {
        return 100 * table.mean(row, column);
    }

    /**
     * Chooses the hyper-parameters of a network on validation nodes. It looks along one of them at a time, in the order depth, decay,
     * dropout on h0, width, and goes on from the value with the best mean validation accuracy; test nodes play no part. The number
     * of epochs is chosen within each training: the first with the best validation accuracy.
     *
     * @param choice the best setting, with the first seed
     * @param tried all settings in the order of the search, by their validation accuracy
     */
    public record Search(PartyRun choice, List<Summary<PartyRun>> tried) {
        public Search {
            tried = List.copyOf(tried);
        }

        /**
         * Searches from a setting.
         *
         * @param seeds each draws a partition; a setting counts by its mean over them
         */
        public static Search from(PartyRun start, long[] seeds, Trainings trainings) {
            List<Summary<PartyRun>> tried = new ArrayList<>();
            PartyRun best = along(start, PartyRun::depth, List.of(2, 3), seeds, trainings, tried);
            best = along(best, PartyRun::decay, List.of(1e-3, 5e-3), seeds, trainings, tried);
            best = along(best, PartyRun::initialDropout, List.of(0.0, 0.5), seeds, trainings, tried);
            best = along(best, PartyRun::width, List.of(start.width(), 2 * start.width()), seeds, trainings, tried);
            return new Search(best, tried);
        }

        /** Goes on with three times the epochs and more values, at the width of the start. An equal validation changes nothing. */
        Search wider(long[] seeds, Trainings trainings) {
            List<Summary<PartyRun>> wide = new ArrayList<>(), all = new ArrayList<>(tried);
            along(choice, PartyRun::depth, List.of(choice.depth()), seeds, trainings, wide);
            PartyRun best = tried.get(0).experiment().with(PartyRun::epochs, 3 * choice.epochs());
            best = along(best, PartyRun::depth, List.of(2, 3, 4, 5), seeds, trainings, wide);
            best = along(best, PartyRun::rate, Arrays.asList(null, 1e-3), seeds, trainings, wide);
            best = along(best, PartyRun::decay, List.of(1e-3, 5e-3), seeds, trainings, wide);
            along(best, PartyRun::initialDropout, List.of(0.0, 0.5), seeds, trainings, wide);
            all.removeIf(t -> t.experiment().equals(choice));
            all.addAll(wide);
            Summary<PartyRun> chosen = Collections.max(wide, Comparator.comparingDouble(Summary::mean));
            return new Search(chosen.experiment(), all);
        }

        private static <V extends Comparable<V>> PartyRun along(
                PartyRun from,
                RecordFields.Field<PartyRun, V> field,
                List<V> values,
                long[] seeds,
                Trainings trainings,
                List<Summary<PartyRun>> tried) {
            SweepResults<PartyRun> runs =
                    trainings.run(Sweep.of(from).vary(field, values).seeds(seeds), PartyRun.STUDY);
            for (Summary<PartyRun> each : runs.over("validation"))
                if (tried.stream().noneMatch(t -> t.experiment().equals(each.experiment()))) tried.add(each);
            return runs.best("validation").experiment();
        }
    }
}
