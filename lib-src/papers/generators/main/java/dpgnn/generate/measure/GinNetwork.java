package dpgnn.generate.measure;

import dpgnn.generate.net.DenseLayer;
import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import dpgnn.linear.Softmax;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * GIN-0 (Xu, Hu, Leskovec and Jegelka 2019): convolutions of sum, two dense layers and batch normalisation; every layer, the
 * input included, is summed over a graph's nodes and votes through a dense layer with dropout before it.
 */
final class GinNetwork {
    private static final double DROPOUT = 0.5;

    private final List<Convolution> convolutions = new ArrayList<>();
    private final List<DenseLayer> votes = new ArrayList<>();
    private final List<NetParameter> parameters = new ArrayList<>();

    public GinNetwork(int in, int hidden, int convolutionCount, int classes, RandomStream coins) {
        votes.add(new DenseLayer(in, classes, coins.fork("vote 0")));
        for (int l = 0; l < convolutionCount; l++) {
            convolutions.add(new Convolution(l == 0 ? in : hidden, hidden, coins.fork(l)));
            votes.add(new DenseLayer(hidden, classes, coins.fork("vote " + (l + 1))));
        }
        for (Convolution c : convolutions) parameters.addAll(c.parameters());
        for (DenseLayer v : votes) parameters.addAll(v.parameters());
    }

    public List<NetParameter> parameters() {
        return parameters;
    }

    /** Loss of a training batch; adds to the gradients. */
    public double learn(GraphBatch batch, RandomStream dropout) {
        List<Matrix> layers = new ArrayList<>(List.of(batch.features));
        for (Convolution c : convolutions) layers.add(c.forward(batch, layers.get(layers.size() - 1)));
        List<Matrix> masks = new ArrayList<>();
        Matrix scores = null;
        for (int l = 0; l < layers.size(); l++) {
            Matrix pooled = batch.pool(layers.get(l));
            Matrix mask = Matrix.of(pooled.rows(), pooled.columns());
            for (int i = 0; i < mask.values().length; i++) {
                if (dropout == null) mask.values()[i] = 1;
                else if (dropout.nextDouble() >= DROPOUT) mask.values()[i] = 1 / (1 - DROPOUT);
                pooled.values()[i] *= mask.values()[i];
            }
            masks.add(mask);
            Matrix vote = votes.get(l).forward(pooled);
            scores = scores == null ? vote : scores.add(vote);
        }
        double loss = softmaxGradient(scores, batch.labels);
        Matrix flow = null;
        for (int l = layers.size() - 1; l >= 0; l--) {
            Matrix d = votes.get(l).backward(scores);
            for (int i = 0; i < d.values().length; i++)
                d.values()[i] *= masks.get(l).values()[i];
            Matrix rows =
                    flow == null ? Matrix.of(layers.get(l).rows(), layers.get(l).columns()) : flow;
            batch.unpool(d, rows);
            if (l > 0) flow = convolutions.get(l - 1).backward(batch, rows);
        }
        return loss;
    }

    /** The class with the most votes, for every graph. */
    public int[] classify(GraphBatch batch) {
        Matrix x = batch.features;
        Matrix scores = votes.get(0).apply(batch.pool(x));
        for (int l = 0; l < convolutions.size(); l++) {
            x = convolutions.get(l).apply(batch, x);
            scores.add(votes.get(l + 1).apply(batch.pool(x)));
        }
        int[] best = new int[scores.rows()];
        for (int g = 0; g < best.length; g++)
            for (int c = 1; c < scores.columns(); c++) if (scores.get(g, c) > scores.get(g, best[g])) best[g] = c;
        return best;
    }

    /** Mean cross-entropy; the scores become their gradient. */
    private static double softmaxGradient(Matrix scores, int[] labels) {
        double loss = 0;
        for (int g = 0; g < scores.rows(); g++) loss += Softmax.gradient(scores, g, labels[g], scores.rows());
        return loss / scores.rows();
    }

    private static final class Convolution {
        private final DenseLayer first;
        private final BatchNorm firstNorm;
        private final DenseLayer second;
        private final BatchNorm secondNorm;
        private Matrix middle;
        private Matrix out;

        Convolution(int in, int hidden, RandomStream coins) {
            first = new DenseLayer(in, hidden, coins.fork("first"));
            firstNorm = new BatchNorm(hidden);
            second = new DenseLayer(hidden, hidden, coins.fork("second"));
            secondNorm = new BatchNorm(hidden);
        }

        List<NetParameter> parameters() {
            List<NetParameter> all = new ArrayList<>(first.parameters());
            all.addAll(firstNorm.parameters());
            all.addAll(second.parameters());
            all.addAll(secondNorm.parameters());
            return all;
        }

        Matrix forward(GraphBatch batch, Matrix x) {
            middle = firstNorm.forward(first.forward(batch.aggregate(x))).relu();
            out = secondNorm.forward(second.forward(middle)).relu();
            return out;
        }

        Matrix apply(GraphBatch batch, Matrix x) {
            Matrix m = firstNorm.apply(first.apply(batch.aggregate(x))).relu();
            return secondNorm.apply(second.apply(m)).relu();
        }

        Matrix backward(GraphBatch batch, Matrix d) {
            Matrix dMiddle = second.backward(secondNorm.backward(d.where(out)));
            return batch.aggregate(first.backward(firstNorm.backward(dMiddle.where(middle))));
        }
    }
}
