package dpgnn.mpc;

import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.linear.SparseMatrix;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The data of one holder, which nobody else sees.
 *
 * @param features its columns
 * @param edges its edges, among the nodes that all holders share
 * @param supervision labels and split, at the first holder only
 */
public record HolderData(SparseMatrix features, Graph edges, Optional<Supervision> supervision) {
    /** Labels and which nodes train, choose the epoch and test. */
    public record Supervision(Labels labels, int[] train, int[] validation, int[] test) {
        public Supervision {
            if (!labels.isSingle())
                throw new IllegalArgumentException(
                        "labels must be one class per node, were " + (labels.isMulti() ? "sets" : "numbers"));
            if (train.length == 0) throw new IllegalArgumentException("there must be training nodes, were none");
            for (int[] nodes : new int[][] {train, validation, test})
                for (int v : nodes)
                    if (v < 0 || v >= labels.nodes() || labels.of(v) == Labels.NONE)
                        throw new IllegalArgumentException("node " + v + " of the split must exist and have a label");
        }

        /** This supervision over some nodes alone, in ascending order, among which must be those of the split. */
        Supervision at(int[] nodes) {
            return new Supervision(
                    labels.select(nodes), places(nodes, train), places(nodes, validation), places(nodes, test));
        }

        private static int[] places(int[] nodes, int[] some) {
            return Arrays.stream(some).map(v -> Arrays.binarySearch(nodes, v)).toArray();
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

    /** Every number of it, in one order. */
    void describe(DataOutput out) throws IOException {
        out.writeInt(features.columns());
        for (int v = 0; v < features.rows(); v++) {
            out.writeInt(features.start(v + 1) - features.start(v));
            for (int k = features.start(v); k < features.start(v + 1); k++) {
                out.writeInt(features.column(k));
                out.writeDouble(features.value(k));
            }
            out.writeInt(edges.inDegree(v));
            for (int i = 0; i < edges.inDegree(v); i++) out.writeInt(edges.inNeighbour(v, i));
        }
        out.writeBoolean(supervision.isPresent());
        if (supervision.isEmpty()) return;
        Supervision s = supervision.get();
        for (int v = 0; v < s.labels().nodes(); v++) out.writeInt(s.labels().of(v));
        for (int[] nodes : new int[][] {s.train(), s.validation(), s.test()}) {
            out.writeInt(nodes.length);
            for (int v : nodes) out.writeInt(v);
        }
    }

    HolderData without(Supervision nothing) {
        return new HolderData(features, edges, Optional.ofNullable(nothing));
    }
}
