package dpgnn.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class GuaranteeTest {
    private static Guarantee of(double epsilon, Verdict verdict, String... assumptions) {
        return new Guarantee(epsilon, 1e-5, Unit.EDGE, Relation.REPLACE, verdict, "PLD", List.of(assumptions));
    }

    @Test
    void printedEpsilonIsNeverSmaller() {
        for (double epsilon : new double[] {1.00001, 1.99999999, 0, 3, 0.1, 1e-9, 12345.67891}) {
            String text = of(epsilon, Verdict.SOUND).statement();
            double printed = Double.parseDouble(text.substring(1, text.indexOf(',')));
            assertTrue(printed >= epsilon && printed < epsilon + 1.0001e-4, text);
        }
        assertTrue(of(0, Verdict.SOUND).statement().startsWith("(0, "));
        assertTrue(of(3, Verdict.SOUND).statement().startsWith("(3, "));
        assertTrue(of(0.1, Verdict.SOUND).statement().startsWith("(0.1, "));
    }

    @Test
    void eachVerdict() {
        assertTrue(of(1, Verdict.SOUND).statement().contains("is proved, by PLD"));
        assertTrue(of(1, Verdict.CLAIMED).statement().contains("claimed, by PLD; it is not proved"));
        assertTrue(of(1, Verdict.UNSOUND).statement().contains("does not hold for what ran"));
    }

    @Test
    void unitRelationAndAssumptions() {
        String text = of(1, Verdict.SOUND, "The degrees are public.", "The batch is Poisson.")
                .statement();
        assertTrue(text.contains("one edge") && text.contains("is replaced by any other"), text);
        assertTrue(text.endsWith("The degrees are public. The batch is Poisson."), text);
    }

    @Test
    void statesTheDefinition() {
        String text = of(1, Verdict.SOUND).statement();
        assertTrue(
                text.contains("is at most e^1 times what it is after a change of the protected unit, plus 1.0E-5;"),
                text);
    }

    @Test
    void infinity() {
        String text = of(Double.POSITIVE_INFINITY, Verdict.SOUND).statement();
        assertTrue(text.startsWith("Nothing bounds") && text.contains("one edge"), text);
        assertTrue(!text.contains("Infinity") && !text.contains("e^"), text);
    }

    @Test
    void refusals() {
        assertThrows(IllegalArgumentException.class, () -> of(-1, Verdict.SOUND));
        assertThrows(IllegalArgumentException.class, () -> of(Double.NaN, Verdict.SOUND));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Guarantee(1, 0, Unit.NODE, Relation.REPLACE, Verdict.SOUND, "PLD", List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Guarantee(1, 0.1, null, Relation.REPLACE, Verdict.SOUND, "PLD", List.of()));
        assertEquals(0, of(0, Verdict.SOUND).epsilon());
    }
}
