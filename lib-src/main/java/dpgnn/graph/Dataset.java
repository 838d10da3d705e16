package dpgnn.graph;

import java.util.List;

/**
 * A graph with features and labels, and where they came from.
 *
 * @param features one row per node
 * @param labels one entry per node
 */
public record Dataset(Graph graph, Features features, Labels labels, Provenance provenance) {

    /** One file that was read, and its SHA-256 in hexadecimal. */
    public record Source(String file, String sha256) {}

    /**
     * Where a data set came from.
     *
     * @param name as tables print it; a stand-in's name says that it is one
     * @param standIn whether the data are synthetic, in place of the named real ones
     * @param notes what a reader of a result must know, in full sentences
     */
    public record Provenance(String name, List<Source> sources, boolean standIn, List<String> notes) {
        public Provenance {
            sources = List.copyOf(sources);
            notes = List.copyOf(notes);
        }
    }

    public Dataset {
        if (features.rows() != graph.nodes() || labels.nodes() != graph.nodes())
            throw new IllegalArgumentException(
                    "a graph of " + graph.nodes() + " nodes needs as many rows of features and" + " labels, were "
                            + features.rows() + " and " + labels.nodes());
    }

    public String name() {
        return provenance.name();
    }

    public int nodes() {
        return graph.nodes();
    }
}
