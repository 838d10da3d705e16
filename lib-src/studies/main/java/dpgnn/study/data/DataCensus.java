package dpgnn.study.data;

import dpgnn.graph.Components;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.Images;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What the readers read of every data set, beside the counts that it is known to have; a count that differs is an error. */
public final class DataCensus {
    /** A dataset's counts by its card, or by its paper; -1 where neither says. */
    private record Known(String name, int nodes, long edges, int features, int classes, int component, long nonZeros) {}

    private static final List<Known> GRAPHS = List.of(
            new Known("cora", 2708, 5278, 1433, 7, 2485, 49216),
            new Known("citeseer", 3327, 4552, 3703, 6, 2120, 105165),
            new Known("pubmed", 19717, 44324, 500, 3, 19717, 988031),
            new Known("computers", 13752, 245861, 767, 10, 13381, 3675081),
            new Known("facebook", 22470, 170823, 128, 4, -1, -1),
            new Known("twitch", 9498, 153138, 128, 2, -1, -1),
            new Known("cora-gnn-benchmark", 2708, 5278, 1433, 7, 2485, -1),
            new Known("citeseer-gnn-benchmark", 3312, 4536, 3703, 6, -1, -1),
            new Known("facebook-projected", 22470, 170823, 128, 4, -1, -1),
            new Known("twitch-projected", 9498, 153138, 128, 2, -1, -1),
            new Known("facebook-sparse", 22470, 170823, 4714, 4, -1, -1),
            new Known("twitch-sparse", 9498, 153138, 3170, 2, -1, -1),
            new Known("ppi", 14755, 225270, 50, 121, -1, -1),
            new Known("arxiv", 169343, 1157799, 128, 40, -1, -1),
            new Known("squirrel", 5201, 198353, 2089, 5, 5201, 93477),
            new Known("chameleon", 2277, 31371, 2325, 5, 2277, 29157),
            new Known("tolokers", 11758, 519000, 10, 2, 11758, 61101),
            new Known("arxiv-graph", 169343, 1166243, -1, 40, -1, -1),
            new Known("ppi-graph", 14755, 222109, -1, -1, -1, -1),
            new Known("small", 600, -1, -1, -1, -1, -1));

    private static final Set<String> LEAKS = Set.of("facebook", "twitch");

    private record KnownCollection(String name, int graphs, double nodes, double edges) {}

    private static final List<KnownCollection> COLLECTIONS = List.of(
            new KnownCollection("imdb-multi", 1500, 13.00, 65.94),
            new KnownCollection("imdb-binary", 1000, 19.77, 96.53),
            new KnownCollection("imdb-multi-tu", 1500, 13.00, 65.94),
            new KnownCollection("imdb-binary-tu", 1000, 19.77, 96.53),
            new KnownCollection("imdb-multi-subset", 100, 36.26, 250.61),
            new KnownCollection("dblp", 69, 177.20, 222.87),
            new KnownCollection("dblp-large", 23, 336.65, 480.48));

    private final Workbench bench;
    private final Map<Known, Dataset> read;

    private DataCensus(Workbench bench, Map<Known, Dataset> read) {
        this.bench = bench;
        this.read = read;
    }

    /** Reads every data set, at ci the first two; what is not at hand has a stand-in, or is left out where nothing stands in. */
    public static DataCensus of(Workbench bench) throws IOException {
        Map<Known, Dataset> read = new LinkedHashMap<>();
        for (Known known : GRAPHS) {
            if (bench.ci() && GRAPHS.indexOf(known) > 1 && !known.name().equals("small")) continue;
            try {
                read.put(known, Datasets.loadOrStandIn(known.name()));
            } catch (MissingData missing) {
                read.put(known, null);
            }
        }
        return new DataCensus(bench, read);
    }

    /** Sizes of the graphs as read, beside the known ones. */
    public Table graphs() {
        Table table = Table.columns(
                        "data set",
                        "nodes",
                        "known",
                        "edges",
                        "known edges",
                        "features",
                        "non-zeros",
                        "classes",
                        "isolated",
                        "largest component",
                        "largest degree",
                        "features leak",
                        "SHA-256")
                .title("what the readers read");
        read.forEach((known, data) -> {
            if (data == null) {
                table.note(known.name() + " is not at hand.");
                return;
            }
            Graph graph = data.graph();
            int component = Components.of(graph).largest().length;
            long isolated = IntStream.range(0, graph.nodes())
                    .filter(v -> graph.inDegree(v) == 0)
                    .count();
            var sources = data.provenance().sources();
            table.row(
                    data.name(),
                    graph.nodes(),
                    known.nodes(),
                    graph.edges(),
                    known.edges() < 0 ? graph.edges() : known.edges(),
                    data.features().width(),
                    data.features().nonZeros(),
                    data.labels().classes(),
                    isolated,
                    component,
                    graph.maxInDegree(),
                    data.provenance().leaks().isEmpty() ? "" : "yes",
                    sources.isEmpty() ? "" : sources.get(0).sha256().substring(0, 8));
            held(known, data, component);
        });
        return table;
    }

    private void held(Known known, Dataset data, int component) {
        bench.check(
                data.nodes() == known.nodes()
                        && agrees(known.features(), data.features().width())
                        && agrees(known.classes(), data.labels().classes()),
                known.name() + " has its known sizes");
        if (data.provenance().standIn()) return;
        bench.check(agrees(known.edges(), data.graph().edges()), known.name() + " has its known edges");
        bench.check(
                data.provenance().leaks().isEmpty() != LEAKS.contains(known.name()),
                "an SVD over all rows leaks, nothing else here does: " + known.name());
        bench.check(agrees(known.component(), component), known.name() + " has its known largest component");
        bench.check(agrees(known.nonZeros(), data.features().nonZeros()), known.name() + " has its known non-zeros");
    }

    private static boolean agrees(long known, long read) {
        return known < 0 || known == read;
    }

    /** What is said of every data set that stands in for a missing one. */
    public List<String> standIns() {
        TreeSet<String> notes = new TreeSet<>();
        for (Dataset data : read.values())
            if (data != null && data.provenance().standIn())
                notes.add(data.provenance().notes().get(0));
        return List.copyOf(notes);
    }

    /** The share of nodes with at least so many neighbours, one curve a graph. */
    public Figure degrees() {
        Figure figure = Figure.of("degrees")
                .x("degree")
                .y("share of nodes with at least this degree")
                .logX()
                .logY();
        read.forEach((known, data) -> {
            if (data == null || known.name().contains("-") || known.name().equals("small")) return;
            double[] share = atLeast(data.graph());
            int[] seen = IntStream.range(1, share.length)
                    .filter(d -> d + 1 == share.length || share[d] > share[d + 1])
                    .toArray();
            double[] shares = Arrays.stream(seen).mapToDouble(d -> share[d]).toArray();
            figure.curve(data.name(), seen, shares);
        });
        return figure;
    }

    /** By degree, the share of a graph's nodes that have at least as many neighbours. */
    static double[] atLeast(Graph graph) {
        long[] count = new long[graph.maxInDegree() + 1];
        for (int v = 0; v < graph.nodes(); v++) count[graph.inDegree(v)]++;
        double[] share = new double[count.length];
        long above = 0;
        for (int d = count.length - 1; d >= 0; d--) {
            above += count[d];
            share[d] = (double) above / graph.nodes();
        }
        return share;
    }

    /** Collections of labelled graphs that are at hand. */
    public Table collections() throws IOException {
        Table table = Table.columns(
                        "collection", "graphs", "mean nodes", "fewest", "most", "mean edges", "classes", "folds")
                .title("collections of labelled graphs");
        for (KnownCollection known : COLLECTIONS)
            try {
                GraphCollection set = Datasets.graphs(known.name());
                var sizes = set.graphs().stream().mapToInt(Graph::nodes).summaryStatistics();
                table.row(
                        set.name(),
                        set.size(),
                        set.meanNodes(),
                        sizes.getMin(),
                        sizes.getMax(),
                        set.meanEdges(),
                        set.classes(),
                        set.folds().size());
                bench.check(
                        set.size() == known.graphs()
                                && Math.abs(set.meanNodes() - known.nodes()) < 0.005
                                && Math.abs(set.meanEdges() - known.edges()) < 0.005,
                        known.name() + " has its known means");
            } catch (MissingData missing) {
                table.note(known.name() + " is not at hand.");
            }
        return table.digits("mean nodes", 2).digits("mean edges", 2);
    }

    /** The images of MNIST if they are at hand. */
    public Table images() throws IOException {
        Table table =
                Table.columns("images", "count", "rows", "columns", "classes").title("images");
        try {
            Images.Parts mnist = Datasets.images("mnist");
            digits(table, "mnist, train", mnist.train(), 60_000);
            digits(table, "mnist, test", mnist.test(), 10_000);
        } catch (MissingData missing) {
            table.note("mnist is not at hand.");
        }
        return table;
    }

    private void digits(Table table, String name, Images part, int known) {
        long classes = Arrays.stream(part.labels()).distinct().count();
        table.row(name, part.count(), part.rows(), part.columns(), classes);
        bench.check(
                part.count() == known && part.rows() == 28 && part.columns() == 28 && classes == 10,
                name + " is complete");
    }
}
