package dpgnn.study.walks;

import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Provides the data of Ayle et al. (2023), split and scaled as in the paper. If a data set is missing, its stand-in is used,
 * with as many training nodes as the paper's; "Arxiv/20" is always a stand-in, with twenty times fewer nodes.
 */
public final class WalkData {
    /** What is done to features before training. */
    public enum Features {
        /** Every row divided by its own length: looks at one node at a time, and so leaks nothing. */
        ROWS,
        /** Mean 0 and deviation 1 over the training nodes, as the research code does; it leaks, and plans on it say so. */
        STANDARDISED,
        /** Mean 0 and deviation 1 over all nodes, which a transductive set has at hand; the paper does not say which. It leaks too. */
        STANDARDISED_BY_ALL
    }

    /** Validation nodes of the sets whose files may be missing, over all nodes. */
    private static final Map<String, Double> VALIDATION = Map.of(
            "Cora",
            500 / 2708.0,
            "CiteSeer",
            500 / 3327.0,
            "PubMed",
            500 / 19717.0,
            "PPI",
            0.12,
            "Flickr",
            0.25,
            "Arxiv",
            29799 / 169343.0,
            "Reddit",
            23699 / 232965.0);

    /** As many as Arxiv's published features. */
    private static final int OF_EDGES = 128;

    private final String name;
    private final Dataset data;
    private final Split split;
    private TrainingView view;

    private WalkData(String name, Dataset data, Split split) {
        this.name = name;
        this.data = data;
        this.split = split;
    }

    /** A data set by its name in the paper's tables, read once while there is memory. */
    public static WalkData of(String name, Features features) throws IOException {
        return Datasets.once(WalkData.class, name + ' ' + features, () -> read(name, features));
    }

    private static WalkData read(String name, Features features) throws IOException {
        if (name.equals(WalkTables.ARXIV_GRAPH))
            return of(name, ofEdges(undirected(structure("Arxiv").orElseThrow())), features);
        String paperName = WalkTables.paperName(name);
        // Dense features of these two that no row of another node has shaped.
        String id = paperName.toLowerCase(Locale.ROOT)
                + (List.of("Facebook", "Twitch").contains(name) ? "-projected" : "");
        Dataset raw = name.contains("/")
                ? SyntheticGraphs.smaller(id, WalkTables.divisor(name), 0)
                : undirected(Datasets.loadOrStandIn(id));
        return of(name, raw, features);
    }

    /** Data of one's own in place of a named set's, to be split and scaled like it. */
    static WalkData of(String name, Dataset raw, Features features) {
        Split split = raw.publicSplit().orElseGet(() -> split(name, raw.nodes()));
        Dataset scaled =
                switch (features) {
                    case ROWS ->
                        Scaling.rows(
                                raw, Scaling.Norm.L2, name.equals(WalkTables.ARXIV_GRAPH) ? Math.sqrt(OF_EDGES) : 1);
                    case STANDARDISED -> Scaling.standardised(raw, split.train());
                    case STANDARDISED_BY_ALL ->
                        Scaling.standardised(
                                raw, IntStream.range(0, raw.nodes()).toArray());
                };
        return new WalkData(name, scaled, split);
    }

    /** Every graph is undirected here; Arxiv's citations are not. */
    public static Dataset undirected(Dataset data) {
        Graph graph = data.graph();
        if (!graph.isDirected()) return data;
        return data.withGraph(Graph.undirected(graph.nodes(), sink -> {
            for (int v = 0; v < graph.nodes(); v++)
                for (int i = 0; i < graph.inDegree(v); i++) sink.edge(graph.inNeighbour(v, i), v);
        }));
    }

    /**
     * Features that are made of public edges alone: fixed Gaussian rows, averaged three and four times over a node and its neighbours,
     * each brought to length 1 and added (Chen et al. 2019, with weights 0, 0, 1, 1). No row and no label goes in.
     */
    public static Dataset ofEdges(Dataset data) {
        Graph graph = data.graph();
        RandomStream coins = Streams.seed(1).stream("rows of edges");
        float[] values = new float[ArraySize.of("features", graph.nodes(), OF_EDGES)];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        float[] sum = new float[values.length];
        for (int round = 1; round <= 4; round++) {
            float[] from = values, to = new float[values.length];
            IntStream.range(0, graph.nodes()).parallel().forEach(v -> {
                add(from, v, to, v, 1);
                for (int i = 0; i < graph.inDegree(v); i++) add(from, graph.inNeighbour(v, i), to, v, 1);
                add(to, v, to, v, 1f / (1 + graph.inDegree(v)) - 1);
            });
            values = to;
            if (round < 3) continue;
            for (int v = 0; v < graph.nodes(); v++) {
                double squares = 0;
                for (int c = v * OF_EDGES; c < (v + 1) * OF_EDGES; c++) squares += (double) to[c] * to[c];
                add(to, v, sum, v, (float) (1 / Math.sqrt(squares)));
            }
        }
        return new Dataset(
                graph,
                DenseFeatures.of(graph.nodes(), OF_EDGES, sum),
                data.labels(),
                data.provenance()
                        .with(
                                "Features are random rows averaged over edges, which are public: no row and no label went in.",
                                List.of()),
                data.publicSplit());
    }

    private static void add(float[] from, int row, float[] to, int at, float factor) {
        for (int c = 0; c < OF_EDGES; c++) to[at * OF_EDGES + c] += factor * from[row * OF_EDGES + c];
    }

    private static Split split(String name, int nodes) {
        return Split.random(
                nodes,
                (double) WalkTables.trainingNodes(name) / nodes,
                VALIDATION.getOrDefault(WalkTables.paperName(name), 0.25),
                Streams.seed(1).stream("split"));
    }

    /** The structure that samplers draw from, of the same graph and split, without making features. */
    public static Participants participants(String name) throws IOException {
        String id = WalkTables.paperName(name).toLowerCase(Locale.ROOT);
        if (name.contains("/")) return of(name, Features.ROWS).view().participants();
        try {
            Dataset real = Datasets.load(id);
            if (real.publicSplit().isPresent())
                return of(name, Features.ROWS).view().participants();
        } catch (MissingData e) {
            // The graph alone is taken below: a true one without features, or a stand-in's.
        }
        Optional<Dataset> real = structure(name);
        Graph graph = real.isPresent() ? undirected(real.get()).graph() : SyntheticGraphs.graphLike(id, 0);
        Split split = real.isPresent() ? real.get().publicSplit().orElseThrow() : split(name, graph.nodes());
        if (!WalkTables.inductive(name)) return Participants.of(graph, split.train());
        Graph training = graph.induced(split.train());
        return Participants.of(training, IntStream.range(0, training.nodes()).toArray());
    }

    /** The graph and the split of a set whose features are not at hand, Arxiv's with labels; empty where these are missing, too. */
    static Optional<Dataset> structure(String name) throws IOException {
        if (!List.of("Arxiv", "PPI").contains(name)) return Optional.empty();
        try {
            return Optional.of(Datasets.load(name.toLowerCase(Locale.ROOT) + "-graph"));
        } catch (MissingData e) {
            return Optional.empty();
        }
    }

    public String name() {
        return name;
    }

    public Dataset data() {
        return data;
    }

    public Split split() {
        return split;
    }

    /** What a training reads: of the small sets the whole graph, of the others the graph among the training nodes. */
    public synchronized TrainingView view() {
        if (view == null) view = WalkTables.inductive(name) ? data.inductive(split) : data.transductive(split);
        return view;
    }

    /** Validation and test nodes in the whole graph, together, so that one pass evaluates both. */
    EvaluationView held() {
        int[] nodes = IntStream.concat(Arrays.stream(split.validation()), Arrays.stream(split.test()))
                .sorted()
                .toArray();
        return new EvaluationView(
                data.graph(), data.features(), data.labels().only(nodes), nodes, nodes, data.provenance());
    }
}
