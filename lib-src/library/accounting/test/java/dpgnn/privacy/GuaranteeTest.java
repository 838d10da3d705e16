package dpgnn.privacy;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class GuaranteeTest {
    private static Guarantee of(double epsilon, Verdict verdict, String... remarks) {
        return Guarantee.of(Unit.EDGE, Relation.REPLACE).by("PLD", epsilon, 1e-5, verdict, List.of(remarks));
    }

    @Test
    void printedEpsilonIsNeverSmaller() {
        for (double epsilon : new double[] {1.00001, 1.99999999, 0, 3, 0.1, 1e-9, 12345.67891}) {
            String text = of(epsilon, Verdict.SOUND).statement();
            double printed = Double.parseDouble(text.substring(1, text.indexOf(',')));
            assertTrue(printed >= epsilon && printed <= epsilon * 1.0011, text);
        }
        assertTrue(of(0, Verdict.SOUND).statement().startsWith("(0, "));
        assertTrue(of(3, Verdict.SOUND).statement().startsWith("(3, "));
        assertTrue(of(0.1, Verdict.SOUND).statement().startsWith("(0.1, "));
        assertTrue(of(7.9998, Verdict.SOUND).summary().startsWith("(8, 1e-5)-differential privacy"));
        Guarantee small = Guarantee.of(Unit.EDGE, Relation.REPLACE).by("PLD", 1, 1.23401e-7, Verdict.SOUND, List.of());
        assertTrue(small.summary().startsWith("(1, 1.235e-7)-"), small.summary());
    }

    @Test
    void onlyASoundGuaranteeSaysProved() {
        assertTrue(of(1, Verdict.SOUND).statement().contains("Verdict SOUND: proved for what ran (PLD)."));
        assertTrue(of(1, Verdict.CLAIMED).statement().contains("claimed, without a proof (PLD)"));
        assertTrue(of(1, Verdict.UNSOUND).statement().contains("does not hold for what ran"));
        for (Verdict verdict : Verdict.values())
            assertEquals(
                    verdict == Verdict.SOUND,
                    of(1, verdict).statement().toLowerCase(Locale.ROOT).contains("proved"),
                    verdict.toString());
    }

    @Test
    void aSentenceToQuote() {
        String of = "one node with its features, its label and all its edges";
        Guarantee held = Guarantee.of(Unit.NODE, Relation.PARTICIPATION)
                .by("PLD", 3.9991, 1e-5, Verdict.SOUND, List.of("A remark."));
        String cited = held.cite();
        assertEquals(
                "(4, 1e-5)-differential privacy for " + of
                        + ", which takes part or not; verdict SOUND, proved for what ran; accounted by PLD.",
                cited);
        assertTrue(cited.split(" ").length <= 30, cited);
        assertEquals(
                "No differential privacy for " + of
                        + ": verdict UNSOUND, does not hold for what ran; accounted by PLD.",
                held.with(Verdict.UNSOUND, held.terms()).cite());
        String given = held.with(Verdict.GIVEN, held.terms()).cite();
        assertTrue(
                given.contains("verdict GIVEN, follows from what its user states") && !given.contains("proved"), given);
    }

    @Test
    void twoLinesThenTheTermsEachOnItsOwn() {
        GuaranteeTerms terms = new GuaranteeTerms(
                List.of("The degrees are public."),
                List.of("The rate."),
                List.of("Features are word counts."),
                List.of("Losses.", "Metrics."),
                List.of("The batch is Poisson."));
        String[] lines =
                of(1, Verdict.SOUND).with(Verdict.IDEAL, terms).statement().split("\n");
        assertTrue(lines[0].contains("one edge") && lines[0].contains("is replaced by any other"), lines[0]);
        assertTrue(lines[1].startsWith("Verdict IDEAL: "), lines[1]);
        assertEquals("Assumed: The degrees are public.", lines[2]);
        assertEquals("Derived from it: The rate.", lines[3]);
        assertEquals("Taken as given: Features are word counts.", lines[4]);
        assertEquals("Not covered: Losses. Metrics.", lines[5]);
        assertEquals("The batch is Poisson.", lines[6]);
        assertEquals(7, lines.length);
        assertEquals(2, of(1, Verdict.SOUND).statement().split("\n").length, "no heading without sentences");
    }

    @Test
    void everyRelationSaysWhatStaysTheSame() {
        for (Relation relation : Relation.values()) {
            Guarantee g = Guarantee.of(Unit.NODE, relation).by("PLD", 1, 1e-5, Verdict.SOUND, List.of());
            assertTrue(g.summary().contains(relation.words()) && g.summary().contains(relation.meaning()));
        }
        assertFalse(Relation.PARTICIPATION.words().contains("removed"));
    }

    @Test
    void statesTheDefinition() {
        String text = of(1, Verdict.SOUND).statement();
        assertTrue(text.contains("at most e^1 times as likely after such a change, plus 1e-5;"), text);
    }

    @Test
    void infinity() {
        String text = of(Double.POSITIVE_INFINITY, Verdict.UNSOUND).statement();
        assertTrue(text.startsWith("Nothing bounds") && text.contains("one edge"), text);
        assertTrue(!text.contains("Infinity") && !text.contains("e^"), text);
    }

    @Test
    void whatIsAssumedBesidesIsNamedOnce() {
        GuaranteeTerms terms = new GuaranteeTerms(List.of("a"), List.of("b"), List.of("c"), List.of(), List.of());
        assertEquals(
                new GuaranteeTerms(List.of("a", "d"), terms.derived(), terms.given(), List.of(), List.of()),
                terms.assuming(List.of("d", "a")));
        assertEquals(List.of("a"), terms.published());
    }

    @Test
    void neighboursAreOfAUnitAndAChange() {
        Guarantee.Neighbours neighbours = Guarantee.of(Unit.NODE, Relation.REPLACE);
        assertEquals(Unit.NODE, neighbours.unit());
        assertEquals(Relation.REPLACE, neighbours.relation());
    }

    @Test
    void refusals() {
        refused(() -> of(-1, Verdict.SOUND));
        refused(() -> of(Double.NaN, Verdict.SOUND));
        refused(() -> Guarantee.of(Unit.NODE, Relation.REPLACE).by("PLD", 1, 0, Verdict.SOUND, List.of()));
        refused(() -> Guarantee.of(null, Relation.REPLACE).by("PLD", 1, 0.1, Verdict.SOUND, List.of()));
        refused(() -> of(Double.POSITIVE_INFINITY, Verdict.SOUND), "SOUND");
        assertEquals(0, of(0, Verdict.SOUND).epsilon());
    }
}
