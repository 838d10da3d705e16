package dpgnn.study.nodes;

import dpgnn.train.Experiment;
import java.util.List;

/**
 * One training of {@link NodeStudy}.
 *
 * @param method one of {@link NodeStudy#METHODS}
 * @param dataset and {@code features}: see {@link NodeData}
 * @param epsilon what the method claims at delta |V_train|^-1.1; infinite for the same path without noise
 * @param model GCN, GIN, SAGE or ENCODED for NDP, "none" for the others, whose network is fixed
 * @param degree K, the bound on degrees, for NDP, and 0 for the others
 * @param testNeighbours how many neighbours a test node of NDP reads, all of them test nodes
 */
public record NodeRun(
        String method,
        String dataset,
        String features,
        @Experiment.Named("setting") LearningSetting learning,
        TargetEpsilon epsilon,
        String model,
        @Experiment.Named("M") int degree,
        @Experiment.Named("nTest") int testNeighbours,
        long seed)
        implements Experiment<NodeRun> {
    /** Those whose claim is proved, on features of which no row depends on another node's. */
    private static final List<String> PROVED = List.of(NodeStudy.NAIVE, NodeStudy.GAP_WEIGHTED, NodeStudy.HOPS_PROVED);

    public NodeRun {
        if (!NodeStudy.METHODS.contains(method))
            throw new IllegalArgumentException("method must be one of " + NodeStudy.METHODS + ", was " + method);
    }

    /**
     * What the paper's tables hold fixed, at epsilon 2. Methods whose claim is proved are trained on features of which no row depends on
     * another node's (see {@link NodeData#blind}).
     */
    public static NodeRun of(String method, String dataset) {
        boolean ndp = method.equals(NodeStudy.NDP);
        return new NodeRun(
                method,
                dataset,
                PROVED.contains(method) ? NodeData.blind(dataset, "rows") : "rows",
                LearningSetting.TRANSDUCTIVE,
                new TargetEpsilon(2),
                ndp ? "GCN" : "none",
                ndp ? 5 : 0,
                13,
                1);
    }

    @Override
    public String experiment() {
        return "node-baselines";
    }
}
