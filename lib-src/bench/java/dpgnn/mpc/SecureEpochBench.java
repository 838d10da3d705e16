package dpgnn.mpc;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Products modulo 2^64 and a run of ten secure epochs, at the sizes of the citation graphs (random data of the same shape). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class SecureEpochBench {
    /** Nodes x features x edges x words per node. */
    @Param({"2708x1433x5278x18", "19717x500x44324x50"})
    public String shape;

    private RingMatrix x;
    private RingMatrix w;
    private RingMatrix g;
    private VerticalData data;

    @Setup(Level.Trial)
    public void prepare() {
        int[] size = java.util.Arrays.stream(shape.split("x"))
                .mapToInt(Integer::parseInt)
                .toArray();
        RandomStream stream = Streams.seed(1).stream("bench");
        x = RingMatrix.uniform(size[0], size[1], stream);
        w = RingMatrix.uniform(size[1], 64, stream);
        g = RingMatrix.uniform(size[0], 64, stream);
        data = data(size[0], size[1], size[2], size[3], stream);
    }

    static VerticalData data(int nodes, int features, int edges, int words, RandomStream stream) {
        int[] start = IntStream.rangeClosed(0, nodes).map(v -> v * words).toArray();
        int[] columns = new int[nodes * words];
        for (int v = 0; v < nodes; v++) {
            int[] row = IntStream.generate(() -> stream.nextInt(features))
                    .distinct()
                    .limit(words)
                    .sorted()
                    .toArray();
            System.arraycopy(row, 0, columns, v * words, words);
        }
        float[] ones = new float[columns.length];
        java.util.Arrays.fill(ones, 1);
        Dataset all = new Dataset(
                Graph.undirected(
                        nodes,
                        IntStream.range(0, edges)
                                .map(e -> stream.nextInt(nodes))
                                .toArray(),
                        IntStream.range(0, edges)
                                .map(e -> stream.nextInt(nodes))
                                .toArray()),
                SparseFeatures.of(features, start, columns, ones),
                Labels.single(7, IntStream.range(0, nodes).map(v -> v % 7).toArray()),
                new Dataset.Provenance("random", List.of(), true, List.of()));
        return VerticalData.of(
                all,
                new double[] {1, 1},
                IntStream.range(0, 140).toArray(),
                IntStream.range(140, 640).toArray(),
                IntStream.range(640, 1640).toArray(),
                stream);
    }

    @Benchmark
    public RingMatrix product() {
        return x.times(w);
    }

    @Benchmark
    public RingMatrix transposeProduct() {
        return x.transposeTimes(g);
    }

    @Benchmark
    public double tenSecureEpochs() {
        return VerticalGnn.of(PpgnnSettings.standard().with(PpgnnSettings::epochs, 10))
                .train(data, Streams.seed(1))
                .testAccuracy();
    }

    /** Without JMH: the median epoch of each path, and the traffic of an epoch. */
    public static void main(String[] arguments) {
        for (int[] size : new int[][] {{2708, 1433, 5278, 18}, {19717, 500, 44324, 50}})
            for (PpgnnSettings.Initial initial : List.of(PpgnnSettings.Initial.SHARED, PpgnnSettings.Initial.PLAIN)) {
                VerticalData data = data(size[0], size[1], size[2], size[3], Streams.seed(1).stream("bench"));
                var outcome = VerticalGnn.of(PpgnnSettings.standard()
                                .with(PpgnnSettings::epochs, 12)
                                .with(PpgnnSettings::initial, initial))
                        .train(data, Streams.seed(1));
                System.out.printf(
                        "%d nodes, %s: median epoch %.3f s, fastest %.3f s, %s%n",
                        size[0],
                        initial,
                        outcome.epochSeconds(),
                        outcome.seconds().stream().mapToDouble(s -> s).min().orElseThrow(),
                        outcome.perEpoch());
            }
    }
}
