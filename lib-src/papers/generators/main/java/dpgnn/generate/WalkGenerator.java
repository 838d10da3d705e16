package dpgnn.generate;

import dpgnn.generate.net.DenseLayer;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.linear.Softmax;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * NetGAN's generator: one LSTM whose first state comes from noise; every step chooses a node by the straight-through
 * Gumbel-softmax and reads it back through an embedding.
 */
final class WalkGenerator {
    private static final int NOISE = 16;

    private final int nodes;
    private final DenseLayer toHidden;
    private final DenseLayer toCell;
    private final LstmLayer lstm;
    private final DenseLayer up;
    private final NetParameter down;
    private final List<NetParameter> parameters = new ArrayList<>();

    public WalkGenerator(int nodes, int width, int embedding, RandomStream coins) {
        this.nodes = nodes;
        toHidden = new DenseLayer(NOISE, width, coins.fork("hidden"));
        toCell = new DenseLayer(NOISE, width, coins.fork("cell"));
        lstm = new LstmLayer(embedding, width, coins.fork("lstm"));
        up = new DenseLayer(width, nodes, coins.fork("up"));
        down = new NetParameter(Matrix.glorot(nodes, embedding, coins.fork("down")));
        parameters.addAll(toHidden.parameters());
        parameters.addAll(toCell.parameters());
        parameters.addAll(lstm.parameters());
        parameters.addAll(up.parameters());
        parameters.add(down);
    }

    public List<NetParameter> parameters() {
        return parameters;
    }

    /** Walks, and what the backward pass needs: states, soft choices, chosen nodes by step and walk. */
    public record Walks(
            Matrix h0, Matrix c0, List<LstmLayer.Step> steps, List<Matrix> soft, int[][] chosen, double temperature) {
        /** The choices of a step as rows with a single one. */
        public Matrix hard(int t) {
            Matrix one = Matrix.of(soft.get(t).rows(), soft.get(t).columns());
            for (int b = 0; b < one.rows(); b++) one.values()[b * one.columns() + chosen[t][b]] = 1;
            return one;
        }
    }

    public Walks walk(int batch, int length, double temperature, RandomStream coins) {
        Matrix z = Matrix.normal(batch, NOISE, coins);
        Matrix h = tanh(toHidden.forward(z));
        Matrix c = tanh(toCell.forward(z));
        Matrix h0 = h;
        Matrix c0 = c;
        List<LstmLayer.Step> steps = new ArrayList<>();
        List<Matrix> soft = new ArrayList<>();
        int[][] chosen = new int[length][];
        Matrix x = Matrix.of(batch, down.value.columns());
        for (int t = 0; t < length; t++) {
            LstmLayer.Step s = lstm.forward(x, h, c);
            h = s.h();
            c = s.c();
            Matrix p = up.apply(h);
            chosen[t] = choose(p, temperature, coins);
            steps.add(s);
            soft.add(p);
            x = down.value.pick(chosen[t]);
        }
        return new Walks(h0, c0, steps, soft, chosen, temperature);
    }

    /** Adds Gumbel noise; the logits become soft choices. */
    private static int[] choose(Matrix p, double temperature, RandomStream coins) {
        int[] best = new int[p.rows()];
        for (int b = 0; b < p.rows(); b++) {
            int row = b * p.columns();
            double max = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < p.columns(); j++) {
                double gumbel = -Math.log(-Math.log(coins.nextOpenDouble()) + 1e-20);
                p.values()[row + j] = (p.values()[row + j] + gumbel) / temperature;
                if (p.values()[row + j] > max) {
                    max = p.values()[row + j];
                    best[b] = j;
                }
            }
            Softmax.of(p.values(), row, row + p.columns());
        }
        return best;
    }

    /** From the gradients of all choices, straight through the hard ones to the soft ones. */
    public void backward(Walks w, List<Matrix> dChoices) {
        Matrix dh = Matrix.of(w.h0.rows(), w.h0.columns());
        Matrix dc = Matrix.of(w.h0.rows(), w.h0.columns());
        Matrix dNext = null;
        for (int t = w.steps.size() - 1; t >= 0; t--) {
            Matrix d = dChoices.get(t).copy();
            if (dNext != null) {
                down.gradient.add(w.hard(t).transposeTimesInOrder(dNext));
                d.add(dNext.timesTransposeInOrder(down.value));
            }
            Matrix p = w.soft.get(t);
            for (int b = 0; b < d.rows(); b++) {
                int row = b * nodes;
                double along = 0;
                for (int j = 0; j < nodes; j++) along += d.values()[row + j] * p.values()[row + j];
                for (int j = 0; j < nodes; j++)
                    d.values()[row + j] = p.values()[row + j] * (d.values()[row + j] - along) / w.temperature;
            }
            dh.add(up.backward(w.steps.get(t).h(), d));
            LstmLayer.Back back = lstm.backward(w.steps.get(t), dh, dc);
            dh = back.dh();
            dc = back.dc();
            dNext = back.dx();
        }
        toHidden.backward(throughTanh(dh, w.h0));
        toCell.backward(throughTanh(dc, w.c0));
    }

    private static Matrix tanh(Matrix x) {
        for (int i = 0; i < x.values().length; i++) x.values()[i] = Math.tanh(x.values()[i]);
        return x;
    }

    private static Matrix throughTanh(Matrix d, Matrix y) {
        Matrix r = d.copy();
        for (int i = 0; i < r.values().length; i++) r.values()[i] *= 1 - y.values()[i] * y.values()[i];
        return r;
    }
}
