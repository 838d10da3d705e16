package dpgnn.study.data;

import dpgnn.graph.Components;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.report.Table;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final String[] COLUMNS = {
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
        "SHA-256"
    };

    private final Workbench bench;
    private final Map<String, Dataset> read = new LinkedHashMap<>();
    private final Table graphs = Table.columns(COLUMNS).title("what the readers read");

    private DataCensus(Workbench bench) {
        this.bench = bench;
    }

    /** Reads every data set, at ci the first two; what is not at hand has a stand-in, or is left out where nothing stands in. */
    public static DataCensus of(Workbench bench) throws IOException {
        DataCensus census = new DataCensus(bench);
        for (Known known : GRAPHS) {
            if (bench.ci() && GRAPHS.indexOf(known) > 1 && !known.name().equals("small")) continue;
            try {
                census.add(known, Datasets.loadOrStandIn(known.name()));
            } catch (MissingData missing) {
                census.graphs.note(known.name() + " is not at hand.");
            }
        }
        return census;
    }

    /** The data sets that are at hand, or stood in for, by name. */
    public Map<String, Dataset> read() {
        return Collections.unmodifiableMap(read);
    }

    /** Sizes of the graphs as read, beside the known ones. */
    public Table graphs() {
        return graphs;
    }

    private void add(Known known, Dataset data) {
        read.put(known.name(), data);
        Graph graph = data.graph();
        int component = Components.of(graph).largest().length;
        long isolated = IntStream.range(0, graph.nodes())
                .filter(v -> graph.inDegree(v) == 0)
                .count();
        var sources = data.provenance().sources();
        graphs.row(
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
        return read.values().stream()
                .filter(data -> data.provenance().standIn())
                .map(data -> data.provenance().notes().get(0))
                .distinct()
                .sorted()
                .toList();
    }
}
