package dpgnn.graph.read;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JSON files of GraphSAGE (Hamilton, Ying and Leskovec, NIPS 2017): PPI and Reddit. */
public final class GraphSage {
    private record Node(String id, Role role) {}

    private GraphSage() {}

    /** @param prefix place and start of the file names, such as ppi/toy-ppi */
    public static Dataset read(Sources sources, String prefix, String shownName) throws IOException {
        Map<String, Integer> rowOf = idMap(sources.file(prefix + "-id_map.json"));
        int nodes = rowOf.size();
        Role[] roles = new Role[nodes];
        Graph graph = graph(sources.file(prefix + "-G.json"), rowOf, roles);
        Path classMap = sources.file(prefix + "-class_map.json");
        Labels labels;
        try (InputStream in = Lines.open(classMap)) {
            labels = ClassMap.read(
                    new Json(classMap.getFileName().toString(), in), nodes, name -> rowOf.getOrDefault(name, -1));
        }
        return new Dataset(
                graph,
                GraphSaint.dense(sources.file(prefix + "-feats.npy"), nodes),
                labels,
                sources.provenance(shownName, "Split by the roles in the graph file; loops are dropped."),
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

    private static Graph graph(Path path, Map<String, Integer> rowOf, Role[] roles) throws IOException {
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
        Arrays.fill(roles, Role.NONE);
        for (int i = 0; i < row.length; i++) {
            Integer at = rowOf.get(nodes.get(i).id());
            if (at == null)
                throw new MalformedFile(file, "node " + i, nodes.get(i).id(), "a key of the id map");
            row[i] = at;
            roles[at] = nodes.get(i).role();
        }
        for (int e = 0; e < from.size(); e++) {
            if (from.get(e) >= row.length || to.get(e) >= row.length)
                throw new MalformedFile(
                        file, "link " + e, from.get(e) + " - " + to.get(e), "positions in 0.." + (row.length - 1));
            from.set(e, row[from.get(e)]);
            to.set(e, row[to.get(e)]);
        }
        return Graph.undirected(roles.length, from.toArray(), to.toArray());
    }

    private static Node node(Json json) throws IOException {
        String[] id = new String[1];
        boolean[] role = new boolean[2];
        json.object(name -> {
            switch (name) {
                case "id" -> id[0] = json.begins('"') ? json.text() : String.valueOf(json.number(0, Integer.MAX_VALUE));
                case "val" -> role[0] = json.bool();
                case "test" -> role[1] = json.bool();
                default -> json.skip();
            }
        });
        if (id[0] == null) throw json.bad("a node", "one with an id");
        return new Node(id[0], role[0] ? Role.VALIDATION : role[1] ? Role.TEST : Role.TRAIN);
    }
}
