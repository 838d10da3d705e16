package dpgnn.nn;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.ArraySize;
import org.junit.jupiter.api.Test;

/** Sizes whose product is no array's any more are named; a product that wraps around would make a smaller network. */
class HugeWidthTest {
    @Test
    void aNetworkNamesTheLayerAndItsSizes() {
        for (int width : new int[] {Integer.MAX_VALUE, 1 << 30, 1 << 16}) {
            refused(() -> Mlp.hidden(2, width).network(4, 2), "must have at most 2147483639 values", "" + width);
        }
        assertEquals(4 * 8 + 8 + 8 * 2 + 2, Mlp.of(8).network(4, 2).size());
    }

    @Test
    void theLargestArrayIsAllowed() {
        assertEquals(Integer.MAX_VALUE - 8, ArraySize.of("x", 1, Integer.MAX_VALUE - 8));
        refused(() -> ArraySize.of("x", 1, Integer.MAX_VALUE - 7));
        refused(() -> ArraySize.of("x", Long.MAX_VALUE, 3));
        assertEquals(0, ArraySize.of("x", 0, Integer.MAX_VALUE));
    }
}
