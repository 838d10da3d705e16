package dpgnn.graph.read;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.Csr;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.Npy;
import dpgnn.graph.format.Npz;
import dpgnn.graph.format.WholeNumbers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the files of GraphSAINT (Zeng et al., ICLR 2020) for Flickr, PPI, Reddit and others: full adjacency, features,
 * classes, roles, and the adjacency among training nodes. The last one adds nothing new, since inductive views take the edges
 * among training nodes from the full adjacency; copies without it are in use. If it is present, it must agree.
 */
public final class GraphSaint {
    private GraphSaint() {}

    /** @param folder such as flickr */
    public static Dataset read(Sources sources, String folder, String shownName) throws IOException {
        Path adjacency = sources.file(folder + "/adj_full.npz");
        Graph graph;
        int nodes;
        try (Npz npz = new Npz(adjacency)) {
            Csr rows = npz.csr("").square();
            nodes = rows.rows();
            graph = Graph.undirected(nodes, rows.edges());
        }
        DenseFeatures features = dense(sources.file(folder + "/feats.npy"), nodes);
        Labels labels = labels(sources.file(folder + "/class_map.json"), nodes);
        Split split = roles(sources.file(folder + "/role.json"), nodes);
        Optional<Path> training = sources.fileIfThere(folder + "/adj_train.npz");
        if (training.isPresent()) checkTraining(training.get(), graph, split);
        return new Dataset(
                graph,
                features,
                labels,
                sources.provenance(
                        shownName, "Edges in both directions without loops; split by GraphSAINT's role file."),
                Optional.of(split));
    }

    /** The edges of the graph between training nodes, all of them and no others. */
    private static void checkTraining(Path path, Graph graph, Split split) throws IOException {
        String file = path.getFileName().toString();
        Graph among;
        try (Npz npz = new Npz(path)) {
            Csr rows = npz.csr("").square();
            if (rows.rows() != graph.nodes())
                throw new MalformedFile(file, "shape", rows.rows(), graph.nodes() + " nodes, as in adj_full.npz");
            among = Graph.undirected(rows.rows(), rows.edges());
        }
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
