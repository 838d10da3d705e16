package dpgnn.study.text;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.List;

/**
 * Provides the data of Igamberdiev and Habernal (2022) in their splits: the Planetoid test and validation nodes with all
 * other nodes for training, a tenth of Reddit, and the pets of Pokec.
 */
public record TextData(Dataset data, Split split) {
    /** All that {@link #of} knows, as the paper's tables spell them. */
    public static final List<String> NAMES = List.of("CiteSeer", "Cora", "PubMed", "Pokec", "Reddit");

    /** A data set by its name in the paper's tables, read once; "small" is a synthetic one that stands for no other. */
    public static TextData of(String name) throws IOException {
        return Datasets.once(TextData.class, name, () -> read(name));
    }

    private static TextData read(String name) throws IOException {
        return switch (name) {
            case "Cora", "CiteSeer", "PubMed" ->
                planetoid(Datasets.loadOrStandIn(name.toLowerCase(java.util.Locale.ROOT)));
            case "Reddit" -> reddit();
            case "Pokec" -> parted(Datasets.loadOrStandIn("pokec"), 0.8, 0.1);
            case "small" -> planetoid(SyntheticGraphs.small());
            default ->
                throw new IllegalArgumentException(
                        "data set must be one of " + NAMES + " or \"small\", was \"" + name + "\"");
        };
    }

    /** Those who neither validate nor test train. */
    private static TextData planetoid(Dataset data) {
        if (data.publicSplit().isEmpty()) return parted(data, 0.45, 0.18);
        Split published = data.publicSplit().get();
        Role[] roles = new Role[data.nodes()];
        for (int v = 0; v < roles.length; v++) {
            Role role = published.role(v);
            roles[v] = role == Role.VALIDATION || role == Role.TEST ? role : Role.TRAIN;
        }
        return with(data, Split.byRole(roles));
    }

    private static TextData parted(Dataset data, double train, double validation) {
        return with(data, Split.random(data.nodes(), train, validation, Streams.seed(1).stream("split")));
    }

    private static TextData reddit() throws IOException {
        try {
            Dataset whole = Datasets.load("reddit");
            Split split = whole.publicSplit().orElseThrow();
            Subsample tenth = Subsample.everyRole(whole, split, 0.1, Streams.seed(1).stream("tenth"));
            return with(tenth.data(), tenth.split());
        } catch (MissingData e) {
            return parted(SyntheticGraphs.like("reddit-10"), 15_252 / 23_278.0, 2_383 / 23_278.0);
        }
    }

    private static TextData with(Dataset data, Split split) {
        return new TextData(data.withSplit(split), split);
    }

    /** The data with a part of the training nodes; the other ones leave the graph. */
    public Subsample part(int percent, long seed) {
        return Subsample.training(data, split, percent / 100.0, Streams.seed(seed).stream("subsample"));
    }
}
