package dpgnn.nn;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.random.Stream;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;

/**
 * The sum of clipped per-example gradients, none of which is ever formed: forward, backward, the norm of each example's
 * gradient layer by layer from the inputs and signals of that layer ("ghost norms", Goodfellow 2015; Li et al. 2022), one
 * factor per example, and one matrix product per layer for the sum. Memory is O(rows of the batch × widest layer).
 *
 * <p><b>Guarantee.</b> An example's term depends on its own rows, the labels of its targets and the parameters, on nothing
 * else of the batch, and its norm is at most the threshold (up to float rounding, a relative 1e-6); with one threshold per
 * layer each layer's part is at most its own. The sum is not divided: a divisor must be public, and is the caller's. An
 * example that is not finite stops the step instead of passing unclipped.
 *
 * <p>Not safe for use by several threads; give each one of its own.
 */
public final class PerExample {
    private final Network network;
    private final Kernels kernels;
    private final Features features;
    private final Labels labels;
    private final Layout layout = new Layout();
    private final List<Learner> learners;
    private final Node last;
    private float[] flat;
    private float[] logits = new float[16];
    private float[] factor = new float[16];
    private double[][] squared;
    private int examples;

    private PerExample(Network network, Features features, Labels labels, Kernels kernels) {
        if (features.width() != network.inputs())
            throw new IllegalArgumentException(
                    "the network takes " + network.inputs() + " features per node, the data have " + features.width());
        if (labels.classes() != network.classes())
            throw new IllegalArgumentException(
                    "the network has " + network.classes() + " classes, the labels " + labels.classes());
        // Another user of the same network, such as an evaluation, must not find its own rows in our nodes.
        this.network = network.fresh();
        this.features = features;
        this.labels = labels;
        this.kernels = kernels;
        this.learners = this.network.nodes().stream()
                .filter(Learner.class::isInstance)
                .map(Learner.class::cast)
                .toList();
        this.last = this.network.nodes().get(network.nodes().size() - 1);
        this.squared = new double[network.layers().size()][16];
        this.flat = new float[network.size()];
        for (Node node : this.network.nodes()) node.prepare(kernels);
    }

    /** Gradients of a network on data, on the machine that {@link Backend} found. */
    public static PerExample of(Network network, Features features, Labels labels) {
        return new PerExample(network, features, labels, Backend.found().kernels());
    }

    static PerExample of(Network network, Features features, Labels labels, Kernels kernels) {
        return new PerExample(network, features, labels, kernels);
    }

    public Network network() {
        return network;
    }

    /**
     * The sum of the batch's gradients, each clipped, into an array of the parameters' length.
     *
     * @param thresholds one, for the norm over all parameters, or one per layer of {@link Network#layers()}; infinity does
     *     not clip
     * @param dropout where dropout masks come from; null leaves dropout off
     * @return the sum of the examples' losses, which is as private as the data
     */
    public double clippedSum(Parameters at, Batch batch, double[] thresholds, Stream dropout, float[] into) {
        check(thresholds, into);
        Arrays.fill(into, 0f);
        examples = batch.examples();
        if (examples == 0) return 0;
        Pass pass = forward(at, batch, dropout);
        kernels.download(last.out, logits);
        double loss = Loss.gradient(batch, labels, logits);
        kernels.upload(logits, batch.targets(), last.gradient);
        last.begun();
        List<Node> nodes = network.nodes();
        for (int i = nodes.size() - 1; i >= 0; i--)
            if (nodes.get(i).learns) nodes.get(i).backward(pass);
        norms(pass);
        boolean perLayer = thresholds.length > 1;
        if (!perLayer) factors(thresholds[0], squared);
        for (Learner learner : learners) {
            if (perLayer) factors(thresholds[learner.layer()], new double[][] {squared[learner.layer()]});
            learner.writeGradient(pass, factor, into);
        }
        return loss;
    }

    /** The logits of the batch's targets, row by row. Not private. */
    public float[] logits(Parameters at, Batch batch) {
        if (batch.examples() == 0) return new float[0];
        forward(at, batch, null);
        kernels.download(last.out, logits);
        return Arrays.copyOf(logits, batch.targets() * network.classes());
    }

    private Pass forward(Parameters at, Batch batch, Stream dropout) {
        at.read(flat);
        layout.read(batch, network.hops());
        Pass pass = new Pass(kernels, features, layout, dropout);
        for (Learner learner : learners) learner.load(pass, flat);
        for (Node node : network.nodes()) {
            node.reset();
            node.forward(pass);
        }
        logits = Grow.to(logits, batch.targets() * network.classes());
        return pass;
    }

    private void norms(Pass pass) {
        for (int l = 0; l < squared.length; l++) {
            squared[l] = Grow.to(squared[l], examples);
            Arrays.fill(squared[l], 0, examples, 0);
        }
        for (Learner learner : learners) learner.addSquaredNorms(pass, squared[learner.layer()]);
        for (int l = 0; l < squared.length; l++) checkFinite(l);
    }

    private void checkFinite(int layer) {
        int first = -1;
        int end = -1;
        for (int e = 0; e < examples; e++)
            if (!Double.isFinite(squared[layer][e])) {
                if (first < 0) first = e;
                end = e;
            }
        if (first >= 0) throw new NonFinite(network.layers().get(layer), first, end);
    }

    private void factors(double threshold, double[][] of) {
        factor = Grow.to(factor, examples);
        for (int e = 0; e < examples; e++) {
            double sum = 0;
            for (double[] part : of) sum += part[e];
            factor[e] = sum <= threshold * threshold ? 1f : (float) (threshold / Math.sqrt(sum));
        }
    }

    private void check(double[] thresholds, float[] into) {
        if (into.length != network.size())
            throw new IllegalArgumentException(
                    "the gradient must have " + network.size() + " values, had " + into.length);
        if (thresholds.length != 1 && thresholds.length != network.layers().size())
            throw new IllegalArgumentException("there must be one threshold, or one for each of the layers "
                    + network.layers() + ", were " + thresholds.length);
        for (double c : thresholds)
            if (!(c > 0)) throw new IllegalArgumentException("a threshold must be positive, was " + c);
    }

    /** The norms of the last batch's gradients before clipping, example by example. Private; for tests and figures only. */
    public double[] norms() {
        double[] norms = new double[examples];
        for (int e = 0; e < examples; e++) {
            double sum = 0;
            for (double[] part : squared) sum += part[e];
            norms[e] = Math.sqrt(sum);
        }
        return norms;
    }

    /** The same for one layer. */
    public double[] norms(int layer) {
        double[] norms = new double[examples];
        for (int e = 0; e < examples; e++) norms[e] = Math.sqrt(squared[layer][e]);
        return norms;
    }
}
