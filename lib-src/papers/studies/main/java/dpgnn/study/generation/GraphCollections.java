package dpgnn.study.generation;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.ReadData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Provides collections of graphs for experiments: the real ones or stand-ins, smaller parts of them, and their names in
 * tables.
 */
public final class GraphCollections {
    private GraphCollections() {}

    /** The real collection if it is available, else synthetic graphs, marked as such. */
    public static GraphCollection loadOrStandIn(String name) throws IOException {
        try {
            return Datasets.graphs(name);
        } catch (MissingData e) {
            return standIn(name, e.getMessage());
        }
    }

    /** 60 graphs of three kinds: sparse with hubs, or dense, by the name. */
    static GraphCollection standIn(String name, String reason) {
        boolean dense = name.startsWith("imdb");
        List<Graph> graphs = new ArrayList<>();
        int[] labels = new int[60];
        RandomStream coins = Streams.seed(11).stream("stand-in " + name);
        for (int i = 0; i < labels.length; i++) {
            labels[i] = i % 3;
            int n = dense ? 8 + coins.nextInt(12) : 30 + coins.nextInt(90);
            graphs.add(
                    dense
                            ? SyntheticGraphs.erdosRenyi(n, 0.45 + 0.15 * labels[i], i)
                            : SyntheticGraphs.powerLaw(n, n * (4 + labels[i]) / 4, 2.5, n / 4, i));
        }
        return new GraphCollection(
                graphs,
                labels,
                3,
                List.of(),
                new Dataset.Provenance(
                        name + " (synthetic stand-in)", List.of(), true, List.of("Synthetic graphs.", reason)));
    }

    /** So many graphs, evenly spread over those with at least one edge and at most so many nodes. */
    public static GraphCollection spread(GraphCollection all, int count, int maxNodes) {
        int[] fitting = IntStream.range(0, all.size())
                .filter(i -> all.graphs().get(i).nodes() <= maxNodes
                        && all.graphs().get(i).edges() > 0)
                .toArray();
        if (fitting.length == 0)
            throw new IllegalArgumentException("maxNodes must admit a graph of " + all.name() + ", was " + maxNodes);
        int size = Math.min(count, fitting.length);
        int[] chosen = IntStream.range(0, size)
                .map(i -> fitting[(int) ((long) i * fitting.length / size)])
                .toArray();
        return part(all, chosen);
    }

    /**
     * Graphs of which hidden links can be asked: at least so many edges, and enough pairs that are none.
     *
     * @param free how many such pairs, in shares of the edges
     */
    public static GraphCollection eligible(GraphCollection all, int count, int maxNodes, int minEdges, double free) {
        int[] chosen = IntStream.range(0, all.size())
                .filter(i -> {
                    Graph g = all.graphs().get(i);
                    long none = g.nodes() * (g.nodes() - 1L) / 2 - g.edges();
                    return g.edges() >= minEdges && none >= Math.round(free * g.edges());
                })
                .toArray();
        return spread(part(all, chosen), count, maxNodes);
    }

    static GraphCollection part(GraphCollection all, int... chosen) {
        return new GraphCollection(
                IntStream.of(chosen).mapToObj(all.graphs()::get).toList(),
                IntStream.of(chosen).map(i -> all.labels()[i]).toArray(),
                all.classes(),
                List.of(),
                all.provenance());
    }

    /** For tables that compare with a paper; parts of a collection say so. */
    public static ReadData data(GraphCollection part, GraphCollection whole) {
        String hash = whole.provenance().sources().isEmpty()
                ? String.format("%08x", whole.graphs().hashCode())
                : whole.provenance().sources().get(0).sha256();
        String name = whole.name() + (part.size() < whole.size() ? ", " + part.size() + " of " + whole.size() : "");
        return new ReadData(name, hash, whole.provenance().standIn() ? "synthetic graphs" : "");
    }
}
