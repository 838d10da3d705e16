package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class GraphSplitTest {
    private static final Sampler SAMPLER = new GraphSplit(5, 2);

    @Test
    void partsAreDisjointCoverEverythingAndAreEven() {
        Batch batch = new Batch();
        new GraphSplit(5, 5).draws(Ring.ALL, Ring.coins(2)).draw(0, batch);
        BitSet seen = new BitSet();
        for (int r = 0; r < batch.rows(); r++) {
            assertTrue(!seen.get(batch.node(r)));
            seen.set(batch.node(r));
        }
        assertEquals(41, seen.cardinality());
        for (int e = 0; e < 5; e++) {
            int targets = batch.targetStart(e + 1) - batch.targetStart(e);
            assertTrue(targets == 5 || targets == 6);
            assertTrue(Ring.ALL.isRoot(batch.node(batch.exampleStart(e))));
        }
        new GraphSplit(5, 5).draws(Ring.ALL.without(3), Ring.coins(2)).draw(0, batch);
        for (int e = 0; e < 5; e++) assertFalse(Examples.contains(batch, e, 3), "who takes no part is in none");
    }

    @Test
    void eventsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.WithoutReplacement(5, 2, 2.5), SAMPLER.event(facts, 5));
        assertEquals(new Event.PoissonSampled(0.4, 5, Relation.ADD_REMOVE), SAMPLER.claimed(facts, 5));
        assertEquals(
                new Event.WithoutReplacement(5, 2, 2.5),
                SAMPLER.draws(Ring.ALL, Ring.coins(1)).event(0, 5));
        assertEquals(2, SAMPLER.expectedExamples(facts));
        assertEquals(Unit.NODE, SAMPLER.unit());
        GraphSplit all = new GraphSplit(5, 5);
        assertEquals(new Event.Gaussian(2.5), all.event(facts, 5), "nothing is left out, so nothing is amplified");
        assertEquals(new Event.Gaussian(2.5), all.draws(Ring.ALL, Ring.coins(1)).event(0, 5));
        assertEquals(new Event.Gaussian(5), all.claimed(facts, 5));
        assertEquals(new GraphSplit(4, 1), GraphSplit.of(4));
        refused(() -> new GraphSplit(3, 0));
        refused(() -> new GraphSplit(3, 4));
        refused(() -> GraphSplit.of(0));
        GraphSplit.of(27).draws(Ring.ALL, Ring.coins(1)).draw(0, new Batch());
        refused(() -> GraphSplit.of(28).draws(Ring.ALL, Ring.coins(1)));
    }
}
