package dpgnn.nn.layer;

import dpgnn.graph.Labels;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.Kernels;
import dpgnn.sampling.Batch;

/** The loss of a batch's targets: {@link CrossEntropy} of classes, {@link SquaredError} of numbers. */
public final class TargetLoss {
    private int[] label = new int[16];
    private float[] wanted = new float[16];
    private float[] share = new float[16];
    private double[] rows = new double[16];

    /**
     * Turns logits into their gradient in place, row k being the k-th target of the part's examples, and writes the examples'
     * losses. An example's loss is the mean over its targets.
     */
    public static void gradient(BatchPart part, Labels labels, float[] logits, double[] losses) {
        if (labels.isValues()) SquaredError.gradient(part.batch(), part.from(), part.to(), labels, logits, losses);
        else CrossEntropy.gradient(part.batch(), part.from(), part.to(), labels, logits, losses);
    }

    /** The gradient of the loss of classes, where kernels compute it. */
    public void gradient(BatchPart part, Labels labels, Kernels kernels, Layer logits, double[] losses) {
        Batch batch = part.batch();
        int base = batch.targetStart(part.from());
        int count = batch.targetStart(part.to()) - base;
        read(part, labels, base, count);
        rows = Buffers.to(rows, count);
        boolean sets = labels.isMulti();
        kernels.crossEntropy(logits.out, sets ? null : label, sets ? wanted : null, share, logits.gradient, rows);
        for (int e = part.from(); e < part.to(); e++) {
            double loss = 0;
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) loss += rows[k - base];
            losses[e - part.from()] = loss;
        }
    }

    private void read(BatchPart part, Labels labels, int base, int count) {
        Batch batch = part.batch();
        share = Buffers.to(share, count);
        label = Buffers.to(label, count);
        if (labels.isMulti()) wanted = Buffers.to(wanted, count * labels.classes());
        for (int e = part.from(); e < part.to(); e++) {
            int targets = batch.targetStart(e + 1) - batch.targetStart(e);
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) {
                int node = CrossEntropy.labelled(batch.node(batch.target(k)), labels);
                share[k - base] = 1f / targets;
                if (!labels.isMulti()) label[k - base] = labels.of(node);
                else
                    for (int c = 0; c < labels.classes(); c++)
                        wanted[(k - base) * labels.classes() + c] = labels.has(node, c) ? 1 : 0;
            }
        }
    }
}
