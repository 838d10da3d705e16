package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.mechanism.Clip;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.ThreadShare;
import dpgnn.nn.kernel.Weights;
import dpgnn.nn.layer.BatchPart;
import dpgnn.nn.layer.NonFinite;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Computes the sum of clipped per-example gradients without forming any of them. After a forward and a backward pass, it
 * takes the norm of each example's gradient layer by layer from the inputs and signals of that layer ("ghost norms",
 * Goodfellow 2015; Li et al. 2022). One factor per example and one matrix product per layer then give the sum. Memory is
 * O(rows of the batch × widest layer).
 *
 * <p><b>Guarantee.</b> An example's term depends on its own rows, the labels of its targets and the parameters, and on
 * nothing else in the batch. Its norm is at most the threshold; with one threshold per layer, each layer's part is at most
 * its own. The sum is not divided: a divisor must be public, and is left to the caller. An example whose loss, or whose
 * gradient in any layer, is infinite or NaN counts as zero: its term is still a function of the example alone, and no step
 * fails because of the data. Where a threshold is infinite, and nothing is promised, such an example stops the step with
 * {@link NonFinite}. How far this holds for the computed numbers:
 *
 * <ul>
 *   <li>{@link #exact}, for releases: in every bit. A term is a vector on a grid that the thresholds fix, its norm is at most the
 *       threshold, rounding included, it is the same wherever in whatever batch the example stands, and the sum is the sum of
 *       the terms ({@link dpgnn.nn.kernel.ExactKernels}, {@code ExactGradient}, {@link ExactSum}). This rests on IEEE arithmetic, which the language
 *       prescribes, and on a JVM whose {@code Math.exp} and {@code Math.tanh} give one result for one argument, as HotSpot's do.
 *       With dropout a term also has the masks at the example's place; these are independent coins
 *       of one law, so that examples may be thought to carry theirs along. A network of another library adds
 *       {@link Network#assumptions}.
 *   <li>{@link #of}, for experiments: up to rounding. A term's norm is at most the threshold up to a relative 3e-6 (on Java
 *       arrays, for thresholds of at least 1e-12: norms of rows that cancel are taken in double, and rows whose squared norm
 *       no float holds count as infinite; on a device that is not proved). Its last bits may depend on its
 *       place, and what overflows on whether it is alone in its batch. The sum is off by at most gamma_n times the sum of
 *       absolute values, n being the rows of a block plus the number of blocks: at most 520 for up to 4096 examples of one
 *       row, on Java arrays (Higham 2002, (3.5)).
 * </ul>
 *
 * <p>Not safe for use by several threads; give each thread an instance of its own.
 *
 * <p>Proofs: docs/proofs.md, lemmas 10, 27 and 29.
 */
public final class ExampleGradients {
    /** At most so many parts of a batch are summed side by side; the number changes rounding, so it is no machine's. */
    private static final int LANES = 8;

    private final Network network;
    private final Kernels kernels;
    private final Features features;
    private final Labels labels;
    private final List<GradientShard> shards = new ArrayList<>();
    private final float[] flat;
    private final int threads = ThreadShare.here();
    /** What the blocks sum into: the first one's sum takes all of them in the end. */
    private final List<GradientSum> sums = new ArrayList<>();

    private double[][] squared;
    private int examples;
    /** The parameters of this step. */
    private Function<Kernels, Weights> weights;
    /** Counts how often parameters were read. */
    private long step;

    private ExampleGradients(Network network, Features features, Labels labels, Kernels kernels) {
        if (features.width() != network.inputs())
            throw new IllegalArgumentException(
                    "the network takes " + network.inputs() + " features per node, the data have " + features.width());
        if (labels.classes() != network.classes())
            throw new IllegalArgumentException(
                    "the network has " + network.classes() + " classes, the labels " + labels.classes());
        if (network.foreign() != null) network.foreign().require(labels, kernels.exact());
        this.network = network;
        this.features = features;
        this.labels = labels;
        this.kernels = kernels;
        this.squared = new double[network.layers().size()][16];
        this.flat = new float[network.size()];
        shards.add(new GradientShard(network, features, labels, kernels));
    }

    /** Gradients of a network on data, on the machine that {@link Backend} found. */
    public static ExampleGradients of(Network network, Features features, Labels labels) {
        Check.given("network", network);
        // Another library's network computes on the host.
        Backend backend = network.foreign() != null ? Backend.cpu() : Backend.found();
        return new ExampleGradients(network, features, labels, backend.kernels());
    }

    /**
     * Gradients whose clipped sum is exact, with the same bits on Java arrays and on a device. A step takes up to twice the time. Give the sum as doubles to a
     * noise that takes them: the nearest floats are not exact. Each number of a clipped gradient is rounded to a grid that follows
     * from its threshold (about 2^-12 of it): give the clip's thresholds, none that is far above all norms.
     */
    public static ExampleGradients exact(Network network, Features features, Labels labels) {
        Check.given("network", network);
        Backend backend = network.foreign() != null ? Backend.cpu() : Backend.found();
        return new ExampleGradients(network, features, labels, backend.exactKernels());
    }

    public static ExampleGradients of(Network network, Features features, Labels labels, Kernels kernels) {
        Check.given("network", network);
        return new ExampleGradients(network, features, labels, kernels);
    }

    public Network network() {
        return network;
    }

    /** {@link #clippedSum(Parameters, Batch, Clip.Limits, RandomStream, float[])} by thresholds alone. */
    public double clippedSum(Parameters at, Batch batch, double[] thresholds, RandomStream dropout, float[] into) {
        return clippedSum(at, batch, Clip.Limits.of(thresholds), dropout, into);
    }

    /**
     * The sum of the batch's gradients, each clipped, into an array of the parameters' length.
     *
     * @param limits with one threshold, for the norm over all parameters, or one per layer of {@link Network#layers()}
     * @param dropout where dropout masks come from; null leaves dropout off
     * @return the sum of the examples' losses, not finite where one of them is not; it is as private as the data
     * @throws NonFinite where a threshold is infinite and an example is not finite
     */
    public double clippedSum(Parameters at, Batch batch, Clip.Limits limits, RandomStream dropout, float[] into) {
        if (kernels.exact()) {
            ExactSum whole = new ExactSum(into.length);
            double loss = exactSum(at, batch, limits, dropout, whole);
            double[] wide = new double[into.length];
            for (ParameterSlot slot : at.slots()) whole.read(slot, wide);
            for (int i = 0; i < wide.length; i++) into[i] = (float) wide[i];
            return loss;
        }
        check(limits, into.length);
        Arrays.fill(into, 0f);
        GradientSum sum = kernels.sum(into);
        read(at);
        double loss = sum(batch, limits, dropout, sum);
        sum.finish();
        return loss;
    }

    /**
     * The sum of {@link #exact} gradients as whole numbers: those of the parts of a batch add up to those of the batch, whatever the
     * parts and their order. Thresholds must be finite.
     *
     * @param into takes the sum; what it held is lost
     */
    public double exactSum(Parameters at, Batch batch, Clip.Limits limits, RandomStream dropout, ExactSum into) {
        check(limits, into.totals.length);
        if (!kernels.exact())
            throw new IllegalStateException("take ExampleGradients.exact for a sum in double precision");
        into.begin(limits.thresholds(), batch.examples());
        read(at);
        return sum(batch, limits.lowered(ExactSum.margin(network.layers().size())), dropout, into);
    }

    /** The sum, left where the kernels and the parameters are. */
    double clippedSum(Weights at, Batch batch, Clip.Limits limits, RandomStream dropout, GradientSum into) {
        weights = k -> at;
        step++;
        return sum(batch, limits, dropout, into);
    }

    private double sum(Batch batch, Clip.Limits limits, RandomStream dropout, GradientSum into) {
        examples = batch.examples();
        if (examples == 0) return 0;
        for (int l = 0; l < squared.length; l++) squared[l] = Buffers.to(squared[l], examples);
        int blocks = network.foreign() != null ? examples : blocks(examples);
        int lanes = Math.min(blocks, LANES);
        RandomStream[] masks = new RandomStream[blocks];
        for (int b = 0; b < blocks && dropout != null; b++) masks[b] = b == 0 ? dropout : dropout.fork(b);
        // Exact sums do not depend on how many there are, so that no more are made than threads.
        int parts = kernels.exact() ? Math.min(lanes, threads) : lanes;
        double[] losses = new double[blocks];
        // One thread takes the parts in order, and a block adds to every number once: the bits are those of sums of
        // their own.
        boolean straight = threads == 1 && blocks == lanes && !kernels.exact();
        if (!straight) prepare(parts, into);
        ParallelBlocks.run(parts, threads, shards, this::shard, (shard, part) -> {
            shard.load(weights, step);
            int end = split(blocks, parts, part + 1);
            int begin = split(blocks, parts, part);
            for (int b = begin; b < end; b++)
                losses[b] = shard.add(
                        new BatchPart(
                                batch,
                                split(examples, blocks, b),
                                split(examples, blocks, b + 1),
                                masks[b],
                                b == begin,
                                b == end - 1),
                        limits,
                        squared,
                        straight ? into : sums.get(part));
        });
        for (int part = 1; part < parts && !straight; part++) into.add(sums.get(part));
        double loss = 0;
        for (int lane = 0; lane < lanes; lane++)
            loss += Arrays.stream(losses, split(blocks, lanes, lane), split(blocks, lanes, lane + 1))
                    .reduce(0, Double::sum);
        return loss;
    }

    /** The first block sums into the result itself. */
    private void prepare(int lanes, GradientSum into) {
        if (sums.isEmpty()) sums.add(into);
        sums.set(0, into);
        while (sums.size() < lanes) sums.add(into.another());
        for (int lane = 1; lane < lanes; lane++) sums.get(lane).begin(into);
    }

    private void read(Parameters at) {
        at.read(flat);
        weights = k -> Weights.of(k, flat);
        step++;
    }

    /** What is assumed, beside IEEE arithmetic on the host, of what computes a release. */
    public List<String> assumptions() {
        List<String> all = new ArrayList<>(network.assumptions());
        if (kernels.exact() && isOnDevice())
            all.add("It is assumed that the device rounds as IEEE 754 says: sums were computed on "
                    + Backend.found().name() + ".");
        return all;
    }

    /** Whether these gradients are computed on a GPU. */
    public boolean isOnDevice() {
        return kernels.onDevice();
    }

    /** About how many bytes of a device's memory these gradients of a batch and an optimiser of two moments take. */
    public long deviceBytes(Batch batch) {
        int end = Math.min(batch.examples(), kernels.examplesAtOnce());
        return kernels.bytes(features)
                + shards.get(0).deviceBytes(batch, end)
                + (kernels.exact() ? 0 : 4L * Float.BYTES * network.size());
    }

    /**
     * Says how much of a device's memory a training takes with batches of about this size.
     *
     * @throws DeviceFailure where the device has less
     */
    public String room(Batch batch) {
        return Backend.found().room(deviceBytes(batch));
    }

    Kernels kernels() {
        return kernels;
    }

    private GradientShard shard(int number) {
        Kernels other = number == 0 ? kernels : network.foreign() != null ? null : kernels.another();
        return other == null ? null : new GradientShard(network, features, labels, other);
    }

    private int blocks(int count) {
        return (int) Math.ceil(count / (double) kernels.examplesAtOnce());
    }

    /** Where part number {@code part} of so many equal ones begins. */
    private static int split(int count, int parts, int part) {
        return (int) ((long) count * part / parts);
    }

    /** The logits of the batch's targets, row by row. Not private. Exact ones are functions of their examples alone, in every bit. */
    public float[] logits(Parameters at, Batch batch) {
        float[] all = new float[batch.targets() * network.classes()];
        read(at);
        shards.get(0).load(weights, step);
        int blocks = network.foreign() != null && kernels.exact() ? batch.examples() : blocks(batch.examples());
        for (int b = 0; b < blocks; b++) {
            int from = split(batch.examples(), blocks, b);
            int to = split(batch.examples(), blocks, b + 1);
            shards.get(0).logits(batch, from, to, all, batch.targetStart(from) * network.classes());
        }
        return all;
    }

    private void check(Clip.Limits limits, int length) {
        if (length != network.size())
            throw new IllegalArgumentException("the gradient must have " + network.size() + " values, had " + length);
        int given = limits.thresholds().length;
        if (given != 1 && given != network.layers().size())
            throw new IllegalArgumentException("there must be one threshold, or one for each of the layers "
                    + network.layers() + ", were " + given);
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

    /** How many of them were within a threshold; one that is no number is not. Private. */
    public int within(double threshold) {
        return (int) Arrays.stream(norms()).filter(n -> n <= threshold).count();
    }

    /** What is counted of the last batch, by the limits of its sum. Private. */
    public double counted(Clip.Limits limits) {
        return (2 * within(limits.thresholds()[0]) - examples) * limits.count();
    }

    /** The norms of one layer. */
    public double[] norms(int layer) {
        double[] norms = new double[examples];
        for (int e = 0; e < examples; e++) norms[e] = Math.sqrt(squared[layer][e]);
        return norms;
    }
}
