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

/**
 * The data of the HeterPoisson paper (Xiang, Wang and Wang 2024) by the names of its tables, with features scaled in one of
 * these ways:
 *
 * <ul>
 *   <li>{@code rows}: every row has the Euclidean norm sqrt(width), so that its entries are about 1 in size. Looks at one row
 *       at a time;
 *   <li>{@code raw}: as they were read;
 *   <li>{@code standardised}: by the mean and deviation of all nodes, as the authors' code does; leaks, and marked as leaking;
 *   <li>{@code projected}: for Facebook and Twitch, a random projection of the published sparse features in place of the
 *       truncated SVD, which looks at all rows; then as {@code rows}.
 * </ul>
 */
public record NodeData(Dataset data) {
    /** All data sets of the paper, as its tables spell them. */
    public static final List<String> NAMES = List.of("Facebook", "Twitch", "Amazon", "PubMed", "Reddit");

    private static final Map<String, NodeData> READ = new ConcurrentHashMap<>();

    /** A data set, read once; "small" is a synthetic one that stands for no other. */
    public static NodeData of(String name, String features) throws IOException {
        String key = name + " " + features;
        synchronized (READ) {
            NodeData known = READ.get(key);
            if (known == null) READ.put(key, known = new NodeData(scaled(name, features)));
            return known;
        }
    }

    private static Dataset scaled(String name, String features) throws IOException {
        return switch (features) {
            case "raw" -> read(name);
            case "rows" -> unitRows(of(name, "raw").data());
            case "standardised" -> {
                Dataset raw = of(name, "raw").data();
                yield Scaling.standardised(
                        raw, java.util.stream.IntStream.range(0, raw.nodes()).toArray());
            }
            case "projected" -> unitRows(projected(name));
            default ->
                throw new IllegalArgumentException(
                        "features must be rows, raw, standardised or projected, were \"" + features + "\"");
        };
    }

    private static Dataset unitRows(Dataset data) {
        return Scaling.rows(data, Scaling.Norm.L2, Math.sqrt(data.features().width()));
    }

    private static Dataset projected(String name) throws IOException {
        if (!name.equals("Facebook") && !name.equals("Twitch"))
            throw new IllegalArgumentException(
                    "features can be projected for Facebook and Twitch, was \"" + name + "\"");
        String lower = name.toLowerCase(java.util.Locale.ROOT);
        Dataset bags = Datasets.load(lower + "-sparse");
        return Scaling.projected(bags, 128, Streams.seed(1).stream("projection"));
    }

    private static Dataset read(String name) throws IOException {
        return switch (name) {
            case "Facebook", "Twitch", "PubMed", "Reddit" ->
                Datasets.loadOrStandIn(name.toLowerCase(java.util.Locale.ROOT));
            case "Amazon" -> Datasets.loadOrStandIn("computers");
            case "small" -> SyntheticGraphs.small();
            default ->
                throw new IllegalArgumentException(
                        "data set must be one of " + NAMES + " or \"small\", was \"" + name + "\"");
        };
    }

    /** The paper's split: four fifths of the nodes for training, the rest for test, anew for every seed. */
    public Split split(long seed) {
        return Split.random(data.nodes(), 0.8, 0, Streams.seed(seed).stream("split"));
    }
}
