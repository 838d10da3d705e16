package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import java.util.Optional;

/**
 * What one holder has, and nobody else sees.
 *
 * @param features its columns
 * @param edges its edges, over the nodes that all holders share
 * @param supervision labels and split, at the first holder only
 */
public record HolderData(SparseMatrix features, Graph edges, Optional<Supervision> supervision) {
    /** Labels and which nodes train, choose the epoch and test. */
    public record Supervision(Labels labels, int[] train, int[] validation, int[] test) {
        public Supervision {
            if (labels.isMulti()) throw new IllegalArgumentException("labels must be one class per node, were sets");
            if (train.length == 0) throw new IllegalArgumentException("there must be training nodes, were none");
            for (int[] nodes : new int[][] {train, validation, test})
                for (int v : nodes)
                    if (v < 0 || v >= labels.nodes() || labels.of(v) == Labels.NONE)
                        throw new IllegalArgumentException("node " + v + " of the split must exist and have a label");
        }
    }

    public HolderData {
        if (features.rows() != edges.nodes())
            throw new IllegalArgumentException(
                    "features and edges must be of the same nodes, had " + features.rows() + " and " + edges.nodes());
        if (supervision.isPresent() && supervision.get().labels().nodes() != edges.nodes())
            throw new IllegalArgumentException("labels must be of the same nodes, had "
                    + supervision.get().labels().nodes() + " of " + edges.nodes());
    }

    HolderData without(Supervision nothing) {
        return new HolderData(features, edges, Optional.ofNullable(nothing));
    }
}
