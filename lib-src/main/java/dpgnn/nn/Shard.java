package dpgnn.nn;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.random.Stream;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;

/** The memory of one worker: it takes a block of examples through the network and adds their clipped gradients to a sum. */
final class Shard {
    private final Network network;
    private final Kernels kernels;
    private final Features features;
    private final Labels labels;
    private final Layout layout = new Layout();
    private final List<Learner> learners;
    private final Node last;
    private final double[][] squared;
    private float[] logits = new float[16];
    private float[] factor = new float[16];
    private long loaded = -1;
    /** What gradients are added to where kernels are exact, else null. */
    final ExactSum exact;

    Shard(Network network, Features features, Labels labels, Kernels kernels) {
        // Another user of the same network, such as an evaluation, must not find its own rows in our nodes.
        this.network = network.fresh();
        this.features = features;
        this.labels = labels;
        this.kernels = kernels;
        learners = this.network.nodes().stream()
                .filter(Learner.class::isInstance)
                .map(Learner.class::cast)
                .toList();
        last = this.network.nodes().get(this.network.nodes().size() - 1);
        squared = new double[network.layers().size()][16];
        for (Node node : this.network.nodes()) node.prepare(kernels);
        exact = kernels.exact() ? new ExactSum(network.size()) : null;
    }

    /** Takes the parameters of a step, unless it has them. */
    void load(float[] parameters, long step) {
        if (loaded == step) return;
        loaded = step;
        for (Learner learner : learners) learner.load(kernels, parameters);
    }

    /**
     * One block of a sum.
     *
     * @param from its first example
     * @param to the example behind its last
     * @param norms takes the squared norms, layer by layer
     * @param first whether nothing of the same sum came before
     * @param end whether nothing of the same sum comes after
     * @param into what the sum is added to, at the latest with its last block; where kernels are exact it is {@link #exact}
     * @return the sum of the examples' losses
     */
    double add(
            Batch batch,
            int from,
            int to,
            double[] thresholds,
            Stream dropout,
            double[][] norms,
            boolean first,
            boolean end,
            float[] into) {
        Pass pass = new Pass(kernels, features, layout, dropout, first, end, exact);
        forward(pass, batch, from, to);
        kernels.download(last.out, logits);
        double loss = Loss.gradient(batch, from, to, labels, logits);
        kernels.upload(logits, 0, layout.reach(0).rows(), last.gradient);
        last.begun();
        List<Node> nodes = network.nodes();
        for (int i = nodes.size() - 1; i >= 0; i--)
            if (nodes.get(i).learns) nodes.get(i).backward(pass);
        norms(pass, from, to - from);
        for (int l = 0; l < squared.length; l++) System.arraycopy(squared[l], 0, norms[l], from, to - from);
        boolean perLayer = thresholds.length > 1;
        if (!perLayer) factors(thresholds[0], to - from, squared);
        for (Learner learner : learners) {
            if (perLayer) factors(thresholds[learner.layer()], to - from, squared[learner.layer()]);
            learner.writeGradient(pass, factor, into);
        }
        return loss;
    }

    /** Writes the logits of a block's targets, row by row, to an array at an offset. */
    void logits(Batch batch, int from, int to, float[] into, int offset) {
        forward(new Pass(kernels, features, layout, null, true, true, null), batch, from, to);
        kernels.download(last.out, logits);
        System.arraycopy(logits, 0, into, offset, layout.reach(0).rows() * network.classes());
    }

    private void forward(Pass pass, Batch batch, int from, int to) {
        layout.read(batch, from, to, network.hops());
        for (Node node : network.nodes()) {
            node.reset();
            node.forward(pass);
        }
        logits = Grow.to(logits, layout.reach(0).rows() * network.classes());
    }

    private void norms(Pass pass, int from, int count) {
        for (int l = 0; l < squared.length; l++) {
            squared[l] = Grow.to(squared[l], count);
            Arrays.fill(squared[l], 0, count, 0);
        }
        for (Learner learner : learners) learner.addSquaredNorms(pass, squared[learner.layer()]);
        for (int l = 0; l < squared.length; l++) checkFinite(l, from, count);
    }

    private void checkFinite(int layer, int from, int count) {
        int first = -1;
        int end = -1;
        for (int e = 0; e < count; e++)
            if (!Double.isFinite(squared[layer][e])) {
                if (first < 0) first = e;
                end = e;
            }
        if (first >= 0) throw new NonFinite(network.layers().get(layer), from + first, from + end);
    }

    private void factors(double threshold, int count, double[]... of) {
        factor = Grow.to(factor, count);
        for (int e = 0; e < count; e++) {
            double sum = 0;
            for (double[] part : of) sum += part[e];
            factor[e] = sum <= threshold * threshold ? 1f : (float) (threshold / Math.sqrt(sum));
        }
    }
}
