package dpgnn.nn.layer;

import dpgnn.graph.Labels;
import dpgnn.sampling.Batch;

/** Half the mean squared error, for labels that are numbers. */
final class SquaredError {
    private SquaredError() {}

    /** What {@link CrossEntropy#gradient} is for classes. */
    static void gradient(Batch batch, int from, int to, Labels labels, float[] outputs, double[] losses) {
        int width = labels.classes();
        int at = 0;
        for (int e = from; e < to; e++) {
            int count = batch.targetStart(e + 1) - batch.targetStart(e);
            double parts = (double) width * Math.max(1, count), loss = 0;
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++) {
                int node = CrossEntropy.labelled(batch.node(batch.target(k)), labels);
                for (int c = 0; c < width; c++, at++) {
                    double off = outputs[at] - (double) labels.value(node, c);
                    loss += off * off / (2 * parts);
                    outputs[at] = (float) (off / parts);
                }
            }
            losses[e - from] = loss;
        }
    }
}
