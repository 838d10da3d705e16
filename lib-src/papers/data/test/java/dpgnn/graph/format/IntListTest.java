package dpgnn.graph.format;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntListTest {
    @Test
    void itGrowsUpToTheLargestArrayAndSaysWhereThatEnds() {
        IntList list = new IntList();
        for (int i = 0; i < 1000; i++) list.add(i);
        assertArrayEquals(IntStream.range(0, 1000).toArray(), list.toArray());
        int most = Integer.MAX_VALUE - 8;
        assertEquals(40, IntList.room(16));
        assertEquals(most, IntList.room(2_000_000_000));
        assertEquals(most, IntList.room(most - 1));
        refused(() -> IntList.room(most), "a list of numbers from a file", "at most 2147483639", "2147483640");
    }
}
