package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One holder's own folder: features.csv (node,column,value), edges.csv (node,node) and, at the label holder, labels.csv (node,class)
 * and split.csv (node,train or validation or test). Nodes are numbered alike at all holders.
 */
public final class HolderFiles {
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
            Files.createDirectories(folder);
            Files.write(folder.resolve("features.csv"), features);
            Files.write(folder.resolve("edges.csv"), edges);
            if (data.supervision().isEmpty()) return;
            HolderData.Supervision s = data.supervision().get();
            List<String> labels = new ArrayList<>();
            for (int v = 0; v < s.labels().nodes(); v++)
                if (s.labels().of(v) != Labels.NONE)
                    labels.add(v + "," + s.labels().of(v));
            Files.write(folder.resolve("labels.csv"), labels);
            List<String> split = new ArrayList<>();
            for (int v : s.train()) split.add(v + ",train");
            for (int v : s.validation()) split.add(v + ",validation");
            for (int v : s.test()) split.add(v + ",test");
            Files.write(folder.resolve("split.csv"), split);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a holder's files to " + folder, e);
        }
    }

    /**
     * Reads a folder.
     *
     * @param columns how many columns this holder agreed to have
     */
    public static HolderData read(Path folder, Shape shape, int columns) {
        int n = shape.nodes();
        List<String[]> rows = lines(folder.resolve("features.csv"), 3);
        int[] start = new int[n + 1];
        for (String[] row : rows) start[number(row[0], n, "node", folder) + 1]++;
        for (int v = 0; v < n; v++) start[v + 1] += start[v];
        int[] next = start.clone();
        int[] index = new int[rows.size()];
        double[] values = new double[rows.size()];
        for (String[] row : rows) {
            int k = next[Integer.parseInt(row[0])]++;
            index[k] = number(row[1], columns, "column", folder);
            values[k] = Double.parseDouble(row[2]);
        }
        List<String[]> pairs = lines(folder.resolve("edges.csv"), 2);
        int[] from =
                pairs.stream().mapToInt(p -> number(p[0], n, "node", folder)).toArray();
        int[] to = pairs.stream().mapToInt(p -> number(p[1], n, "node", folder)).toArray();
        Optional<HolderData.Supervision> supervision =
                Files.exists(folder.resolve("labels.csv")) ? Optional.of(supervision(folder, shape)) : Optional.empty();
        return new HolderData(
                SparseMatrix.of(columns, start, index, values), Graph.undirected(n, from, to), supervision);
    }

    private static HolderData.Supervision supervision(Path folder, Shape shape) {
        int n = shape.nodes();
        int[] labels = new int[n];
        Arrays.fill(labels, Labels.NONE);
        for (String[] row : lines(folder.resolve("labels.csv"), 2))
            labels[number(row[0], n, "node", folder)] = number(row[1], shape.classes(), "class", folder);
        List<String[]> split = lines(folder.resolve("split.csv"), 2);
        return new HolderData.Supervision(
                Labels.single(shape.classes(), labels),
                part(split, "train", n, folder),
                part(split, "validation", n, folder),
                part(split, "test", n, folder));
    }

    private static int[] part(List<String[]> split, String name, int n, Path folder) {
        return split.stream()
                .filter(row -> row[1].trim().equals(name))
                .mapToInt(row -> number(row[0], n, "node", folder))
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
