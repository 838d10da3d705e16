package dpgnn.linear;

/** Computes softmax and its cross-entropy, shifted by the largest logit so that nothing overflows. */
public final class Softmax {
    private Softmax() {}

    /** Turns logits at from .. to-1 into probabilities; returns the logarithm of the sum of their exponentials. */
    public static double of(double[] x, int from, int to) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) most = Math.max(most, x[i]);
        double sum = 0;
        for (int i = from; i < to; i++) sum += x[i] = Math.exp(x[i] - most);
        for (int i = from; i < to; i++) x[i] /= sum;
        return Math.log(sum) + most;
    }

    /** Turns a row of logits into the gradient of its cross-entropy over {@code count} rows; returns the row's cross-entropy. */
    public static double gradient(Matrix logits, int row, int label, int count) {
        double[] x = logits.values();
        int at = row * logits.columns();
        double own = x[at + label];
        double loss = of(x, at, at + logits.columns()) - own;
        x[at + label] -= 1;
        for (int c = 0; c < logits.columns(); c++) x[at + c] /= count;
        return loss;
    }
}
