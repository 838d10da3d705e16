package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Three examples by hand: a row that reads two others, a single node, and two rows that read each other and both carry a loss. */
class BatchTest {
    private static void star(Batch batch) {
        batch.beginExample();
        int row = batch.addRow(7);
        batch.addSource(row + 1);
        batch.addSource(row + 2);
        batch.addRow(4);
        batch.addRow(9);
        batch.addTarget(row);
    }

    private static void pair(Batch batch) {
        batch.beginExample();
        int row = batch.addRow(2);
        batch.addSource(row + 1);
        int other = batch.addRow(8);
        batch.addSource(row);
        batch.addTarget(row);
        batch.addTarget(other);
    }

    private static Batch three() {
        Batch batch = new Batch();
        star(batch);
        batch.addSingle(5);
        pair(batch);
        return batch;
    }

    private static String text(Batch batch) {
        StringBuilder text = new StringBuilder();
        for (int e = 0; e < batch.examples(); e++)
            text.append(Examples.text(batch, e)).append("; ");
        return text.toString();
    }

    @Test
    void rowsEdgesAndTargetsAreCountedThroughTheBatch() {
        Batch batch = three();
        assertEquals(3, batch.examples());
        assertEquals(6, batch.rows());
        assertEquals(4, batch.edges());
        assertEquals(4, batch.targets());
        assertEquals("7<4,9, 4< 9< !0; 5< !0; 2<8, 8<2, !0!1; ", text(batch));
        int[] examples = {0, 3, 4, 6}, edges = {0, 2, 2, 2, 2, 3, 4}, targets = {0, 1, 2, 4};
        for (int e = 0; e <= 3; e++) {
            assertEquals(examples[e], batch.exampleStart(e));
            assertEquals(targets[e], batch.targetStart(e));
        }
        for (int r = 0; r <= 6; r++) assertEquals(edges[r], batch.edgeStart(r));
        assertEquals(
                Map.of("examples", 3, "rows", 6, "edges", 4, "targets", 4, "rows of the largest example", 3),
                batch.description());
    }

    @Test
    void partsAndCopiesAreTheSameExamples() {
        Batch batch = three();
        assertEquals("5< !0; 2<8, 8<2, !0!1; ", text(batch.part(1, 3)));
        assertEquals("7<4,9, 4< 9< !0; ", text(batch.part(0, 1)));
        assertEquals(text(batch), text(batch.part(0, 3)));
        assertEquals(batch.hash(), batch.part(0, 3).hash());
        Batch none = batch.part(2, 2);
        assertEquals(0, none.examples() + none.rows() + none.edges() + none.targets());
        for (int[] range : new int[][] {{0, 4}, {-1, 2}, {2, 1}}) refused(() -> batch.part(range[0], range[1]));
        Batch turned = new Batch();
        for (int e = 2; e >= 0; e--) turned.add(batch, e);
        assertEquals("2<8, 8<2, !0!1; 5< !0; 7<4,9, 4< 9< !0; ", text(turned));
        Batch part = batch.part(1, 3);
        pair(part);
        assertEquals("5< !0; 2<8, 8<2, !0!1; 2<8, 8<2, !0!1; ", text(part));
    }

    @Test
    void whatIsClearedIsFilledAnewAndEveryEditCounts() {
        Batch batch = three();
        long before = batch.edits();
        List<Consumer<Batch>> edits =
                List.of(Batch::beginExample, b -> b.addRow(3), b -> b.addSource(0), b -> b.addTarget(0), Batch::clear);
        for (Consumer<Batch> edit : edits) {
            edit.accept(batch);
            assertTrue(batch.edits() > before);
            before = batch.edits();
        }
        assertEquals(0, batch.examples() + batch.rows() + batch.edges() + batch.targets());
        assertEquals(0, batch.exampleStart(0) + batch.edgeStart(0) + batch.targetStart(0));
        pair(batch);
        assertEquals("2<8, 8<2, !0!1; ", text(batch));
    }

    /** Whatever differs between two batches, their fingerprints differ. */
    @Test
    void theHashReadsEverything() {
        Batch two = new Batch(), source = new Batch(), target = new Batch(), node = new Batch(), cut = new Batch();
        pair(two);
        source.add(two, 0);
        source.addSource(1);
        target.add(two, 0);
        target.addTarget(1);
        node.beginExample();
        node.addTarget(node.addRow(2));
        node.addTarget(node.addRow(9));
        cut.addSingle(2);
        cut.addSingle(9);
        Set<Long> hashes = new HashSet<>();
        for (Batch batch : List.of(new Batch(), three(), two, source, target, node, cut)) hashes.add(batch.hash());
        assertEquals(7, hashes.size());
        assertEquals(three().hash(), three().hash());
        // two empty examples more than none
        Batch empty = new Batch();
        empty.beginExample();
        assertNotEquals(new Batch().hash(), empty.hash());
    }
}
