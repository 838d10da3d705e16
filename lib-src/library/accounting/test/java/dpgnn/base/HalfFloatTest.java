package dpgnn.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
class HalfFloatTest {
    /** From the definition: sign, exponent, fraction. */
    private static double defined(int half) {
        int exponent = half >> 10 & 31, fraction = half & 1023;
        double size = exponent == 0 ? fraction * 0x1.0p-24 : (1024 + fraction) * Math.pow(2, exponent - 25);
        return (half & 0x8000) == 0 ? size : -size;
    }

    @Test
    void everyNumberIsRead() {
        for (int half = 0; half < 1 << 16; half++)
            if ((half >> 10 & 31) < 31) assertEquals(defined(half), HalfFloat.value((short) half), "bits " + half);
    }

    /** Each number itself, the middle to the next, which goes to the even one, and what lies beside the middle. */
    @Test
    void theNearestIsTaken() {
        for (int half = 0; half < 0x7BFF; half++) {
            float low = (float) defined(half), high = (float) defined(half + 1), middle = (low + high) / 2;
            assertEquals((short) half, HalfFloat.of(low));
            assertEquals((short) (half | 0x8000), HalfFloat.of(-low));
            assertEquals((short) (half + (half & 1)), HalfFloat.of(middle), "ties go to even, at " + middle);
            assertEquals((short) half, HalfFloat.of(Math.nextDown(middle)));
            assertEquals((short) (half + 1), HalfFloat.of(Math.nextUp(middle)));
        }
        assertEquals((short) 0x7BFF, HalfFloat.of(HalfFloat.MOST));
        assertTrue(1 / HalfFloat.value(HalfFloat.of(-0f)) < 0, "the sign of zero stays");
    }
}
