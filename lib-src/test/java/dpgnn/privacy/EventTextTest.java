package dpgnn.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventTextTest {
    static final List<Event> ALL = List.of(
            new Event.Gaussian(Math.nextUp(0.1)),
            new Event.Laplace(Double.MIN_VALUE),
            new Event.DiscreteGaussian(3, 1e300, Long.MAX_VALUE),
            new Event.PoissonSampled(1.0 / 3, 1e-8, Relation.REPLACE),
            new Event.WithoutReplacement(153932, 30000, 8),
            Event.MixtureOfGaussians.of(2, new double[] {0, 0.5, 1}, new double[] {0.1, 0.2, 0.7}),
            new Event.HeterPoisson(4096.0 / 17976, 1.5, 17975, 7.44, true, Event.Proof.CONSERVATIVE),
            new Event.HomeStars(4096.0 / 17976, 2, Math.nextDown(8.52)),
            new Event.Hypergeometric(90941, 6, 10000, 2),
            new Event.Composed(List.of(
                    new Event.Repeated(new Event.Gaussian(1), 7),
                    new Event.Composed(List.of()),
                    new Event.NonPrivate("a \"quote\", a \\ and a \n line, and é"))),
            new Event.Repeated(new Event.PoissonSampled(0, 4, Relation.ADD_REMOVE), Long.MAX_VALUE),
            new Event.NonPrivate("clipping is off"),
            new Event.Unsupported(""));

    @Test
    void everyEventComesBack() {
        for (Event event : ALL) {
            String text = EventText.write(event);
            assertTrue(text.chars().allMatch(c -> c >= 0x20 && c < 0x7f), text);
            assertEquals(event, EventText.parse(text));
            assertEquals(text, EventText.write(EventText.parse(text)));
        }
    }

    @Test
    void noKindIsForgotten() {
        Set<Class<?>> tried = ALL.stream().map(Object::getClass).collect(Collectors.toSet());
        for (Class<?> kind : Event.class.getPermittedSubclasses())
            assertTrue(tried.contains(kind), kind + " has no round trip in this test");
        assertEquals(
                tried.size(),
                Arrays.stream(Event.class.getPermittedSubclasses()).count());
    }

    @Test
    void whatIsWrongIsNamed() {
        refused("{\"kind\":\"Gauss\"}", "Gauss");
        refused("{\"kind\":\"Gaussian\"}", "multiplier");
        refused("{\"kind\":\"Gaussian\",\"multiplier\":-1.0}", "-1.0");
        refused("{\"kind\":\"Gaussian\",\"multiplier\":\"2\"}", "multiplier");
        refused("{\"kind\":\"Gaussian\",\"multiplier\":2.0,\"more\":1}", "more");
        refused("{\"kind\":\"Gaussian\",\"multiplier\":2.0", "character");
        refused("{\"kind\":\"PoissonSampled\",\"rate\":0.5,\"multiplier\":2.0,\"relation\":\"SWAP\"}", "SWAP");
        refused("[]", "object");
        refused("{\"kind\":\"Gaussian\",\"multiplier\":2.0} x", "end");
        assertEquals(
                new Event.Gaussian(2), EventText.parse(" { \"kind\" : \"Gaussian\" ,\n\t\"multiplier\" : 2.0 } \n"));
    }

    private static void refused(String text, String word) {
        String message = assertThrows(IllegalArgumentException.class, () -> EventText.parse(text))
                .getMessage();
        assertTrue(message.contains(word), message);
    }
}
