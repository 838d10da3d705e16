package dpgnn.nn;

import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * The spaces of a batch: which rows each layer has to compute. A network of k rounds of message passing needs the rows
 * within k steps of a target and no others, so that a network of one round has one row per example wherever the target is one.
 */
final class Layout {
    private final List<Space> reach = new ArrayList<>();
    private final List<int[]> place = new ArrayList<>();
    private final Space all = new Space();
    private final Space one = new Space();
    private Batch batch;

    /** Reads a batch for a network that needs rows up to this many steps from its targets. */
    void read(Batch read, int hops) {
        batch = read;
        while (reach.size() <= hops) {
            reach.add(new Space());
            place.add(new int[16]);
        }
        int n = read.examples();
        all.begin(n);
        one.begin(n);
        for (int e = 0; e < n; e++) {
            for (int r = read.exampleStart(e); r < read.exampleStart(e + 1); r++) all.add(r, r);
            all.endExample(read.exampleStart(e + 1));
            one.add(e, read.exampleStart(e));
            one.endExample(e + 1);
        }
        targets(n);
        for (int k = 1; k <= hops; k++) widen(k);
    }

    private void targets(int n) {
        Space space = reach.get(0);
        space.begin(n);
        int[] at = cleared(0);
        for (int e = 0; e < n; e++) {
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) {
                space.add(k, batch.target(k));
                at[batch.target(k)] = k;
            }
            space.endExample(batch.targetStart(e + 1));
        }
    }

    private void widen(int k) {
        Space inner = reach.get(k - 1);
        Space outer = reach.get(k);
        int[] at = cleared(k);
        for (int i = 0; i < inner.rows(); i++) {
            int r = inner.row[i];
            at[r] = 0;
            for (int s = batch.edgeStart(r); s < batch.edgeStart(r + 1); s++) at[batch.source(s)] = 0;
        }
        outer.begin(batch.examples());
        int count = 0;
        for (int e = 0; e < batch.examples(); e++) {
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++)
                if (at[r] >= 0) {
                    outer.add(count, r);
                    at[r] = count++;
                }
            outer.endExample(count);
        }
    }

    private int[] cleared(int k) {
        int[] at = Grow.to(place.get(k), batch.rows());
        place.set(k, at);
        java.util.Arrays.fill(at, 0, batch.rows(), -1);
        return at;
    }

    /** The rows within some steps of a target; those of step 0 are the targets in the order of the batch. */
    Space reach(int hops) {
        return reach.get(hops);
    }

    /** Every row. */
    Space all() {
        return all;
    }

    /** One row for each example. */
    Space one() {
        return one;
    }

    /** Fills how rows of {@code to} aggregate nodes of the data set. */
    void fromNodes(Aggregation how, Space to, Spread into) {
        into.begin(Integer.MAX_VALUE);
        for (int i = 0; i < to.rows(); i++) {
            int r = to.row[i];
            addRow(how, r, into, null);
            into.endRow();
        }
    }

    /** Fills how the rows within {@code hops} steps of a target aggregate those within one step more. */
    void between(Aggregation how, int hops, Spread into) {
        Space to = reach(hops);
        into.begin(reach(hops + 1).rows());
        for (int i = 0; i < to.rows(); i++) {
            addRow(how, to.row[i], into, place.get(hops + 1));
            into.endRow();
        }
    }

    private void addRow(Aggregation how, int r, Spread into, int[] at) {
        int sources = batch.edgeStart(r + 1) - batch.edgeStart(r);
        float self = how.selfWeight(sources);
        if (self != 0) into.add(at == null ? batch.node(r) : at[r], self);
        if (how == Aggregation.SELF) return;
        for (int s = batch.edgeStart(r); s < batch.edgeStart(r + 1); s++) {
            int q = batch.source(s);
            float w = how.weight(sources, batch.edgeStart(q + 1) - batch.edgeStart(q));
            into.add(at == null ? batch.node(q) : at[q], w);
        }
    }

    /** Fills how each example's nodes are pooled into one row: their sum, or their mean. */
    void pool(boolean mean, Spread into) {
        into.begin(Integer.MAX_VALUE);
        for (int e = 0; e < batch.examples(); e++) {
            int from = batch.exampleStart(e);
            int to = batch.exampleStart(e + 1);
            for (int r = from; r < to; r++) into.add(batch.node(r), mean ? 1f / (to - from) : 1f);
            into.endRow();
        }
    }

    /** Fills how each row takes the one row of its example. */
    void broadcast(Spread into) {
        into.begin(batch.examples());
        for (int e = 0; e < batch.examples(); e++)
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) {
                into.add(e, 1f);
                into.endRow();
            }
    }

    /** Fills how the targets are picked out of all rows. */
    void pick(Spread into) {
        into.begin(batch.rows());
        Space targets = reach(0);
        for (int i = 0; i < targets.rows(); i++) {
            into.add(targets.row[i], 1f);
            into.endRow();
        }
    }
}
