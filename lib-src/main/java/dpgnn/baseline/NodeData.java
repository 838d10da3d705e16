package dpgnn.baseline;

import dpgnn.graph.Dataset;
import dpgnn.graph.Datasets;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.SyntheticGraphs;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The data of Xiang, Wang and Wang (2024), every row of features divided by its own L2 norm, and their random splits. */
public final class NodeData {
    /** The sets of the paper's tables, as they spell them. */
    public static final List<String> NAMES = List.of("Facebook", "Twitch", "Amazon", "PubMed", "Reddit");

    private static final Map<String, Dataset> READ = new ConcurrentHashMap<>();

    private NodeData() {}

    /** A data set by its name in the paper's tables, read once; "small" is a synthetic one that stands for no other. */
    public static Dataset of(String name) throws IOException {
        synchronized (READ) {
            Dataset known = READ.get(name);
            if (known == null) READ.put(name, known = Scaling.rows(read(name), Scaling.Norm.L2));
            return known;
        }
    }

    private static Dataset read(String name) throws IOException {
        return switch (name) {
            case "Facebook" -> Datasets.loadOrStandIn("facebook");
            case "Twitch" -> Datasets.loadOrStandIn("twitch");
            case "Amazon" -> Datasets.loadOrStandIn("computers");
            case "PubMed" -> Datasets.loadOrStandIn("pubmed");
            case "Reddit" -> Datasets.loadOrStandIn("reddit");
            case "small" -> SyntheticGraphs.small();
            default ->
                throw new IllegalArgumentException(
                        "data set must be one of " + NAMES + " or \"small\", was \"" + name + "\"");
        };
    }

    /** 80 % for training, 1 % for validation, the rest for test, by a seed. */
    public static Split split(Dataset data, long seed) {
        return Split.random(data.nodes(), 0.8, 0.01, Streams.seed(seed).stream("split"));
    }

    /** The delta that the paper gives so many training nodes. */
    public static double delta(int roots) {
        return Math.pow(roots, -1.1);
    }
}
