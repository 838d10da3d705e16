package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;

/** A graph in two tables: members with class and age, and who knows whom. The worked example of the page on data sets. */
final class Club {
    private static final int OLDEST = 150;
    private static final int MOST_CLASSES = 1 << 10;

    private Club() {}

    static Dataset read(Sources sources, String shownName) throws IOException {
        IntList classes = new IntList();
        IntList ages = new IntList();
        try (Csv csv = new Csv(sources.file("club/members.csv"))) {
            while (csv.next()) {
                if (csv.number("id", Integer.MAX_VALUE) != classes.size())
                    throw csv.bad(csv.field("id"), classes.size() + ", because members are numbered from 0");
                classes.add(csv.number("class", MOST_CLASSES - 1));
                ages.add(csv.number("age", OLDEST));
            }
        }
        int nodes = classes.size();
        IntList from = new IntList();
        IntList to = new IntList();
        try (Csv csv = new Csv(sources.file("club/knows.csv"))) {
            while (csv.next()) {
                from.add(csv.number("one", nodes - 1));
                to.add(csv.number("other", nodes - 1));
            }
        }
        // By a public constant: the mean of what is protected would be a leak.
        float[] values = new float[nodes];
        for (int v = 0; v < nodes; v++) values[v] = (float) ages.get(v) / OLDEST;
        return new Dataset(
                Graph.undirected(nodes, from.toArray(), to.toArray()),
                DenseFeatures.of(nodes, 1, values),
                Labels.single(WholeNumbers.classes("members.csv", classes.toArray()), classes.toArray()),
                sources.provenance(shownName, "Ages over 150; loops and repeated edges are dropped."));
    }
}
