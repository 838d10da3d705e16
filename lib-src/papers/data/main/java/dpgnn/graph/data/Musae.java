package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Reads Facebook pages and Twitch users as Rozemberczki, Allen and Sarkar (2021) published them, with their sparse features. */
final class Musae {
    private static final List<String> PAGE_TYPES = List.of("company", "government", "politician", "tvshow");
    private static final List<String> MATURE = List.of("False", "True");
    private static final int MOST_WORDS = 1 << 20;

    private Musae() {}

    /** Classes are company, government, politician, tvshow. */
    public static Dataset facebook(Sources sources, String shownName) throws IOException {
        return read(sources, "facebook", 4714, "id", "page_type", PAGE_TYPES, shownName);
    }

    /** Classes are False and True: whether the user streams for adults. */
    public static Dataset twitch(Sources sources, String language, String shownName) throws IOException {
        return read(sources, language, 3170, "new_id", "mature", MATURE, shownName);
    }

    private static Dataset read(
            Sources sources, String name, int width, String id, String type, List<String> classes, String shownName)
            throws IOException {
        int[] labels = labels(sources.file("musae/target/" + name + "_target.csv"), id, type, classes);
        Graph graph = graph(sources.file("musae/edges/" + name + "_edges.csv"), labels.length);
        SparseFeatures features = features(sources.file("musae/features/" + name + ".json"), labels.length, width);
        return new Dataset(
                graph,
                features,
                Labels.single(classes.size(), labels),
                sources.provenance(
                        shownName,
                        "Binary features, one column per id of the published lists; loops are dropped.",
                        "Which ids there are, the publisher took from all nodes."));
    }

    private static int[] labels(Path path, String id, String type, List<String> classes) throws IOException {
        IntList ids = new IntList();
        IntList values = new IntList();
        try (Csv csv = new Csv(path)) {
            while (csv.next()) {
                int label = classes.indexOf(csv.field(type));
                if (label < 0) throw csv.bad(csv.field(type), "one of " + classes);
                ids.add(csv.number(id, Integer.MAX_VALUE - 8));
                values.add(label);
            }
        }
        int[] labels = new int[ids.size()];
        Arrays.fill(labels, Labels.NONE);
        for (int i = 0; i < ids.size(); i++) {
            int node = ids.get(i);
            if (node >= labels.length || labels[node] != Labels.NONE)
                throw new MalformedFile(
                        path.getFileName().toString(),
                        "record " + (i + 2),
                        id + " " + node,
                        "in 0.." + (labels.length - 1) + " and not used before");
            labels[node] = values.get(i);
        }
        return labels;
    }

    private static Graph graph(Path path, int nodes) throws IOException {
        int[][] ends = ends(path, nodes);
        return Graph.undirected(nodes, ends[0], ends[1]);
    }

    /** The nodes with a loop. */
    static int[] loops(Sources sources, String name) throws IOException {
        int[][] ends = ends(sources.file("musae/edges/" + name + "_edges.csv"), Integer.MAX_VALUE);
        return IntStream.range(0, ends[0].length)
                .filter(k -> ends[0][k] == ends[1][k])
                .map(k -> ends[0][k])
                .toArray();
    }

    private static int[][] ends(Path path, int nodes) throws IOException {
        IntList from = new IntList();
        IntList to = new IntList();
        try (Lines lines = Lines.of(path)) {
            if (!lines.next()) throw lines.bad("an empty file", "a header");
            while (lines.next()) {
                from.add(lines.number(0, nodes - 1));
                to.add(lines.lastNumber(0, nodes - 1));
            }
        }
        return new int[][] {from.toArray(), to.toArray()};
    }

    private static SparseFeatures features(Path path, int nodes, int leastWidth) throws IOException {
        int[][] rows = new int[nodes][];
        int[] widest = {leastWidth};
        try (InputStream in = Lines.open(path)) {
            Json json = new Json(path.getFileName().toString(), in);
            json.object(name -> {
                int node = WholeNumbers.of(name);
                if (node < 0 || node >= nodes) throw json.bad("the key " + name, "a node in 0.." + (nodes - 1));
                if (rows[node] != null) throw json.bad("the key " + name + " again", "every node once");
                IntList list = new IntList();
                json.array(() -> list.add(json.number(0, MOST_WORDS)));
                rows[node] = list.toArray();
                Arrays.sort(rows[node]);
                if (rows[node].length > 0) widest[0] = Math.max(widest[0], rows[node][rows[node].length - 1] + 1);
            });
            json.end();
        }
        int[] start = new int[nodes + 1];
        IntList columns = new IntList();
        for (int i = 0; i < nodes; i++) {
            int[] row = rows[i] == null ? new int[0] : rows[i];
            for (int k = 0; k < row.length; k++) if (k == 0 || row[k] != row[k - 1]) columns.add(row[k]);
            start[i + 1] = columns.size();
        }
        float[] ones = new float[columns.size()];
        Arrays.fill(ones, 1);
        return SparseFeatures.of(widest[0], start, columns.toArray(), ones);
    }
}
