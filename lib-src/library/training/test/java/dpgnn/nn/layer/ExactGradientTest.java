package dpgnn.nn.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ParameterSlot;
import org.junit.jupiter.api.Test;

/** What is decided before anything is summed; ExactSumTest looks at the sums. */
class ExactGradientTest {
    private static ExactGradient of(int in, int out) {
        Layer before = new Layer(in, false) {
            @Override
            public void forward(PassContext pass) {}

            @Override
            public void backward(PassContext pass) {}
        };
        ParameterSlot weight = new ParameterSlot("weight", 0, in, out, 0, in, false, Float.NaN);
        ParameterSlot bias = new ParameterSlot("bias", 0, 1, out, in * out, in, true, 0);
        return new ExactGradient(new LinearLayer(before, weight, bias, 1, Activation.IDENTITY, batch -> null));
    }

    /** Of r rows: r/2 inner products of inputs and of signals for each row, against one outer product for each row. */
    @Test
    void aGradientIsFormedWhereThatIsCheaper() {
        for (int[] shape : new int[][] {{8, 4}, {4, 8}, {30, 2}, {16, 16}})
            for (int rows = 1; rows < 40; rows++) {
                int in = shape[0], out = shape[1];
                boolean cheaper = rows / 2 * (in + out) > in * out;
                assertEquals(cheaper, of(in, out).forms(rows), rows + " rows of " + in + " by " + out);
            }
        assertFalse(of(1, 1).forms(1), "one row has no inner product with another");
    }

    @Test
    void aGradientIsFormedWhereRoundedSignalsWouldBeOffByTooMuch() {
        // rows times the root of outputs, at most 1024
        assertFalse(of(2000, 1600).forms(25));
        assertTrue(of(2000, 1600).forms(26));
        assertFalse(of(4000, 4096).forms(16));
        assertTrue(of(4000, 4096).forms(17));
    }

    @Test
    void aNormCoversTheRoundingOfInputsAndIsNeverTooSmallAShare() {
        ExactGradient gradient = of(15, 4);
        // 15 inputs and the bias: sqrt(16) 2^-21 of the magnitude
        double covered = 1 + 4 * 0x1p-21 * 10;
        assertEquals(covered * covered, gradient.raised(1, 10));
        assertEquals(10 * 0x1p-9 * 10 * 0x1p-9, gradient.raised(0, 10));
        assertEquals(4, gradient.raised(2, 0));
    }
}
