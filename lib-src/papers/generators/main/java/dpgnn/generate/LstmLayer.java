package dpgnn.generate;

import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.List;

/** One layer of long short-term memory (Hochreiter and Schmidhuber 1997), step by step, for a batch of sequences. */
final class LstmLayer {
    final int width;
    private final NetParameter fromInput;
    private final NetParameter fromState;
    private final NetParameter bias;

    LstmLayer(int in, int width, RandomStream coins) {
        this.width = width;
        fromInput = new NetParameter(Matrix.glorot(in, 4 * width, coins));
        fromState = new NetParameter(Matrix.glorot(width, 4 * width, coins));
        bias = new NetParameter(Matrix.of(1, 4 * width));
        // Remember by default (Jozefowicz, Zaremba and Sutskever 2015).
        for (int j = width; j < 2 * width; j++) bias.value.values()[j] = 1;
    }

    List<NetParameter> parameters() {
        return List.of(fromInput, fromState, bias);
    }

    /** What a step saw and made: gates in the order input, forget, candidate, output. */
    record Step(Matrix x, Matrix h0, Matrix c0, Matrix gates, Matrix c, Matrix h) {}

    /** What flows back out of a step. */
    record Back(Matrix dx, Matrix dh, Matrix dc) {}

    Step forward(Matrix x, Matrix h0, Matrix c0) {
        Matrix g = x.timesInOrder(fromInput.value).add(h0.timesInOrder(fromState.value));
        Matrix c = Matrix.of(x.rows(), width);
        Matrix h = Matrix.of(x.rows(), width);
        for (int i = 0; i < x.rows(); i++) {
            int row = i * 4 * width;
            Matrix.axpy(1, bias.value.values(), 0, g.values(), row, 4 * width);
            for (int j = 0; j < 4 * width; j++) {
                double v = g.values()[row + j];
                g.values()[row + j] = j / width == 2 ? Math.tanh(v) : Discriminator.sigmoid(v);
            }
            for (int j = 0; j < width; j++) {
                double state = g.values()[row + width + j] * c0.values()[i * width + j]
                        + g.values()[row + j] * g.values()[row + 2 * width + j];
                c.values()[i * width + j] = state;
                h.values()[i * width + j] = g.values()[row + 3 * width + j] * Math.tanh(state);
            }
        }
        return new Step(x, h0, c0, g, c, h);
    }

    Back backward(Step s, Matrix dh, Matrix dc) {
        Matrix dg = Matrix.of(dh.rows(), 4 * width);
        Matrix dc0 = Matrix.of(dh.rows(), width);
        for (int i = 0; i < dh.rows(); i++) {
            int row = i * 4 * width;
            for (int j = 0; j < width; j++) {
                int at = i * width + j;
                double in = s.gates.values()[row + j];
                double forget = s.gates.values()[row + width + j];
                double candidate = s.gates.values()[row + 2 * width + j];
                double out = s.gates.values()[row + 3 * width + j];
                double t = Math.tanh(s.c.values()[at]);
                double d = dc.values()[at] + dh.values()[at] * out * (1 - t * t);
                dg.values()[row + j] = d * candidate * in * (1 - in);
                dg.values()[row + width + j] = d * s.c0.values()[at] * forget * (1 - forget);
                dg.values()[row + 2 * width + j] = d * in * (1 - candidate * candidate);
                dg.values()[row + 3 * width + j] = dh.values()[at] * t * out * (1 - out);
                dc0.values()[at] = d * forget;
            }
        }
        fromInput.gradient.add(s.x.transposeTimesInOrder(dg));
        fromState.gradient.add(s.h0.transposeTimesInOrder(dg));
        bias.gradient.add(dg.columnSums());
        return new Back(dg.timesTransposeInOrder(fromInput.value), dg.timesTransposeInOrder(fromState.value), dc0);
    }
}
