package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoissonNodesTest {
    private static final Sampler SAMPLER = PoissonNodes.of(0.3);

    @Test
    void sizesAreBinomial() {
        long[] counts = new long[28];
        Batch batch = new Batch();
        for (int seed = 0; seed < 20_000; seed++) {
            SAMPLER.draws(Ring.ALL, Ring.coins(seed)).draw(0, batch);
            counts[batch.examples()]++;
        }
        ChiSquare test = ChiSquare.of(counts, Laws.binomial(27, 0.3));
        assertTrue(test.plausible(), test::toString);
    }

    @Test
    void eventsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.REPLACE)) {
            PoissonNodes sampler = new PoissonNodes(0.3, relation);
            Event event = new Event.PoissonSampled(0.3, 5, relation);
            assertEquals(event, sampler.event(facts, 5));
            assertEquals(event, sampler.draws(Ring.ALL, Ring.coins(1)).event(0, 5));
        }
        assertEquals(24, SAMPLER.expectedExamples(facts), 1e-12);
        assertEquals(Unit.NODE, SAMPLER.unit());
        refused(() -> PoissonNodes.of(1.5));
        refused(() -> PoissonNodes.of(0));
        refused(() -> new PoissonNodes(0.1, null));
        String wrong = "relation must be ADD_REMOVE or REPLACE, was PARTICIPATION";
        assertEquals(
                wrong + "; ADD_REMOVE proves it too, a plan states it with against(...)",
                refused(() -> new PoissonNodes(0.1, Relation.PARTICIPATION)));
        assertEquals(wrong, refused(() -> new Event.PoissonSampled(0.1, 1, Relation.PARTICIPATION)));
        assertEquals(Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION), SAMPLER.relations());
        assertEquals(Set.of(Relation.values()), new PoissonNodes(0.3, Relation.REPLACE).relations());
    }
}
