package dpgnn.study.generation;

import dpgnn.base.AtomicFile;
import dpgnn.graph.Graph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps undirected graphs in a text file, one graph per line: the number of nodes, then the ends of every edge. */
final class KeptGraphs {
    private KeptGraphs() {}

    static void write(Path file, List<Graph> graphs) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Graph g : graphs) {
            text.append(g.nodes());
            for (int v = 0; v < g.nodes(); v++)
                for (int i = 0; i < g.inDegree(v); i++)
                    if (g.inNeighbour(v, i) < v)
                        text.append(' ').append(g.inNeighbour(v, i)).append(' ').append(v);
            text.append('\n');
        }
        AtomicFile.writePrivate(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    static List<Graph> read(Path file) throws IOException {
        List<Graph> graphs = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            try {
                String[] words = line.split(" ");
                int[] ends = new int[words.length - 1];
                for (int i = 0; i < ends.length; i++) ends[i] = Integer.parseInt(words[i + 1]);
                int[] from = new int[ends.length / 2];
                int[] to = new int[(ends.length + 1) / 2]; // as long as from, or the graph refuses both
                for (int i = 0; i < ends.length; i++) (i % 2 == 0 ? to : from)[i / 2] = ends[i];
                graphs.add(Graph.undirected(Integer.parseInt(words[0]), from, to));
            } catch (RuntimeException e) {
                throw new IOException(
                        "line " + (graphs.size() + 1) + " of " + file
                                + " must be the number of nodes and pairs of nodes, was \""
                                + line.substring(0, Math.min(40, line.length())) + "\"",
                        e);
            }
        }
        return graphs;
    }
}
