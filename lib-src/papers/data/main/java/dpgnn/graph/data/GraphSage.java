package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the JSON files of GraphSAGE (Hamilton, Ying and Leskovec, NIPS 2017): PPI (one graph of it, or all 24 in one file)
 * and Reddit. A node of the graph file without validation and test marks has no role and loses its edges, as in the authors'
 * code. Reddit has some such nodes; they need not be in the other files.
 */
final class GraphSage {
    /** @param role none where the file does not say */
    private record Node(String id, Optional<Role> role) {}

    private record Read(Graph graph, int silent) {}

    private GraphSage() {}

    /** @param prefix place and start of the file names, such as ppi/toy-ppi */
    public static Dataset read(Sources sources, String prefix, String shownName) throws IOException {
        Map<String, Integer> rowOf = idMap(sources.file(prefix + "-id_map.json"));
        int nodes = rowOf.size();
        Role[] roles = new Role[nodes];
        Read read = graph(sources.file(prefix + "-G.json"), rowOf, roles);
        Path classMap = sources.file(prefix + "-class_map.json");
        Labels labels;
        try (InputStream in = Lines.open(classMap)) {
            labels = ClassMap.read(
                    new Json(classMap.getFileName().toString(), in), nodes, name -> rowOf.getOrDefault(name, -1));
        }
        return new Dataset(
                read.graph(),
                GraphSaint.dense(sources.file(prefix + "-feats.npy"), nodes),
                labels,
                sources.provenance(
                        shownName,
                        "Split by the roles in the graph file; loops are dropped."
                                + (read.silent() == 0
                                        ? ""
                                        : " " + read.silent() + " nodes without a role lose their edges.")),
                Optional.of(Split.byRole(roles)));
    }

    private static Map<String, Integer> idMap(Path path) throws IOException {
        Map<String, Integer> rowOf = new HashMap<>();
        try (InputStream in = Lines.open(path)) {
            Json json = new Json(path.getFileName().toString(), in);
            json.object(name -> {
                if (rowOf.put(name, json.number(0, Integer.MAX_VALUE - 8)) != null)
                    throw json.bad("the key " + name + " again", "every node once");
            });
            json.end();
            boolean[] used = new boolean[rowOf.size()];
            for (int row : rowOf.values()) {
                if (row >= used.length || used[row])
                    throw json.bad("row " + row, "each of 0.." + (used.length - 1) + " once");
                used[row] = true;
            }
        }
        return rowOf;
    }

    private static Read graph(Path path, Map<String, Integer> rowOf, Role[] roles) throws IOException {
        List<Node> nodes = new ArrayList<>();
        IntList from = new IntList();
        IntList to = new IntList();
        String file = path.getFileName().toString();
        try (InputStream in = Lines.open(path)) {
            Json json = new Json(file, in);
            json.object(name -> {
                switch (name) {
                    case "nodes" -> json.array(() -> nodes.add(node(json)));
                    case "links" ->
                        json.array(() -> {
                            int[] ends = {-1, -1};
                            json.object(end -> {
                                if (end.equals("source")) ends[0] = json.number(0, Integer.MAX_VALUE - 8);
                                else if (end.equals("target")) ends[1] = json.number(0, Integer.MAX_VALUE - 8);
                                else json.skip();
                            });
                            if (ends[0] < 0 || ends[1] < 0) throw json.bad("a link", "one with source and target");
                            from.add(ends[0]);
                            to.add(ends[1]);
                        });
                    default -> json.skip();
                }
            });
            json.end();
        }
        int[] row = new int[nodes.size()];
        int silent = 0;
        Arrays.fill(roles, Role.NONE);
        boolean[] named = new boolean[roles.length];
        for (int i = 0; i < row.length; i++) {
            Node node = nodes.get(i);
            Integer at = rowOf.get(node.id());
            if (at != null && named[at])
                throw new MalformedFile(file, "node " + i, node.id() + " again", "a node that was not named before");
            if (at != null) named[at] = true;
            row[i] = node.role().isEmpty() ? -1 : row(file, i, node.id(), at);
            if (row[i] < 0) silent++;
            else roles[row[i]] = node.role().get();
        }
        EdgeList edges = new EdgeList();
        for (int e = 0; e < from.size(); e++) {
            if (from.get(e) >= row.length || to.get(e) >= row.length)
                throw new MalformedFile(
                        file, "link " + e, from.get(e) + " - " + to.get(e), "positions in 0.." + (row.length - 1));
            int a = row[from.get(e)];
            int b = row[to.get(e)];
            if (a >= 0 && b >= 0) edges.add(a, b);
        }
        return new Read(edges.undirected(roles.length), silent);
    }

    private static int row(String file, int position, String id, Integer row) throws MalformedFile {
        if (row == null) throw new MalformedFile(file, "node " + position, id, "a key of the id map");
        return row;
    }

    private static Node node(Json json) throws IOException {
        String[] id = new String[1];
        Boolean[] role = new Boolean[2];
        json.object(name -> {
            switch (name) {
                case "id" ->
                    id[0] = json.beginsText() ? json.text() : String.valueOf(json.number(0, Integer.MAX_VALUE));
                case "val" -> role[0] = json.bool();
                case "test" -> role[1] = json.bool();
                default -> json.skip();
            }
        });
        if (id[0] == null) throw json.bad("a node", "one with an id");
        if (role[0] == null || role[1] == null) return new Node(id[0], Optional.empty());
        return new Node(id[0], Optional.of(role[0] ? Role.VALIDATION : role[1] ? Role.TEST : Role.TRAIN));
    }
}
