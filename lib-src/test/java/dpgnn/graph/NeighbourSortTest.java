package dpgnn.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NeighbourSortTest {
    @Test
    void sortsPartsOfEveryLengthAndRange() {
        RandomStream coins = Streams.seed(1).stream("sort");
        for (int nodes :
                new int[] {1, 2, 3, 255, 256, 257, 233_000, 1 << 22, 1 << 24, (1 << 24) + 1, Integer.MAX_VALUE}) {
            NeighbourSort sort = new NeighbourSort(nodes);
            for (int length : new int[] {0, 1, 95, 96, 97, 1000, 20_000}) {
                int[] values = new int[length + 20];
                for (int i = 0; i < values.length; i++) values[i] = i % 7 == 0 ? nodes - 1 : coins.nextInt(nodes);
                int[] expected = values.clone();
                Arrays.sort(expected, 10, 10 + length);
                sort.sort(values, 10, 10 + length);
                assertArrayEquals(expected, values, nodes + " nodes, length " + length);
            }
        }
    }
}
