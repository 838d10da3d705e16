package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
        ChiSquare test = ChiSquare.of(counts, Binomials.of(27, 0.3));
        org.junit.jupiter.api.Assertions.assertTrue(test.plausible(), test::toString);
    }

    @Test
    void withoutANodeItsExampleAloneIsMissing() {
        Batch a = new Batch();
        Batch b = new Batch();
        int drawn = 0;
        for (int z : Ring.ROOTS) {
            Sampler.Draws with = SAMPLER.draws(Ring.ALL, Ring.coins(z));
            Sampler.Draws without = SAMPLER.draws(Ring.ALL.without(z), Ring.coins(z));
            for (int t = 0; t < 30; t++) {
                with.draw(t, a);
                without.draw(t, b);
                boolean there = Examples.byRoot(a).containsKey(z);
                assertEquals(there ? new TreeSet<>(Set.of(z)) : new TreeSet<>(), Examples.changed(a, b));
                if (there) drawn++;
            }
        }
        assertEquals(27 * 30 * 0.3, drawn, 60);
    }

    @Test
    void eventsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.PoissonSampled(0.3, 5, Relation.ADD_REMOVE), SAMPLER.event(facts, 5));
        assertEquals(
                new Event.PoissonSampled(0.3, 5, Relation.REPLACE),
                new PoissonNodes(0.3, Relation.REPLACE).event(facts, 5));
        for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.REPLACE))
            assertEquals(
                    new Event.PoissonSampled(0.3, 5, relation),
                    new PoissonNodes(0.3, relation)
                            .draws(Ring.ALL, Ring.coins(1))
                            .event(0, 5));
        assertEquals(24, SAMPLER.expectedExamples(facts), 1e-12);
        assertEquals(Unit.NODE, SAMPLER.unit());
        refused(() -> PoissonNodes.of(1.5));
        refused(() -> PoissonNodes.of(0));
        refused(() -> new PoissonNodes(0.1, null));
        String message = refused(() -> new PoissonNodes(0.1, Relation.PARTICIPATION));
        assertEquals(
                "relation must be ADD_REMOVE or REPLACE, was PARTICIPATION; ADD_REMOVE proves it too, a plan states it with"
                        + " against(...)",
                message);
        message = refused(() -> new Event.PoissonSampled(0.1, 1, Relation.PARTICIPATION));
        assertEquals("relation must be ADD_REMOVE or REPLACE, was PARTICIPATION", message);
        assertEquals(Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION), SAMPLER.relations());
        assertEquals(Set.of(Relation.values()), new PoissonNodes(0.3, Relation.REPLACE).relations());
    }
}
