package dpgnn.privacy.step;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventFamilyTest {
    @Test
    void everyEventHasOneFamily() {
        Set<Class<?>> kinds = new HashSet<>();
        for (EventFamily<?> family : EventFamilies.ALL) assertTrue(kinds.add(family.kind), "twice: " + family.kind);
        assertEquals(Set.of(Event.class.getPermittedSubclasses()), kinds);
    }

    /** What is asked of a composition and not of its parts has no answer that could pass for one. */
    @Test
    void whatAFamilyDoesNotStateIsRefused() {
        for (Event event : List.<Event>of(
                new Event.Repeated(new Event.Gaussian(1), 2),
                new Event.Composed(List.of(new Event.Gaussian(1))),
                new Event.BestOf(List.of(new Event.Gaussian(1)), RunCount.geometric(0.5)))) {
            EventFamily<Event> family = EventFamily.of(event);
            refused(() -> family.loss(event), "no privacy-loss distribution for");
            refused(() -> family.divergence(event, 2, Amplification.GAUSSIAN), "does not know");
            assertEquals(Double.POSITIVE_INFINITY, family.pure(event, 1));
            assertEquals(Double.POSITIVE_INFINITY, family.unsampled(event));
            assertTrue(Double.isNaN(family.fixed(event)) && family.law(event, 1).isEmpty());
            assertFalse(family.isCertified(event));
        }
        refused(() -> EventFamily.of(null), "event");
    }
}
