package dpgnn.mpc;

import dpgnn.graph.Labels;
import dpgnn.linear.Matrix;
import dpgnn.linear.Softmax;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.random.RandomStream;
import java.util.List;

/** The label holder's part: dropout on the hidden layer, logits, softmax, and the mean cross-entropy of the training nodes. */
public final class OutputLayer {
    private final HolderData.Supervision supervision;
    private final TrainedMatrix weights;
    private final TrainedMatrix bias;

    /** What an epoch gave: the gradient for the server, the loss with dropout, and accuracies without. */
    public record Step(Matrix gradient, double loss, double validation, double test) {}

    public OutputLayer(HolderData.Supervision supervision, int width, RandomStream stream) {
        this.supervision = supervision;
        weights = TrainedMatrix.of(Matrix.glorot(width, supervision.labels().classes(), stream));
        bias = TrainedMatrix.of(Matrix.of(1, supervision.labels().classes()));
    }

    /**
     * Drawing the dropout here rather than at the server changes nothing, and the server then sends one matrix, not two.
     *
     * @param whole the hidden layer that is measured
     */
    Step step(Matrix hidden, Matrix whole, double dropout, RandomStream stream) {
        int[] train = supervision.train();
        Labels labels = supervision.labels();
        Matrix kept = Matrix.of(train.length, hidden.columns());
        double[] mask = new double[kept.values().length];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = dropout > 0 && stream.nextDouble() < dropout ? 0 : 1 / (1 - dropout);
            kept.values()[i] = mask[i] * hidden.get(train[i / hidden.columns()], i % hidden.columns());
        }
        Matrix error = kept.times(weights.value()).addToRows(bias.value());
        double loss = 0;
        for (int i = 0; i < train.length; i++) loss += Softmax.gradient(error, i, labels.of(train[i]), train.length);
        weights.gradient(kept.transposeTimes(error));
        bias.gradient(error.columnSums());
        Matrix back = error.timesTranspose(weights.value());
        Matrix gradient = Matrix.of(hidden.rows(), hidden.columns());
        for (int i = 0; i < mask.length; i++)
            gradient.values()[train[i / hidden.columns()] * hidden.columns() + i % hidden.columns()] =
                    mask[i] * back.values()[i];
        Matrix clean = whole.times(weights.value()).addToRows(bias.value());
        return step(gradient, loss, clean);
    }

    /** A step on logits that others computed: the gradient is that by the logits. */
    public Step onLogits(Matrix logits) {
        int[] train = supervision.train();
        int classes = logits.columns();
        Matrix error = Matrix.of(train.length, classes);
        Matrix gradient = Matrix.of(logits.rows(), classes);
        double loss = 0;
        for (int i = 0; i < train.length; i++) {
            System.arraycopy(logits.values(), train[i] * classes, error.values(), i * classes, classes);
            loss += Softmax.gradient(error, i, supervision.labels().of(train[i]), train.length);
            System.arraycopy(error.values(), i * classes, gradient.values(), train[i] * classes, classes);
        }
        return step(gradient, loss, logits);
    }

    private Step step(Matrix gradient, double loss, Matrix logits) {
        return new Step(
                gradient,
                loss / supervision.train().length,
                accuracy(logits, supervision.validation()),
                accuracy(logits, supervision.test()));
    }

    private double accuracy(Matrix logits, int[] nodes) {
        int right = 0;
        for (int v : nodes) {
            int best = 0;
            for (int c = 1; c < logits.columns(); c++) if (logits.get(v, c) > logits.get(v, best)) best = c;
            if (best == supervision.labels().of(v)) right++;
        }
        return nodes.length == 0 ? 0 : (double) right / nodes.length;
    }

    List<TrainedMatrix> weights() {
        return List.of(weights, bias);
    }
}
