package dpgnn.study.nodes;

import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Provides the data of Xiang, Wang and Wang (2024) and their random splits. Features come in these forms:
 *
 * <ul>
 *   <li>{@code unit}: every row divided by its own L2 norm;
 *   <li>{@code rows}: every row with the L2 norm sqrt(width), so that entries are about 1 in size;
 *   <li>{@code roots}: the same after the signed square root of every entry;
 *   <li>{@code raw}: as read;
 *   <li>{@code standardised}: every column by its mean and deviation over all nodes; marked as leaking;
 *   <li>{@code whole}: by one mean and one deviation of all entries, as the HeterPoisson authors' code does; marked as leaking;
 *   <li>{@code projected} and {@code projected roots}: for Facebook and Twitch, whose dense features are a truncated SVD over all
 *       rows, which leaks, a random projection of the published sparse ones instead; then as {@code rows} or {@code roots}.
 * </ul>
 *
 * <p>Tables as in the paper use the SVD. Nothing trained on it is proved; {@link #blind} names the alternative.
 */
public final class NodeData {
    /** The sets of the paper's tables, as they spell them. */
    public static final List<String> NAMES = List.of("Facebook", "Twitch", "Amazon", "PubMed", "Reddit");

    private static final String PROJECTED = "projected";
    private static final String PROJECTED_ROOTS = "projected roots";

    private NodeData() {}

    /** A data set by its name in the paper's tables, read once; "small" is a synthetic one that stands for no other. */
    public static Dataset of(String name) throws IOException {
        return of(name, "unit");
    }

    /** The same with features of one of the kinds above. */
    public static Dataset of(String name, String features) throws IOException {
        return Datasets.once(NodeData.class, name + " " + features, () -> scaled(name, features));
    }

    private static Dataset scaled(String name, String features) throws IOException {
        return switch (features) {
            case "raw" -> read(name);
            case "unit" -> Scaling.rows(of(name, "raw"), Scaling.Norm.L2);
            case "rows" -> rows(of(name, "raw"));
            case "roots" -> rows(Scaling.roots(of(name, "raw")));
            case "standardised" -> {
                Dataset raw = of(name, "raw");
                yield Scaling.standardised(
                        raw, java.util.stream.IntStream.range(0, raw.nodes()).toArray());
            }
            case "whole" -> whole(of(name, "raw"));
            case PROJECTED -> rows(projected(name));
            case PROJECTED_ROOTS -> rows(Scaling.roots(projected(name)));
            default ->
                throw new IllegalArgumentException(
                        "features must be unit, rows, roots, raw, standardised, whole, projected or projected roots, were \""
                                + features + "\"");
        };
    }

    private static Dataset rows(Dataset data) {
        return Scaling.rows(data, Scaling.Norm.L2, Math.sqrt(data.features().width()));
    }

    private static Dataset whole(Dataset raw) {
        int width = raw.features().width();
        float[] values = new float[ArraySize.of("scaled features", raw.nodes(), width)];
        double sum = 0, squares = 0;
        for (int v = 0; v < raw.nodes(); v++) raw.features().copyRow(v, values, v * width);
        for (float x : values) sum += x;
        double mean = sum / values.length;
        for (float x : values) squares += (x - mean) * (x - mean);
        double deviation = Math.sqrt(squares / (values.length - 1)) + 1e-6;
        for (int i = 0; i < values.length; i++) values[i] = (float) ((values[i] - mean) / deviation);
        Dataset.Provenance provenance = raw.provenance()
                .with(
                        "Features are scaled by one mean and one deviation of all entries of the matrix.",
                        List.of("The one mean and the one deviation were measured on all nodes, without noise."));
        return new Dataset(
                raw.graph(), DenseFeatures.of(raw.nodes(), width, values), raw.labels(), provenance, raw.publicSplit());
    }

    /**
     * How often each node is its own neighbour in the data library of the HeterPoisson authors, which has a loop at every node of Twitch, and
     * each loop of Facebook's files in both directions. The graphs here have none.
     */
    public static int[] loops(String name) throws IOException {
        Dataset data = of(name, "raw");
        int[] loops = new int[data.nodes()];
        if (data.provenance().standIn()) return loops;
        if (name.equals("Twitch")) Arrays.fill(loops, 1);
        if (name.equals("Facebook")) for (int v : Datasets.loops("facebook")) loops[v] = 2;
        return loops;
    }

    private static Dataset projected(String name) throws IOException {
        if (!isReduced(name))
            throw new IllegalArgumentException("projected features are those of Facebook and Twitch, not of " + name);
        return Datasets.loadOrStandIn(name.toLowerCase(Locale.ROOT) + "-projected");
    }

    /** Whether the features of a set, as tables have them, were computed from all rows. */
    private static boolean isReduced(String name) {
        return name.equals("Facebook") || name.equals("Twitch");
    }

    /** The features of the same scale of which no row depends on another node's: what whatever is proved is trained on. */
    public static String blind(String name, String features) {
        if (!isReduced(name) || features.equals(PROJECTED) || features.equals(PROJECTED_ROOTS)) return features;
        return switch (features) {
            case "rows" -> PROJECTED;
            case "roots" -> PROJECTED_ROOTS;
            default ->
                throw new IllegalArgumentException("features of " + name
                        + " that look at no other row are those for rows and roots, not for " + features);
        };
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

    /** The delta that the paper uses for this many training nodes. */
    public static double delta(int roots) {
        return Math.pow(roots, -1.1);
    }
}
