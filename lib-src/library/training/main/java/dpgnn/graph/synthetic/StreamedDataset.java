package dpgnn.graph.synthetic;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.EdgeSource;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;

/**
 * A block model that is listed and never held: for data sets as large as a disk. Degrees follow a power law of exponent 2.5 up to 50 times the
 * mean, two edges in three join nodes of one class, and a feature is the mean of its class with noise about it. Each row is
 * a function of the seed and its node. Memory: about 60 bytes a node while edges are listed, 4 after.
 *
 * @param edges about so many; an edge that is drawn twice counts once
 */
public record StreamedDataset(int nodes, long edges, int classes, int width, long seed) {
    private static final double HOMOPHILY = 0.67, EXPONENT = 2.5, SPAN = 50, SIGNAL = 0.3;

    public StreamedDataset {
        Check.within("nodes", nodes, 2, Integer.MAX_VALUE - 8);
        Check.within("edges", edges, 1, nodes * (nodes - 1L) / 4);
        Check.within("classes", classes, 1, nodes);
        Check.atLeast("width", width, 1);
    }

    private RandomStream coins(String name) {
        return Streams.seed(seed).stream("streamed").fork(name);
    }

    private int[] blocks() {
        return SyntheticContent.blocks(nodes, classes, coins("blocks"));
    }

    /** Lists the same edges every time. The tables that they are drawn from are made for each listing. */
    public EdgeSource edgeSource() {
        return sink -> {
            BlockModel model = new BlockModel(blocks(), classes, HOMOPHILY, EXPONENT, SPAN, coins("graph"));
            model.source(edges).each(sink);
        };
    }

    /** The class of each node. */
    public Labels labels() {
        return Labels.single(classes, blocks());
    }

    /** One node in a hundred trains, as many validate and test. */
    public Split split() {
        Split.Role[] roles = new Split.Role[nodes];
        RandomStream coins = coins("split");
        Split.Role[] parts = Split.Role.values();
        for (int v = 0; v < nodes; v++) {
            int drawn = coins.nextInt(100);
            roles[v] = v < 3 ? parts[v] : parts[Math.min(drawn, Split.Role.NONE.ordinal())];
        }
        return Split.byRole(roles);
    }

    /** Writes rows of features, in any order. */
    public Rows rows() {
        return new Rows();
    }

    public Dataset.Provenance provenance() {
        return new Dataset.Provenance(
                "block model of " + nodes + " nodes (synthetic)",
                List.of(),
                false,
                List.of("A synthetic graph of " + classes + " classes from seed " + seed
                        + ", made to try sizes; it stands for no real data."));
    }

    /** The features. */
    public final class Rows {
        private final int[] block = blocks();
        private final float[] mean = new float[classes * width];
        private final RandomStream coins = coins("features");

        private Rows() {
            RandomStream means = coins("means");
            for (int k = 0; k < mean.length; k++) mean[k] = (float) (SIGNAL * means.nextGaussian());
        }

        public void row(int node, float[] into) {
            RandomStream own = coins.fork(node);
            float scale = (float) (Math.sqrt(3) / 65536);
            for (int c = 0; c < width; c++) {
                long bits = own.nextLong();
                int sum = (int) ((bits & 0xFFFF) + (bits >>> 16 & 0xFFFF) + (bits >>> 32 & 0xFFFF) + (bits >>> 48));
                into[c] = mean[block[node] * width + c] + (sum - 131070) * scale;
            }
        }
    }
}
