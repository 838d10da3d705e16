package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the files of GraphSAINT (Zeng et al., ICLR 2020) for Flickr, PPI, Reddit and others: full adjacency, features,
 * classes, roles, and the adjacency among training nodes. The last one adds nothing new, since inductive views take the edges
 * among training nodes from the full adjacency; copies without it are in use. If it is present, it must agree.
 */
final class GraphSaint {
    private GraphSaint() {}

    /** @param folder such as flickr */
    public static Dataset read(Sources sources, String folder, String shownName) throws IOException {
        Graph graph = graph(sources.file(folder + "/adj_full.npz"), false);
        int nodes = graph.nodes();
        DenseFeatures features = dense(sources.file(folder + "/feats.npy"), nodes);
        Labels labels = labels(sources.file(folder + "/class_map.json"), nodes);
        Split split = split(sources, folder, graph);
        String how = "Edges in both directions without loops; split by GraphSAINT's role file.";
        return new Dataset(graph, features, labels, sources.provenance(shownName, how), Optional.of(split));
    }

    /**
     * Reads a folder that has no features: the graph and the split of a data set.
     *
     * @param directed whether an edge has the direction that the file gives it, from row to column; such a folder has classes
     */
    public static Dataset structure(Sources sources, String folder, boolean directed, String shownName)
            throws IOException {
        Graph graph = graph(sources.file(folder + "/adj_full.npz"), directed);
        int nodes = graph.nodes();
        float[] ones = new float[nodes];
        Arrays.fill(ones, 1);
        int[] none = new int[nodes];
        Arrays.fill(none, Labels.NONE);
        Labels labels = directed ? labels(sources.file(folder + "/class_map.json"), nodes) : Labels.single(1, none);
        Split split = split(sources, folder, graph);
        return new Dataset(
                graph,
                DenseFeatures.of(nodes, 1, ones),
                labels,
                sources.provenance(
                        shownName,
                        "Edges " + (directed ? "from row to column" : "in both directions")
                                + " without loops; split by the role file. The folder has no features: one column of ones stands"
                                + " in their place." + (directed ? "" : " No node has a label.")),
                Optional.of(split));
    }

    /** Reads a folder that has no classes, of which {@link #structure} leaves out the features. */
    public static Dataset unlabelled(Sources sources, String folder, String shownName) throws IOException {
        Dataset bare = structure(sources, folder, false, shownName);
        DenseFeatures features = dense(sources.file(folder + "/feats.npy"), bare.nodes());
        String how =
                "Edges in both directions without loops; split by the role file. No node has a label: the folder has none.";
        return new Dataset(
                bare.graph(), features, bare.labels(), sources.provenance(shownName, how), bare.publicSplit());
    }

    /** The gene of each row, of a file with a line "row,gene" and then one for each row. */
    public static List<Integer> genes(Sources sources, String folder) throws IOException {
        List<Integer> genes = new ArrayList<>();
        try (Lines lines = Lines.of(sources.file(folder + "/genes.csv"))) {
            if (!lines.next() || !lines.line().equals("row,gene")) throw lines.bad(lines.line(), "the line row,gene");
            while (lines.next()) {
                lines.number(genes.size(), genes.size());
                genes.add(lines.lastNumber(1, Integer.MAX_VALUE));
            }
        }
        return List.copyOf(genes);
    }

    private static Graph graph(Path path, boolean directed) throws IOException {
        try (Npz npz = new Npz(path)) {
            Csr rows = npz.csr("").square();
            return directed ? Graph.directed(rows.rows(), rows.edges()) : Graph.undirected(rows.rows(), rows.edges());
        }
    }

    private static Split split(Sources sources, String folder, Graph graph) throws IOException {
        Split split = roles(sources.file(folder + "/role.json"), graph.nodes());
        Optional<Path> training = sources.fileIfThere(folder + "/adj_train.npz");
        if (training.isPresent()) checkTraining(training.get(), graph, split);
        return split;
    }

    /** The edges of the graph between training nodes, all of them and no others. */
    private static void checkTraining(Path path, Graph graph, Split split) throws IOException {
        String file = path.getFileName().toString();
        Graph among = graph(path, graph.isDirected());
        if (among.nodes() != graph.nodes())
            throw new MalformedFile(file, "shape", among.nodes(), graph.nodes() + " nodes, as in adj_full.npz");
        for (int v = 0; v < graph.nodes(); v++) {
            int[] wanted = split.role(v) != Role.TRAIN
                    ? new int[0]
                    : Arrays.stream(graph.inNeighbours(v))
                            .filter(u -> split.role(u) == Role.TRAIN)
                            .toArray();
            if (!Arrays.equals(wanted, among.inNeighbours(v)))
                throw new MalformedFile(
                        file,
                        "node " + v,
                        among.inDegree(v) + " neighbours",
                        "the " + wanted.length + " of adj_full.npz that are training nodes as it is");
        }
    }

    /** A matrix of one row per node. */
    static DenseFeatures dense(Path path, int nodes) throws IOException {
        try (Npy npy = Npy.open(path)) {
            if (npy.dimension(0, 2) != nodes || npy.dimension(1, 2) < 1)
                throw new MalformedFile(
                        npy.file, "shape", Arrays.toString(npy.shape), nodes + " rows, one per node, not empty");
            return DenseFeatures.of(nodes, npy.dimension(1, 2), npy.floats());
        }
    }

    static Labels labels(Path path, int nodes) throws IOException {
        try (InputStream in = Lines.open(path)) {
            return ClassMap.read(new Json(path.getFileName().toString(), in), nodes, Nodes.numbers(nodes));
        }
    }

    /** Turns the name of a node in a JSON file into its number, or -1. */
    interface Nodes {
        int of(String name);

        /** Names that are the numbers themselves. */
        static Nodes numbers(int nodes) {
            return name -> WholeNumbers.of(name) < nodes ? WholeNumbers.of(name) : -1;
        }
    }

    private static Split roles(Path path, int nodes) throws IOException {
        Map<String, Role> names = Map.of("tr", Role.TRAIN, "va", Role.VALIDATION, "te", Role.TEST);
        Role[] roles = new Role[nodes];
        Arrays.fill(roles, Role.NONE);
        try (InputStream in = Lines.open(path)) {
            Json json = new Json(path.getFileName().toString(), in);
            json.object(name -> {
                Role role = names.get(name);
                if (role == null) throw json.bad("the role " + name, "tr, va or te");
                json.array(() -> {
                    int node = json.number(0, nodes - 1);
                    if (roles[node] != Role.NONE)
                        throw json.bad("node " + node + " again", "a node without a role so far");
                    roles[node] = role;
                });
            });
            json.end();
        }
        return Split.byRole(roles);
    }
}
