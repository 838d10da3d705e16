package dpgnn.nn.kernel;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Backend;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.GemmFloor;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One private step on 4096 stars of one centre and two leaves: aggregate, two hidden layers, clip, noise, Adam. Beside
 * it the floor: the same matrix products and nothing else.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Ddpgnn.threads=1")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PrivateStep {
    public static final int EXAMPLES = 4096;
    private static final int NODES = 20_000;

    /** Inputs, hidden units and classes. */
    @Param({"128,128,4", "767,128,10", "602,256,41"})
    public String size;

    /** What runs the arithmetic: host or, with -Ddpgnn.device, device in experiments; exact for the sums of a release, release for its noise too. */
    @Param("host")
    public String kernels = "host";

    /** How many values of a row are not zero, in sparse features; 0 for dense ones. */
    @Param("0")
    public int words;

    /** How many examples a batch has. */
    @Param("4096")
    public int examples = EXAMPLES;

    private ExampleGradients gradients;
    private Parameters parameters;
    private Optimizer optimizer;
    /** Steps alternate, or a step would find the inputs of the one before. */
    private final Batch[] batches = new Batch[2];

    private int count;
    private RandomStream noise;
    private float[] sum;
    private double[] exact;
    private ExactSum whole;
    private final double[] threshold = {0.5};
    private GemmFloor floor;

    @Setup
    public void setup() {
        String[] parts = size.split(",");
        int inputs = Integer.parseInt(parts[0]);
        int classes = Integer.parseInt(parts[2]);
        Streams streams = Streams.seed(1);
        RandomStream stream = streams.stream("data");
        int[] labels = new int[NODES];
        for (int i = 0; i < NODES; i++) labels[i] = stream.nextInt(classes);
        for (int i = 0; i < batches.length; i++) batches[i] = stars(examples, stream);
        Network network =
                Sage.of(Recipe.of(Integer.parseInt(parts[1])).withDense(1)).network(inputs, classes);
        gradients = ExampleGradients.of(
                network,
                words == 0 ? dense(inputs, stream) : sparse(inputs, stream),
                Labels.single(classes, labels),
                switch (kernels) {
                    case "device" -> Backend.found().kernels();
                    case "host" -> new HostKernels();
                    case "exact", "release" -> new ExactKernels();
                    default -> throw new IllegalArgumentException("kernels must be host, device, exact or release");
                });
        parameters = network.initial(streams.stream("init"));
        optimizer = Adam.of(1e-3);
        noise = (kernels.equals("release") ? Streams.secure() : streams).stream("noise");
        sum = new float[network.size()];
        exact = kernels.equals("exact") || kernels.equals("release") ? new double[sum.length] : null;
        whole = new ExactSum(sum.length);
        floor = new GemmFloor(inputs, Integer.parseInt(parts[1]), classes, examples);
    }

    private static Features dense(int inputs, RandomStream stream) {
        float[] values = new float[NODES * inputs];
        for (int i = 0; i < values.length; i++) values[i] = (float) (2 * stream.nextDouble() - 1);
        return DenseFeatures.of(NODES, inputs, values);
    }

    /** Bags of words, one in each of as many equal parts of the columns. */
    private Features sparse(int inputs, RandomStream stream) {
        int[] start = new int[NODES + 1];
        int[] columns = new int[NODES * words];
        float[] values = new float[NODES * words];
        for (int v = 0; v < NODES; v++) {
            start[v + 1] = (v + 1) * words;
            for (int k = 0; k < words; k++) {
                int from = inputs * k / words;
                columns[v * words + k] = from + stream.nextInt(inputs * (k + 1) / words - from);
                values[v * words + k] = 1;
            }
        }
        return SparseFeatures.of(inputs, start, columns, values);
    }

    private static Batch stars(int examples, RandomStream stream) {
        Batch batch = new Batch();
        for (int e = 0; e < examples; e++) {
            batch.beginExample();
            int root = batch.addRow(stream.nextInt(NODES));
            batch.addSource(root + 1);
            batch.addSource(root + 2);
            batch.addRow(stream.nextInt(NODES));
            batch.addRow(stream.nextInt(NODES));
            batch.addTarget(root);
        }
        return batch;
    }

    @Benchmark
    public double step() {
        Batch batch = batches[count++ % batches.length];
        double loss = exact == null
                ? gradients.clippedSum(parameters, batch, threshold, null, sum)
                : gradients.exactSum(parameters, batch, Clip.Limits.of(threshold), null, whole);
        for (ParameterSlot slot : parameters.slots()) if (exact != null) whole.read(slot, exact);
        if (noise.secure()) GaussianNoise.standard().release(exact, 0.5, 0.5, noise);
        for (int i = 0; exact != null && i < sum.length; i++) sum[i] = (float) exact[i];
        if (!noise.secure()) GaussianNoise.standard().add(sum, 0.5, 0.5, noise);
        for (int i = 0; i < sum.length; i++) sum[i] /= examples;
        optimizer.step(parameters, sum);
        return loss;
    }

    /** The matrix products alone. */
    @Benchmark
    public void floor() {
        floor.run();
    }
}
