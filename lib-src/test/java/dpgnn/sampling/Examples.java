package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import java.util.BitSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Examples of a batch as text, so that two worlds can be compared. */
final class Examples {
    private Examples() {}

    static boolean contains(Batch batch, int example, int node) {
        for (int r = batch.exampleStart(example); r < batch.exampleStart(example + 1); r++)
            if (batch.node(r) == node) return true;
        return false;
    }

    /** All that a model sees of an example. */
    static String text(Batch batch, int example) {
        int begin = batch.exampleStart(example);
        StringBuilder text = new StringBuilder();
        for (int r = begin; r < batch.exampleStart(example + 1); r++) {
            text.append(batch.node(r)).append('<');
            for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++)
                text.append(batch.node(batch.source(k))).append(',');
            text.append(' ');
        }
        for (int k = batch.targetStart(example); k < batch.targetStart(example + 1); k++)
            text.append('!').append(batch.target(k) - begin);
        return text.toString();
    }

    /** Examples by root; roots must differ. */
    static TreeMap<Integer, String> byRoot(Batch batch) {
        TreeMap<Integer, String> examples = new TreeMap<>();
        for (int e = 0; e < batch.examples(); e++)
            assertEquals(null, examples.put(batch.node(batch.exampleStart(e)), text(batch, e)), "a root occurs twice");
        return examples;
    }

    /** The roots whose examples differ between two batches, or exist in one of them only. */
    static TreeSet<Integer> changed(Batch one, Batch other) {
        TreeMap<Integer, String> a = byRoot(one);
        TreeMap<Integer, String> b = byRoot(other);
        TreeSet<Integer> roots = new TreeSet<>(a.keySet());
        roots.addAll(b.keySet());
        roots.removeIf(r -> a.containsKey(r) && a.get(r).equals(b.get(r)));
        return roots;
    }

    /** The roots of the examples that hold a node, which are those that differ in a world without it. */
    static TreeSet<Integer> withheld(Batch with, Batch without, int node) {
        TreeSet<Integer> held = new TreeSet<>();
        for (int e = 0; e < with.examples(); e++)
            if (contains(with, e, node)) held.add(with.node(with.exampleStart(e)));
        assertEquals(held, changed(with, without));
        return held;
    }

    static void checkForm(Batch batch, Participants participants) {
        assertEquals(batch.rows(), batch.exampleStart(batch.examples()));
        for (int e = 0; e < batch.examples(); e++) {
            int begin = batch.exampleStart(e);
            int end = batch.exampleStart(e + 1);
            assertTrue(end > begin, "an example has at least its root");
            BitSet nodes = new BitSet();
            for (int r = begin; r < end; r++) {
                assertTrue(participants.eligible(batch.node(r)), "node " + batch.node(r) + " takes no part");
                assertTrue(!nodes.get(batch.node(r)), "node " + batch.node(r) + " has two rows in an example");
                nodes.set(batch.node(r));
                BitSet sources = new BitSet();
                for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++) {
                    int s = batch.source(k);
                    assertTrue(s >= begin && s < end, "a source must be of the same example");
                    assertNotEquals(r, s);
                    assertTrue(!sources.get(s), "a source is listed twice");
                    sources.set(s);
                    assertTrue(participants.graph().hasEdge(batch.node(s), batch.node(r)), "no such edge in the graph");
                }
            }
            assertTrue(batch.targetStart(e + 1) > batch.targetStart(e), "an example must have a target");
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++)
                assertTrue(participants.isRoot(batch.node(batch.target(k))), "only roots carry a loss");
        }
    }
}
