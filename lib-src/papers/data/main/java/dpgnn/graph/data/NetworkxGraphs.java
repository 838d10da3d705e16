package dpgnn.graph.data;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.data.Pickle.Made;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads pickled lists of networkx graphs, as the authors of DPGGAN (Yang et al., IJCAI 2021) published DBLP and a part of
 * IMDB. Loops are dropped, as in the upstream code; labels are renumbered from 0 in ascending order.
 */
final class NetworkxGraphs {
    private NetworkxGraphs() {}

    public static GraphCollection read(Sources sources, String file, String shownName) throws IOException {
        Bytes in = Bytes.of(sources.file("dpggan/" + file));
        List<?> made = Pickle.as(in, List.class, Pickle.read(in));
        List<Graph> graphs = new ArrayList<>();
        int[] labels = new int[made.size()];
        long listed = 0;
        for (int i = 0; i < labels.length; i++) {
            Made one = Pickle.as(in, Made.class, made.get(i));
            if (!one.type.name().equals(Pickle.GRAPH)) throw in.bad("a " + one.type.name(), "a graph");
            Map<?, ?> state = Pickle.map(in, one.state);
            labels[i] = Pickle.number(
                    in, Pickle.map(in, state.get("graph")).get("label"), Integer.MIN_VALUE, Integer.MAX_VALUE);
            Map<?, ?> nodes = Pickle.map(in, state.get("_node"));
            Map<?, ?> adjacency = Pickle.map(in, state.get("_adj"));
            in.checkCount(listed += nodes.size());
            for (Object neighbours : adjacency.values())
                in.checkCount(listed += Pickle.map(in, neighbours).size());
            graphs.add(graph(in, nodes, adjacency));
        }
        return GraphCollection.renumbered(
                graphs,
                labels,
                sources.provenance(shownName, "Loops are dropped; labels are renumbered from 0 in ascending order."));
    }

    private static Graph graph(Bytes in, Map<?, ?> nodes, Map<?, ?> adjacency) throws MalformedFile {
        int count = nodes.size();
        for (Object node : nodes.keySet()) Pickle.number(in, node, 0, count - 1);
        IntList from = new IntList();
        IntList to = new IntList();
        for (var entry : adjacency.entrySet()) {
            int node = Pickle.number(in, entry.getKey(), 0, count - 1);
            for (Object other : Pickle.map(in, entry.getValue()).keySet()) {
                from.add(node);
                to.add(Pickle.number(in, other, 0, count - 1));
            }
        }
        return Graph.undirected(count, from.toArray(), to.toArray());
    }
}
