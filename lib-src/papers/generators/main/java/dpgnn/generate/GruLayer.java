package dpgnn.generate;

import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.List;

/** One layer of gated recurrent units (Cho et al. 2014), step by step, for a batch of sequences. */
final class GruLayer {
    public final int width;
    private final NetParameter fromInput;
    private final NetParameter fromState;
    private final NetParameter inputBias;
    private final NetParameter stateBias;

    GruLayer(int in, int width, RandomStream coins) {
        this.width = width;
        fromInput = new NetParameter(Matrix.glorot(in, 3 * width, coins));
        fromState = new NetParameter(Matrix.glorot(width, 3 * width, coins));
        inputBias = new NetParameter(Matrix.of(1, 3 * width));
        stateBias = new NetParameter(Matrix.of(1, 3 * width));
    }

    List<NetParameter> parameters() {
        return List.of(fromInput, fromState, inputBias, stateBias);
    }

    /** What a step saw and made: gates in the order update, reset, candidate; recalled is the candidate's share of the state. */
    public record Step(Matrix x, Matrix h0, Matrix gates, Matrix recalled, Matrix h) {}

    /** What flows back out of a step. */
    record Back(Matrix dx, Matrix dh) {}

    Step forward(Matrix x, Matrix h0) {
        Matrix g = x.timesInOrder(fromInput.value);
        Matrix s = h0.timesInOrder(fromState.value);
        Matrix recalled = Matrix.of(x.rows(), width);
        Matrix h = Matrix.of(x.rows(), width);
        for (int i = 0; i < x.rows(); i++) {
            int row = i * 3 * width;
            Matrix.axpy(1, inputBias.value.values(), 0, g.values(), row, 3 * width);
            Matrix.axpy(1, stateBias.value.values(), 0, s.values(), row, 3 * width);
            for (int j = 0; j < width; j++) {
                int at = i * width + j;
                double update = Discriminator.sigmoid(g.values()[row + j] + s.values()[row + j]);
                double reset = Discriminator.sigmoid(g.values()[row + width + j] + s.values()[row + width + j]);
                recalled.values()[at] = s.values()[row + 2 * width + j];
                double candidate = Math.tanh(g.values()[row + 2 * width + j] + reset * recalled.values()[at]);
                g.values()[row + j] = update;
                g.values()[row + width + j] = reset;
                g.values()[row + 2 * width + j] = candidate;
                h.values()[at] = (1 - update) * candidate + update * h0.values()[at];
            }
        }
        return new Step(x, h0, g, recalled, h);
    }

    Back backward(Step s, Matrix dh) {
        Matrix dg = Matrix.of(dh.rows(), 3 * width);
        Matrix ds = Matrix.of(dh.rows(), 3 * width);
        Matrix dh0 = Matrix.of(dh.rows(), width);
        for (int i = 0; i < dh.rows(); i++) {
            int row = i * 3 * width;
            for (int j = 0; j < width; j++) {
                int at = i * width + j;
                double update = s.gates.values()[row + j];
                double reset = s.gates.values()[row + width + j];
                double candidate = s.gates.values()[row + 2 * width + j];
                double d = dh.values()[at];
                double dCandidate = d * (1 - update) * (1 - candidate * candidate);
                dg.values()[row + j] = d * (s.h0.values()[at] - candidate) * update * (1 - update);
                dg.values()[row + width + j] = dCandidate * s.recalled.values()[at] * reset * (1 - reset);
                dg.values()[row + 2 * width + j] = dCandidate;
                ds.values()[row + j] = dg.values()[row + j];
                ds.values()[row + width + j] = dg.values()[row + width + j];
                ds.values()[row + 2 * width + j] = dCandidate * reset;
                dh0.values()[at] = d * update;
            }
        }
        fromInput.gradient.add(s.x.transposeTimesInOrder(dg));
        fromState.gradient.add(s.h0.transposeTimesInOrder(ds));
        inputBias.gradient.add(dg.columnSums());
        stateBias.gradient.add(ds.columnSums());
        return new Back(dg.timesTransposeInOrder(fromInput.value), dh0.add(ds.timesTransposeInOrder(fromState.value)));
    }
}
