package dpgnn.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
class RoundedTest {
    @Test
    void asASentenceHasThem() {
        assertEquals("36", Rounded.near(36.00000000000001));
        assertEquals("36.01", Rounded.up(36.00000000000001));
        assertEquals("8", Rounded.up(7.9998));
        assertEquals("1e-4", Rounded.up(1e-4));
        assertEquals("1.235e-5", Rounded.up(1.2341e-5));
        assertEquals("1.234e-5", Rounded.near(1.2341e-5));
        assertEquals("12346", Rounded.up(12345.00001));
        assertEquals("1000000", Rounded.up(1e6));
        assertEquals("0", Rounded.up(0));
        assertEquals("0.001", Rounded.near(0.00099999));
        assertEquals("1.234", Rounded.down(1.2349));
        assertEquals("-1.234", Rounded.up(-1.2349));
        assertEquals("infinite", Rounded.up(Double.POSITIVE_INFINITY));
        assertEquals("4.94e-324".length(), Rounded.up(4.9e-324).length() + 1);
    }

    /** Over all sizes of numbers: never below, and at most a thousandth above. */
    @Test
    void upIsNeverBelow() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < Extent.of(100_000, 20_000); i++) {
            double value = Math.exp(random.nextDouble(-600, 600));
            double up = Double.parseDouble(Rounded.up(value));
            assertTrue(up >= value && up <= value * 1.0011, value + " as " + Rounded.up(value));
        }
    }
}
