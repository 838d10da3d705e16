package dpgnn.nn;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Labels;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.random.Stream;
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
 * One private step on 4096 stars of one centre and two leaves: aggregate, two hidden layers, clip, noise, Adam. The main
 * method prints plain times, for lib-src/bench/python/private_step.py to run in turns with PyTorch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PrivateStep {
    private static final int EXAMPLES = 4096;
    private static final int NODES = 20_000;

    /** Inputs, hidden units and classes. */
    @Param({"128,128,4", "767,128,10", "602,256,41"})
    public String size;

    /** What runs the arithmetic: host or nd4j. */
    @Param("host")
    public String kernels;

    private PerExample gradients;
    private Parameters parameters;
    private Optimizer optimizer;
    private Batch batch;
    private Stream noise;
    private float[] sum;
    private final double[] threshold = {0.5};

    @Setup
    public void setup() {
        String[] parts = size.split(",");
        int inputs = Integer.parseInt(parts[0]);
        int classes = Integer.parseInt(parts[2]);
        Streams streams = Streams.seed(1);
        Stream stream = streams.stream("data");
        float[] values = new float[NODES * inputs];
        for (int i = 0; i < values.length; i++) values[i] = (float) (2 * stream.nextDouble() - 1);
        int[] labels = new int[NODES];
        for (int i = 0; i < NODES; i++) labels[i] = stream.nextInt(classes);
        batch = new Batch();
        for (int e = 0; e < EXAMPLES; e++) {
            batch.beginExample();
            int root = batch.addRow(stream.nextInt(NODES));
            batch.addSource(root + 1);
            batch.addSource(root + 2);
            batch.addRow(stream.nextInt(NODES));
            batch.addRow(stream.nextInt(NODES));
            batch.addTarget(root);
        }
        Network network =
                Sage.of(Recipe.of(Integer.parseInt(parts[1])).withDense(1)).network(inputs, classes);
        gradients = PerExample.of(
                network,
                DenseFeatures.of(NODES, inputs, values),
                Labels.single(classes, labels),
                kernels.equals("nd4j") ? new Nd4jKernels() : new HostKernels());
        parameters = network.initial(streams.stream("init"));
        optimizer = Adam.of(1e-3);
        noise = streams.stream("noise");
        sum = new float[network.size()];
    }

    @Benchmark
    public double step() {
        double loss = gradients.clippedSum(parameters, batch, threshold, null, sum);
        GaussianNoise.standard().add(sum, 0.5, 0.5, noise);
        for (int i = 0; i < sum.length; i++) sum[i] /= EXAMPLES;
        optimizer.step(parameters, sum);
        return loss;
    }

    /** Reads "size rounds" from standard input and answers with the median CPU time of a step in milliseconds. */
    public static void main(String[] arguments) {
        java.util.Scanner in = new java.util.Scanner(System.in, java.nio.charset.StandardCharsets.US_ASCII);
        java.util.Map<String, PrivateStep> steps = new java.util.HashMap<>();
        java.lang.management.ThreadMXBean clock = java.lang.management.ManagementFactory.getThreadMXBean();
        while (in.hasNext()) {
            String size = in.next();
            int rounds = in.nextInt();
            PrivateStep step = steps.computeIfAbsent(size, PrivateStep::warm);
            double[] times = new double[rounds];
            for (int i = 0; i < rounds; i++) {
                long start = clock.getCurrentThreadCpuTime();
                step.step();
                times[i] = (clock.getCurrentThreadCpuTime() - start) / 1e6;
            }
            java.util.Arrays.sort(times);
            System.out.println("median " + times[rounds / 2]);
            System.out.flush();
        }
    }

    private static PrivateStep warm(String size) {
        PrivateStep step = new PrivateStep();
        step.size = size;
        step.kernels = "host";
        step.setup();
        for (int i = 0; i < 150; i++) step.step();
        return step;
    }
}
