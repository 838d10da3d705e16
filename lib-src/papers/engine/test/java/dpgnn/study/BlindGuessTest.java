package dpgnn.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Labels;
import dpgnn.random.Streams;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlindGuessTest {
    @Test
    void aUniformGuessIsRightAsOftenForEveryClass() {
        int[] nodes = IntStream.range(0, 40_000).toArray();
        for (int c = 0; c < 4; c++) {
            int one = c;
            Labels labels = Labels.single(4, IntStream.of(nodes).map(v -> one).toArray());
            double share = BlindGuess.uniform(labels, nodes, Streams.seed(1).stream("guess"));
            assertEquals(0.25, share, 0.011, "five deviations, class " + c);
        }
    }

    @Test
    void theMajorityIsThatOfTheKnownLabelsOfTheTraining() {
        Labels labels = Labels.single(3, new int[] {2, 2, 1, -1, -1, 0, 0, 0, 2, -1});
        int[] training = {0, 1, 2, 3, 4, 5}, test = {6, 7, 8, 9};
        assertEquals(1 / 3.0, BlindGuess.majority(labels, training, test), "of three known, one has the class 2");
        assertEquals(2 / 3.0, BlindGuess.majority(labels, new int[] {0, 5}, test), "the first of equals");
    }
}
