package dpgnn.study.walks;

import dpgnn.graph.Dataset;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.PublishedCell;
import dpgnn.study.paper.PublishedTables;
import dpgnn.train.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Sizes, budgets and batch sizes of Ayle et al. (2023), tables 2 to 4; and those of four other sets, half of whose nodes train, with
 * the delta and the share of a batch that the paper has for PPI, a set of their size.
 */
public final class WalkTables {
    /** Sets that are not the paper's, and their nodes. */
    static final Map<String, Integer> OTHERS =
            Map.of("Computers", 13_752, "Facebook", 22_470, "Tolokers", 11_758, "Twitch", 9_498);

    /** The data sets, in the order of table 1. */
    public static final List<String> DATASETS =
            List.of("Cora", "CiteSeer", "PPI", "PubMed", "Flickr", "Arxiv", "Reddit");

    /** The true graph of Arxiv with its labels and its split, and features made of its edges, since the published ones are not at hand. */
    static final String ARXIV_GRAPH = "Arxiv-graph";

    /** Walks from each root in DRW-R; not printed, but the only number that gives the batch sizes of table 4. */
    public static final int RESTARTS = 2;

    private WalkTables() {}

    /** A data set's name without the divisor of a smaller one: "Arxiv" for "Arxiv/20". */
    public static String paperName(String dataset) {
        if (OTHERS.containsKey(dataset)) return dataset;
        if (dataset.equals(ARXIV_GRAPH)) return "Arxiv";
        String name = dataset.contains("/") ? dataset.substring(0, dataset.indexOf('/')) : dataset;
        if (!DATASETS.contains(name))
            throw new IllegalArgumentException("data set must be one of " + DATASETS
                    + ", or such a name with a divisor as in \"Arxiv/20\", was \"" + dataset + "\"");
        return name;
    }

    /** How many times smaller than the paper's a data set is: 20 for "Arxiv/20", 1 for "Arxiv". */
    static int divisor(String dataset) {
        paperName(dataset);
        if (!dataset.contains("/")) return 1;
        String text = dataset.substring(dataset.indexOf('/') + 1);
        if (!text.matches("[1-9][0-9]{0,5}"))
            throw new IllegalArgumentException("the divisor of \"" + dataset + "\" must be a whole number from 1");
        return Integer.parseInt(text);
    }

    /** Table 3. */
    public static double delta(String dataset) {
        return PublishedTables.named("random-walks-table3")
                .where("dataset", likePpi(dataset))
                .numbers("delta")[0];
    }

    public static int nodes(String dataset) {
        return size(dataset, "nodes");
    }

    public static int trainingNodes(String dataset) {
        return size(dataset, "training");
    }

    public static boolean inductive(String dataset) {
        return !List.of("Cora", "CiteSeer", "PubMed").contains(paperName(dataset));
    }

    /** Table 4, which names walks, uniform batches and neighbourhoods alike, and restarting walks by themselves. */
    public static int batch(WalkMethod method, int layers, String dataset) {
        Table table = PublishedTables.named("random-walks-table4")
                .where("depth", layers)
                .where("dataset", likePpi(dataset));
        boolean restarting = method == WalkMethod.DRW_R;
        for (int i = 0; i < table.rows(); i++)
            if (table.texts("samplers")[i].equals("PreDRW-R") == restarting)
                return share(dataset, (int) table.numbers("batch_size_subgraphs")[i]);
        throw new IllegalArgumentException("layers must be 1 or 2, was " + layers);
    }

    private static String likePpi(String dataset) {
        return OTHERS.containsKey(dataset) ? "PPI" : paperName(dataset);
    }

    private static int share(String dataset, int published) {
        if (!OTHERS.containsKey(dataset)) return Math.max(1, published / divisor(dataset));
        return Math.toIntExact((long) published * trainingNodes(dataset) / trainingNodes("PPI"));
    }

    /** Table 2. */
    private static int size(String dataset, String column) {
        if (OTHERS.containsKey(dataset)) return OTHERS.get(dataset) / (column.equals("training") ? 2 : 1);
        return (int) WalkPaper.PAPER.cell("Table 2", paperName(dataset), column).value() / divisor(dataset);
    }

    /** Table 2 beside the sizes as read: of PPI and Arxiv the graph may be at hand without features, Arxiv's with labels. */
    static Comparison sizes(List<String> whole) {
        return WalkPaper.PAPER
                .compare("Table 2", "data sets", cell -> size(cell, whole.contains(cell.row())))
                .head("data");
    }

    private static Found size(PublishedCell cell, boolean whole) {
        try {
            Dataset of = whole
                    ? WalkPaper.data(cell.row()).data()
                    : WalkData.structure(cell.row()).orElse(null);
            boolean known = whole
                    || of != null
                            && !cell.column().equals("features")
                            && !(cell.column().equals("classes") && cell.row().equals("PPI"));
            if (!known) return Found.noFile(WalkPaper.FILES);
            int size =
                    switch (cell.column()) {
                        case "nodes" -> of.nodes();
                        case "features" -> of.features().width();
                        case "classes" -> of.labels().classes();
                        default ->
                            (whole
                                            ? WalkPaper.data(cell.row()).split()
                                            : of.publicSplit().orElseThrow())
                                    .train()
                                    .length;
                    };
            return Found.of(ReadData.of(Run.Data.of(of)), size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
