package dpgnn.graph.data;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads a graph from one archive of NumPy arrays (npz) with the usual names: edges as {@code edges} (one edge a row) or
 * {@code edge_index} (two rows), features as {@code node_features}, {@code features} or {@code x}, classes as
 * {@code node_labels}, {@code labels}, {@code target} or {@code y}, and masks {@code train_mask}, {@code val_mask},
 * {@code test_mask}, or {@code train_masks} and so on with a row for each of several splits. Sparse features stand in
 * compressed rows, {@code attr_data} and so on.
 */
public final class NumpyGraph {
    private static final String[] PARTS = {"train_mask", "val_mask", "test_mask"};

    /** Rows with fewer values than this share are kept as sparse ones. */
    private static final double SPARSE = 0.05;

    private NumpyGraph() {}

    /** The undirected graph of a file of one's own, with the first split that it has; or what {@link Dataset#write} wrote. */
    public static Dataset read(Path file) throws IOException {
        String name = Check.given("file", file).getFileName().toString();
        return ReadLimit.within(name, () -> read(new Sources(place -> file), name, name));
    }

    /** @param place of the archive */
    static Dataset read(Sources sources, String place, String shownName, String... notes) throws IOException {
        Path path = sources.file(place);
        String file = path.getFileName().toString();
        List<String> all = new ArrayList<>(List.of("Edges are taken in both directions, without loops."));
        all.addAll(List.of(notes));
        Dataset.Provenance provenance = sources.provenance(shownName, all.toArray(String[]::new));
        try (Npz npz = new Npz(path)) {
            AboutData about =
                    npz.has("about") ? AboutData.read(file, npz.ints("about")) : new AboutData(false, 0, provenance);
            Features features = features(npz, file, npz.has("about"));
            int nodes = features.rows();
            return new Dataset(
                    graph(npz, file, nodes, about.directed()),
                    features,
                    labels(npz, file, nodes, about.classes()),
                    about.provenance(),
                    splits(npz, file, nodes).stream().findFirst());
        } catch (IllegalArgumentException e) {
            throw MalformedFile.inconsistent(file, e);
        }
    }

    /** @param classes how many there are, or 0 where those that occur are all */
    private static Labels labels(Npz npz, String file, int nodes, int classes) throws IOException {
        if (npz.has("node_values")) {
            int[] shape = npz.shape("node_values");
            if (shape.length != 2 || shape[0] != nodes || shape[1] < 1)
                throw new MalformedFile(
                        file, "node_values", Arrays.toString(shape), "of two dimensions, a row for every node");
            return only(npz, nodes, Labels.values(shape[1], npz.floats("node_values")));
        }
        String name = npz.first("node_labels", "labels", "target", "y", "node_label_sets");
        boolean sets = name.equals("node_label_sets");
        int[] labels = npz.ints(name);
        if (labels.length != (long) nodes * (sets ? classes : 1))
            throw new MalformedFile(file, name, labels.length + " labels", nodes + ", as many as nodes");
        if (!sets) return Labels.single(classes > 0 ? classes : WholeNumbers.classes(file, labels), labels);
        boolean[] has = new boolean[labels.length];
        for (int k = 0; k < has.length; k++) has[k] = labels[k] != 0;
        return only(npz, nodes, Labels.multi(classes, has));
    }

    private static Labels only(Npz npz, int nodes, Labels all) throws IOException {
        int[] known = npz.ints("known");
        int[] given = IntStream.range(0, Math.min(nodes, known.length))
                .filter(v -> known[v] != 0)
                .toArray();
        return given.length == nodes ? all : all.only(given);
    }

    /** All splits of such a file, in their order. */
    public static List<Split> splits(Path path) throws IOException {
        String file = Check.given("path", path).getFileName().toString();
        try (Npz npz = new Npz(path)) {
            return splits(npz, file, npz.shape(npz.first("node_labels", "labels", "target", "y"))[0]);
        }
    }

    private static Features features(Npz npz, String file, boolean asStored) throws IOException {
        if (npz.has("attr_indptr")) return npz.csr("attr_").features(false);
        String name = npz.first("node_features", "features", "x");
        int[] shape = npz.shape(name);
        if (shape.length != 2 || shape[1] < 1)
            throw new MalformedFile(file, name, Arrays.toString(shape), "of two dimensions, a row for every node");
        DenseFeatures dense = DenseFeatures.of(shape[0], shape[1], npz.floats(name));
        return !asStored && dense.nonZeros() < SPARSE * dense.values().length ? sparse(dense) : dense;
    }

    private static SparseFeatures sparse(DenseFeatures dense) {
        int count = (int) dense.nonZeros(), width = dense.width(), k = 0;
        int[] start = new int[dense.rows() + 1], columns = new int[count];
        float[] values = new float[count];
        for (int i = 0; i < dense.values().length; i++)
            if (dense.values()[i] != 0) {
                columns[k] = i % width;
                values[k++] = dense.values()[i];
                start[i / width + 1]++;
            }
        for (int v = 0; v < dense.rows(); v++) start[v + 1] += start[v];
        return SparseFeatures.of(width, start, columns, values);
    }

    private static Graph graph(Npz npz, String file, int nodes, boolean directed) throws IOException {
        String name = npz.first("edges", "edge_index");
        int[] shape = npz.shape(name);
        boolean rows = name.equals("edges");
        if (shape.length != 2 || shape[rows ? 1 : 0] != 2)
            throw new MalformedFile(
                    file, name, Arrays.toString(shape), rows ? "two columns, an edge a row" : "two rows of ends");
        int[] ends = npz.ints(name);
        int[] from = new int[ends.length / 2], to = new int[from.length];
        for (int e = 0; e < from.length; e++) {
            from[e] = ends[rows ? 2 * e : e];
            to[e] = ends[rows ? 2 * e + 1 : from.length + e];
            if (Math.min(from[e], to[e]) < 0 || Math.max(from[e], to[e]) >= nodes)
                throw new MalformedFile(
                        file, name + ", edge " + e, from[e] + " - " + to[e], "two nodes in 0.." + (nodes - 1));
        }
        return directed ? Graph.directed(nodes, from, to) : Graph.undirected(nodes, from, to);
    }

    private static List<Split> splits(Npz npz, String file, int nodes) throws IOException {
        String several = npz.has(PARTS[0] + "s") ? "s" : "";
        if (!npz.has(PARTS[0] + several)) return List.of();
        int[][] masks = new int[PARTS.length][];
        for (int p = 0; p < PARTS.length; p++) {
            masks[p] = npz.ints(PARTS[p] + several);
            if (masks[p].length != masks[0].length || masks[p].length == 0 || masks[p].length % nodes != 0)
                throw new MalformedFile(
                        file, PARTS[p] + several, masks[p].length + " marks", "one for each of " + nodes + " nodes");
        }
        List<Split> splits = new ArrayList<>();
        for (int at = 0; at < masks[0].length; at += nodes) {
            Role[] roles = new Role[nodes];
            for (int v = 0; v < nodes; v++) {
                roles[v] = Role.NONE;
                for (int p = 0; p < PARTS.length; p++)
                    if (masks[p][at + v] != 0) {
                        if (roles[v] != Role.NONE)
                            throw new MalformedFile(file, "masks, node " + v, "two roles", "one or none");
                        roles[v] = Role.values()[p];
                    }
            }
            splits.add(Split.byRole(roles));
        }
        return splits;
    }

    /**
     * What {@link Dataset#write} says of the arrays beside it: nothing may be lost that a guarantee or a reader of results needs.
     *
     * @param classes 0 where nothing is said
     */
    private record AboutData(boolean directed, int classes, Dataset.Provenance provenance) {
        static AboutData read(String file, int[] text) throws IOException {
            byte[] bytes = new byte[text.length];
            for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) text[i];
            Json json = new Json(file + "!about", new ByteArrayInputStream(bytes));
            boolean[] flags = {false, false};
            int[] classes = {0};
            String[] name = {""};
            List<String> notes = new ArrayList<>(), leaks = new ArrayList<>();
            List<Dataset.Source> sources = new ArrayList<>();
            json.object(fact -> {
                switch (fact) {
                    case "directed" -> flags[0] = json.bool();
                    case "classes" -> classes[0] = json.number(1, Integer.MAX_VALUE - 8);
                    case "provenance" ->
                        json.object(member -> {
                            switch (member) {
                                case "name" -> name[0] = json.text();
                                case "standIn" -> flags[1] = json.bool();
                                case "notes" -> json.array(() -> notes.add(json.text()));
                                case "leaks" -> json.array(() -> leaks.add(json.text()));
                                case "sources" -> json.array(() -> sources.add(source(json)));
                                default -> throw json.bad(member, "name, sources, standIn, notes or leaks");
                            }
                        });
                    default -> throw json.bad(fact, "directed, classes or provenance");
                }
            });
            json.end();
            if (classes[0] == 0 || name[0].isEmpty())
                throw json.bad("the end of the text", "classes and a name before it");
            return new AboutData(
                    flags[0], classes[0], new Dataset.Provenance(name[0], sources, flags[1], notes, leaks));
        }

        private static Dataset.Source source(Json json) throws IOException {
            String[] both = {"", ""};
            json.object(member -> {
                if (member.equals("file")) both[0] = json.text();
                else if (member.equals("sha256")) both[1] = json.text();
                else throw json.bad(member, "file or sha256");
            });
            return new Dataset.Source(both[0], both[1]);
        }
    }
}
