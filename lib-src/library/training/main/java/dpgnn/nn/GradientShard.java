package dpgnn.nn;

import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.mechanism.Clip;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.Weights;
import dpgnn.nn.layer.BatchLayout;
import dpgnn.nn.layer.BatchPart;
import dpgnn.nn.layer.Layer;
import dpgnn.nn.layer.LearnedLayer;
import dpgnn.nn.layer.LinearLayer;
import dpgnn.nn.layer.NonFinite;
import dpgnn.nn.layer.PassContext;
import dpgnn.nn.layer.TargetLoss;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Takes a block of examples through the network and adds their clipped gradients to a sum. Holds the memory of one worker. */
final class GradientShard {
    private final Network network;
    private final Kernels kernels;
    private final Features features;
    private final Labels labels;
    private final BatchLayout layout = new BatchLayout();
    private final List<LearnedLayer> learners;
    private final Layer last;
    private final double[][] squared;
    private final TargetLoss loss = new TargetLoss();
    private float[] logits = new float[16];
    private double[] losses = new double[16];
    private double[] factor = new double[16];
    /** Which examples of the block are finite, in the loss and in the gradient of every layer. */
    private boolean[] finite = new boolean[16];

    private boolean allFinite;
    private long loaded = -1;

    GradientShard(Network network, Features features, Labels labels, Kernels kernels) {
        // Another user of the same network, such as an evaluation, must not find its own rows in our operations.
        this.network = network.fresh();
        this.features = features;
        this.labels = labels;
        this.kernels = kernels;
        learners = this.network.operations().stream()
                .filter(LearnedLayer.class::isInstance)
                .map(LearnedLayer.class::cast)
                .toList();
        last = this.network.operations().get(this.network.operations().size() - 1);
        squared = new double[network.layers().size()][16];
        for (Layer operation : this.network.operations()) operation.prepare(kernels);
    }

    /** Takes the parameters of a step, unless it has them. */
    void load(Function<Kernels, Weights> parameters, long step) {
        if (loaded == step) return;
        loaded = step;
        Weights weights = parameters.apply(kernels);
        for (LearnedLayer learner : learners) learner.load(weights);
    }

    /**
     * Takes a part of a batch.
     *
     * @param norms takes the squared norms, layer by layer
     * @param into what the sum is added to, at the latest with its last part
     * @return the sum of the examples' losses
     * @throws NonFinite where nothing is clipped and an example is not finite; where all is clipped it counts as zero
     */
    double add(BatchPart part, Clip.Limits limits, double[][] norms, GradientSum into) {
        double[] thresholds = limits.thresholds();
        PassContext pass = forward(part);
        int from = part.from(), count = part.examples();
        losses = Buffers.to(losses, count);
        if (kernels.hasLoss() && !labels.isValues()) loss.gradient(part, labels, kernels, last, losses);
        else {
            kernels.download(last.out, logits);
            TargetLoss.gradient(part, labels, logits, losses);
            kernels.upload(logits, 0, layout.reach(0).rows(), last.gradient);
        }
        last.begun();
        List<Layer> operations = network.operations();
        for (int i = operations.size() - 1; i >= 0; i--)
            if (operations.get(i).learns) operations.get(i).backward(pass);
        norms(pass, count);
        look(count);
        for (double c : thresholds) if (Double.isInfinite(c)) requireFinite(from, count);
        if (!kernels.exact() && !allFinite) for (LearnedLayer learner : learners) learner.clear(pass, finite);
        for (int l = 0; l < squared.length; l++) System.arraycopy(squared[l], 0, norms[l], from, count);
        boolean perLayer = thresholds.length > 1;
        if (!perLayer) factors(thresholds[0], limits.gamma(), count, squared);
        for (LearnedLayer learner : learners) {
            if (perLayer) factors(thresholds[learner.layer()], limits.gamma(), count, squared[learner.layer()]);
            learner.writeGradient(pass, factor, into);
        }
        double total = 0;
        for (int e = 0; e < count; e++) total += losses[e];
        return total;
    }

    /** Writes the logits of some examples' targets, row by row, to an array at an offset. */
    void logits(Batch batch, int from, int to, float[] into, int offset) {
        forward(new BatchPart(batch, from, to, null, true, true));
        kernels.download(last.out, logits);
        System.arraycopy(logits, 0, into, offset, layout.reach(0).rows() * network.classes());
    }

    /** About how many bytes the matrices of these examples take on a device. */
    long deviceBytes(Batch batch, int end) {
        layout.read(batch, 0, end, network.hops());
        long most = 0;
        for (Layer operation : network.operations())
            if (operation instanceof LinearLayer map) most = Math.max(most, map.rows(layout));
        long floats = 0;
        long parts = 0;
        long doubles = 0;
        for (Layer operation : network.operations()) {
            long rows = operation instanceof LinearLayer map ? map.rows(layout) : most;
            floats += rows * operation.width * (operation.learns ? 2 : 1);
            if (!(operation instanceof LinearLayer map)) continue;
            // Weights and their gradient; a long sum, cut into parts; whole numbers of a release.
            floats += 2L * map.weights();
            parts = Math.max(parts, kernels.parts(map.inputWidth(), map.width, (int) rows));
            doubles = Math.max(doubles, (rows + map.width) * (map.inputWidth() + 1) + rows * map.width);
        }
        return Float.BYTES * (floats + parts) + (kernels.exact() ? Double.BYTES * doubles : 0);
    }

    private PassContext forward(BatchPart part) {
        PassContext pass = new PassContext(kernels, features, layout, part);
        layout.read(part.batch(), part.from(), part.to(), network.hops());
        for (Layer operation : network.operations()) {
            operation.reset();
            operation.forward(pass);
        }
        logits = Buffers.to(logits, layout.reach(0).rows() * network.classes());
        return pass;
    }

    private void norms(PassContext pass, int count) {
        for (int l = 0; l < squared.length; l++) {
            squared[l] = Buffers.to(squared[l], count);
            Arrays.fill(squared[l], 0, count, 0);
        }
        for (LearnedLayer learner : learners) learner.addSquaredNorms(pass, squared[learner.layer()]);
    }

    /** Losses and squares are not negative, so that their sum is finite where all of them are. */
    private void look(int count) {
        if (finite.length < count) finite = new boolean[losses.length];
        allFinite = true;
        for (int e = 0; e < count; e++) {
            double sum = losses[e];
            for (double[] layer : squared) sum += layer[e];
            finite[e] = Double.isFinite(sum);
            allFinite &= finite[e];
        }
    }

    private void requireFinite(int from, int count) {
        for (int l = 0; l < squared.length; l++)
            requireFinite("the gradient of layer " + network.layers().get(l), squared[l], from, count);
        requireFinite("the loss", losses, from, count);
    }

    private static void requireFinite(String what, double[] values, int from, int count) {
        int first = -1;
        int end = -1;
        for (int e = 0; e < count; e++)
            if (!Double.isFinite(values[e])) {
                if (first < 0) first = e;
                end = e;
            }
        if (first >= 0) throw new NonFinite(what, from + first, from + end);
    }

    private void factors(double threshold, double gamma, int count, double[]... of) {
        factor = Buffers.to(factor, count);
        for (int e = 0; e < count; e++) {
            double sum = 0;
            for (double[] part : of) sum += part[e];
            if (!finite[e]) factor[e] = 0;
            else if (gamma == 0 && sum <= threshold * threshold) factor[e] = 1;
            else factor[e] = held(threshold / (Math.sqrt(sum) + gamma));
        }
    }

    /** The factor as rows are scaled by it: a subnormal float may be twice what it stands for, so it counts as zero. */
    private double held(double exactly) {
        if (kernels.exact()) return exactly;
        float rounded = (float) exactly;
        return rounded >= Float.MIN_NORMAL ? rounded : 0;
    }
}
