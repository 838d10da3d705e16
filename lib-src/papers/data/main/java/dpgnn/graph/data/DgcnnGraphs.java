package dpgnn.graph.data;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.GraphCollection.Fold;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the text files of DGCNN (Zhang et al., AAAI 2018): graph after graph, one line per node, and ten folds. */
final class DgcnnGraphs {
    private static final int FOLDS = 10;

    private DgcnnGraphs() {}

    /** @param name such as IMDBMULTI */
    public static GraphCollection read(Sources sources, String name, String shownName) throws IOException {
        Path path = sources.file("dgcnn/" + name + "/" + name + ".txt");
        List<Graph> graphs = new ArrayList<>();
        IntList labels = new IntList();
        try (Lines lines = Lines.of(path)) {
            int count = first(lines).lastNumber(0, Integer.MAX_VALUE);
            for (int g = 0; g < count; g++) {
                first(lines);
                int nodes = lines.number(0, Integer.MAX_VALUE - 8);
                labels.add(lines.lastNumber(0, Integer.MAX_VALUE - 8));
                graphs.add(graph(lines, nodes));
            }
            while (lines.next())
                if (!lines.isBlank()) throw lines.bad(lines.line(), "the end after " + count + " graphs");
        }
        int[] classOf = labels.toArray();
        int classes = WholeNumbers.classes(path.getFileName().toString(), classOf);
        List<Fold> folds = new ArrayList<>();
        for (int k = 1; k <= FOLDS; k++) {
            String place = "dgcnn/" + name + "/10fold_idx/";
            folds.add(new Fold(
                    IntList.lines(sources.file(place + "train_idx-" + k + ".txt"), 0, classOf.length - 1)
                            .toArray(),
                    IntList.lines(sources.file(place + "test_idx-" + k + ".txt"), 0, classOf.length - 1)
                            .toArray()));
        }
        return new GraphCollection(graphs, classOf, classes, folds, sources.provenance(shownName));
    }

    private static Graph graph(Lines lines, int nodes) throws IOException {
        IntList from = new IntList();
        IntList to = new IntList();
        for (int i = 0; i < nodes; i++) {
            first(lines).number(Integer.MIN_VALUE, Integer.MAX_VALUE);
            int neighbours = lines.number(0, nodes);
            for (int k = 0; k < neighbours; k++) {
                from.add(i);
                to.add(lines.number(0, nodes - 1));
            }
            if (!lines.atEnd()) throw lines.bad(lines.line(), "no more than " + neighbours + " neighbours");
        }
        return Graph.undirected(nodes, from.toArray(), to.toArray());
    }

    private static Lines first(Lines lines) throws IOException {
        if (!lines.next()) throw lines.bad("the end of the file", "another line");
        return lines;
    }
}
