package dpgnn.nn.layer;

import dpgnn.graph.Labels;
import dpgnn.sampling.Batch;

/** Softmax cross-entropy for one class per node, mean binary cross-entropy for sets of classes. */
final class CrossEntropy {
    private CrossEntropy() {}

    /**
     * Turns logits into their gradient in place, row k being the k-th target of the examples {@code from} to {@code to}, and
     * writes the examples' losses. An example's loss is the mean over its targets.
     */
    static void gradient(Batch batch, int from, int to, Labels labels, float[] logits, double[] losses) {
        int classes = labels.classes();
        int base = batch.targetStart(from);
        for (int e = from; e < to; e++) {
            int count = batch.targetStart(e + 1) - batch.targetStart(e);
            double loss = 0;
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) {
                int node = labelled(batch.node(batch.target(k)), labels);
                loss += labels.isMulti()
                        ? binary(labels, node, logits, (k - base) * classes, count)
                        : softmax(labels.of(node), classes, logits, (k - base) * classes, count);
            }
            losses[e - from] = loss / Math.max(1, count);
        }
    }

    /** The node, which must have a label. */
    static int labelled(int node, Labels labels) {
        if (labels.isKnown(node)) return node;
        throw new IllegalArgumentException("node " + node
                + " is a target but has no label here; a target must be a node that this training may read");
    }

    private static double softmax(int label, int classes, float[] z, int at, int count) {
        float most = Float.NEGATIVE_INFINITY;
        for (int c = 0; c < classes; c++) most = Math.max(most, z[at + c]);
        double own = z[at + label] - most;
        double total = 0;
        for (int c = 0; c < classes; c++) {
            double p = Math.exp(z[at + c] - most);
            z[at + c] = (float) p;
            total += p;
        }
        float scale = (float) (1 / (total * count));
        for (int c = 0; c < classes; c++) z[at + c] *= scale;
        z[at + label] -= 1f / count;
        return Math.log(total) - own;
    }

    private static double binary(Labels labels, int node, float[] z, int at, int count) {
        int classes = labels.classes();
        double sum = 0;
        for (int c = 0; c < classes; c++) {
            double x = z[at + c];
            double y = labels.has(node, c) ? 1 : 0;
            sum += Math.max(x, 0) - x * y + Math.log1p(Math.exp(-Math.abs(x)));
            z[at + c] = (float) ((1 / (1 + Math.exp(-x)) - y) / ((double) classes * count));
        }
        return sum / classes;
    }
}
