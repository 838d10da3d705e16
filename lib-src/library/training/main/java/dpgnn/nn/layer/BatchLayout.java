package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * The row sets of a batch: which rows each layer has to compute. A network of k rounds of message passing needs the rows
 * within k steps of a target and no others, so that a network of one round has one row per example wherever the target is
 * one.
 */
public final class BatchLayout {
    private final List<RowSet> reach = new ArrayList<>();
    private final List<int[]> place = new ArrayList<>();
    private final RowSet all = new RowSet();
    private final RowSet one = new RowSet();
    private Batch batch;
    private int first;
    private int end;
    /** The batch's number of our first row, and of our first target. */
    private int base;

    private int targetBase;
    private long edits;
    private long version;

    /**
     * Reads the examples from {@code from} to {@code to} of a batch, for a network that needs rows up to this many steps from its
     * targets, which is the same in every read. What is here already is not read again: the whole graph, step after step.
     */
    public void read(Batch read, int from, int to, int hops) {
        if (read == batch && read.edits() == edits && from == first && to == end) return;
        version++;
        edits = read.edits();
        batch = read;
        first = from;
        end = to;
        base = read.exampleStart(from);
        targetBase = read.targetStart(from);
        while (reach.size() <= hops) {
            reach.add(new RowSet());
            place.add(new int[16]);
        }
        all.begin(to - from);
        one.begin(to - from);
        for (int e = from; e < to; e++) {
            for (int r = read.exampleStart(e); r < read.exampleStart(e + 1); r++) all.add(r - base, r);
            all.endExample(read.exampleStart(e + 1) - base);
            one.add(e - from, read.exampleStart(e));
            one.endExample(e + 1 - from);
        }
        targets();
        for (int k = 1; k <= hops; k++) widen(k);
    }

    /** Changes with the content; never 0 once something was read. */
    long version() {
        return version;
    }

    private void targets() {
        RowSet space = reach.get(0);
        space.begin(end - first);
        int[] at = cleared(0);
        for (int e = first; e < end; e++) {
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) {
                space.add(k - targetBase, batch.target(k));
                at[batch.target(k) - base] = k - targetBase;
            }
            space.endExample(batch.targetStart(e + 1) - targetBase);
        }
    }

    private void widen(int k) {
        RowSet inner = reach.get(k - 1);
        RowSet outer = reach.get(k);
        int[] at = cleared(k);
        for (int i = 0; i < inner.rows(); i++) {
            int r = inner.row[i];
            at[r - base] = 0;
            for (int s = batch.edgeStart(r); s < batch.edgeStart(r + 1); s++) at[batch.source(s) - base] = 0;
        }
        outer.begin(end - first);
        int count = 0;
        for (int e = first; e < end; e++) {
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++)
                if (at[r - base] >= 0) {
                    outer.add(count, r);
                    at[r - base] = count++;
                }
            outer.endExample(count);
        }
    }

    private int[] cleared(int k) {
        int[] at = Buffers.to(place.get(k), all.rows());
        place.set(k, at);
        java.util.Arrays.fill(at, 0, all.rows(), -1);
        return at;
    }

    /** The rows within some steps of a target; those of step 0 are the targets in the order of the batch. */
    public RowSet reach(int hops) {
        return reach.get(hops);
    }

    /** Every row. */
    public RowSet all() {
        return all;
    }

    /** One row for each example. */
    public RowSet one() {
        return one;
    }

    /** Fills how rows of {@code to} aggregate nodes of the data set. */
    public void fromNodes(Aggregation how, RowSet to, SparseRows into) {
        into.begin(Integer.MAX_VALUE);
        for (int i = 0; i < to.rows(); i++) {
            int r = to.row[i];
            addRow(how, r, into, null);
            into.endRow();
        }
    }

    /** Fills how the rows within {@code hops} steps of a target aggregate those within one step more. */
    public void between(Aggregation how, int hops, SparseRows into) {
        RowSet to = reach(hops);
        into.begin(reach(hops + 1).rows());
        for (int i = 0; i < to.rows(); i++) {
            addRow(how, to.row[i], into, place.get(hops + 1));
            into.endRow();
        }
    }

    private void addRow(Aggregation how, int r, SparseRows into, int[] at) {
        int sources = batch.edgeStart(r + 1) - batch.edgeStart(r);
        float self = how.selfWeight(sources);
        if (self != 0) into.add(at == null ? batch.node(r) : at[r - base], self);
        if (how == Aggregation.SELF) return;
        for (int s = batch.edgeStart(r); s < batch.edgeStart(r + 1); s++) {
            int q = batch.source(s);
            float w = how.weight(sources, batch.edgeStart(q + 1) - batch.edgeStart(q));
            into.add(at == null ? batch.node(q) : at[q - base], w);
        }
    }

    /** Fills how each example's nodes are pooled into one row: their sum, or their mean. */
    public void pool(boolean mean, SparseRows into) {
        into.begin(Integer.MAX_VALUE);
        for (int e = first; e < end; e++) {
            int from = batch.exampleStart(e);
            int to = batch.exampleStart(e + 1);
            for (int r = from; r < to; r++) into.add(batch.node(r), mean ? 1f / (to - from) : 1f);
            into.endRow();
        }
    }

    /** Fills how each row takes the one row of its example. */
    public void broadcast(SparseRows into) {
        into.begin(end - first);
        for (int e = first; e < end; e++)
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) {
                into.add(e - first, 1f);
                into.endRow();
            }
    }

    /** Fills how the targets are picked out of all rows. */
    public void pick(SparseRows into) {
        into.begin(all.rows());
        RowSet targets = reach(0);
        for (int i = 0; i < targets.rows(); i++) {
            into.add(targets.row[i] - base, 1f);
            into.endRow();
        }
    }
}
