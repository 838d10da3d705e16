package dpgnn.graph.read;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads a graph that NetworkX wrote: a file in GML ({@code write_gml}), or one of nodes and links in JSON ({@code node_link_data}),
 * whose name ends in {@code .json} or {@code .json.gz}. Attributes of nodes are columns as in {@link CsvGraph}, which reports what is
 * wrong: numbers are features, a class is named label, class, y or target, or by {@link CsvGraph#label}; other texts, names of nodes and
 * lists in lists are not used. Of the attributes of edges weight and value count.
 */
public final class NetworkxGraph {
    /** Of so many cells in all to one that the file has: more would let a small file take much memory. */
    private static final int SPARSE = 4;

    private final String file;
    private final List<Map<String, String>> nodes = new ArrayList<>(), edges = new ArrayList<>();
    private final List<Long> nodesAt = new ArrayList<>(), edgesAt = new ArrayList<>();
    private boolean directed;

    private NetworkxGraph(String file) {
        this.file = file;
    }

    /** The graph of a file, directed where the file says so. */
    public static Dataset read(Path file) throws IOException {
        return of(file).read();
    }

    /** The reader of a file, for its settings. */
    public static CsvGraph of(Path file) throws IOException {
        String name = Check.given("file", file).getFileName().toString();
        return ReadLimit.within(name, () -> new NetworkxGraph(name).graph(file));
    }

    private CsvGraph graph(Path path) throws IOException {
        boolean json = file.toLowerCase(Locale.ROOT).matches(".*\\.json(\\.gz)?");
        if (json) json(path);
        else gml(path);
        CsvPart edgeTable = table(json ? "edge" : "line", edges, edgesAt, "source", "target");
        CsvPart nodeTable = table(json ? "node" : "line", nodes, nodesAt, "id");
        CsvGraph graph = new CsvGraph(edgeTable, List.of(nodeTable), new ArrayList<>(List.of(CsvGraph.source(path))));
        return directed ? graph.directed() : graph;
    }

    private void gml(Path path) throws IOException {
        try (Gml gml = new Gml(path)) {
            gml.file(top -> {
                if (!top.equals("graph")) gml.pass();
                else
                    gml.list(key -> {
                        switch (key) {
                            case "directed" -> directed = "1".equals(gml.value());
                            case "node" -> gml(gml, nodes, nodesAt);
                            case "edge" -> gml(gml, edges, edgesAt);
                            default -> gml.pass();
                        }
                    });
            });
        }
    }

    private static void gml(Gml gml, List<Map<String, String>> into, List<Long> at) throws IOException {
        Attributes row = new Attributes();
        at.add(gml.line());
        gml.list(key -> {
            String value = gml.value();
            if (value == null) gml.pass();
            else if (!key.equals("label")) row.put(key, value); // the name of a node
        });
        into.add(row.row());
    }

    private void json(Path path) throws IOException {
        try (var in = Lines.open(path)) {
            Json json = new Json(file, in);
            json.object(member -> {
                switch (member) {
                    case "directed" -> directed = json.bool();
                    case "nodes" -> json.array(() -> json(json, nodes, nodesAt));
                    case "links", "edges" -> json.array(() -> json(json, edges, edgesAt));
                    default -> json.skip();
                }
            });
            json.end();
        }
    }

    private static void json(Json json, List<Map<String, String>> into, List<Long> at) throws IOException {
        Attributes row = new Attributes();
        json.object(name -> {
            String value = json.plain();
            if (value != null) row.put(name, value);
            else if (!json.beginsArray()) json.skip();
            else
                json.array(() -> {
                    String each = json.plain();
                    if (each == null) json.skip();
                    else row.put(name, each);
                });
        });
        into.add(row.row());
        at.add((long) into.size());
    }

    /** What one node or edge has. A key that comes again is one more column: so lists are written. */
    private record Attributes(Map<String, String> row, Map<String, Integer> seen) {
        Attributes() {
            this(new LinkedHashMap<>(4), new HashMap<>(4));
        }

        void put(String key, String value) {
            int times = seen.merge(key, 1, Integer::sum);
            row.put(times == 1 ? key : key + "." + times, value);
        }
    }

    /** Rows of equal columns, which begin with these; of edges no others but weights. */
    private CsvPart table(String place, List<Map<String, String>> all, List<Long> at, String... first)
            throws IOException {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(first)), texts = new HashSet<>();
        long cells = 0;
        for (Map<String, String> row : all) {
            cells += row.size() + first.length;
            for (var cell : row.entrySet()) {
                String key = cell.getKey();
                boolean used = first.length == 1 || key.equals("weight") || key.equals("value");
                if (used
                        && names.add(key)
                        && Float.isNaN(CsvNodes.number(cell.getValue()))
                        && !cell.getValue().isEmpty()) texts.add(key);
            }
        }
        if (names.size() > 3 && first.length == 2) names.remove("value");
        if ((long) names.size() * all.size() > SPARSE * cells + 1000)
            throw new MalformedFile(
                    file, "nodes", names.size() + " different attributes", "the same attributes for every node");
        List<Csv.Row> rows = new ArrayList<>(List.of(new Csv.Row(0, List.copyOf(names))));
        for (int r = 0; r < all.size(); r++) {
            Map<String, String> row = all.get(r);
            String missing = first.length == 1 ? "" : "1"; // an edge without a weight has weight 1
            String[] fields = new String[names.size()];
            int c = 0;
            for (String name : names) fields[c] = row.getOrDefault(name, c++ < first.length ? "" : missing);
            rows.add(new Csv.Row(at.get(r), Arrays.asList(fields)));
        }
        return new CsvPart(file, () -> Csv.listed(file, place, rows, texts));
    }
}
