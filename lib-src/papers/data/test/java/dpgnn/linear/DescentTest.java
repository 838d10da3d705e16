package dpgnn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Adam and softmax against what their papers print, written out. */
class DescentTest {
    private static final double[] GRADIENTS = {0.3, -2, 0.01, 5, -0.7};

    /** Algorithm 1: m/(1-b1^t) over sqrt(v/(1-b2^t)) + epsilon. */
    @Test
    void correctedStepsAreAlgorithmOne() {
        double[] mean = {0};
        double[] square = {0};
        double m = 0;
        double v = 0;
        for (int t = 1; t <= GRADIENTS.length; t++) {
            double g = GRADIENTS[t - 1];
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            double[] away = new double[1];
            AdamSteps.corrected(0.01, t).move(mean, square, new double[] {g}, away);
            double expected = 0.01 * m / (1 - Math.pow(0.9, t)) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
            assertEquals(expected, away[0], 1e-15 + 1e-12 * Math.abs(expected));
            assertEquals(m, mean[0]);
            assertEquals(v, square[0]);
        }
    }

    /** Both ways take the same steps but for epsilon, which stands beside another root; a new rate counts from the next step. */
    @Test
    void foldedStepsAreTheSameButForEpsilon() {
        AdamSteps steps = AdamSteps.of(0.01);
        double[][] state = new double[4][1];
        for (int t = 1; t <= GRADIENTS.length; t++) {
            if (t == 4) steps.rate(0.005);
            double[] printed = new double[1];
            double[] folded = {GRADIENTS[t - 1]};
            AdamSteps.corrected(t < 4 ? 0.01 : 0.005, t)
                    .move(state[0], state[1], new double[] {GRADIENTS[t - 1]}, printed);
            steps.next().move(state[2], state[3], folded, folded);
            assertEquals(printed[0], folded[0], 1e-5 * Math.abs(printed[0]));
        }
    }

    @Test
    void softmaxDoesNotOverflowAndItsGradientSumsToZero() {
        double[] x = {9, 1000, 1001, 999, -5};
        double log = Softmax.of(x, 1, 4);
        double sum = 1 + Math.exp(-1) + Math.exp(-2);
        assertEquals(1001 + Math.log(sum), log, 1e-12);
        assertArrayEquals(new double[] {9, Math.exp(-1) / sum, 1 / sum, Math.exp(-2) / sum, -5}, x, 1e-15);
        Matrix logits = Matrix.of(2, 3, new double[] {7, 8, 9, 0, Math.log(2), Math.log(5)});
        assertEquals(Math.log(4), Softmax.gradient(logits, 1, 1, 10), 1e-15);
        assertArrayEquals(new double[] {7, 8, 9, 0.0125, -0.075, 0.0625}, logits.values(), 1e-15);
    }
}
