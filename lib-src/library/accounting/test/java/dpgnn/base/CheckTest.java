package dpgnn.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@Tag("jdk")
class CheckTest {
    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void whatIsWrongIsNamedWithWhatWouldBeRight() {
        refused("batch must be at least 1, was 0", () -> Check.atLeast("batch", 0, 1));
        refused("batch must be at least 1, was -9", () -> Check.atLeast("batch", -9L, 1));
        refused("decay must be at least 0, was -0.5", () -> Check.atLeast("decay", -0.5, 0));
        refused("decay must be at least 0.5, was NaN", () -> Check.atLeast("decay", Double.NaN, 0.5));
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            refused("clip must be positive and finite, was " + wrong, () -> Check.positive("clip", wrong));
        refused("bits must be in 0..45, was 46", () -> Check.within("bits", 46, 0, 45));
        refused("bits must be in 0..45, was -1", () -> Check.within("bits", -1L, 0, 45));
        refused("unit must be NODE, was EDGE", () -> Check.that(false, "unit", "NODE", "EDGE"));
        Check.that(true, "unit", "NODE", "NODE");
        refused("graph must be given, was null", () -> Check.given("graph", null));
        refused("events must be given, was null", () -> Check.all("events", null));
        refused(
                "events 1, counted from 0, must be given, was null",
                () -> Check.all("events", Arrays.asList("a", null, null)));
        assertEquals(List.of("a", "b"), Check.all("events", Arrays.asList("a", "b")));
    }

    /** Every end of an interval is in it or not as its brackets say, and NaN is in none. */
    @Test
    void intervalsHoldTheirEndsAsPrinted() {
        double above = Math.nextUp(1.0);
        double below = -Double.MIN_VALUE;
        for (double wrong : new double[] {below, above, Double.NaN}) {
            refused("x must be in [0, 1], was " + wrong, () -> Check.closed("x", wrong, 0, 1));
            refused("x must be in (0, 1), was " + wrong, () -> Check.open("x", wrong, 0, 1));
            refused("x must be in (0, 1], was " + wrong, () -> Check.leftOpen("x", wrong, 0, 1));
            refused("x must be in [0, 1), was " + wrong, () -> Check.rightOpen("x", wrong, 0, 1));
        }
        refused("x must be in (0, 1), was 0.0", () -> Check.open("x", 0, 0, 1));
        refused("x must be in (0, 1), was 1.0", () -> Check.open("x", 1, 0, 1));
        refused("x must be in (0, 1], was 0.0", () -> Check.leftOpen("x", 0, 0, 1));
        refused("x must be in [0, 1), was 1.0", () -> Check.rightOpen("x", 1, 0, 1));
        assertEquals(0, Check.closed("x", 0, 0, 1));
        assertEquals(1, Check.closed("x", 1, 0, 1));
        assertEquals(1, Check.leftOpen("x", 1, 0, 1));
        assertEquals(0, Check.rightOpen("x", 0, 0, 1));
        refused("x must be in (0.5, 1), was 0.5", () -> Check.open("x", 0.5, 0.5, 1));
    }

    @Test
    void whatIsRightIsGivenBack() {
        assertEquals(1, Check.atLeast("batch", 1, 1));
        assertEquals(Long.MAX_VALUE, Check.atLeast("batch", Long.MAX_VALUE, 1));
        assertEquals(Double.POSITIVE_INFINITY, Check.atLeast("epsilon", Double.POSITIVE_INFINITY, 0));
        assertEquals(5e-324, Check.positive("clip", 5e-324));
        assertEquals(45, Check.within("bits", 45, 0, 45));
        assertEquals("graph", Check.given("graph", "graph"));
    }
}
