package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the archives of Shchur et al. (2018): adjacency, attributes and labels in one npz. The stored adjacency is directed. */
final class GnnBenchmark {
    private GnnBenchmark() {}

    /** @param file such as amazon_electronics_computers */
    public static Dataset read(Sources sources, String file, String shownName) throws IOException {
        Path path = sources.file("gnn-benchmark/" + file + ".npz");
        try (Npz npz = new Npz(path)) {
            Csr adjacency = npz.csr("adj_").square();
            Features features = npz.csr("attr_").features(true);
            int[] labels = npz.ints("labels");
            if (features.rows() != adjacency.rows() || labels.length != adjacency.rows())
                throw new MalformedFile(
                        path.getFileName().toString(),
                        "shapes",
                        features.rows() + " rows of attributes and " + labels.length + " labels",
                        "as many as the " + adjacency.rows() + " nodes");
            Graph graph = Graph.undirected(adjacency.rows(), adjacency.edges());
            return new Dataset(
                    graph,
                    features,
                    Labels.single(WholeNumbers.classes(path.getFileName().toString(), labels), labels),
                    sources.provenance(
                            shownName,
                            "The stored edges are taken in both directions without loops; features are binary."));
        }
    }
}
