package dpgnn.sampling;

import dpgnn.graph.Participants;
import java.util.Arrays;

/**
 * Which homes a node drew in this step. A record holds when its node drew last, the node's out-degree, then its K homes, or -1
 * where there is none. They lie together because large graphs pay for every other place in memory that is looked at.
 *
 * <p>For a graph in memory every node has a record of its own. For one in a file only the nodes that this step has met have
 * one, found by a hash of their number, so that memory grows with the batch and not with the graph.
 */
final class HomeRecords {
    private final Participants participants;
    private final int stride;
    /** Slots of nodes that were met: node + 1, or 0; null where every node has a record. */
    private int[] slots;

    private int[] records;
    private int met;
    private int now;

    private HomeRecords(Participants participants, int homes, boolean all) {
        this.participants = participants;
        stride = homes + 2;
        int nodes = participants.graph().nodes();
        slots = all ? null : new int[1 << 12];
        records = new int[stride * (all ? nodes : slots.length)];
        if (all) for (int v = 0; v < nodes; v++) records[v * stride + 1] = participants.outDegree(v);
    }

    static HomeRecords of(Participants participants, int homes) {
        boolean fits = (long) participants.graph().nodes() * (homes + 2) <= Integer.MAX_VALUE - 8;
        return new HomeRecords(
                participants, homes, fits && !participants.graph().isMapped());
    }

    /** Makes all homes old. */
    void beginStep() {
        if (slots != null) {
            Arrays.fill(slots, 0);
            met = 0;
        } else if (now == Integer.MAX_VALUE - 1) {
            for (int at = 0; at < records.length; at += stride) records[at] = 0;
            now = 0;
        }
        now++;
    }

    /** The node's record, by which it is asked from here on in this step, until another node's is asked for. */
    int of(int node) {
        if (slots == null) return node * stride;
        if (2 * met >= slots.length) grow();
        int at = slot(node);
        if (slots[at] == 0) {
            slots[at] = node + 1;
            met++;
            records[at * stride] = 0;
            records[at * stride + 1] = participants.outDegree(node);
        }
        return at * stride;
    }

    /** Whether the homes are those of an earlier step; from now on they are not. */
    boolean isOld(int record) {
        if (records[record] == now) return false;
        records[record] = now;
        return true;
    }

    int degree(int record) {
        return records[record + 1];
    }

    void put(int record, int place, int home) {
        records[record + 2 + place] = home;
    }

    boolean lives(int record, int home) {
        boolean lives = false;
        for (int k = record + 2; k < record + stride; k++) lives |= records[k] == home;
        return lives;
    }

    private int slot(int node) {
        int mask = slots.length - 1;
        int at = (node * 0x9E3779B9) >>> 7 & mask;
        while (slots[at] != 0 && slots[at] != node + 1) at = at + 1 & mask;
        return at;
    }

    private void grow() {
        if (4L * slots.length * stride > Integer.MAX_VALUE)
            throw new IllegalStateException("a step must meet fewer nodes than " + slots.length
                    + " for so many homes; lower the rate or the number of homes");
        int[] oldSlots = slots;
        int[] oldRecords = records;
        slots = new int[2 * oldSlots.length];
        records = new int[stride * slots.length];
        for (int at = 0; at < oldSlots.length; at++) {
            if (oldSlots[at] == 0) continue;
            int to = slot(oldSlots[at] - 1);
            slots[to] = oldSlots[at];
            System.arraycopy(oldRecords, at * stride, records, to * stride, stride);
        }
    }
}
