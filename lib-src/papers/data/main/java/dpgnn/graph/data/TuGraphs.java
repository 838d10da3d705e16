package dpgnn.graph.data;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the text files of the TU Dortmund collection: nodes and graphs are numbered from 1, and edges stand in both
 * directions.
 */
final class TuGraphs {
    private TuGraphs() {}

    /** @param name such as IMDB-MULTI */
    public static GraphCollection read(Sources sources, String name, String shownName) throws IOException {
        String prefix = "tu/" + name + "/" + name + "_";
        Path labelFile = sources.file(prefix + "graph_labels.txt");
        int[] labels =
                IntList.lines(labelFile, Integer.MIN_VALUE, Integer.MAX_VALUE).toArray();
        int[] graphOf = IntList.lines(sources.file(prefix + "graph_indicator.txt"), 1, labels.length)
                .toArray();
        int[] first = first(graphOf, labels.length, name + "_graph_indicator.txt");
        IntList[] from = new IntList[labels.length];
        IntList[] to = new IntList[labels.length];
        try (Lines lines = Lines.of(sources.file(prefix + "A.txt"))) {
            while (lines.next()) {
                if (lines.isBlank()) continue;
                int a = lines.number(1, graphOf.length) - 1;
                int b = lines.lastNumber(1, graphOf.length) - 1;
                int g = graphOf[a] - 1;
                if (graphOf[b] != graphOf[a]) throw lines.bad(lines.line(), "an edge within one graph");
                if (from[g] == null) {
                    from[g] = new IntList();
                    to[g] = new IntList();
                }
                from[g].add(a - first[g]);
                to[g].add(b - first[g]);
            }
        }
        List<Graph> graphs = new ArrayList<>();
        for (int g = 0; g < labels.length; g++) {
            int nodes = first[g + 1] - first[g];
            graphs.add(
                    from[g] == null
                            ? Graph.undirected(nodes, new int[0], new int[0])
                            : Graph.undirected(nodes, from[g].toArray(), to[g].toArray()));
        }
        return GraphCollection.renumbered(
                graphs,
                labels,
                sources.provenance(shownName, "Repeated edges are dropped; labels are renumbered from 0."));
    }

    /** Where the nodes of each graph begin; nodes of a graph stand together and graphs ascend. */
    private static int[] first(int[] graphOf, int graphs, String file) throws MalformedFile {
        int[] first = new int[graphs + 1];
        for (int i = 0; i < graphOf.length; i++) {
            if (i > 0 && graphOf[i] < graphOf[i - 1])
                throw new MalformedFile(
                        file, "line " + (i + 1), graphOf[i], "at least " + graphOf[i - 1] + ": graphs ascend");
            first[graphOf[i]] = i + 1;
        }
        for (int g = 0; g < graphs; g++) first[g + 1] = Math.max(first[g + 1], first[g]);
        return first;
    }
}
