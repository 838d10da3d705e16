package dpgnn.generate;

import dpgnn.generate.net.DenseLayer;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** NetGAN's critic: an embedding of nodes, one LSTM, one score per walk; with the gradient penalty of Gulrajani et al. (2017). */
final class WalkCritic {
    private final NetParameter down;
    private final LstmLayer lstm;
    private final DenseLayer score;
    private final List<NetParameter> parameters = new ArrayList<>();

    public WalkCritic(int nodes, int width, int embedding, RandomStream coins) {
        down = new NetParameter(Matrix.glorot(nodes, embedding, coins.fork("down")));
        lstm = new LstmLayer(embedding, width, coins.fork("lstm"));
        score = new DenseLayer(width, 1, coins.fork("score"));
        parameters.add(down);
        parameters.addAll(lstm.parameters());
        parameters.addAll(score.parameters());
    }

    public List<NetParameter> parameters() {
        return parameters;
    }

    /** What a forward pass saw; walks are given step by step, a row over all nodes for each walk. */
    public record Seen(List<Matrix> walks, List<LstmLayer.Step> steps, Matrix scores) {}

    public Seen see(List<Matrix> walks) {
        int batch = walks.get(0).rows();
        Matrix h = Matrix.of(batch, lstm.width);
        Matrix c = Matrix.of(batch, lstm.width);
        List<LstmLayer.Step> steps = new ArrayList<>();
        for (Matrix v : walks) {
            LstmLayer.Step s = lstm.forward(v.timesInOrder(down.value), h, c);
            steps.add(s);
            h = s.h();
            c = s.c();
        }
        return new Seen(walks, steps, score.apply(h));
    }

    /** Adds to the weights' gradients; returns those of the walks. */
    public List<Matrix> backward(Seen seen, Matrix dScores, boolean wanted) {
        int last = seen.steps.size() - 1;
        Matrix dh = score.backward(seen.steps.get(last).h(), dScores);
        Matrix dc = Matrix.of(dh.rows(), dh.columns());
        Matrix[] dWalks = new Matrix[last + 1];
        for (int t = last; t >= 0; t--) {
            LstmLayer.Back back = lstm.backward(seen.steps.get(t), dh, dc);
            dh = back.dh();
            dc = back.dc();
            down.gradient.add(seen.walks.get(t).transposeTimesInOrder(back.dx()));
            if (wanted) dWalks[t] = back.dx().timesTransposeInOrder(down.value);
        }
        return wanted ? List.of(dWalks) : List.of();
    }

    /**
     * weight * mean over walks of (|gradient of the score by the walk| - 1)², added to the gradients. With u the gradient's
     * direction, the norm changes with the weights as the score's derivative along u does, and that is a central difference
     * of two backward passes: exact up to the square of a small step, where automatic differentiation would go twice.
     */
    public double penalty(List<Matrix> walks, double weight) {
        int batch = walks.get(0).rows();
        Matrix ones = Matrix.of(batch, 1);
        java.util.Arrays.fill(ones.values(), 1);
        double[] kept = NetParameter.gradients(parameters);
        List<Matrix> slopes = backward(see(walks), ones, true);
        double[] norms = new double[batch];
        for (Matrix s : slopes)
            for (int b = 0; b < batch; b++) for (int j = 0; j < s.columns(); j++) norms[b] += s.get(b, j) * s.get(b, j);
        double loss = 0;
        Matrix forth = Matrix.of(batch, 1);
        for (int b = 0; b < batch; b++) {
            norms[b] = Math.sqrt(norms[b]) + 1e-12;
            loss += weight * (norms[b] - 1) * (norms[b] - 1) / batch;
            forth.values()[b] = 2 * weight * (norms[b] - 1) / batch;
        }
        double h = 1e-4;
        NetParameter.setGradients(parameters, kept);
        backward(see(moved(walks, slopes, norms, h)), forth.copy().scale(1 / (2 * h)), false);
        backward(see(moved(walks, slopes, norms, -h)), forth.scale(-1 / (2 * h)), false);
        return loss;
    }

    private static List<Matrix> moved(List<Matrix> walks, List<Matrix> slopes, double[] norms, double h) {
        List<Matrix> result = new ArrayList<>();
        for (int t = 0; t < walks.size(); t++) {
            Matrix m = walks.get(t).copy();
            for (int b = 0; b < m.rows(); b++)
                Matrix.axpy(
                        h / norms[b],
                        slopes.get(t).values(),
                        b * m.columns(),
                        m.values(),
                        b * m.columns(),
                        m.columns());
            result.add(m);
        }
        return result;
    }
}
