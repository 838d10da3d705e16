package dpgnn.study;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StudentIntervalTest {
    @Test
    void halfOfItIsStudentsQuantileTimesTheErrorOfTheMean() {
        StudentInterval three = StudentInterval.of(1, 1.1, 0.9);
        assertEquals(1, three.mean(), 1e-15);
        assertEquals(4.302653 * 0.1 / Math.sqrt(3), three.half(), 1e-6, "two degrees of freedom, from a table");
        assertTrue(three.isAbove(0.75) && !three.isAbove(0.76) && three.isBelow(1.25) && !three.isBelow(1.24));
        assertEquals(12.706205 * 5, StudentInterval.of(10, 20).half(), 1e-4);
        assertEquals(0, StudentInterval.of(2, 2, 2).half());
    }

    @Test
    void oneSeedHasNone() {
        StudentInterval one = StudentInterval.of(3);
        assertFalse(one.exists() || one.isAbove(0) || one.isBelow(9));
        assertEquals(3, one.mean());
        refused(StudentInterval::of);
    }
}
