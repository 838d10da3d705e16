package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Labels;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BlindGuessTest {
    @Test
    void randomGuessesUseEveryClassAlike() {
        var coins = Streams.seed(1).stream("guess");
        assertEquals(
                4, Arrays.stream(BlindGuess.uniform(4, 1000, coins)).distinct().count());
        double share = Arrays.stream(BlindGuess.uniform(4, 40_000, coins))
                        .filter(c -> c == 3)
                        .count()
                / 40_000.0;
        assertEquals(0.25, share, 0.011, "five deviations");
    }

    @Test
    void theMajorityIsThatOfTheKnownLabels() {
        Labels training = Labels.single(3, new int[] {2, 2, 1, -1, -1, 0});
        assertArrayEquals(new int[] {2, 2, 2, 2}, BlindGuess.majority(training, 4));
        Labels all = Labels.single(3, new int[] {2, 0, 1, 2});
        assertEquals(0.5, BlindGuess.accuracy(all, new int[] {0, 1, 2, 3}, new int[] {2, 2, 2, 2}));
    }

    @Test
    void hardCasesAreTheSharedErrors() {
        HardCases hard = HardCases.of(new int[] {3, 5, 9, 11});
        assertEquals(0.5, hard.shareOf(new int[] {1, 3, 4, 11}));
        assertEquals(0, hard.shareOf(new int[0]));
        assertEquals(1, hard.shareOf(new int[] {3, 5, 9, 11, 12, 13}));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> HardCases.of(new int[0]))
                .getMessage()
                .contains("no error"));
    }
}
