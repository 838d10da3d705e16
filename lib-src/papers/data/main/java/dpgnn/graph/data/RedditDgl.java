package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads Reddit (Hamilton, Ying and Leskovec, NIPS 2017) from the two archives of DGL: data, and adjacency as coordinates. */
final class RedditDgl {
    private static final Role[] ROLES = {Role.NONE, Role.TRAIN, Role.VALIDATION, Role.TEST};

    private RedditDgl() {}

    public static Dataset read(Sources sources, String shownName) throws IOException {
        Path data = sources.file("reddit/reddit_data.npz");
        String file = data.getFileName().toString();
        DenseFeatures features;
        int[] labels;
        Role[] roles;
        try (Npz npz = new Npz(data)) {
            int[] shape = npz.shape("feature");
            if (shape.length != 2 || shape[1] < 1)
                throw new MalformedFile(
                        file, "feature", java.util.Arrays.toString(shape), "of two dimensions, not empty");
            features = DenseFeatures.of(shape[0], shape[1], npz.floats("feature"));
            labels = npz.ints("label");
            int[] types = npz.ints("node_types");
            if (labels.length != features.rows() || types.length != features.rows())
                throw new MalformedFile(
                        file,
                        "label and node_types",
                        labels.length + " and " + types.length,
                        features.rows() + ", as many as rows of feature");
            roles = new Role[types.length];
            for (int i = 0; i < types.length; i++) {
                if (types[i] < 0 || types[i] >= ROLES.length)
                    throw new MalformedFile(file, "node_types, node " + i, types[i], "1, 2 or 3, or 0 for no role");
                roles[i] = ROLES[types[i]];
            }
        }
        Graph graph = graph(sources.file("reddit/reddit_graph.npz"), roles.length);
        return new Dataset(
                graph,
                features,
                Labels.single(WholeNumbers.classes(file, labels), labels),
                sources.provenance(shownName, "Split by node_types; edges in both directions without loops."),
                Optional.of(Split.byRole(roles)));
    }

    private static Graph graph(Path path, int nodes) throws IOException {
        String file = path.getFileName().toString();
        try (Npz npz = new Npz(path)) {
            String format = npz.has("format") ? npz.text("format") : "coo";
            if (format.equals("csr")) {
                Csr rows = npz.csr("").square();
                if (rows.rows() != nodes) throw new MalformedFile(file, "shape", rows.rows(), nodes + " nodes");
                return Graph.undirected(nodes, rows.edges());
            }
            if (!format.equals("coo")) throw new MalformedFile(file, "format", format, "coo or csr");
            int[] from = checked(npz.ints("row"), nodes, file);
            int[] to = checked(npz.ints("col"), nodes, file);
            if (from.length != to.length) throw new MalformedFile(file, "col", to.length, from.length + " as in row");
            // The file lists both directions; taking each pair once halves the memory, and a pair given once still
            // counts.
            return symmetric(nodes, from, to)
                    ? Graph.undirected(nodes, sink -> {
                        for (int e = 0; e < from.length; e++) if (from[e] < to[e]) sink.edge(from[e], to[e]);
                    })
                    : Graph.undirected(nodes, from, to);
        }
    }

    private static int[] checked(int[] ends, int nodes, String file) throws MalformedFile {
        for (int e = 0; e < ends.length; e++)
            if (ends[e] < 0 || ends[e] >= nodes)
                throw new MalformedFile(file, "edge " + e, ends[e], "a node in 0.." + (nodes - 1));
        return ends;
    }

    /** Compares the sets of pairs in both orders by sums of hashes, with repetitions counted. */
    private static boolean symmetric(int nodes, int[] from, int[] to) {
        long upper = 0;
        long lower = 0;
        for (int e = 0; e < from.length; e++) {
            if (from[e] < to[e]) upper += mixed(from[e], to[e]);
            if (from[e] > to[e]) lower += mixed(to[e], from[e]);
        }
        return upper == lower;
    }

    private static long mixed(int a, int b) {
        long z = ((long) a << 32 | b) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
