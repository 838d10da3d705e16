package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.wire.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Reads and writes one holder's own folder: features.csv (node,column,value), edges.csv (node,node) and, at the label holder,
 * labels.csv (node,class) and split.csv (node,train or validation or test). Nodes have the same numbers at all holders, or
 * they have identifiers, which identifiers.csv lists, one per line; nodes that are not common to all holders are then left
 * out.
 */
final class HolderFiles {
    /** The number of a node that is not common to all. */
    private static final int ABSENT = -1;

    private HolderFiles() {}

    public static void write(Path folder, HolderData data) {
        List<String> features = new ArrayList<>();
        SparseMatrix x = data.features();
        for (int r = 0; r < x.rows(); r++)
            for (int k = x.start(r); k < x.start(r + 1); k++) features.add(r + "," + x.column(k) + "," + x.value(k));
        List<String> edges = new ArrayList<>();
        for (int v = 0; v < data.edges().nodes(); v++)
            for (int i = 0; i < data.edges().inDegree(v); i++)
                if (data.edges().inNeighbour(v, i) > v)
                    edges.add(v + "," + data.edges().inNeighbour(v, i));
        try {
            PrivateFiles.createFolder(folder);
            PrivateFiles.write(folder.resolve("features.csv"), features);
            PrivateFiles.write(folder.resolve("edges.csv"), edges);
            if (data.supervision().isEmpty()) return;
            HolderData.Supervision s = data.supervision().get();
            List<String> labels = new ArrayList<>();
            for (int v = 0; v < s.labels().nodes(); v++)
                if (s.labels().of(v) != Labels.NONE)
                    labels.add(v + "," + s.labels().of(v));
            PrivateFiles.write(folder.resolve("labels.csv"), labels);
            List<String> split = new ArrayList<>();
            for (int v : s.train()) split.add(v + ",train");
            for (int v : s.validation()) split.add(v + ",validation");
            for (int v : s.test()) split.add(v + ",test");
            PrivateFiles.write(folder.resolve("split.csv"), split);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a holder's files to " + folder, e);
        }
    }

    /**
     * Reads a folder whose nodes are numbers.
     *
     * @param columns how many columns this holder agreed to have
     */
    public static HolderData read(Path folder, PpgnnSizes sizes, int columns) {
        return read(folder, sizes, columns, text -> number(text, sizes.nodes(), "node", folder));
    }

    /**
     * Reads a folder whose nodes are identifiers.
     *
     * @param own all that this holder has, as {@link #identifiers} gives them
     * @param common those of them that are nodes, in order
     */
    static HolderData read(Path folder, PpgnnSizes sizes, int columns, List<String> own, List<String> common) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String id : own) numbers.put(id, ABSENT);
        for (int v = 0; v < common.size(); v++) numbers.put(common.get(v), v);
        return read(folder, sizes, columns, text -> {
            Integer number = numbers.get(Alignment.composed(text.trim()));
            if (number == null)
                throw new IllegalArgumentException(
                        "a node in " + folder + " must be one of identifiers.csv, was '" + text + "'");
            return number;
        });
    }

    /** The identifiers of a folder, composed. */
    static List<String> identifiers(Path folder) {
        Path file = folder.resolve("identifiers.csv");
        Set<String> all = new LinkedHashSet<>();
        for (String[] row : lines(file, 1))
            if (!all.add(Alignment.composed(row[0].trim())))
                throw new IllegalArgumentException(
                        file + " must have every identifier once, had '" + row[0] + "' again");
        if (all.isEmpty()) throw new IllegalArgumentException(file + " must have an identifier a line, had none");
        return List.copyOf(all);
    }

    private static HolderData read(Path folder, PpgnnSizes sizes, int columns, ToIntFunction<String> node) {
        int n = sizes.nodes();
        List<String[]> rows = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        int[] start = new int[n + 1];
        for (String[] row : lines(folder.resolve("features.csv"), 3)) {
            int v = node.applyAsInt(row[0]);
            if (v == ABSENT) continue;
            rows.add(row);
            of.add(v);
            start[v + 1]++;
        }
        for (int v = 0; v < n; v++) start[v + 1] += start[v];
        int[] next = start.clone();
        int[] index = new int[rows.size()];
        double[] values = new double[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            int k = next[of.get(r)]++;
            index[k] = number(rows.get(r)[1], columns, "column", folder);
            values[k] = value(rows.get(r)[2], folder);
        }
        List<int[]> pairs = lines(folder.resolve("edges.csv"), 2).stream()
                .map(p -> new int[] {node.applyAsInt(p[0]), node.applyAsInt(p[1])})
                .filter(p -> p[0] != ABSENT && p[1] != ABSENT)
                .toList();
        int[] from = pairs.stream().mapToInt(p -> p[0]).toArray();
        int[] to = pairs.stream().mapToInt(p -> p[1]).toArray();
        Optional<HolderData.Supervision> supervision = Files.exists(folder.resolve("labels.csv"))
                ? Optional.of(supervision(folder, sizes, node))
                : Optional.empty();
        return new HolderData(
                SparseMatrix.of(columns, start, index, values), Graph.undirected(n, from, to), supervision);
    }

    private static HolderData.Supervision supervision(Path folder, PpgnnSizes sizes, ToIntFunction<String> node) {
        int[] labels = new int[sizes.nodes()];
        Arrays.fill(labels, Labels.NONE);
        for (String[] row : lines(folder.resolve("labels.csv"), 2)) {
            int label = number(row[1], sizes.classes(), "class", folder);
            int v = node.applyAsInt(row[0]);
            if (v != ABSENT) labels[v] = label;
        }
        List<String[]> split = lines(folder.resolve("split.csv"), 2);
        return new HolderData.Supervision(
                Labels.single(sizes.classes(), labels),
                part(split, "train", node),
                part(split, "validation", node),
                part(split, "test", node));
    }

    private static int[] part(List<String[]> split, String name, ToIntFunction<String> node) {
        return split.stream()
                .filter(row -> row[1].trim().equals(name))
                .mapToInt(row -> node.applyAsInt(row[0]))
                .filter(v -> v != ABSENT)
                .toArray();
    }

    private static List<String[]> lines(Path file, int fields) {
        try {
            List<String[]> rows = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank()) continue;
                String[] row = line.trim().split(",");
                if (row.length != fields)
                    throw new IllegalArgumentException(
                            file + " must have " + fields + " fields a line, had '" + line + "'");
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static double value(String text, Path folder) {
        try {
            double value = Double.parseDouble(text.trim());
            if (Double.isFinite(value)) return value;
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException("a feature in " + folder + " must be a finite number, was '" + text + "'");
    }

    private static int number(String text, int bound, String what, Path folder) {
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= 0 && value < bound) return value;
        } catch (NumberFormatException e) {
            // Told below, with the range.
        }
        throw new IllegalArgumentException(
                "a " + what + " in " + folder + " must be in 0.." + (bound - 1) + ", was '" + text + "'");
    }
}
