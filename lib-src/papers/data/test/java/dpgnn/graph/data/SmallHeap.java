package dpgnn.graph.data;

import dpgnn.graph.read.CsvGraph;
import dpgnn.graph.read.NetworkxGraph;
import dpgnn.graph.read.OgbGraph;
import java.nio.file.Path;

/** Reads data sets, and files of one's own, in a Java of its own, and says in a line each how that ended. */
public final class SmallHeap {
    private SmallHeap() {}

    public static void main(String[] names) {
        for (String name : names) {
            String end;
            try {
                read(name);
                end = "read";
            } catch (Throwable e) {
                end = e.getClass().getSimpleName() + " " + e.getMessage();
            }
            System.out.println(name + ": " + end);
        }
    }

    private static void read(String name) throws Exception {
        Path own = Path.of(System.getProperty("dpgnn.data"), name);
        if (name.equals("own/ogb")) OgbGraph.read(own);
        else if (name.endsWith(".csv.gz")) CsvGraph.read(own, own.resolveSibling("nodes.csv"));
        else if (name.endsWith(".npz")) NumpyGraph.read(own);
        else if (name.startsWith("own/")) NetworkxGraph.read(own);
        else if (name.equals("mnist")) Datasets.images(name);
        else if (Datasets.collections().contains(name)) Datasets.graphs(name);
        else Datasets.load(name);
    }
}
