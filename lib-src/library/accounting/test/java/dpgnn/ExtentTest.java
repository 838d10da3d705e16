package dpgnn;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtentTest {
    private static int cases;

    @Test
    void bordersAndSomePlacesOrEverything() {
        int[] places = Extent.places(1000, 3, 20);
        assertEquals(Extent.ALL ? 1000 : 26, Arrays.stream(places).distinct().count());
        for (int border : new int[] {0, 1, 2, 997, 998, 999})
            assertTrue(Arrays.binarySearch(places, border) >= 0, "no place " + border);
        assertEquals(10, Extent.places(10, 3, 20).length);
        List<Integer> all = IntStream.range(0, 50).boxed().toList(), some = Extent.some(all, 7);
        assertEquals(Extent.ALL ? 50 : 7, some.stream().distinct().count());
        assertEquals(some.stream().sorted().toList(), some);
        assertEquals(some, Extent.some(all, 7), "a run that looks twice sees the same");
        assertEquals(Extent.ALL ? 9 : 2, Extent.of(9, 2));
        refused(() -> Extent.of(2, 9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    @Extent.OneIn(3)
    void ofNineCasesARunHasThree(int one) {
        cases += one > 0 ? 1 : 0;
    }

    @AfterAll
    static void three() {
        assertEquals(Extent.ALL ? 9 : 3, cases);
    }

    @Test
    void everyTurnComes() {
        for (int first = 0; first < 5; first++)
            assertEquals(
                    Extent.ALL ? 5 : 1,
                    IntStream.range(first, first + 5)
                            .filter(i -> Extent.has("a test", i, 5))
                            .count());
    }

    @Test
    void everyClassHasOneShare() {
        int share = Extent.share(getClass().getName());
        assertTrue(share >= 0 && share < Extent.SHARES && Extent.has(getClass().getName()), "share " + share);
    }
}
